// The time control of a board: options of a challenge, in days.
import { no, ok, type Result } from '#games/kit/result.ts';
import type { GivenOptions } from '#games/game.ts';
import { type Refused, refused } from './refusal.ts';

/** All in days of 24 hours that count. */
export interface TimeControl {
  /** For a move, before its player is reminded; null: only at the times they chose, and a day before the end. */
  readonly nagtime: number | null;
  /** For a move. */
  readonly forfeittime: number;
  /** For all of a player's moves together; null: as much as it takes. */
  readonly totaltime: number | null;
  /** What every act that ends a turn adds to it; never above `cap`. */
  readonly increment: number;
  readonly cap: number | null;
}

export const USUAL_TIME: TimeControl = { nagtime: 7, forfeittime: 21, totaltime: null, increment: 0, cap: null };

export const timeOf = ({ time }: { readonly time?: TimeControl }): TimeControl => time ?? USUAL_TIME;

const NAMES = ['nagtime', 'forfeittime', 'totaltime', 'increment', 'cap'] as const;
type Name = (typeof NAMES)[number];

/** Another name of `forfeittime`. */
const SHORT_NAME = 'days';

const isName = (name: string): name is Name => (NAMES as readonly string[]).includes(name);

/** In days. A game by mail may take years, but not more than ten. */
const MOST: Readonly<Record<Name, number>> = {
  nagtime: 365,
  forfeittime: 365,
  totaltime: 3650,
  increment: 365,
  cap: 3650,
};

/** The named options of time. Options not named have their defaults, or the values that another player names. */
export type NamedTime = Partial<TimeControl>;

/** The options of a challenge that are about time, and the others. */
export function readTimeControl(
  options: GivenOptions,
): Result<{ readonly time: TimeControl; readonly named: NamedTime; readonly rest: GivenOptions }, Refused> {
  const given: Partial<Record<Name, number>> = {};
  // `--days` is the short name, and refusals use the name that was typed.
  const isShort = options.some(([name]) => name === SHORT_NAME);
  const timed = options.map(([typed, value]) => [typed === SHORT_NAME ? 'forfeittime' : typed, value] as const);
  for (const [name, value] of timed.filter(([each]) => isName(each)) as [Name, string | true][]) {
    const days = value !== true && /^\d{1,4}$/.test(value) ? Number(value) : 0;
    if (days < 1 || days > MOST[name] || given[name] !== undefined) {
      const option = isShort && name === 'forfeittime' ? SHORT_NAME : name;
      return no(refused('time-option', { option, value: value === true ? '' : value, most: MOST[name] }));
    }
    given[name] = days;
  }
  const rest = timed.filter(([name]) => !isName(name));
  const time = timeControl(given);
  return time.ok ? ok({ time: time.value, named: given, rest }) : time;
}

export function timeControl(named: NamedTime): Result<TimeControl, Refused> {
  const given: Partial<Record<Name, number>> = Object.fromEntries(Object.entries(named).filter(([, days]) => days));
  const { nagtime, forfeittime = USUAL_TIME.forfeittime, totaltime, increment, cap } = given;
  const without = totaltime === undefined ? [increment, cap].findIndex(each => each !== undefined) : -1;
  if (without !== -1) return no(refused('time-without-total', { option: without === 0 ? 'increment' : 'cap' }));
  if (nagtime !== undefined && nagtime >= forfeittime) return no(refused('time-nag-late', { nagtime, forfeittime }));
  const usual = USUAL_TIME.nagtime ?? 0;
  return ok({
    ...USUAL_TIME,
    nagtime: nagtime ?? (usual < forfeittime ? usual : null),
    forfeittime,
    ...(totaltime === undefined ? {} : bankOf(totaltime, increment, cap)),
  });
}

const bankOf = (totaltime: number, increment = 0, cap = totaltime): Partial<TimeControl> => ({
  totaltime,
  increment,
  cap,
});
