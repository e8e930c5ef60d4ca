// Our engines as players on a command line, such as `mcts --seed 1 --time-ms 500`.
import type { AnyGame } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { robots } from '#core/players/robots.ts';
import type { ChooseMove } from '#referee/run-player.ts';
import { type Engines, type SearchRequest, findEngine, engines } from '#engines/index.ts';
import { refereeLimits } from '#referee/protocol.ts';
import { SEED, type OptionTable, type OptionValues } from './command-line.ts';
import { Misuse } from './verb.ts';

/** One of our engines as a player, and how long it may think. */
export interface EnginePlayer extends Pick<SearchRequest, 'engine' | 'seed' | 'milliseconds' | 'nodes' | 'weakness'> {
  /** For all moves of a game. null: no such limit. */
  readonly gameMs: number | null;
}

/** The number of moves assumed to be left, at any time in a game: the time of a game is used up slowly. */
const MOVES_LEFT = 10;

export const ENGINE_OPTIONS = {
  seed: {
    kind: SEED,
    default: 'random',
    sentence: 'all the chance it gets, a whole number: with --nodes alone it plays the same again',
  },
  'time-ms': {
    kind: { least: 1, most: refereeLimits.longestMs, isWhole: true, what: 'a whole number of milliseconds' },
    value: 'T',
    default: 'none',
    sentence: `milliseconds a move; ${refereeLimits.thinkingMs} where no --nodes are given`,
  },
  nodes: {
    kind: { least: 1, most: refereeLimits.longestMs, isWhole: true, what: 'a whole number' },
    default: 'none',
    sentence: 'what it may look at for a move',
  },
  level: {
    kind: { least: 1, most: robots.length, isWhole: true, what: 'a whole number' },
    default: 'none',
    sentence: 'as weak as a robot, 1 to 5, and with its limits where neither --time-ms nor --nodes is given',
  },
} as const satisfies OptionTable;

export const listEngines = (): string => engines.map(({ name }) => name).join(', ');

/** Values of ENGINE_OPTIONS → a player. */
export function parseEnginePlayer(engine: string, values: OptionValues<typeof ENGINE_OPTIONS>): EnginePlayer {
  if (findEngine(engine) === null) throw new Misuse(`There is no player '${engine}'; there is ${listEngines()}.`);
  const { seed, nodes, level, 'time-ms': time } = values;
  const robot = level === null ? null : must(robots[level - 1], 'a robot for each level');
  const isLimited = time !== null || nodes !== null;
  return {
    ...{ engine, seed, weakness: robot?.weakness ?? null, gameMs: null },
    milliseconds: isLimited ? time : (robot?.milliseconds ?? refereeLimits.thinkingMs),
    nodes: isLimited ? nodes : (robot?.nodes ?? null),
  };
}

/** Moves by an engine. Every game has its own seed. `session`: a word that no other player of this process has. */
export function moveChooser(engines: Engines, game: AnyGame, player: EnginePlayer, session: string): ChooseMove {
  let [played, last, spent] = [0, Infinity, 0];
  const findTime = (mostMs: number | null): number | null => {
    const { milliseconds, gameMs } = player;
    const share = gameMs === null ? null : Math.max(1, Math.floor((gameMs - spent) / MOVES_LEFT));
    const limits = [milliseconds, share, mostMs].filter(limit => limit !== null);
    return limits.length === 0 ? null : Math.min(...limits);
  };
  return async ({ setup, moves, swapAfter }, mostMs) => {
    if (moves.length <= last) [played, spent] = [played + 1, 0];
    last = moves.length;
    const begun = performance.now();
    const { engine, nodes, weakness } = player;
    const milliseconds = findTime(mostMs);
    const seed = (player.seed + played - 1) >>> 0;
    const position = game.encode(game.start(setup));
    const request = { engine, game: game.name, setup, position, moves, seed, milliseconds, nodes, weakness, swapAfter };
    const { move } = await engines.search({ ...request, sessionKey: `${session} ${played}` });
    spent += performance.now() - begun;
    return move;
  };
}
