// One thought of an engine: from the texts of a game to the text of a move. What was found out is kept while the game goes on.
import { games } from '../../../games/index.ts';
import { namedAmong } from '../../../games/game.ts';
import type { AnyGame, Opaque } from '../../../games/game.ts';
import { assert, must } from '../../../games/kit/assert.ts';
import type { Thinker } from '../../core/search/engine.ts';
import { engineNamed } from '../../core/search/index.ts';
import type { Thinking, Thought } from '../../service/ports.ts';

/** A program that sits at a board, and how far the game has come. */
interface Seated {
  readonly key: string;
  readonly game: AnyGame;
  readonly thinker: Thinker;
  position: Opaque;
  readonly moves: string[];
}

/** Boards remembered at a time: both colours of one game. A tree may take a hundred megabytes. */
const REMEMBERED = 2;

const keyOf = ({ engine, game, setup, position, seed, line }: Thought): string =>
  JSON.stringify([line, engine, game, Object.entries(setup).sort(), position, seed]);

function seated(thought: Thought): Seated {
  const game = must(namedAmong(games, thought.game)?.game, 'a game of the shelf');
  const engine = must(engineNamed(thought.engine), 'an engine of the list');
  const read = game.decode(thought.setup, thought.position);
  assert(read.ok, 'a position that the game wrote');
  const position = read.value;
  const thinker = engine.begin({ game, setup: thought.setup, position, seed: thought.seed });
  return { key: keyOf(thought), game, thinker, position, moves: [] };
}

function follow(board: Seated, text: string): void {
  const move = board.game.parse(board.position, text);
  assert(move.ok, 'moves that were played are legal');
  board.thinker.played(move.value);
  board.position = board.game.play(board.position, move.value);
  board.moves.push(text);
}

/** A memory for thoughts: a function that thinks, `now` in milliseconds of any clock that goes on. */
export function thinking(now: () => number): (thought: Thought) => Thinking {
  const boards: Seated[] = [];

  const boardOf = (thought: Thought): Seated => {
    const key = keyOf(thought);
    const known = boards.findIndex(
      each => each.key === key && each.moves.every((move, i) => move === thought.moves[i]),
    );
    const board = known < 0 ? seated(thought) : must(boards.splice(known, 1)[0], 'it was found');
    boards.push(board);
    if (boards.length > REMEMBERED) boards.shift();
    return board;
  };

  return thought => {
    const begun = now();
    const time = thought.milliseconds ?? Infinity;
    const board = boardOf(thought);
    for (const move of thought.moves.slice(board.moves.length)) follow(board, move);
    const limit = { spent: () => (now() - begun) / time, nodes: thought.nodes ?? Infinity };
    const { move, ...found } = board.thinker.choose(limit);
    return { ...found, move: board.game.format(board.position, move) };
  };
}
