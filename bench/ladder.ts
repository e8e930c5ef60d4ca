// Writes docs/players.md from matches of our players, with intervals of their win rates.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { must } from '#games/kit/assert.ts';
import { games } from '#games/registry/index.ts';
import { findPackageRoot } from '#adapters/package-root.ts';
import { readNetwork } from '#adapters/workers/search-sessions.ts';
import type { Robot } from '#core/kernel/document-definition.ts';
import { robots } from '#core/players/robots.ts';
import type { Engine } from '#engines/engine.ts';
import { findEngine } from '#engines/index.ts';
import { createWeakSession, scaleWeakness, type Weakness } from '#engines/weaken.ts';
import { findInterval, formatPercent } from './strength/interval.ts';
import { type MatchPlayer, NO_GAMES, playPair, type Tally } from './strength/match.ts';
import { createEnginePlayer } from './strength/players.ts';
import { findWeights, writeFileAtOnce } from './strength/results.ts';
import { type Row, setUpRow } from './strength/rows.ts';

/** One of our players. */
interface Player {
  readonly engine: string;
  /** The most nodes of a move. There is no limit in time, since that differs from machine to machine. */
  readonly nodes: number;
  /** null: it plays its best. */
  readonly weakness: Weakness | null;
}

type Board = Pick<Row, 'game' | 'options'>;

/** A match of two of our players. */
interface Pairing extends Board {
  readonly first: Player;
  readonly second: Player;
}

/** The games of a match, two from each opening. */
const GAMES = 40;
/** After one move of the first side at random a game is nearer to even than on the empty board. */
const OPENING_PLIES = 1;
const SEED = 1;

const createBoard = (game: string, size: string | null = null): Board => ({
  game,
  options: size === null ? [] : [['size', size]],
});
const createPlayer = (engine: string, nodes: number): Player => ({ engine, nodes, weakness: null });

/** By nodes: the same on every machine, game by game. */
const LADDER: readonly Pairing[] = (
  [
    [createBoard('nex', '7'), createPlayer('mcts', 250), createPlayer('plain', 2_000)],
    [createBoard('hex', '9'), createPlayer('mcts', 250), createPlayer('plain', 2_000)],
    [createBoard('hexafive'), createPlayer('mcts', 250), createPlayer('plain', 2_000)],
    [createBoard('gomoku'), createPlayer('mcts', 250), createPlayer('plain', 2_000)],
    [createBoard('neuy', '9'), createPlayer('mcts', 250), createPlayer('plain', 2_000)],
    [createBoard('nexos'), createPlayer('network', 20), createPlayer('mcts', 250)],
    [createBoard('nex', '4'), createPlayer('solver', 400), createPlayer('mcts', 2_500)],
  ] as const
).map(([board, first, second]) => ({ ...board, first, second }));

/** Boards on which robots are measured, and the most nodes of a move there: games at the full length of robot5 would take days. */
const BOARDS: readonly (readonly [board: Board, mostNodes: number])[] = [
  [createBoard('nex', '7'), 400],
  [createBoard('hexafive'), 400],
  [createBoard('nexos'), 400],
  [createBoard('hex', '9'), 400],
  [createBoard('y', '11'), 400],
  [createBoard('gomoku', '13'), 400],
  [createBoard('gonnect', '7'), 400],
  [createBoard('neuy', '9'), 400],
  [createBoard('neugomoku', '9'), 400],
  [createBoard('neugonnect', '6'), 400],
];

const createRobotPlayer = ({ engine, nodes, weakness }: Robot, mostNodes: number): Player => ({
  ...{ engine, weakness },
  nodes: Math.min(nodes, mostNodes),
});

/** Each robot against the one below it. */
const robotPairings = ([board, mostNodes]: (typeof BOARDS)[number]): readonly Pairing[] =>
  robots.slice(1).map((robot, i) => {
    const below = must(robots[i], 'there is one below');
    return { ...board, first: createRobotPlayer(robot, mostNodes), second: createRobotPlayer(below, mostNodes) };
  });

/** A player at a board. */
function openPlayer({ engine: name, nodes, weakness }: Player, board: Board): MatchPlayer {
  const engine = must(findEngine(name), 'an engine of src/engines');
  const weak: Engine = {
    ...engine,
    begin: options =>
      weakness === null ? engine.begin(options) : createWeakSession(engine.begin(options), options, weakness),
  };
  const network = engine.usesNetwork ? readNetwork(board.game) : null;
  return createEnginePlayer(weak, { ...setUpRow(board), network, nodes });
}

async function playMatch(pairing: Pairing): Promise<Tally> {
  const players = [openPlayer(pairing.first, pairing), openPlayer(pairing.second, pairing)] as const;
  const terms = { ...setUpRow(pairing), plies: OPENING_PLIES, seed: SEED };
  let tally = NO_GAMES;
  while (tally.games < GAMES) tally = await playPair(terms, players, tally);
  return tally;
}

