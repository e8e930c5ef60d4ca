// A season of many boards by chance: players move or forget to, book holidays, give time; mail comes back, the mailbox cannot be read for days. Everything that was told is held against what happened.
import { expect, it } from 'vitest';
import { findGame } from '#games/registry/index.ts';
import { type Random, createRandom } from '#games/kit/random.ts';
import { matchStateOf, playerName, turnOf } from '#core/board/match.ts';
import type { Entry, Match } from '#core/board/match-document.ts';
import { DAY_MS, HOUR_MS } from '#core/kernel/time.ts';
import { readWholeList } from '#service/load.ts';
import { isLong, times } from '#test/sample.ts';
import { bounceOf, comesBack, isProbe } from '#test/service/bounce.ts';
import { type Lab, lab, type Received } from '#test/service/lab.ts';
import { seedsFor } from '#test/seeds.ts';

const SEEDS = seedsFor(import.meta.filename, times(1, 20));
const NAMES = ['alice', 'bob', 'carol', 'dave'];
const BOARDS = 12;
const DAYS = 90;
const QUARTER_MS = HOUR_MS / 4;

const nex = findGame('nex')!;
const key = (number: number): `match/nex/${number}` => `match/nex/${number}`;
const numbers = Array.from({ length: BOARDS }, (_, index) => 101 + index);

/** The instant a mail of a board tells as the end of the turn; null: it tells none. */
function toldEnd({ text }: Received): number | null {
  const found = /until (\d+ \w+ \d+, \d\d:\d\d) \(UTC\)/.exec(text);
  return found === null ? null : Date.parse(`${found[1]} UTC`);
}

const numberOf = ({ subject }: Received): number => Number(/[Bb]oard (\d+)/.exec(subject)?.[1] ?? 0);

/** The turn a board mail is about: its Message-ID tells how many moves had been played. */
const turnIn = (each: Received): string =>
  `${numberOf(each)} after ${/^<b\.nex\d+\.\d+\.(\d+)\./.exec(each.messageId)?.[1] ?? '?'}`;

/** What was told of each board: the latest end of every turn, and of every turn and reader. Mails to two readers are sent in no certain order. */
function noted(ends: Map<string, number>, mails: readonly Received[]): void {
  for (const each of mails) {
    const end = toldEnd(each);
    // Who does not play there is not told which turn it is.
    if (end === null || turnIn(each).endsWith('?')) continue;
    // To the minute, as it is told.
    const [turn, told] = [turnIn(each), `${turnIn(each)} ${each.to[0]}`];
    expect(end, each.subject).toBeGreaterThanOrEqual(ends.get(told) ?? 0);
    ends.set(told, end).set(turn, Math.max(end, ends.get(turn) ?? 0));
  }
}

async function matches(service: Lab): Promise<ReadonlyMap<number, Match>> {
  const { documents } = await service.store.read(numbers.map(key));
  return new Map(numbers.map(number => [number, documents.get(key(number)) as Match]));
}

/** The retirements of a record that came of time. */
const timeOuts = ({ record }: Match): readonly Entry[] =>
  record.filter(entry => entry.kind === 'retire' && entry.why === 'out-of-time');

interface Season {
  readonly service: Lab;
  readonly rng: Random;
  readonly heard: (mails: readonly Received[]) => void;
  /** Who was reminded at which board. */
  readonly reminded: Set<string>;
  /** The end that was told of each turn. */
  readonly ends: Map<string, number>;
  /** The newest board mail of each player. */
  readonly newest: Map<string, Received>;
  /** Whom no mail reaches just now: they do not write. */
  readonly away: Set<string>;
  /** Boards that were claimed from a player whom no mail reaches. A claim may take effect later, when the probe has come back. */
  readonly claimed: Set<number>;
}

async function opened(seed: number): Promise<Season> {
  const service = lab();
  for (const name of NAMES) await service.write(name, `signup ${name}`);
  for (let index = 0; index < BOARDS; index++) {
    const [a, b] = [NAMES[index % 4]!, NAMES[(index + 1 + (index % 3)) % 4]!];
    const bank = index % 3 === 0 ? ' --totaltime=20 --increment=1' : '';
    await service.write(a, `nex challenge -size=5 --forfeittime=${4 + (index % 5)} --nagtime=2${bank} ${a} ${b}`);
  }
  const [ends, reminded] = [new Map<string, number>(), new Set<string>()];
  const newest = new Map<string, Received>();
  const heard = (mails: readonly Received[]): void => {
    noted(ends, mails);
    for (const each of mails) if (/[Bb]oard \d+/.test(each.subject)) newest.set(each.to[0]!, each);
    for (const each of mails)
      if (each.subject.startsWith('Reminder: ')) reminded.add(`${numberOf(each)} ${each.to[0]}`);
  };
  return { service, rng: createRandom(seed), heard, reminded, ends, newest, away: new Set(), claimed: new Set() };
}

