// Our players on a command line: `mcts --seed 1 --time-ms 500`, and how they find their moves.
import { randomInt } from 'node:crypto';
import type { AnyGame } from '#games/game.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import type { ChooseMove } from '#referee/run-player.ts';
import type { Engines } from '#service/ports.ts';
import type { OptionTable } from './options.ts';
import { refereeLimits } from '#referee/limits.ts';
import { engineNamed, engines } from '#engines/index.ts';
import { parseNumber } from './game-arguments.ts';

/** A player of ours, and how long it may think. */
export interface EnginePlayer {
  readonly engine: string;
  readonly seed: number;
  readonly milliseconds: number | null;
  readonly nodes: number | null;
  /** For all moves of a game; null: no such limit. */
  readonly gameMs: number | null;
}

/** So many moves are thought to be left, whenever it is asked: the time of a game is used up slowly. */
const MOVES_LEFT = 10;

export const ENGINE_OPTIONS = {
  seed: {
    kind: 'text',
    default: 'random',
    sentence: 'all the chance it gets, a whole number: with --nodes alone it plays the same again',
  },
  'time-ms': {
    kind: 'text',
    default: 'none',
    sentence: `milliseconds a move; ${refereeLimits.thinkingMs} where no --nodes are given`,
  },
  nodes: { kind: 'text', default: 'none', sentence: 'what it may look at for a move' },
} as const satisfies OptionTable;

export const engineList = (): string => engines.map(({ name }) => name).join(', ');

/** The highest seed: engines take 32 bits. */
const MOST_SEED = 4_294_967_295;

/** A seed as typed; null: it is none. `random`: one by chance. */
export function parseSeed(text: string): number | null {
  return text === 'random' ? randomInt(MOST_SEED) : parseNumber(text, { least: 0, most: MOST_SEED, isWhole: true });
}

/** Values of THINKING_OPTIONS → a player. */
export function parseEnginePlayer(
  engine: string,
  typed: Readonly<Record<keyof typeof ENGINE_OPTIONS, string>>,
): Result<EnginePlayer, string> {
  if (engineNamed(engine) === null) return no(`There is no player '${engine}'; there is ${engineList()}.`);
  const seed = parseSeed(typed.seed);
  if (seed === null) return no(`--seed is a whole number up to ${MOST_SEED}, not '${typed.seed}'.`);
  const limit = (text: string): number | null =>
    text === 'none' ? Infinity : parseNumber(text, { least: 1, most: refereeLimits.longestMs, isWhole: true });
  const [time, nodes] = [limit(typed['time-ms']), limit(typed.nodes)];
  if (time === null) return no(`--time-ms is a whole number of milliseconds, not '${typed['time-ms']}'.`);
  if (nodes === null) return no(`--nodes is a whole number, not '${typed.nodes}'.`);
  const isFree = time === Infinity && nodes === Infinity;
  return ok({
    engine,
    seed,
    milliseconds: isFree ? refereeLimits.thinkingMs : time === Infinity ? null : time,
    nodes: nodes === Infinity ? null : nodes,
    gameMs: null,
  });
}

/** Moves by an engine; every game has its own seed. `session`: a word that no other player of this process has. */
export function moveChooser(engines: Engines, game: AnyGame, player: EnginePlayer, session: string): ChooseMove {
  let [played, last, spent] = [0, Infinity, 0];
  const timeFor = ({ milliseconds, gameMs }: EnginePlayer): number | null => {
    if (gameMs === null) return milliseconds;
    const share = Math.max(1, Math.floor((gameMs - spent) / MOVES_LEFT));
    return milliseconds === null ? share : Math.min(milliseconds, share);
  };
  return async ({ setup, moves }) => {
    if (moves.length <= last) [played, spent] = [played + 1, 0];
    last = moves.length;
    const begun = performance.now();
    const { engine, nodes } = player;
    const milliseconds = timeFor(player);
    const seed = (player.seed + played - 1) >>> 0;
    const position = game.encode(game.start(setup));
    const request = { engine, game: game.name, setup, position, moves, seed, milliseconds, nodes };
    const { move } = await engines.search({ ...request, sessionKey: `${session} ${played}` });
    spent += performance.now() - begun;
    return move;
  };
}
