// The time for all moves of a player, reckoned a second time by a slow clock that walks through a game quarter by quarter of an hour.
import { expect, it } from 'vitest';
import { games, findGame } from '#games/registry/index.ts';
import { createRandom, type Random } from '#games/kit/random.ts';
import type { CalendarChange } from '#core/kernel/calendar.ts';
import { computeBankLeft } from '#core/board/clocks/match-clock.ts';
import { matchStateOf } from '#core/board/match.ts';
import type { Entry, Match } from '#core/board/match-document.ts';
import { type Instant, DAY_MS, HOUR_MS, MINUTE_MS } from '#core/kernel/time.ts';
import { DEFINITIONS } from '#core/features.ts';
import { createState } from '#core/kernel/state.ts';
import { account, match } from '#test/conformance/store.ts';
import { times } from '#test/sample.ts';
import { counts, ZONES } from './slow-calendar.ts';
import { seedsFor } from '#test/seeds.ts';

const SEEDS = seedsFor(import.meta.filename, times(3, 200));
const STEP_MS = 15 * MINUTE_MS;
const START = Date.parse('2026-10-19T10:00:00Z');
const hex = findGame('hex')!;
const PLAYERS = ['alice', 'bob'];

interface Turn {
  readonly player: number;
  readonly from: Instant;
  readonly to: Instant;
  readonly isRestored: boolean;
  /** Ended by a move that stands. */
  isDone: boolean;
}

/** A game as it happened. */
interface Story {
  readonly match: Match;
  readonly turns: readonly Turn[];
  /** By player: what their calendar was changed by, in order. */
  readonly changes: readonly (readonly CalendarChange[])[];
  readonly outage: { readonly from: Instant; readonly until: Instant };
  readonly end: Instant;
}

const hours = (rng: Random, most: number): number => rng.below(4 * most) * STEP_MS;

class Teller {
  readonly record: Entry[] = [];
  readonly turns: Turn[] = [];
  player = 0;
  isRestored = false;
  now = START;
  from = START;
  readonly cells = Array.from({ length: 121 }, (_, n) => `${'abcdefghijk'[Math.floor(n / 11)]!}${(n % 11) + 1}`);
  readonly rng: Random;

  constructor(rng: Random) {
    this.rng = rng;
  }

  #end(isDone: boolean, next: number, isRestored: boolean): void {
    this.turns.push({ player: this.player, from: this.from, to: this.now, isRestored: this.isRestored, isDone });
    [this.player, this.from, this.isRestored] = [next, this.now, isRestored];
  }

  move(): void {
    this.record.push({ kind: 'move', text: this.cells.splice(this.rng.below(this.cells.length), 1)[0]!, at: this.now });
    this.#end(true, 1 - this.player, false);
  }

  give(): void {
    this.record.push({ kind: 'addtime', by: this.rng.below(2), days: 1 + this.rng.below(2), at: this.now });
  }

  /** Either takes their last move back, and what was answered to it. */
  undo(): void {
    const done = this.turns.filter(({ isDone }) => isDone);
    const by = this.rng.below(2);
    const gone = done.slice(done.findLastIndex(({ player }) => player === by));
    if (done.every(({ player }) => player !== by)) return;
    this.record.push({ kind: 'proposal', what: 'undo', by, at: this.now });
    this.now += STEP_MS;
    this.record.push({ kind: 'vote', by: 1 - by, accepts: true, at: this.now });
    this.#end(false, by, true);
    for (const each of gone) each.isDone = false;
  }
}

/** Holidays and zones are set before; holidays are booked later as well. */
function calendarOf(rng: Random): readonly CalendarChange[] {
  const day = (from: number): string => new Date(START + from * DAY_MS).toISOString().slice(0, 10);
  const booked = Array.from({ length: rng.below(4) }, (): CalendarChange => {
    const at = START + hours(rng, 24 * 20) + 1;
    // Booked ahead: the day after tomorrow at the earliest.
    const from = Math.floor((at - START) / DAY_MS) + 2 + rng.below(10);
    return { kind: 'booked', from: day(from), to: day(from + rng.below(4)), at };
  });
  return [
    { kind: 'zone', zone: ZONES[rng.below(ZONES.length)]!, at: START - DAY_MS },
    { kind: 'weekends', off: rng.below(2) === 0, at: START - DAY_MS },
    ...booked.toSorted((a, b) => a.at - b.at),
  ];
}