type Score = Pick<Tally, 'won' | 'lost' | 'drawn'> & {
  /** Of a game on average, the opening included. */
  readonly plies: number;
};

const toScore = ({ won, lost, drawn, games: count, moves }: Tally): Score => ({
  ...{ won, lost, drawn },
  plies: OPENING_PLIES + (moves[0] + moves[1]) / count,
});

const nameBoard = ({ game, options }: Board): string =>
  [game, ...options.map(([name, value]) => `-${name}=${String(value)}`)].join(' ');
const namePlayer = ({ engine, nodes }: Player): string => (engine === 'random' ? engine : `${engine}, ${nodes}`);

const shareOf = ({ won, drawn }: Score): number => (won + drawn / 2) / GAMES;
const formatScore = ({ won, lost, drawn }: Score): string => `${won} : ${lost}${drawn === 0 ? '' : `, ${drawn} drawn`}`;

const formatRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

async function ladderRow(pairing: Pairing): Promise<string> {
  const score = await scoreOf(pairing);
  const names = [nameBoard(pairing), namePlayer(pairing.first), namePlayer(pairing.second)];
  if (score === null) return formatRow([...names, 'not measured', '', '', '']);
  const share = shareOf(score);
  const [low, high] = findInterval(share, GAMES).map(formatPercent);
  return formatRow([...names, formatScore(score), formatPercent(share), `${low} to ${high}`, score.plies.toFixed(1)]);
}

async function robotRow(pairing: Pairing, names: string, mostNodes: number): Promise<string> {
  const score = await scoreOf(pairing);
  const cells = [nameBoard(pairing), names, String(mostNodes)];
  if (score === null) return formatRow([...cells, 'not measured', '', '']);
  return formatRow([...cells, formatScore(score), formatPercent(shareOf(score)), score.plies.toFixed(1)]);
}

function formatRobot({ userid, engine, nodes: most, milliseconds, weakness }: Robot): string {
  const { meanLoss, mostLoss, temperature, slips } = weakness;
  const losses = [formatPercent(meanLoss), formatPercent(mostLoss), String(temperature), formatPercent(slips)];
  return formatRow([userid, engine, String(most), `${milliseconds / 1000} s`, ...losses]);
}

/** The games whose factor is not 1, by factor. */
const factors = games
  .filter(({ lossFactor }) => lossFactor !== 1)
  .toSorted((a, b) => a.lossFactor - b.lossFactor)
  .map(({ title, lossFactor }) => `${title} ${lossFactor}`)
  .join(', ');

const formatPage = (
  ladder: readonly string[],
  pairs: readonly string[],
): string => `<!-- Generated by \`npm run docs:players\` from players.json: change bench/ladder.ts, not this file. -->

# How strong the players are

Made by \`npm run docs:players\` from matches whose results are in players.json. Matches that are missing there are played, in some hours.
With \`-- --page\` they are *not measured*, and with \`-- --board 'hex -size=9'\` only that board is played. A match has ${GAMES} games from ${GAMES / 2} openings, each from both
sides. The opening is one random move: on an empty board the side that begins would win most games between good players. A number behind a player is what it may look at
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
  *mcts* with twenty times the nodes. In Nexos with two players it grows no tree: it compares the positions after each good move
  ([decision 058](decisions/058-nexos-one-move-ahead.md)).
* **solver**: asks the exact solver first (small boards of all games but Hexafive and Nexos), else as *network*.

## The ladder

| game | player | against | won : lost | share | 95 % interval | plies a game |
|---|---|---|---|---|---|---|
${ladder.join('\n')}

## The robots

Every robot takes a win in one and blocks a loss in one. It draws its move from those that its search has tried.
Such a move loses at most *most loss* of the chance to win, and *mean loss* on average, by the robot's own search
([decision 055](decisions/055-levels.md)). robot5 draws no move: it plays the one that its search has tried most.
At its *slips*, a share of its turns, it plays any move that does not lose at once.
The mean loss and the slips are those of a game with the factor 1. A long game, or one in which each mistake costs much, has a lower factor.
Factors other than 1: ${factors}.

| robot | engine | nodes a move | at most | mean loss | most loss | temperature | slips |
|---|---|---|---|---|---|---|---|
${robots.map(formatRobot).join('\n')}

*At most* counts in matches of programs. By mail no clock stops a robot.

Each against the one below it. Neither is stopped by a clock, nor looks at more nodes than the table
says; where moves take long the board is small. Forty games tell a share to some 14 % either way.

| game | robots | most nodes | won : lost | share | plies a game |
|---|---|---|---|---|---|
${pairs.join('\n')}

## robot0 and beginners

Printed by \`npm run -s build && npm run -s bench:beginners\`: 60 games each from the empty board. robot0 shall lose about half of its games
to a player with one simple idea, and a few to a player of random moves that takes a win in one. Three rows miss their goals. In Nex even
a player of random moves wins 60 % against the examples of the mails, so robot0 can't be weaker there without overlooking immediate
wins and losses. In Gomoku a player who extends or blocks is far above random moves, and robot0 is as good as that player. In
Nexos the goal is missed by one game.

| game | player | robot0 won : lost | share | 95 % interval | goal | plies a game | reached |
|---|---|---|---|---|---|---|---|
| hex -size=7 | shortest way | 28 : 32 | 47 % | 35 % to 59 % | 25 % to 55 % | 22.3 | met |
| gomoku -size=9 | extend or block | 18 : 22, 20 drawn | 47 % | 35 % to 59 % | 25 % to 55 % | 46.4 | met |
| nex -size=5 | examples | 56 : 4 | 93 % | 84 % to 97 % | 25 % to 55 % | 13.8 | missed |
| nexos | examples | 16 : 40, 4 drawn | 30 % | 20 % to 43 % | 25 % to 55 % | 74.8 | met |
| hex -size=7 | random | 47 : 13 | 78 % | 66 % to 87 % | 0 % to 95 % | 35.4 | met |
| gomoku -size=9 | random | 60 : 0 | 100 % | 94 % to 100 % | 0 % to 95 % | 22.0 | missed |
| nex -size=5 | random | 53 : 7 | 88 % | 78 % to 94 % | 0 % to 95 % | 15.2 | met |
| nexos | random | 57 : 2, 1 drawn | 96 % | 87 % to 99 % | 0 % to 95 % | 72.5 | missed |
`;

