// Players write any lines in any order: no request fails, and all documents stay valid.
// Mails bounce, the clock runs and stops, and no mail shows a value that was meant for programs.
import { expect, it } from 'vitest';
import type { AnyGame } from '#games/game.ts';
import { findGame, games } from '#games/registry/index.ts';
import { createRandom, type Random } from '#games/kit/random.ts';
import { createMemoryStore } from '#test/memory-store.ts';
import { FILE_SCHEMAS } from '#adapters/store/json/files.ts';
import { matchStateOf, playerName, turnOf } from '#core/board/match.ts';
import { findFault } from '#core/board/summary.ts';
import type { Changes, DocumentKind } from '#core/kernel/documents.ts';
import type { Match } from '#core/board/match-document.ts';
import { DAY_MS, HOUR_MS } from '#core/kernel/time.ts';
import { commands } from '#core/features.ts';
import { scopeOf } from '#core/language/command.ts';
import { commitRequest } from '#service/commit-request.ts';
import type { Store } from '#service/ports.ts';
import { times } from '#test/sample.ts';
import { comesBack } from '#test/service/bounce.ts';
import { addressOf, type Lab, lab, type Received } from '#test/service/lab.ts';
import { silent } from '#test/service/ports.ts';
import { oneOf } from './year/person.ts';
import { seedsFor } from '#test/seeds.ts';

const SEEDS = seedsFor(import.meta.filename, times(1, 30));
const STEPS = 250;
const PEOPLE = ['alice', 'bob', 'carol', 'dave'];

const gameOf = ({ game }: Match): AnyGame => findGame(game)!;

/** Whose turn it is; null: nobody's, or a robot's. */
function toMove(match: Match): string | null {
  const game = gameOf(match);
  const turn = turnOf(game, match, matchStateOf(game, match));
  const name = turn === null ? null : playerName(match.players[turn.player]);
  return name !== null && PEOPLE.includes(name) ? name : null;
}

const withoutAlarm = (match: string): string => match.replace(/"wake":(?:\d+|null),?/, '');

const plain = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

class World {
  readonly boards = new Map<string, Match>();
  readonly failures: string[] = [];
  readonly newest = new Map<string, Received[]>();
  readonly service: Lab;
  readonly rng: Random;
  readonly seed: number;
  acts = 0;

  constructor(seed: number) {
    this.seed = seed;
    this.rng = createRandom(seed);
    const store = createMemoryStore();
    const watched: Store = {
      ...store,
      commit: async change => {
        const done = await store.commit(change);
        if (done.result === 'committed') this.examine(change.documents);
        return done;
      },
    };
    const error = (event: string, facts?: object): void => {
      this.failures.push(`${event} ${JSON.stringify(facts ?? {})}`);
    };
    this.service = lab({ store: watched, log: { ...silent, error } });
  }

  /** Everything that was written: a document of its kind; a board by its rules, and nothing of its record gone. */
  examine(documents: Changes): void {
    for (const [key, document] of documents) {
      if (document === null) continue;
      const text = JSON.stringify(document);
      const told = `${key} (seed ${this.seed})`;
      const known = this.boards.get(key);
      // A board of which only the alarm has changed is examined already.
      if (known !== undefined && withoutAlarm(text) === withoutAlarm(JSON.stringify(known))) continue;
      const version = { version: 1, document: JSON.parse(text) as unknown };
      const stored = FILE_SCHEMAS[key.split('/')[0] as DocumentKind].safeParse(version);
      expect(stored.success ? '' : text, told).toBe('');
      expect(stored.data!.document, told).toEqual(version.document);
      if (!key.startsWith('match/')) continue;
      const match = plain(document) as Match;
      this.boards.set(key, match);
      const fault = findFault(games, match);
      expect(fault === null ? null : `${fault}: ${text}`, told).toBeNull();
      const before = known?.record ?? [];
      expect(match.record.slice(0, before.length), told).toEqual(before);
    }
  }

