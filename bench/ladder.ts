// The ladder of our players: matches by the referee, win rates with their intervals, written to docs/players.md. Run: npm run docs:players
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { assert, must } from '#games/kit/assert.ts';
import { packageRoot } from '#adapters/templates/sentences.ts';
import type { Robot } from '#core/kernel/catalogue.ts';
import { robots } from '#core/players/robots.ts';
import { main } from '#cli/main.ts';

/** Two players of ours at a game. */
interface Pairing {
  readonly game: readonly string[];
  readonly first: string;
  readonly second: string;
  readonly games: number;
}

/** What the referee's summary line says of it. */
interface Score {
  readonly pairing: Pairing;
  readonly wins: readonly [number, number];
  readonly draws: number;
  readonly plies: number;
}

const SEED = 1;

const nodes = (engine: string, count: number): string => `player:${engine} --nodes ${count}`;
const NEX = ['nex', '-size=7'];
const HEX = ['hex', '-size=9'];

const GAMES = 40;

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
).map(([game, first, second]) => ({ game, first, second, games: GAMES }));

/** Boards on which robots are measured, and by what their nodes are divided: whole games at full length would take days. */
const BOARDS: readonly (readonly [game: readonly string[], divisor: number])[] = [
  [NEX, 20],
  [['hexafive'], 20],
  [['nexos'], 25],
  [HEX, 20],
  [['y', '-size=11'], 20],
  [['gomoku'], 20],
  [['gonnect', '-size=7'], 20],
  [['neuy', '-size=9'], 20],
  [['neugomoku', '-size=9'], 20],
  [['neugonnect', '-size=5'], 20],
];

/** A robot as a player of the referee, with its share of nodes; what it would be stopped by is its clock, which differs from machine to machine. */
const robotPlayer = ({ engine, nodes: most, noise }: Robot, divisor: number): string =>
  `${nodes(engine, Math.round(most / divisor))} --noise ${Math.round(noise * 100)}`;

/** Each robot against the one below it, at every game. */
const ROBOTS: readonly Pairing[] = BOARDS.flatMap(([game, divisor]) =>
  robots.slice(1).map((robot, i) => ({
    game,
    first: robotPlayer(robot, divisor),
    second: robotPlayer(must(robots[i], 'there is one below'), divisor),
    games: GAMES,
  })),
);

/** One match through `nexpost referee`; its last line is the summary. */
async function played(pairing: Pairing): Promise<Score> {
  const { game, first, second, games } = pairing;
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const told = stdout.toArray();
  const complaints = stderr.toArray();
  const match = ['--black', first, '--white', second, '--games', String(games), '--seed', String(SEED)];
  const status = await main(['referee', ...game, ...match], { stdin: new PassThrough().end(), stdout, stderr });
  stdout.end();
  stderr.end();
  assert(status === 0, `the referee refuses: ${Buffer.concat((await complaints) as Buffer[]).toString()}`);
  const lines = Buffer.concat((await told) as Buffer[])
    .toString()
    .trim()
    .split('\n');
  return scoreOf(pairing, must(lines.at(-1), 'a summary'));
}

/** What is read of the summary line. */
interface Summary {
  readonly programs: readonly { readonly wins: number; readonly draws: number }[];
  readonly averagePlies: number;
}

function scoreOf(pairing: Pairing, line: string): Score {
  const { programs, averagePlies } = JSON.parse(line) as Summary;
  const [one, other] = [must(programs[0], 'two programs'), must(programs[1], 'two programs')];
  return { pairing, wins: [one.wins, other.wins], draws: one.draws, plies: averagePlies };
}

/** The normal quantile of 95 %. */
const Z = 1.96;

