// SEARCH: applies the criteria to every mail of the view, the cheap ones first.
import { setImmediate as breathe } from 'node:timers/promises';
import { limits } from '../limits.ts';
import { Content } from './content.ts';
import type { Criterion } from './search-criteria.ts';
import type { MailboxView } from './view.ts';

const nothing = new Content(Buffer.alloc(0));

/** The uids that match, ascending. */
export async function searchMails(view: MailboxView, criteria: readonly Criterion[]): Promise<number[]> {
  const cheap = criteria.filter(({ reads }) => !reads);
  const dear = criteria.filter(({ reads }) => reads);
  const found: number[] = [];
  let since = performance.now();
  for (const uid of view.uids) {
    const message = view.mailbox.messages.get(uid);
    if (!message || !cheap.every(({ matches }) => matches({ message, content: nothing }))) continue;
    const reading = dear.length > 0 ? view.mailbox.read(uid) : undefined;
    const bytes = reading instanceof Promise ? await reading : reading;
    const content = bytes ? new Content(bytes) : nothing;
    if (dear.every(({ matches }) => matches({ message, content }))) found.push(uid);
    if (performance.now() - since < limits.turn) continue;
    await breathe();
    since = performance.now();
  }
  return found;
}
