// Writes docs/players.md from matches of our players by the referee, with intervals of their win rates.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, must } from '#games/kit/assert.ts';
import { findPackageRoot } from '#adapters/package-root.ts';
import type { Robot } from '#core/kernel/robot.ts';
import { robots } from '#core/players/robots.ts';
import { runVerb } from '#test/cli/run-verb.ts';
import { findInterval, formatPercent } from './strength/interval.ts';

/** A match of two of our players. */
interface Pairing {
  readonly game: readonly string[];
  readonly first: string;
  readonly second: string;
}

interface Score {
  readonly wins: readonly [number, number];
  readonly draws: number;
  readonly plies: number;
}

/** The games of a match. */
const GAMES = 40;
const SEED = 1;

const nodes = (engine: string, count: number): string => `player:${engine} --nodes ${count}`;
const NEX = ['nex', '-size=7'];
const HEX = ['hex', '-size=9'];

/** By nodes: the same on every machine, game by game. */
const LADDER: readonly Pairing[] = (
  [
    [NEX, nodes('mcts', 250), nodes('plain', 2_000)],
    [HEX, nodes('mcts', 250), nodes('plain', 2_000)],
    [['hexafive'], nodes('mcts', 250), nodes('plain', 2_000)],
    [['gomoku'], nodes('mcts', 250), nodes('plain', 2_000)],
    [['neuy', '-size=9'], nodes('mcts', 250), nodes('plain', 2_000)],
    [['nexos'], nodes('plain', 40), 'player:random --nodes 1'],
    [['nex', '-size=4'], nodes('solver', 400), nodes('mcts', 2_500)],
  ] as const
).map(([game, first, second]) => ({ game, first, second }));

/** Boards on which robots are measured, and the most nodes of a move there: games at the full length of robot5 would take days. */
const BOARDS: readonly (readonly [game: readonly string[], mostNodes: number])[] = [
  [NEX, 400],
  [['hexafive'], 400],
  [['nexos'], 20],
  [HEX, 400],
  [['y', '-size=11'], 400],
  [['gomoku', '-size=13'], 400],
  [['gonnect', '-size=7'], 400],
  [['neuy', '-size=7'], 200],
  [['neugomoku', '-size=7'], 200],
  [['neugonnect', '-size=5'], 100],
];

/** A robot without its limit in time, since that differs from machine to machine. */
const robotPlayer = ({ engine, level, nodes: most }: Robot, mostNodes: number): string =>
  `${nodes(engine, Math.min(most, mostNodes))} --level ${level}`;

/** Each robot against the one below it. */
const robotPairings = ([game, mostNodes]: (typeof BOARDS)[number]): readonly Pairing[] =>
  robots.slice(1).map((robot, i) => {
    const below = must(robots[i], 'there is one below');
    return { game, first: robotPlayer(robot, mostNodes), second: robotPlayer(below, mostNodes) };
  });

/** Plays a match by `nexpost referee`. Its last line is the summary. */
async function playMatch({ game, first, second }: Pairing): Promise<Score> {
  const players = ['--black', first, '--white', second];
  const match = ['--games', String(GAMES), '--seed', String(SEED)];
  const { code, stdout, stderr } = await runVerb('referee', ...game, ...players, ...match);
  assert(code === 0, `the referee refuses: ${stderr}`);
  const { programs, averagePlies } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Summary;
  return { wins: [programs[0].wins, programs[1].wins], draws: programs[0].draws, plies: averagePlies };
}

type Program = Readonly<Record<'wins' | 'draws', number>>;

/** The part of the summary that is read. */
interface Summary {
  readonly programs: readonly [Program, Program];
  readonly averagePlies: number;
}

/** A robot's name stands for how it plays; else the engine with its limit. */
const nameOf = (player: string): string =>
  player
    .replace('player:', '')
    .replace(/ --nodes 1$/, '')
    .replace(' --nodes ', ', ');

const shareOf = ({ wins, draws }: Score): number => (wins[0] + draws / 2) / GAMES;
const formatScore = ({ wins, draws }: Score): string =>
  `${wins[0]} : ${wins[1]}${draws === 0 ? '' : `, ${draws} drawn`}`;

async function ladderRow(pairing: Pairing): Promise<string> {
  const score = await scoreOf(pairing);
  if (score === null)
    return `| ${pairing.game.join(' ')} | ${nameOf(pairing.first)} | ${nameOf(pairing.second)} | not measured | | | |`;
  const share = shareOf(score);
  const [low, high] = findInterval(share, GAMES);
  return `| ${pairing.game.join(' ')} | ${nameOf(pairing.first)} | ${nameOf(pairing.second)} | ${formatScore(score)} | ${formatPercent(share)} | ${formatPercent(low)} to ${formatPercent(high)} | ${score.plies} |`;
}

