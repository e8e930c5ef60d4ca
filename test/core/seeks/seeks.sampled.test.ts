// Random seeks, takes, ends, games, limits, blocks and holidays, held against a slow model of what boards from seeks must be.
import { describe, expect, it } from 'vitest';
import { type Random, createRandom } from '#games/kit/random.ts';
import { DAY_MS } from '#core/kernel/time.ts';
import type { Seek } from '#core/features/seeks/seek.ts';
import { isLong, times } from '#test/sample.ts';
import { type Lab, lab } from '#test/service/lab.ts';
import { boardFault, leftOpen, snapshot, type Snapshot, type Step, usedTooOften } from './model.ts';
import { seedsFor } from '#test/seeds.ts';

const SEEDS = seedsFor(import.meta.filename, times(1, 20));
const NAMES = ['ann', 'ben', 'cat', 'dan', 'eve'];

const oneOf = <Item>({ below }: Random, items: readonly Item[]): Item => items[below(items.length)]!;

function seekLine(rng: Random): string {
  const isFour = rng.below(5) === 0;
  const options = isFour
    ? [oneOf(rng, ['', '-players=4', '-players=4', '-players=2'])]
    : [oneOf(rng, ['', '', '-size=3', '-size=4']), oneOf(rng, ['', '', '', '-code=word'])];
  const others = [
    oneOf(rng, ['', '', '--rated', '--rated=no']),
    oneOf(rng, ['', '', '--days=2', '--days=30']),
    oneOf(rng, ['', '', '', '--rating=1400-1600', '--rating=1450-', '--rating=-1550']),
    oneOf(rng, ['', '', '2', 'always 1', 'always 2']),
  ];
  return [isFour ? 'nexos' : 'nex', 'seek', ...options, ...others].filter(Boolean).join(' ');
}

function line(rng: Random, by: string, { seeks, boards }: Snapshot, now: number): string {
  const board = boards.findLast(
    ({ state, players }) => state === 'active' && JSON.stringify(players).includes(`"${by}"`),
  );
  const today = new Date(now).toISOString().slice(0, 10);
  const rare = [
    () => 'seek off',
    () => `nex limit ${1 + rng.below(3)}`,
    () => 'nex limit off',
    () =>
      `block ${oneOf(
        rng,
        NAMES.filter(name => name !== by),
      )}`,
    () => `unblock ${oneOf(rng, NAMES)}`,
    () => `vacation ${today}..${today}`,
    () => 'seek list',
  ];
  const taken = seeks.length === 0 ? 1 : oneOf(rng, seeks).number;
  return oneOf(rng, [
    ...Array.from({ length: 5 }, () => () => seekLine(rng)),
    ...Array.from({ length: 3 }, () => () => `take ${taken}${rng.below(4) === 0 ? ' word' : ''}`),
    ...Array.from({ length: 3 }, () => () => (board === undefined ? 'games' : `${board.game} resign ${board.number}`)),
    () => oneOf(rng, rare)(),
  ])();
}

/** Whatever is wrong after a step. */
async function faultsOf(
  service: Lab,
  before: Snapshot,
  step: Step,
  asked: Map<number, Seek>,
): Promise<readonly string[]> {
  const after = await snapshot(service.store, NAMES);
  const opened = after.boards.filter(board => board.seeks !== undefined && board.opened === step.now);
  const known = new Set(before.boards.map(({ game, number }) => `${game} ${number}`));
  const fresh = opened.filter(({ game, number }) => !known.has(`${game} ${number}`));
  let sofar = before;
  const faults: (string | null)[] = [];
  for (const board of fresh) {
    faults.push(boardFault(sofar, after, board, step));
    sofar = { ...sofar, boards: [...sofar.boards, board] };
  }
  for (const seek of after.seeks) asked.set(seek.number, asked.get(seek.number) ?? seek);
  for (const seek of after.seeks) if (seek.opened === step.now) asked.set(seek.number, withUsed(seek, after));
  faults.push(usedTooOften(after, asked));
  if (step.by !== null && step.line.includes('seek')) faults.push(leftOpen(after, step.by, step.now));
  return faults.flatMap(fault => fault ?? []);
}

/** What was asked for: what is left, and what has come of it; of a standing one no less than was going when it was said. */
function withUsed(seek: Seek, { boards }: Snapshot): Seek {
  const own = boards.filter(each => each.seeks?.includes(seek.number));
  const going = own.filter(({ state }) => state === 'active');
  return { ...seek, games: seek.boards === null ? seek.games + own.length : Math.max(seek.games, going.length) };
}

describe('seeks', () => {
  let opened = 0;

  it.each(SEEDS)('bring together only who agree, seed %i', async seed => {
    const rng = createRandom(seed);
    const service = lab({}, { areRobotsDeaf: true });
    for (const name of NAMES) await service.write(name, `signup ${name}`);
    const asked = new Map<number, Seek>();
    for (let turn = 0; turn < 120; turn++) {
      service.pass(60_000);
      const before = await snapshot(service.store, NAMES);
      const by = oneOf(rng, NAMES);
      const step = { by, line: line(rng, by, before, service.now()), now: service.now() };
      await service.write(by, step.line);
      expect(await faultsOf(service, before, step, asked), `seed ${seed}, turn ${turn}, ${by}: ${step.line}`).toEqual(
        [],
      );
      if (turn % 20 === 19) await service.live(DAY_MS);
    }
    opened += (await snapshot(service.store, NAMES)).boards.length;
  });

  if (isLong)
    it('opened boards', () => {
      expect(opened).toBeGreaterThan(50);
    });
});
