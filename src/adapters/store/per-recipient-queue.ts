// Finds the mails of an outbox that may be sent now, each reader's in order.
// No mail is due while an earlier one to the same reader waits.
import type { Instant } from '#core/kernel/time.ts';

interface Waiting {
  readonly to: readonly string[];
  readonly due: Instant;
}

/** The mails that may be sent now, in their order. */
function* inTurn<Mail extends Waiting>(mails: Iterable<Mail>, now: Instant): Generator<Mail> {
  const held = new Set<string>();
  for (const mail of mails) {
    const reader = readerOf(mail);
    if (mail.due > now) held.add(reader);
    else if (!held.has(reader)) yield mail;
  }
}

/** The mails that may be sent now, in their order, at most `most`, to these readers or to all. */
export function listDueInTurn<Mail extends Waiting>(
  mails: Iterable<Mail>,
  now: Instant,
  most: number,
  readers?: readonly string[],
): readonly Mail[] {
  const wanted = readers === undefined ? null : new Set(readers);
  const due: Mail[] = [];
  for (const mail of inTurn(mails, now)) {
    if (due.length >= most) break;
    if (wanted?.has(readerOf(mail)) !== false) due.push(mail);
  }
  return due;
}

/** The reader of a mail: its first recipient. */
export const readerOf = ({ to }: Pick<Waiting, 'to'>): string => to[0] ?? '';

/** The readers of mails that may be sent now, in the order of their mails, at most `most`. */
export function listReadersInTurn(mails: Iterable<Waiting>, now: Instant, most: number): readonly string[] {
  const readers = new Set<string>();
  for (const mail of inTurn(mails, now)) {
    if (readers.size >= most) break;
    readers.add(readerOf(mail));
  }
  return [...readers];
}

/** When the next mail may be sent: the earliest due time among each reader's first mail. */
export function findNextTurn(mails: Iterable<Waiting>): Instant | null {
  const readers = new Set<string>();
  let least: Instant | null = null;
  for (const { to, due } of mails) {
    const reader = readerOf({ to });
    if (readers.has(reader)) continue;
    readers.add(reader);
    least = least === null ? due : Math.min(least, due);
  }
  return least;
}
