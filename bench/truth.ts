// Measures what needs no opponent, for docs/strength.md: solved openings, judged positions, fair openings. Results are kept in docs/truth.json.
// Usage: npm run docs:truth   It goes on with the rows that are missing. `-- --row fair` those of a kind, `-- --row 'fair hex 9'` one row again.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findPackageRoot } from '#adapters/package-root.ts';
import { findRobot, robots } from '#core/players/robots.ts';
import { networkEngine } from '#engines/network-engine.ts';
import { solverEngine } from '#engines/solver.ts';
import { must } from '#games/kit/assert.ts';
import { findWeights, writeFileAtOnce } from './strength/results.ts';
import {
  FAIR_BOARDS,
  PROVED_BOARDS,
  OPENING_MAPS,
  judgeOpenings,
  judgePositions,
  nameRow,
  playFairGames,
} from './strength/truth.ts';
import { readTruth } from './strength/truth-page.ts';

const KEPT = join(findPackageRoot(), 'docs', 'truth.json');

/** A robot plays with this many: its moves depend on no clock. */
const ROBOT_NODES = must(findRobot(robots, 'robot5') ?? undefined, 'a robot of the service').nodes;
const SEARCH_NODES = 200;
const FAIR_NODES = 12;
const WANTED = 1_000;
const MOST_TRIES = 20_000;

type Row = () => object;

const PLAYERS = {
  search: { engine: networkEngine, nodes: SEARCH_NODES },
  robot5: { engine: solverEngine, nodes: ROBOT_NODES },
};

const rows: readonly (readonly [name: string, row: Row, game: string])[] = [
  ...OPENING_MAPS.map(
    map => [`openings ${map.game} ${map.size}`, () => judgeOpenings(map, ROBOT_NODES), map.game] as const,
  ),
  ...PROVED_BOARDS.map(
    board =>
      [
        `positions ${nameRow(board)}`,
        () => judgePositions(board, PLAYERS, { wanted: WANTED, most: MOST_TRIES, seed: 58 }),
        board.game,
      ] as const,
  ),
  ...FAIR_BOARDS.map(
    board => [`fair ${nameRow(board)}`, () => playFairGames(board, WANTED, FAIR_NODES), board.game] as const,
  ),
];

const { values } = parseArgs({ options: { row: { type: 'string' } } });
for (const [name, measure, game] of rows) {
  if (!name.startsWith(values.row ?? '') || (readTruth(KEPT)[name] !== undefined && values.row !== name)) continue;
  const begun = process.cpuUsage();
  const result = measure();
  const { user, system } = process.cpuUsage(begun);
  const seconds = Math.round((user + system) / 1e6);
  const date = new Date().toISOString().slice(0, 10);
  const row = { ...result, seconds, date, weights: findWeights(game) };
  writeFileAtOnce(KEPT, `${JSON.stringify({ ...readTruth(KEPT), [name]: row }, null, 2)}\n`);
  console.log(name, JSON.stringify(row));
}