  /** What was sent is fit to be read. */
  take(mails: readonly Received[]): void {
    expect(this.failures, `seed ${this.seed}`).toEqual([]);
    for (const each of mails) {
      expect(`${each.subject}\n${each.text}`, `seed ${this.seed}`).not.toMatch(
        /\bundefined\b|\bNaN\b|\bnull\b|\[object|Infinity|<%/,
      );
      const name = each.to[0]!.split('@')[0]!;
      this.newest.set(name, [each, ...(this.newest.get(name) ?? [])].slice(0, 12));
    }
  }

  async say(name: string, subject: string, body: string, replyTo?: Received): Promise<void> {
    this.acts += 1;
    this.take(await this.service.deliver({ from: name, subject, body, ...(replyTo && { replyTo }) }));
  }
}

/** Boards so small that games end. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  nex: ['-size=4', '-size=3x4'],
  hex: ['-size=4', '-swap=off'],
  y: ['-size=4'],
  neuy: ['-size=4'],
  gomoku: ['-size=6'],
  neugomoku: ['-size=6'],
  gonnect: ['-size=4'],
  neugonnect: ['-size=4'],
  hexafive: ['-radius=3 -pieces=6'],
  nexos: ['-players=2', '-players=4'],
};
const TIMES = [
  '--nagtime=2 --forfeittime=4',
  '--totaltime=6 --increment=1',
  '--totaltime=9 --cap=9',
  '--rated=no',
  '--nonsense',
];
const WORDS = [
  ...['on', 'off', 'list', 'all', 'new', 'yes', 'no', 'me', 'anyone', '1', '2', '99', '#1', '#3', '0', 'accept'],
  ...['weekends=off', 'timezone=Asia/Kathmandu', 'per=digest', 'per=none', 'ask=on', 'mail=text', 'reminders=1d,3h'],
  ...['digest=07:30', 'view=own', '2026-12-01..2026-12-05', '3', 'resign', 'swap', 'draw', 'undo', 'secret', 'hello'],
  ...['someone@else.test', 'robot1', 'robot3', '-size=4', '=', '""', '101', '102', '103', 'cancel', 'forget'],
];

interface Chance {
  readonly rng: Random;
  /** Running and finished boards, as stored. */
  readonly boards: readonly Match[];
}

/** A move that is legal now, or anything of its shape. */
function moveAt(rng: Random, match: Match): string {
  const game = gameOf(match);
  const { position } = matchStateOf(game, match);
  if (rng.below(6) === 0 || game.toMove(position) === null) return oneOf(rng, ['b3,a3', 'c2', 'C4,D4', 'a1', 'b2,b2']);
  return game.format(position, game.randomMove(position, rng));
}

function challenge({ rng }: Chance): string {
  const game = oneOf(rng, games).name;
  const options = [oneOf(rng, OPTIONS[game] ?? ['']), ...(rng.below(2) === 0 ? [oneOf(rng, TIMES)] : [])];
  const count = options[0] === '-players=4' ? 4 : 1 + rng.below(2);
  const names = Array.from({ length: count }, () => oneOf(rng, [...PEOPLE, ...PEOPLE, 'me', 'robot1']));
  return `${game} challenge ${options.join(' ')} ${names.join(' ')}`;
}

/** Whoever leaves writes nothing any more. */
const lasting = commands.filter(({ name }) => !['signoff', 'change', 'stop'].includes(name));

/** A command of the list, followed by this number of words. */
function anyCommand({ rng, boards }: Chance): string {
  const { name, aliases = [], usage } = oneOf(rng, rng.below(8) === 0 ? commands : lasting);
  const verb = oneOf(rng, [name, name, ...aliases]);
  const board = boards.length > 0 && rng.below(4) > 0 ? oneOf(rng, boards) : null;
  const game = board?.game ?? oneOf(rng, games).name;
  const words = Array.from({ length: rng.below(4) }, () => oneOf(rng, [...WORDS, ...PEOPLE]));
  const move = board !== null && rng.below(3) === 0 ? [moveAt(rng, board)] : [];
  const at = board === null ? [] : [String(board.number)];
  return [...(scopeOf({ usage }) === 'game' ? [game, verb, ...at] : [verb]), ...move, ...words].join(' ');
}

