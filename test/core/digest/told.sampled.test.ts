// Weeks by chance with boards of many: nobody gets a mail of moves they turned off, and whoever is to move is told once, in the way they chose.
import { expect, it } from 'vitest';
import { findGame } from '#games/registry/index.ts';
import { type Random, createRandom } from '#games/kit/random.ts';
import { computeCalendar } from '#core/kernel/calendar.ts';
import { matchStateOf, playerName, turnOf } from '#core/board/match.ts';
import type { Account } from '#core/players/account.ts';
import type { Match } from '#core/board/match-document.ts';
import { DAY_MS, HOUR_MS } from '#core/kernel/time.ts';
import { isLong, times } from '#test/sample.ts';
import { type Lab, lab, type Received } from '#test/service/lab.ts';
import { seedsFor } from '#test/seeds.ts';

const SEEDS = seedsFor(import.meta.filename, times(1, 20));
const NAMES = ['alice', 'bob', 'carol', 'dave'];
const BOARDS = 8;
const DAYS = 30;
const hex = findGame('hex')!;
const key = (number: number): `match/hex/${number}` => `match/hex/${number}`;

/** Where somebody is to move: told by a mail of the move, or waiting for their digest. */
interface Turn {
  readonly name: string;
  readonly ply: number;
  /** When it began, or its player chose another hour or zone. */
  since: number;
  isTold: boolean;
}

class Weeks {
  readonly service: Lab = lab();
  readonly rng: Random;
  readonly turns = new Map<number, Turn>();
  readonly digests = new Set<string>();
  readonly seed: number;

  constructor(seed: number) {
    this.seed = seed;
    this.rng = createRandom(seed);
  }

  async account(name: string): Promise<Account> {
    return (await this.service.store.read([`account/${name}`])).documents.get(`account/${name}`) as Account;
  }

  async match(number: number): Promise<Match> {
    return (await this.service.store.read([key(number)])).documents.get(key(number)) as Match;
  }

  /** Whose turn it is, and after how many moves; null: the game is over. */
  async standing(number: number): Promise<{ readonly name: string; readonly ply: number } | null> {
    const match = await this.match(number);
    const state = matchStateOf(hex, match);
    const turn = match.state === 'active' ? turnOf(hex, match, state) : null;
    return turn === null ? null : { name: playerName(match.players[turn.player]), ply: state.plies.length };
  }

  say(name: string, subject: string): Promise<readonly Received[]> {
    return this.service.write(name, subject);
  }
}

const nameOf = ({ to }: Received): string => to[0]!.split('@')[0]!;
const MOVE = /^Hex Board (\d+) \w+: your turn$/;

/** A digest: of a day that had none, with every board that waits, none of which was answered. */
async function checkDigest(weeks: Weeks, digest: Received): Promise<void> {
  const name = nameOf(digest);
  const { settings, calendar = [] } = await weeks.account(name);
  expect(['digest', 'both'], `seed ${weeks.seed}`).toContain(settings.per);
  const at = Date.parse(/^Date: (.*)$/m.exec(digest.raw)![1]!);
  const { zone } = computeCalendar(calendar);
  const day = `${name} ${new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(at)}`;
  expect(weeks.digests.has(day), `${day}, seed ${weeks.seed}`).toBe(false);
  weeks.digests.add(day);
  const shown = [...digest.text.matchAll(/^Hex board (\d+)/gm)].map(found => Number(found[1]));
  const open = [...weeks.turns].filter(([, turn]) => turn.name === name).map(([number]) => number);
  expect(shown.toSorted(), `seed ${weeks.seed}`).toEqual(open.toSorted());
  for (const number of shown) weeks.turns.get(number)!.isTold = true;
}

/** A turn that begins: its mail came at once, or never. */
async function begun(weeks: Weeks, number: number, mover: string, mails: readonly Received[]): Promise<void> {
  const standing = await weeks.standing(number);
  weeks.turns.delete(number);
  if (standing === null) return;
  const { per } = (await weeks.account(standing.name)).settings;
  const told = mails.filter(each => nameOf(each) === standing.name && MOVE.test(each.subject));
  const isWanted = per === 'move' || per === 'both' || standing.name === mover;
  expect(told, `${standing.name} per=${per} after ${mover}, seed ${weeks.seed}`).toHaveLength(isWanted ? 1 : 0);
  weeks.turns.set(number, { ...standing, since: weeks.service.now(), isTold: isWanted });
}