const { values } = parseArgs({ options: { page: { type: 'boolean', default: false }, board: { type: 'string' } } });

/** The matches that were played, by their terms. */
const KEPT = join(findPackageRoot(), 'docs', 'players.json');
type Scores = Readonly<Record<string, Score>>;
const readKept = (): Scores => (existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Scores) : {});

const keep = (scores: Scores): void => writeFileAtOnce(KEPT, `${JSON.stringify(scores, null, 2)}\n`);

/** The terms of a match. Other players, boards and weights have other terms. */
function describeMatch({ first, second, ...board }: Pairing): string {
  const { game } = setUpRow(board);
  const match = `${GAMES} games, openings of ${OPENING_PLIES}, seed ${SEED}`;
  const describe = ({ engine, nodes, weakness }: Player): string => {
    if (weakness === null) return `${engine} ${nodes}`;
    const { meanLoss, mostLoss, temperature, slips } = scaleWeakness(weakness, game);
    const losses = `losses ${meanLoss.toFixed(6)} ${mostLoss}, temperature ${temperature}`;
    return `${engine} ${nodes}, ${losses}${slips === 0 ? '' : `, slips ${slips.toFixed(6)}`}`;
  };
  const usesNetwork = [first, second].some(({ engine }) => findEngine(engine)?.usesNetwork === true);
  const weights = (usesNetwork ? findWeights(game.name) : null) ?? 'none';
  return `${nameBoard(board)}: ${describe(first)} against ${describe(second)}, weights ${weights}, ${match}`;
}

/** null: not measured. */
async function scoreOf(pairing: Pairing): Promise<Score | null> {
  const terms = describeMatch(pairing);
  const known = readKept()[terms];
  const isPlayed = !values.page && (values.board === undefined || values.board === nameBoard(pairing));
  if (known !== undefined || !isPlayed) return known ?? null;
  const score = toScore(await playMatch(pairing));
  keep({ ...readKept(), [terms]: score });
  process.stderr.write(`${terms}: ${formatScore(score)}\n`);
  return score;
}

const pairings = [...LADDER, ...BOARDS.flatMap(robotPairings)];
if (values.board !== undefined && !pairings.some(pairing => nameBoard(pairing) === values.board))
  throw new Error(`No board is named so. Boards: ${[...new Set(pairings.map(nameBoard))].join(', ')}`);

const [ladder, pairs]: [string[], string[]] = [[], []];
for (const pairing of LADDER) ladder.push(await ladderRow(pairing));
for (const board of BOARDS)
  for (const [index, pairing] of robotPairings(board).entries())
    pairs.push(await robotRow(pairing, `${robots[index + 1]?.userid} : ${robots[index]?.userid}`, board[1]));
writeFileSync(join(findPackageRoot(), 'docs', 'players.md'), formatPage(ladder, pairs));
// A look, or one board, drops no result of other players.
if (!values.page && values.board === undefined) {
  const current = pairings.map(describeMatch);
  keep(Object.fromEntries(Object.entries(readKept()).filter(([terms]) => current.includes(terms))));
}