/** Wilson's score interval (1927) of a share of n games. */
function interval(share: number, n: number): readonly [number, number] {
  const centre = (share + (Z * Z) / (2 * n)) / (1 + (Z * Z) / n);
  const half = (Z / (1 + (Z * Z) / n)) * Math.sqrt((share * (1 - share)) / n + (Z * Z) / (4 * n * n));
  return [centre - half, centre + half];
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
/** A robot's name stands for how it plays; else the engine with its limit. */
const name = (player: string): string =>
  player
    .replace('player:', '')
    .replace(/ --nodes 1$/, '')
    .replace(' --nodes ', ', ');

function tableRow({ pairing, wins, draws, plies }: Score): string {
  const games = wins[0] + wins[1] + draws;
  const share = (wins[0] + draws / 2) / games;
  const [low, high] = interval(share, games);
  const score = draws === 0 ? `${wins[0]} : ${wins[1]}` : `${wins[0]} : ${wins[1]}, ${draws} drawn`;
  return `| ${pairing.game.join(' ')} | ${name(pairing.first)} | ${name(pairing.second)} | ${score} | ${percent(share)} | ${percent(low)} to ${percent(high)} | ${plies} |`;
}

/** The share of nodes is the same for both. */
function robotRow({ pairing, wins, draws, plies }: Score, i: number): string {
  const [, divisor] = must(BOARDS[Math.floor(i / (robots.length - 1))], 'as many boards as rows are for');
  const level = (i % (robots.length - 1)) + 1;
  const share = (wins[0] + draws / 2) / pairing.games;
  const score = `${wins[0]} : ${wins[1]}${draws === 0 ? '' : `, ${draws} drawn`}`;
  return `| ${pairing.game.join(' ')} | robot${level + 1} : robot${level} | 1/${divisor} | ${score} | ${percent(share)} | ${plies} |`;
}

const table = (scores: readonly Score[]): string =>
  [
    '| game | player | against | won : lost | share | 95 % interval | plies a game |',
    '|---|---|---|---|---|---|---|',
    ...scores.map(tableRow),
  ].join('\n');

interface Results {
  readonly ladder: readonly Score[];
  readonly pairs: readonly Score[];
}

const page = ({
  ladder,
  pairs,
}: Results): string => `<!-- Generated by \`npm run docs:players\` from players.json: change bench/ladder.ts, not this file. -->

# How strong the players are

Made by \`npm run docs:players\` from matches of \`nexpost referee\`, colours
alternating, whose results lie in players.json (\`-- --anew\` plays them all again, in an
hour). A number behind a player is what it may look at
for a move: tree search counts visits of its tree, the solver counts in thousands of
positions. A player limited so plays the same games for the same seed (here ${SEED}) on
every machine.

* **random**: any legal move, each as likely as the other.
* **plain**: Monte Carlo tree search by random games; knows nothing but the rules.
* **mcts**: the same search led by what we could teach it of the game: in Nex and Hex
  the currents between the edges (resistance as a distance), in Gomoku, Neugomoku and
  Hexafive the lines of five, in Y and Neuy the reduction of the triangle. Where there is
  no such knowledge (Nexos, Gonnect, Neugonnect, Y beyond size 13) it is *plain*.
* **solver**: asks the exact solver first (Nex on small boards), else as *mcts*.

## The ladder

${table(ladder)}

## The robots

Every robot takes a win in one and blocks a loss in one. Beside that, so many of its
moves in a hundred (*noise*) are any that do not lose at once.

| robot | engine | nodes a move | at most | noise |
|---|---|---|---|---|
${robots.map(({ userid, engine, nodes: most, milliseconds, noise }) => `| ${userid} | ${engine} | ${most} | ${milliseconds / 1000} s | ${percent(noise)} |`).join('\n')}

Each against the one below it, ${GAMES} games. Both think the same fraction of their
nodes, and neither is stopped by a clock; where moves take long the board is small.
Forty games tell a share to some 14 % either way.
\`npm run docs:players -- --only 1\` plays what of this is not in players.json.

| game | robots | of their nodes | won : lost | share | plies a game |
|---|---|---|---|---|---|
${pairs.map(robotRow).join('\n')}
`;

/** Matches played before, by what was played: all of it takes an hour, and one that was broken off goes on. */
const KEPT = join(packageRoot(), 'docs', 'players.json');
type Kept = Record<string, Omit<Score, 'pairing'>>;

const kept = (): Kept => (existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Kept) : {});
const keyOf = ({ game, first, second, games }: Pairing): string =>
  `${game.join(' ')}: ${first} against ${second}, ${games} games, seed ${SEED}`;

async function scoreFor(pairing: Pairing): Promise<Score> {
  const known = kept()[keyOf(pairing)];
  if (known !== undefined) return { pairing, ...known };
  const score = await played(pairing);
  const { wins, draws, plies } = score;
  // Read again: another part of the ladder may be played at the same time.
  const all = { ...kept(), [keyOf(pairing)]: { wins, draws, plies } };
  writeFileSync(KEPT, `${JSON.stringify(all, null, 2)}\n`);
  process.stderr.write(`${tableRow(score)}\n`);
  return score;
}

async function scores(pairings: readonly Pairing[]): Promise<readonly Score[]> {
  const found: Score[] = [];
  for (const pairing of pairings) found.push(await scoreFor(pairing));
  return found;
}

/** `--anew` forgets what was played; `--only N GAME …` plays one part (0: the ladder, 1: the robots) of these games or of all, and writes no page. */
const [option, part, ...only] = process.argv.slice(2);
if (option === '--anew') rmSync(KEPT, { force: true });
const parts = [LADDER, ROBOTS];
if (option === '--only') {
  const pairings = must(parts[Number(part)], 'part 0 or 1');
  await scores(pairings.filter(({ game: [name = ''] }) => only.length === 0 || only.includes(name)));
} else {
  const results = { ladder: await scores(LADDER), pairs: await scores(ROBOTS) };
  writeFileSync(join(packageRoot(), 'docs', 'players.md'), page(results));
}