async function act(weeks: Weeks): Promise<void> {
  const { rng } = weeks;
  const number = 101 + rng.below(BOARDS);
  const standing = await weeks.standing(number);
  if (standing === null) return;
  const state = matchStateOf(hex, await weeks.match(number));
  const move = hex.format(state.position, hex.randomMove(state.position, rng));
  const mails = await weeks.say(standing.name, `hex move ${number} ${move}`);
  for (const each of mails) expect(each.subject, `seed ${weeks.seed}`).toMatch(/^Hex Board /);
  await begun(weeks, number, standing.name, mails);
}

/** Somebody wants their mail otherwise; whoever ends their digest is told of the boards that wait. */
async function change(weeks: Weeks): Promise<void> {
  const { rng } = weeks;
  const name = NAMES[rng.below(NAMES.length)]!;
  const before = (await weeks.account(name)).settings.per;
  const per = ['move', 'digest', 'both', 'none'][rng.below(4)]!;
  const hour = String(rng.below(24)).padStart(2, '0');
  const zone = ['UTC', 'Pacific/Kiritimati', 'America/New_York'][rng.below(3)]!;
  const mails = await weeks.say(name, `set per=${per} digest=${hour}:00 timezone=${zone}`);
  const open = [...weeks.turns.values()].filter(turn => turn.name === name);
  const list = mails.find(({ subject }) => subject === 'List of your games');
  const isListed = per !== before && before !== 'move' && (per === 'move' || per === 'none');
  expect(list !== undefined, `${before} to ${per}, seed ${weeks.seed}`).toBe(isListed && open.length > 0);
  for (const turn of open) {
    turn.since = weeks.service.now();
    turn.isTold ||= list !== undefined;
  }
}

/** Whoever has a digest was told of every turn within some two days: zones change as well. */
async function checkTold(weeks: Weeks): Promise<void> {
  for (const [number, turn] of weeks.turns) {
    const { per } = (await weeks.account(turn.name)).settings;
    if (turn.isTold || per === 'none' || weeks.service.now() - turn.since < 3 * DAY_MS) continue;
    expect.fail(`${turn.name} (per=${per}) was never told of board ${number} (seed ${weeks.seed})`);
  }
}

/** Of all weeks together: in some of them nearly everybody soon wants no digest. */
const digests = new Set<string>();

it.each(SEEDS)('everybody is told once, as they chose (seed %i)', async seed => {
  const weeks = new Weeks(seed);
  for (const name of NAMES) await weeks.say(name, `signup ${name}`);
  for (const [index, per] of ['digest', 'both', 'none'].entries()) await weeks.say(NAMES[index]!, `set per=${per}`);
  for (let index = 0; index < BOARDS; index++) {
    const [a, b] = [NAMES[index % 4]!, NAMES[(index + 1 + (index % 3)) % 4]!];
    await weeks.say(a, `hex challenge -size=6 --nagtime=50 --forfeittime=60 ${a} ${b}`);
    weeks.turns.set(101 + index, { name: a, ply: 0, since: weeks.service.now(), isTold: true });
  }
  for (let step = 0; step < DAYS * 4; step++) {
    for (const each of await weeks.service.live(6 * HOUR_MS)) {
      expect(each.subject, `seed ${seed}`).toMatch(/^nexpost: \d+ boards? waits? for you$/);
      await checkDigest(weeks, each);
    }
    for (let index = weeks.rng.below(4); index > 0; index--) await act(weeks);
    if (weeks.rng.below(6) === 0) await change(weeks);
    await checkTold(weeks);
  }
  for (const day of weeks.digests) digests.add(`${seed} ${day}`);
});

if (isLong)
  it('some were told by a digest', () => {
    expect(digests.size).toBeGreaterThan(0);
  });
