// Sends mails from the inbox for another page, and tells that page when mails arrive.
import { type InboxKey, KEY_PATH, type WrittenMail } from '#trial/inbox/shapes.ts';
import { createServerTalk } from './server-talk.ts';

export interface InboxSender {
  /** Rejects if it is not sent. `isAct`: its answer may be about another board. */
  readonly send: (mail: WrittenMail, mailbox: string, isAct: boolean) => Promise<void>;
  /** A sentence for the user. */
  readonly reasonOf: (error: unknown) => string;
}

/** Has this browser the key of the inbox? If the server does not answer, sending says so. */
export async function checkInboxKey(): Promise<boolean> {
  const answer = await fetch(KEY_PATH).catch(() => null);
  return answer?.ok !== true || ((await answer.json()) as InboxKey).hasKey;
}

/** Tells the inbox around this page that it sends a mail: an event at its frame. */
const tellInbox = (event: 'sending' | 'sent'): void => void window.frameElement?.dispatchEvent(new Event(event));

/** `arrived`: a mail may have come. In a frame the inbox around the page says so. */
export function createInboxSender(
  words: { readonly lost: string; readonly failed: string },
  arrived: () => void,
): InboxSender {
  const { post, reasonOf } = createServerTalk(null, words);
  let stream: EventSource | undefined;
  return {
    reasonOf,
    send: async (mail, mailbox, isAct) => {
      if (isAct) tellInbox('sending');
      await post(`/inbox/${encodeURIComponent(mailbox)}/send`, mail);
      if (isAct) tellInbox('sent');
      if (window.top !== window || stream !== undefined) return;
      stream = new EventSource(`/inbox/live?${new URLSearchParams({ as: mailbox }).toString()}`);
      stream.addEventListener('mailbox', arrived);
    },
  };
}
