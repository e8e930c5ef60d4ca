// Merges the terms of seeks. An option that only one of them names takes its value.
import { lookUp } from '#games/kit/look-up.ts';
import type { AnyGame, Setup } from '#games/game.ts';
import { type TimeControl, timeControl } from '#core/kernel/time-control.ts';
import type { RatingRange, SeekTerms } from './seek.ts';

/** What is played when all have said what they want. */
export interface Agreed {
  readonly setup: Setup;
  readonly time: TimeControl;
  readonly isRated: boolean;
  /** How many play. */
  readonly seats: number;
}

/** What is named more than once must be the same; null: it is not, or there is no such game. */
export function mergeTerms(game: AnyGame, terms: readonly SeekTerms[]): Agreed | null {
  const named = united(terms.map(({ setup }) => setup));
  const times = united(terms.map(({ time }) => time ?? {}));
  if (named === null || times === null) return null;
  const time = timeControl(times);
  const rated = terms.flatMap(({ isRated }) => isRated ?? []);
  const isOne = rated.every(each => each === rated[0]) && terms.every(({ code }) => code === terms[0]?.code);
  const setup = game.setup(Object.entries(named));
  if (!isOne || !setup.ok || !time.ok) return null;
  const seats = game.seats(setup.value).length;
  return { setup: setup.value, time: time.value, isRated: rated[0] ?? true, seats };
}

/** All that is named; null: something is named in two ways. */
function united<Value>(all: readonly Readonly<Record<string, Value>>[]): Record<string, Value> | null {
  const values: Record<string, Value> = {};
  for (const [name, value] of all.flatMap(each => Object.entries(each))) {
    if ((lookUp(values, name) ?? value) !== value) return null;
    values[name] = value;
  }
  return values;
}

/** Is this rating one of them, as mails show it? */
export const admits = (range: RatingRange | null, rating: number): boolean =>
  range === null || (range.least <= Math.round(rating) && Math.round(rating) <= range.most);

/** Do both ask for the same, word for word? */
export const isSameTerms = (a: SeekTerms, b: SeekTerms): boolean => wordsOf(a) === wordsOf(b);

const wordsOf = ({ game, setup, time, isRated, rating, code }: SeekTerms): string =>
  JSON.stringify([
    ...[game, Object.entries(setup).toSorted(([a], [b]) => (a < b ? -1 : 1))],
    ...[time === null ? null : Object.entries(time).toSorted(([a], [b]) => (a < b ? -1 : 1))],
    ...[isRated, rating?.least ?? null, rating?.most ?? null, code],
  ]);