async function robotRow(pairing: Pairing, level: number, mostNodes: number): Promise<string> {
  const score = await scoreOf(pairing);
  if (score === null)
    return `| ${pairing.game.join(' ')} | robot${level + 1} : robot${level} | ${mostNodes} | not measured | | |`;
  return `| ${pairing.game.join(' ')} | robot${level + 1} : robot${level} | ${mostNodes} | ${formatScore(score)} | ${formatPercent(shareOf(score))} | ${score.plies} |`;
}

function formatRobot({ userid, engine, nodes: most, milliseconds, weakness }: Robot): string {
  const { meanLoss, mostLoss, temperature } = weakness;
  const losses = [formatPercent(meanLoss), formatPercent(mostLoss), temperature];
  return `| ${[userid, engine, most, `${milliseconds / 1000} s`, ...losses].join(' | ')} |`;
}

const formatPage = (
  ladder: readonly string[],
  pairs: readonly string[],
): string => `<!-- Generated by \`npm run docs:players\` from players.json: change bench/ladder.ts, not this file. -->

# How strong the players are

Made by \`npm run docs:players\` from matches of \`nexpost referee\`, colours
alternating, whose results are in players.json. What is missing there is played, in some hours; with \`-- --page\`
it is *not measured*. A number behind a player is what it may look at
for a move: tree search counts visits of its tree, the solver counts in thousands of
positions. A player limited so plays the same games for the same seed (here ${SEED}) on
every machine.

* **random**: any legal move, each as likely as the other.
* **plain**: Monte Carlo tree search by random games; knows nothing but the rules.
* **mcts**: the same search led by what we could teach it of the game: in Nex and Hex
  the currents between the edges (resistance as a distance), in Gomoku, Neugomoku and
  Hexafive the lines of five, in Y and Neuy the reduction of the triangle, in Nexos large pieces and the free lines nearer to the own nets. Where there is
  no such knowledge (Gonnect, Neugonnect, Y beyond size 13) it is *plain*.
* **network**: tree search led by a trained network ([training.md](training.md)) where that beats *mcts*, else as
  *mcts* with twenty times the nodes.
* **solver**: asks the exact solver first (Nex on small boards), else as *network*.

## The ladder

| game | player | against | won : lost | share | 95 % interval | plies a game |
|---|---|---|---|---|---|---|
${ladder.join('\n')}

## The robots

Every robot takes a win in one and blocks a loss in one. It draws its move from those that its search has tried.
Such a move loses at most *most loss* of the chance to win, and *mean loss* on average, by the robot's own search
([decision 055](decisions/055-levels.md)). robot5 draws no move: it plays the one that its search has tried most.

| robot | engine | nodes a move | at most | mean loss | most loss | temperature |
|---|---|---|---|---|---|---|
${robots.map(formatRobot).join('\n')}

Each against the one below it, ${GAMES} games. Neither is stopped by a clock, nor looks at more nodes than the table
says; where moves take long the board is small. Forty games tell a share to some 14 % either way.

| game | robots | most nodes | won : lost | share | plies a game |
|---|---|---|---|---|---|
${pairs.join('\n')}
`;

/** The matches that were played before. */
const KEPT = join(findPackageRoot(), 'docs', 'players.json');
const kept: Record<string, Score> = existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as typeof kept) : {};

/** With `--page` the page is written of what was measured before. */
const isPageOnly = process.argv.includes('--page');

/** null: not measured. */
async function scoreOf(pairing: Pairing): Promise<Score | null> {
  const { game, first, second } = pairing;
  const key = `${game.join(' ')}: ${first} against ${second}, ${GAMES} games, seed ${SEED}`;
  const known = kept[key];
  if (known !== undefined || isPageOnly) return known ?? null;
  const score = await playMatch(pairing);
  kept[key] = score;
  writeFileSync(KEPT, `${JSON.stringify(kept, null, 2)}\n`);
  process.stderr.write(`${key}: ${formatScore(score)}\n`);
  return score;
}

const [ladder, pairs]: [string[], string[]] = [[], []];
for (const pairing of LADDER) ladder.push(await ladderRow(pairing));
for (const board of BOARDS)
  for (const [index, pairing] of robotPairings(board).entries())
    pairs.push(await robotRow(pairing, index + 1, board[1]));
writeFileSync(join(findPackageRoot(), 'docs', 'players.md'), formatPage(ladder, pairs));
