// A minimal mail client for the demo: sends through SMTP and receives through IMAP.
import { setTimeout as sleep } from 'node:timers/promises';
import { type FetchMessageObject, ImapFlow } from 'imapflow';
import { type ParsedMail, simpleParser } from 'mailparser';
import { createTransport } from 'nodemailer';

export interface MailClient {
  /** `answered`: the mail that it answers, quoted below the text. null: it is a new mail. Resolves to its Subject. */
  readonly send: (
    mail: { readonly to: string; readonly subject: string; readonly text: string },
    answered: ParsedMail | null,
  ) => Promise<string>;
  /** The next mails. Fails if they do not come. */
  readonly receive: (count: number) => Promise<readonly ParsedMail[]>;
  /** The number of mails that came and were not received. */
  readonly countUnread: () => Promise<number>;
  readonly close: () => Promise<void>;
}

const WAIT_MS = 20_000;
const LOOK_MS = 40;

export async function connectMailClient(address: string, smtpPort: number, imapPort: number): Promise<MailClient> {
  const server = { host: '127.0.0.1', secure: false, auth: { user: address, pass: 'any' } };
  const imap = new ImapFlow({ ...server, port: imapPort, doSTARTTLS: false, logger: false });
  imap.on('error', () => undefined);
  await imap.connect();
  let { uidNext } = await imap.mailboxOpen('INBOX');
  const transport = createTransport({ ...server, port: smtpPort, ignoreTLS: true });

  const fetchUnread = async (): Promise<readonly FetchMessageObject[]> => {
    await imap.noop();
    const found = await imap.fetchAll(`${uidNext}:*`, { uid: true, source: true }, { uid: true });
    // `n:*` names the last mail even when it is older than n.
    return found.filter(({ uid }) => uid >= uidNext);
  };

  return {
    send: async ({ to, subject, text }, answered) => {
      if (answered === null) {
        await transport.sendMail({ from: address, to, subject, text });
        return subject;
      }
      const { messageId = '', references = [], replyTo, text: quoted = '' } = answered;
      const reply = {
        to: replyTo?.text ?? to,
        subject: `Re: ${answered.subject ?? ''}`,
        inReplyTo: messageId,
        references: [references, messageId].flat(),
        text: [text, '', `On Saturday, ${to} wrote:`, quoted.trimEnd().replace(/^/gm, '> ')].join('\n'),
      };
      await transport.sendMail({ from: address, ...reply });
      return reply.subject;
    },
    receive: async count => {
      const until = Date.now() + WAIT_MS;
      const received: ParsedMail[] = [];
      while (received.length < count) {
        for (const { uid, source = '' } of await fetchUnread()) {
          received.push(await simpleParser(source, { skipHtmlToText: true, skipTextToHtml: true }));
          uidNext = uid + 1;
        }
        if (received.length >= count) break;
        if (Date.now() > until) throw new Error(`${address} waited for ${count} mails and got ${received.length}.`);
        await sleep(LOOK_MS);
      }
      return received;
    },
    countUnread: async () => (await fetchUnread()).length,
    close: async () => {
      transport.close();
      await imap.logout();
    },
  };
}
