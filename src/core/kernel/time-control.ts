// The time control of a board: options of a challenge, in days.
import { no, ok, type Result } from '#games/kit/result.ts';
import type { GivenOptions } from '#games/game.ts';
import { type Refused, refused } from './refusal.ts';

/** The limits of time at a board. All are in days of 24 counted hours. */
export interface TimeControl {
  /** The time for a move before the player is reminded. null: only at the player's own reminder times, and a day before the end. */
  readonly nagtime: number | null;
  /** The time for a move. */
  readonly forfeittime: number;
  /** The time for all moves of a player together. null: unlimited. */
  readonly totaltime: number | null;
  /** The time that every act that ends a turn adds to the total, up to `cap`. */
  readonly increment: number;
  readonly cap: number | null;
}

export const USUAL_TIME: TimeControl = { nagtime: 7, forfeittime: 21, totaltime: null, increment: 0, cap: null };

export const timeOf = ({ time }: { readonly time?: TimeControl }): TimeControl => time ?? USUAL_TIME;

const OPTION_NAMES = ['nagtime', 'forfeittime', 'totaltime', 'increment', 'cap'] as const;
type OptionName = (typeof OPTION_NAMES)[number];

/** Another name of `forfeittime`. */
const SHORT_OPTION = 'days';

const isOptionName = (name: string): name is OptionName => (OPTION_NAMES as readonly string[]).includes(name);

/** The largest value of each option, in days. A game may take ten years. */
const MAX_DAYS: Readonly<Record<OptionName, number>> = {
  nagtime: 365,
  forfeittime: 365,
  totaltime: 3650,
  increment: 365,
  cap: 3650,
};

/** No option is larger than a challenge may set it. */
export const isWithinLimits = (time: TimeControl): boolean =>
  OPTION_NAMES.every(name => (time[name] ?? 0) <= MAX_DAYS[name]);

/** The named options of time. Options not named have their defaults, or the values that another player names. */
export type NamedTime = Partial<TimeControl>;

/** Splits the options of a challenge into a time control and the others. */
export function parseTimeControl(
  options: GivenOptions,
): Result<{ readonly time: TimeControl; readonly named: NamedTime; readonly rest: GivenOptions }, Refused> {
  const daysByOption: Partial<Record<OptionName, number>> = {};
  // `--days` is the short name, and refusals use the name that was typed.
  const isShort = options.some(([name]) => name === SHORT_OPTION);
  const namedOptions = options.map(
    ([typed, value]) => [typed === SHORT_OPTION ? 'forfeittime' : typed, value] as const,
  );
  for (const [name, value] of namedOptions.filter(([each]) => isOptionName(each)) as [OptionName, string | true][]) {
    const days = value !== true && /^\d{1,4}$/.test(value) ? Number(value) : 0;
    if (days < 1 || days > MAX_DAYS[name] || daysByOption[name] !== undefined) {
      const option = isShort && name === 'forfeittime' ? SHORT_OPTION : name;
      return no(refused('time-option', { option, value: value === true ? '' : value, most: MAX_DAYS[name] }));
    }
    daysByOption[name] = days;
  }
  const rest = namedOptions.filter(([name]) => !isOptionName(name));
  const time = completeTimeControl(daysByOption);
  return time.ok ? ok({ time: time.value, named: daysByOption, rest }) : time;
}

export function completeTimeControl(named: NamedTime): Result<TimeControl, Refused> {
  const daysByOption: Partial<Record<OptionName, number>> = Object.fromEntries(
    Object.entries(named).filter(([, days]) => days),
  );
  const { nagtime, forfeittime = USUAL_TIME.forfeittime, totaltime, increment, cap } = daysByOption;
  const missingTotal = totaltime === undefined ? [increment, cap].findIndex(each => each !== undefined) : -1;
  if (missingTotal !== -1)
    return no(refused('time-without-total', { option: missingTotal === 0 ? 'increment' : 'cap' }));
  if (nagtime !== undefined && nagtime >= forfeittime) return no(refused('time-nag-late', { nagtime, forfeittime }));
  const usualNagtime = USUAL_TIME.nagtime ?? 0;
  return ok({
    ...USUAL_TIME,
    nagtime: nagtime ?? (usualNagtime < forfeittime ? usualNagtime : null),
    forfeittime,
    ...(totaltime === undefined ? {} : totalFields(totaltime, increment, cap)),
  });
}

const totalFields = (totaltime: number, increment = 0, cap = totaltime): Partial<TimeControl> => ({
  totaltime,
  increment,
  cap,
});
