// Finds the mails of an outbox that may be sent now, each reader's in order.
// No mail is due while an earlier mail to the same reader waits.
import type { Instant } from '#core/kernel/time.ts';
import { PRIORITIES, type Priority } from '#core/writing/mail-plan.ts';
import type { MailCounts, MailRecord } from '#service/ports.ts';
import type { FiledMail } from './stored-mail.ts';

interface WaitingMail {
  readonly to: readonly string[];
  readonly due: Instant;
  readonly priority?: Priority;
}

/** 0 is the highest priority. */
export const rankOf = (priority: Priority = 'board'): number => PRIORITIES.indexOf(priority);

/** The rank of each mail. A mail has the rank of a later one to the same reader if that is higher. */
function findRanks(mails: readonly WaitingMail[]): readonly number[] {
  const rankByReader = new Map<string, number>();
  const ranks: number[] = [];
  for (const mail of mails.toReversed()) {
    const rank = Math.min(rankOf(mail.priority), rankByReader.get(readerOf(mail)) ?? Infinity);
    rankByReader.set(readerOf(mail), rank);
    ranks.push(rank);
  }
  return ranks.toReversed();
}

/** The mails that may be sent now, by rank and then in their order. */
function listSendable<Mail extends WaitingMail>(
  mails: readonly Mail[],
  now: Instant,
  lowest?: Priority,
): readonly Mail[] {
  const ranks = findRanks(mails);
  const mailsByRank = PRIORITIES.map((): Mail[] => []);
  const waitingReaders = new Set<string>();
  for (const [index, mail] of mails.entries()) {
    const reader = readerOf(mail);
    if (mail.due > now) waitingReaders.add(reader);
    else if (!waitingReaders.has(reader)) mailsByRank[ranks[index] ?? 0]?.push(mail);
  }
  return mailsByRank.slice(0, lowest === undefined ? undefined : rankOf(lowest) + 1).flat();
}

/** At most `limit` mails that may be sent now, in their order, to these readers or to all, of this priority or a higher one. */
export function listDueInTurn<Mail extends WaitingMail>(
  mails: Iterable<Mail>,
  now: Instant,
  limit: number,
  readers?: readonly string[],
  lowest?: Priority,
): readonly Mail[] {
  const readerSet = readers === undefined ? null : new Set(readers);
  const asked = [...mails].filter(mail => readerSet?.has(readerOf(mail)) !== false);
  return listSendable(asked, now, lowest).slice(0, limit);
}

/** The reader of a mail: its first recipient. */
export const readerOf = ({ to }: Pick<WaitingMail, 'to'>): string => to[0] ?? '';

/** At most `limit` readers of mails that may be sent now, in the order of their mails. */
export function listReadersInTurn(
  mails: Iterable<WaitingMail>,
  now: Instant,
  limit: number,
  lowest?: Priority,
): readonly string[] {
  return [...new Set(listSendable([...mails], now, lowest).map(readerOf))].slice(0, limit);
}

/** Counts waiting mails. `written`: absent in a mail that an older version has stored. */
export function countWaiting(
  mails: Iterable<WaitingMail & { readonly written?: Instant }>,
  now: Instant,
  since: Instant,
): Omit<MailCounts, 'failed'> {
  const all = [...mails];
  const instantOf = ({ written, due }: (typeof all)[number]): Instant => written ?? due;
  const instants = all.map(instantOf);
  const due = listSendable(all, now);
  return {
    due: due.length,
    waiting: all.length,
    oldest: findEarliest(instants),
    oldestSince: findEarliest(instants.filter(at => at > since)),
    oldestDueBoard: findEarliest(due.filter(({ priority = 'board' }) => priority === 'board').map(instantOf)),
  };
}

export const toMailRecord = ({ id, to, tries, written, due, priority = 'board', failed }: FiledMail): MailRecord => ({
  ...{ id, state: failed === undefined ? 'waiting' : 'failed', priority, to, tries },
  ...{ written: written ?? null, due: failed === undefined ? due : null, why: failed ?? null },
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
