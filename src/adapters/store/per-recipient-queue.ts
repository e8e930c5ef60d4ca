// Finds the mails of an outbox that may be sent now, each reader's in order.
// No mail is due while an earlier mail to the same reader waits.
import type { Instant } from '#core/kernel/time.ts';
import type { MailCounts, MailRecord, Outgoing } from '#service/ports.ts';

interface WaitingMail {
  readonly to: readonly string[];
  readonly due: Instant;
}

/** The mails that may be sent now, in their order. */
function* selectSendable<Mail extends WaitingMail>(mails: Iterable<Mail>, now: Instant): Generator<Mail> {
  const waitingReaders = new Set<string>();
  for (const mail of mails) {
    const reader = readerOf(mail);
    if (mail.due > now) waitingReaders.add(reader);
    else if (!waitingReaders.has(reader)) yield mail;
  }
}

/** At most `limit` mails that may be sent now, in their order, to these readers or to all. */
export function listDueInTurn<Mail extends WaitingMail>(
  mails: Iterable<Mail>,
  now: Instant,
  limit: number,
  readers?: readonly string[],
): readonly Mail[] {
  const readerSet = readers === undefined ? null : new Set(readers);
  const due: Mail[] = [];
  for (const mail of selectSendable(mails, now)) {
    if (due.length >= limit) break;
    if (readerSet?.has(readerOf(mail)) !== false) due.push(mail);
  }
  return due;
}

/** The reader of a mail: its first recipient. */
export const readerOf = ({ to }: Pick<WaitingMail, 'to'>): string => to[0] ?? '';

/** At most `limit` readers of mails that may be sent now, in the order of their mails. */
export function listReadersInTurn(mails: Iterable<WaitingMail>, now: Instant, limit: number): readonly string[] {
  const readers = new Set<string>();
  for (const mail of selectSendable(mails, now)) {
    if (readers.size >= limit) break;
    readers.add(readerOf(mail));
  }
  return [...readers];
}

/** Counts waiting mails. `written`: absent in a mail that an older version has stored. */
export function countWaiting(
  mails: Iterable<WaitingMail & { readonly written?: Instant }>,
  now: Instant,
  since: Instant,
): Omit<MailCounts, 'failed'> {
  const all = [...mails];
  const instants = all.map(({ written, due }) => written ?? due);
  return {
    due: listDueInTurn(all, now, Infinity).length,
    waiting: all.length,
    oldest: findEarliest(instants),
    oldestSince: findEarliest(instants.filter(at => at > since)),
  };
}

/** `why`: why the mail was given up. Absent: it waits. */
export const toMailRecord = (
  {
    id,
    to,
    tries,
    written,
    due,
  }: Pick<Outgoing, 'id' | 'to' | 'tries'> & { readonly written?: Instant; readonly due: Instant },
  why?: string,
): MailRecord => ({
  ...{ id, state: why === undefined ? 'waiting' : 'failed', to, tries },
  ...{ written: written ?? null, due: why === undefined ? due : null, why: why ?? null },
});

/** null: the list is empty. */
const findEarliest = (instants: readonly Instant[]): Instant | null =>
  instants.reduce<Instant | null>((earliest, at) => (earliest === null ? at : Math.min(earliest, at)), null);

/** When the next mail may be sent: the earliest due time among each reader's first mail. */
export function findNextTurn(mails: Iterable<WaitingMail>): Instant | null {
  const readers = new Set<string>();
  let earliest: Instant | null = null;
  for (const { to, due } of mails) {
    const reader = readerOf({ to });
    if (readers.has(reader)) continue;
    readers.add(reader);
    earliest = earliest === null ? due : Math.min(earliest, due);
  }
  return earliest;
}
