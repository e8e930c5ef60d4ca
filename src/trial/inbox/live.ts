// Streams mailbox changes to a page as Server-Sent Events.
// Each event is the whole list, so that no change can be missed.
import type { SSEStreamingApi } from 'hono/streaming';
import { inboxLimits } from './limits.ts';
import type { Mailboxes } from './mailboxes.ts';
import type { MailboxNews } from './shapes.ts';

/** Milliseconds before a browser reconnects. */
const AGAIN_MS = 1_000;

/** Resolves when the page is closed, a connection is lost or the time is over. Rejects if a mailbox cannot be opened. */
export async function follow(
  stream: SSEStreamingApi,
  { list, watch }: Mailboxes,
  names: readonly string[],
): Promise<void> {
  const due = new Set(names);
  const over = new AbortController();
  const isOver = (): boolean => over.signal.aborted;
  let wake = (): void => undefined;
  const end = (): void => {
    over.abort();
    wake();
  };
  stream.onAbort(end);
  const ends = Date.now() + inboxLimits.streamMs;
  const stops: (() => void)[] = [];
  try {
    for (const name of names) {
      const sendChange = (): void => {
        due.add(name);
        wake();
      };
      stops.push(await watch(name, { changed: sendChange, lost: end }));
    }
    while (!isOver() && Date.now() < ends) {
      for (const name of [...due]) {
        due.delete(name);
        const news: MailboxNews = { name, mails: await list(name) };
        await stream.writeSSE({ event: 'mailbox', data: JSON.stringify(news), retry: AGAIN_MS });
      }
      if (due.size > 0 || isOver()) continue;
      const isQuiet = await new Promise<boolean>(resolve => {
        const timer = setTimeout(() => resolve(true), inboxLimits.pulseMs);
        wake = () => {
          clearTimeout(timer);
          resolve(false);
        };
      });
      if (isQuiet) await stream.write(':\n\n');
    }
  } finally {
    for (const stop of stops) stop();
  }
}
