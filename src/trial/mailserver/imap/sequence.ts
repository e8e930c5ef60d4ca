// Sequence sets: `1:3,7,*` and what they select.
import { createBad } from './command-refused.ts';

interface Range {
  readonly first: number;
  readonly last: number;
}

/** Uids in ascending order out of a view, which is in ascending order itself. */
export function selectUids(set: string, view: readonly number[]): number[] {
  const ranges = parseSet(set, view.at(-1) ?? 0);
  let at = 0;
  return view.filter(uid => {
    while (at < ranges.length && (ranges[at]?.last ?? 0) < uid) at += 1;
    const range = ranges[at];
    return range !== undefined && range.first <= uid;
  });
}

/** As above by sequence number. A number beyond the mailbox is the client's fault. */
export function selectNumbers(set: string, view: readonly number[]): number[] {
  const ranges = parseSet(set, view.length);
  // `1:*` asks for all there is, also where there is nothing.
  if (view.length === 0 && set.includes('*')) return [];
  if ((ranges.at(-1)?.last ?? 0) > view.length) throw createBad('there is no message of that number');
  return ranges.flatMap(({ first, last }) => view.slice(Math.max(0, first - 1), last));
}

// Sorted and merged, so that a hostile set costs no more than its length.
function parseSet(set: string, star: number): Range[] {
  const ranges = set.split(',').map(part => parseRange(part, star));
  ranges.sort((left, right) => left.first - right.first);
  const merged: { first: number; last: number }[] = [];
  for (const range of ranges) {
    const before = merged.at(-1);
    if (before && range.first <= before.last) before.last = Math.max(before.last, range.last);
    else merged.push({ ...range });
  }
  return merged;
}

function parseRange(text: string, star: number): Range {
  const match = /^(\*|[1-9]\d{0,9})(?::(\*|[1-9]\d{0,9}))?$/.exec(text);
  if (!match) throw createBad('that is no set of messages');
  const parseNumber = (part: string | undefined): number => (part === '*' ? star : Number(part));
  const ends = [parseNumber(match[1]), parseNumber(match[2] ?? match[1])] as const;
  return { first: Math.min(...ends), last: Math.max(...ends) };
}