function condition(rng: Random, board: Match): string {
  const [a, b, c] = [moveAt(rng, board), moveAt(rng, board), moveAt(rng, board)];
  return oneOf(rng, [`if ${a} then ${b}`, `if ${a} then ${b} if ${c} then resign`, `if ${a} then ${b} else ${c}`, 'else resign']); // prettier-ignore
}

/** What is written into the Subject, or a line that stands alone. */
const anyCommandLine = (chance: Chance): string => (chance.rng.below(4) === 0 ? challenge(chance) : anyCommand(chance));

/** What is written below a board. */
function anyReplyLine(chance: Chance, board: Match): string {
  const { rng } = chance;
  switch (rng.below(12)) {
    case 0:
      return condition(rng, board);
    case 1:
      return oneOf(rng, ['undo', 'draw', 'accept', 'reject', 'resign', 'swap', 'rematch', 'yes', 'no', 'confirm']);
    case 2:
      return anyCommand(chance).split(' ').slice(1).join(' ');
    case 3:
      return oneOf(rng, ['', 'Well played, I did not see that.', '> b3,a3', 'secret: not for them', '-- ']);
    case 4:
      return `${oneOf(rng, ['preview', 'submit', 'queue', 'note', 'chat', 'replay'])} ${moveAt(rng, board)}`;
    default:
      return moveAt(rng, board);
  }
}

/** Somebody answers a mail they have: mostly the newest of a board that waits for them, now and then any, or one that somebody passed on. */
async function reply(world: World): Promise<void> {
  const { rng } = world;
  const running = [...world.boards.values()].filter(({ state }) => state === 'active');
  const board = running.length === 0 ? undefined : oneOf(rng, running);
  const name = (rng.below(4) === 0 || board === undefined ? null : toMove(board)) ?? oneOf(rng, PEOPLE);
  const mails = world.newest.get(rng.below(30) === 0 ? oneOf(rng, PEOPLE) : name) ?? [];
  const title = board === undefined ? '' : `${gameOf(board).title} Board ${board.number}`;
  const to = mails.find(({ subject }) => subject.includes(title)) ?? mails[0];
  if (to === undefined) return;
  const chance = { rng, boards: [...world.boards.values()] };
  const lines = Array.from({ length: 1 + rng.below(3) }, () =>
    board === undefined ? oneOf(rng, ['yes', 'no', 'accept', anyCommandLine(chance)]) : anyReplyLine(chance, board),
  );
  await world.say(name, `Re: ${to.subject}`, [...lines, '', '> quoted'].join('\n'), to);
}

async function step(world: World): Promise<void> {
  const { rng, service } = world;
  const name = oneOf(rng, PEOPLE);
  const chance = { rng, boards: [...world.boards.values()] };
  switch (rng.below(30)) {
    case 0: {
      world.take(await service.live(rng.below(36) * HOUR_MS, rng.below(10) > 0));
      return;
    }
    case 1: {
      const [first] = world.newest.get(name) ?? [];
      if (first === undefined || rng.below(3) > 0) return;
      world.take(await comesBack(service, first, { address: addressOf(name) }));
      return;
    }
    case 2: {
      const paused = rng.below(2) === 0;
      await commitRequest({ kind: 'clocks-switch', paused }, `pause:${world.acts}:${service.now()}`, service.context);
      world.take(await service.live(HOUR_MS));
      return;
    }
    case 3:
    case 4:
      return world.say(name, anyCommandLine(chance), oneOf(rng, ['', 'Hello!', 'secret: psst']));
    case 5:
      return world.say(name, 'multiple', Array.from({ length: 4 }, () => anyCommandLine(chance)).join('\n'));
    default:
      return reply(world);
  }
}

it.each(SEEDS)('anything in any order leaves all in order (seed %i)', async seed => {
  const world = new World(seed);
  for (const name of PEOPLE) await world.say(name, `signup ${name}`, '');
  for (const other of PEOPLE.slice(1)) await world.say('alice', `hex challenge -size=4 alice ${other}`, '');
  for (let n = 0; n < STEPS; n++) await step(world);
  world.take(await world.service.live(30 * DAY_MS));
  const entries = [...world.boards.values()].flatMap(({ record }) => record);
  expect(entries.filter(({ kind }) => kind === 'move').length, `seed ${seed}`).toBeGreaterThan(10);
});