function storyOf(rng: Random): Story {
  const teller = new Teller(rng);
  for (let n = 0; n < 14; n++) {
    teller.now += STEP_MS + hours(rng, 40);
    const dice = rng.below(10);
    if (dice === 0) teller.give();
    else if (dice === 1) teller.undo();
    else teller.move();
  }
  // A turn that was held open for long.
  if (rng.below(3) === 0) teller.now += 12 * DAY_MS;
  teller.now += STEP_MS;
  teller.move();
  const from = START + hours(rng, 24 * 8);
  const totaltime = 3 + rng.below(8);
  return {
    match: {
      ...match(101, PLAYERS, 'active', 'hex'),
      setup: { size: '11x11' },
      record: teller.record,
      time: {
        ...{ nagtime: null, forfeittime: 365, totaltime },
        ...{ increment: rng.below(3), cap: 2 + rng.below(totaltime) },
      },
      opened: START,
      begun: START,
    },
    turns: teller.turns,
    changes: PLAYERS.map(() => calendarOf(rng)),
    outage: { from, until: from + hours(rng, 30) },
    end: teller.now,
  };
}

/** The bank of one player, walked through. */
class SlowBank {
  readonly #player: number;
  readonly #story: Story;
  readonly #gifts: { readonly at: Instant; readonly ms: number }[];
  left: number;

  constructor(story: Story, player: number) {
    this.#player = player;
    this.#story = story;
    this.left = story.match.time!.totaltime! * DAY_MS;
    this.#gifts = story.match.record.flatMap(each =>
      each.kind === 'addtime' && each.by !== player ? [{ at: each.at, ms: each.days * DAY_MS }] : [],
    );
  }

  /** What was given up to an instant is there. */
  take(until: Instant): boolean {
    const given = this.#gifts.filter(({ at }) => at <= until);
    this.left += given.reduce((sum, { ms }) => sum + ms, 0);
    this.#gifts.splice(0, given.length);
    return given.length > 0;
  }

  /** Is the end of the turn at least a day away? */
  #hasADay(binding: readonly CalendarChange[], at: Instant): boolean {
    let rest = this.left;
    for (let then = at; then < at + DAY_MS; then += STEP_MS) if (counts(binding, at, then)) rest -= STEP_MS;
    return rest >= 0;
  }

  #counts(binding: readonly CalendarChange[], at: Instant): boolean {
    const { from, until } = this.#story.outage;
    return !(at >= from && at < until) && counts(binding, Infinity, at);
  }

  /** Was the turn held open beyond its end? */
  #pass(turn: Turn): boolean {
    const changes = this.#story.changes[this.#player]!;
    let binding = changes.filter(({ at }) => at < turn.from);
    let isOver = false;
    for (let at = turn.from; at < turn.to; at += STEP_MS) {
      if (this.take(at)) isOver = false;
      // The end is when it is used up, whether or not the time behind that counts.
      isOver ||= this.left === 0;
      if (this.#counts(binding, at)) this.left = Math.max(0, this.left - STEP_MS);
      const news = changes.filter(each => each.at >= Math.max(at, turn.from) && each.at < at + STEP_MS);
      if (this.#hasADay(binding, at + STEP_MS)) binding = [...binding, ...news];
    }
    return isOver;
  }

  live(turn: Turn): void {
    const { increment, cap } = this.#story.match.time!;
    this.take(turn.from);
    if (turn.isRestored) this.left = Math.max(this.left, DAY_MS);
    if (this.#pass(turn)) this.left = Math.max(this.left, DAY_MS);
    if (turn.isDone) this.left = Math.max(this.left, Math.min(cap! * DAY_MS, this.left + increment * DAY_MS));
  }
}

/** A player's bank at the end of the story; milliseconds. */
function slowBank(story: Story, player: number): number {
  const bank = new SlowBank(story, player);
  for (const turn of story.turns) if (turn.player === player) bank.live(turn);
  bank.take(Infinity);
  return bank.left;
}

it.each(SEEDS)('the time for all moves is what a slow clock reckons (seed %i)', seed => {
  const story = storyOf(createRandom(seed));
  const { match, changes, outage, end } = story;
  const known = new Map<string, never>();
  const set = (key: string, document: unknown): unknown => known.set(key, document as never);
  PLAYERS.forEach((name, player) => set(`account/${name}`, { ...account(name), calendar: changes[player]! }));
  set('stops/all', { read: end, outages: [outage], pauses: [] });
  const state = createState({ games, robots: [], ...DEFINITIONS }, known, () => undefined);
  const table = { game: hex, match, matchState: matchStateOf(hex, match) };
  for (const player of [0, 1]) {
    const left = computeBankLeft(table, player, state, end)!;
    expect(left / HOUR_MS, `${PLAYERS[player]!}, seed ${seed}`).toBe(slowBank(story, player) / HOUR_MS);
  }
});