/** A board that ended on time did so at the end that was told, or later, and its loser was reminded. A claim is neither. */
function checkLoss({ ends, reminded, claimed }: Season, before: Match, after: Match): void {
  const { number } = after;
  if (claimed.has(number)) return;
  const turn = `${number} after ${after.record.filter(({ kind }) => kind === 'move').length}`;
  const loser = turnOf(nex, before, matchStateOf(nex, before))!.player;
  expect(after.record.at(-1)!.at, `board ${number}`).toBeGreaterThanOrEqual(ends.get(turn) ?? Infinity);
  const address = `${playerName(after.players[loser])}@example.test`;
  expect([...reminded], `board ${number}`).toContain(`${number} ${address}`);
}

/** Half a day passes. */
async function pass(season: Season): Promise<void> {
  const { service, rng, heard } = season;
  const before = await matches(service);
  heard(await service.live(DAY_MS / 2 - QUARTER_MS, rng.below(40) !== 0));
  for (const [number, match] of await matches(service))
    if (timeOuts(match).length > timeOuts(before.get(number)!).length) checkLoss(season, before.get(number)!, match);
  // No mail is decided before it is known how long none could come.
  heard(await service.live(QUARTER_MS));
}

/** Mail to somebody comes back, and somebody is reached again; the others claim what they may. */
async function bounces({ service, rng, heard, newest, away, claimed }: Season): Promise<void> {
  const name = NAMES[rng.below(4)]!;
  const last = newest.get(`${name}@example.test`);
  if (rng.below(12) === 0 && last !== undefined) {
    away.add(name);
    heard(await comesBack(service, last, { address: `${name}@example.test` }));
  } else if (rng.below(6) === 0) away.delete(name);
  if (rng.below(30) > 0) return;
  const claimant = NAMES.find(each => !away.has(each));
  if (claimant === undefined) return;
  for (const number of numbers) {
    const mails = await service.write(claimant, `nex claim ${number}`);
    if (mails.some(isProbe)) claimed.add(number);
    heard(mails);
    for (const probe of mails.filter(isProbe)) heard(await service.deliver(bounceOf(probe, { address: probe.to[0]! })));
  }
}

/** What people do: mails of a player's. */
async function acts({ service, rng }: Season): Promise<readonly (readonly [name: string, subject: string])[]> {
  const found: (readonly [string, string])[] = [];
  for (const [number, match] of await matches(service)) {
    if (match.state !== 'active' || rng.below(9) > 0) continue;
    const state = matchStateOf(nex, match);
    const mover = playerName(match.players[turnOf(nex, match, state)!.player]);
    const other = playerName(match.players.find(player => playerName(player) !== mover));
    const move = nex.format(state.position, nex.randomMove(state.position, rng));
    const isGift = rng.below(20) === 0;
    found.push(isGift ? [other, `nex addtime ${number} ${1 + rng.below(3)}`] : [mover, `nex move ${number} ${move}`]);
  }
  const anybody = (): string => NAMES[rng.below(4)]!;
  const day = (days: number): string => new Date(service.now() + days * DAY_MS).toISOString().slice(0, 10);
  const from = rng.below(5);
  if (rng.below(30) === 0) found.push([anybody(), `vacation ${day(from)}..${day(from + rng.below(6))}`]);
  if (rng.below(60) === 0) found.push([anybody(), 'vacation cancel 1']);
  if (rng.below(60) === 0) found.push([anybody(), `set weekends=${rng.below(2) === 0 ? 'off' : 'on'}`]);
  return found;
}

/** Over all seasons: a single one may go by without. */
const occurred = { timeOuts: 0, absences: 0 };

it.each(SEEDS)('nobody loses before the end that was told, nor unreminded (seed %i)', async seed => {
  const season = await opened(seed);
  const { service, heard } = season;
  for (let half = 0; half < 2 * DAYS; half++) {
    await pass(season);
    await bounces(season);
    for (const [name, subject] of await acts(season))
      if (!season.away.has(name)) heard(await service.write(name, subject));
  }
  for (const name of NAMES) heard(await service.write(name, 'games'));
  await service.live(60 * DAY_MS);
  const over = [...(await matches(service)).values()];
  expect(over.filter(({ state }) => state === 'active').map(({ number }) => number)).toEqual([]);
  occurred.timeOuts += over.flatMap(timeOuts).length;
  occurred.absences += over.filter(({ record }) => record.some(({ kind }) => kind === 'absence')).length;
  for (const name of NAMES) expect(await readWholeList(service.store, `running/player/${name}`)).toEqual([]);
  expect(service.log.filter(line => /failed|error/.test(line))).toEqual([]);
});

if (isLong)
  it('the seasons held what they are about', () => {
    expect(occurred.timeOuts).toBeGreaterThan(0);
    expect(occurred.absences).toBeGreaterThan(0);
  });
