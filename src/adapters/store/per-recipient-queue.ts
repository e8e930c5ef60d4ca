// Whose turn it is in an outbox: one reader's mails go in their order, so that none is due while an earlier one waits.
import type { Instant } from '#core/state/documents.ts';

interface Waiting {
  readonly to: readonly string[];
  readonly due: Instant;
}

/** The mails that may go now, in their order. */
function* inTurn<Mail extends Waiting>(mails: Iterable<Mail>, now: Instant): Generator<Mail> {
  const held = new Set<string>();
  for (const mail of mails) {
    const reader = readerOf(mail);
    if (mail.due > now) held.add(reader);
    else if (!held.has(reader)) yield mail;
  }
}

/** Of the mails in their order those that may go now, of these readers or of all, at most so many. */
export function dueInTurn<Mail extends Waiting>(
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

/** Who reads a mail: the first it goes to. */
export const readerOf = ({ to }: Pick<Waiting, 'to'>): string => to[0] ?? '';

/** Of the readers of mails that may go now, in the order of their mails, at most so many. */
export function readersInTurn(mails: Iterable<Waiting>, now: Instant, most: number): readonly string[] {
  const readers = new Set<string>();
  for (const mail of inTurn(mails, now)) {
    if (readers.size >= most) break;
    readers.add(readerOf(mail));
  }
  return [...readers];
}

/** When the next mail may go: the first of each reader decides. */
export function nextTurn(mails: Iterable<Waiting>): Instant | null {
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
