// Writes docs/strength.md: plays the rows that are missing, and keeps their results in docs/strength.json.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { must } from '#games/kit/assert.ts';
import { listEvenOpenings } from '#games/kit/openings.ts';
import { findPackageRoot } from '#adapters/package-root.ts';
import { readNetwork } from '#adapters/workers/search-sessions.ts';
import { createSolverEngine, solverEngine } from '#engines/solver.ts';
import { todaysEngine } from '#research/training/code/todays-search.ts';
import { findInterval, formatPercent } from './strength/interval.ts';
import { type MatchPlayer, NO_GAMES, playPair, type Tally } from './strength/match.ts';
import { formatPage } from './strength/page.ts';
import { readTruth } from './strength/truth-page.ts';
import { createEnginePlayer, createGtpPlayer, startGtpProgram } from './strength/players.ts';
import { addResult, computeFingerprint, findWeights, findMatchUnderWay, findRowState, readResults, writeResults } from './strength/results.ts'; // prettier-ignore
import { OPENING_PLIES, PROGRAMS, type Row, ROWS, SEED, setUpRow } from './strength/rows.ts';

const KEPT = join(findPackageRoot(), 'docs', 'strength.json');
const TRUTH = join(findPackageRoot(), 'docs', 'truth.json');
const PAGE = join(findPackageRoot(), 'docs', 'strength.md');

/** The opponent of a row, its name, and how it is ended. */
interface Opposition {
  readonly player: MatchPlayer;
  readonly name: string;
  readonly close: () => void;
}

type Commands = Readonly<Partial<Record<(typeof PROGRAMS)[number], string>>>;

/** null: the program of the row is not given. */
async function startOpponent(row: Row, commands: Commands): Promise<Opposition | null> {
  const { game, setup } = setUpRow(row);
  const { opponent } = row;
  if (opponent.kind === 'baseline') {
    const player = createEnginePlayer(createSolverEngine(todaysEngine), { game, setup, network: null, nodes: null });
    return { player, name: 'baseline', close: () => undefined };
  }
  const command = commands[opponent.program];
  if (command === undefined) return null;
  const program = startGtpProgram(`${command}${opponent.words}`);
  const name = `${await program.ask('name')} ${await program.ask('version')}`;
  for (const line of opponent.setup) await program.ask(line);
  const notation = must(game.gtp, 'a game that programs play by GTP');
  return { player: createGtpPlayer(program, { game, setup, notation }), name, close: program.close };
}

function describeTally({ won, lost, drawn, games, spent, moves, shortestLoss }: Tally): string {
  const share = (won + drawn / 2) / games;
  const [low, high] = findInterval(share, games).map(formatPercent);
  const [ours, theirs] = [0, 1].map(i => Math.round((spent[i] ?? 0) / Math.max(1, moves[i] ?? 0)));
  const shortest = shortestLoss === null ? '' : `, shortest loss ${shortestLoss} plies`;
  return `${games} games, ${won} : ${lost}, ${drawn} drawn, ${formatPercent(share)} (${low} to ${high}), ${ours} : ${theirs} ms CPU a move${shortest}`;
}

/** Plays a row up to a number of games, and reports each pair of games. false: its program is not given. */
async function playRow(
  row: Row,
  commands: Commands,
  {
    from,
    games,
    played,
  }: {
    readonly from: Tally;
    readonly games: number;
    readonly played: (tally: Tally, opponent: string) => void;
  },
): Promise<boolean> {
  const opponent = await startOpponent(row, commands);
  if (opponent === null) return false;
  const { game, setup } = setUpRow(row);
  const openings = row.isEven === true ? { openings: listEvenOpenings(game, setup) } : {};
  const terms = { game, setup, plies: OPENING_PLIES, seed: SEED, ...openings };
  const ours = createEnginePlayer(solverEngine, { game, setup, network: readNetwork(row.game), nodes: row.nodes });
  try {
    // The first search of a process is slow, and the baseline takes its time from ours.
    await (await ours.begin(SEED)).search(0);
    let tally = from;
    while (tally.games < games) {
      tally = await playPair(terms, [ours, opponent.player], tally);
      played(tally, opponent.name);
      process.stderr.write(`${row.name} against ${opponent.name}: ${describeTally(tally)}\n`);
    }
  } finally {
    opponent.close();
  }
  return true;
}

/** Plays a row and keeps its result after each opening. */
async function measureRow(row: Row, commands: Commands, isAgain: boolean): Promise<void> {
  const weights = findWeights(row.game);
  const known = readResults(KEPT);
  if (findRowState(row, weights, known) === 'done' && !isAgain) return;
  const isPlayed = await playRow(row, commands, {
    from: findMatchUnderWay(row, weights, known) ?? NO_GAMES,
    games: row.games,
    played: (tally, opponent) => {
      const [fingerprint, date] = [computeFingerprint(row, weights), new Date().toISOString().slice(0, 10)];
      const result = { fingerprint, weights, nodes: row.nodes, opponent, date, ...tally };
      writeResults(KEPT, addResult(readResults(KEPT), row, result));
    },
  });
  if (!isPlayed) process.stderr.write(`${row.name}: left out, since its program is not given.\n`);
}

function writePage(): void {
  writeFileSync(PAGE, formatPage(ROWS, readResults(KEPT), findWeights, readTruth(TRUTH)));
}

const programOptions = Object.fromEntries(PROGRAMS.map(name => [name, { type: 'string' as const }]));
const { values } = parseArgs({
  options: { row: { type: 'string' }, games: { type: 'string' }, page: { type: 'boolean' }, ...programOptions },
});
const chosen = values.row === undefined ? ROWS : ROWS.filter(({ name }) => name === values.row);
if (chosen.length === 0)
  throw new Error(`There is no row ${values.row}. Rows: ${ROWS.map(({ name }) => name).join(', ')}`);
const commands = values as Commands;
for (const row of values.page === true ? [] : chosen) {
  if (values.games === undefined) await measureRow(row, commands, values.row !== undefined);
  else await playRow(row, commands, { from: NO_GAMES, games: Number(values.games), played: () => undefined });
  if (values.games === undefined) writePage();
}
if (values.page === true || !existsSync(PAGE)) writePage();
