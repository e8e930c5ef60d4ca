// The members that all games made of a stone game share.
// A turn is one stone, or Neto's neutral-stone turn.
import type { Game, OptionSpec } from '../game.ts';
import { type Phrase, type Refusal, type RefusalCodes, shorten } from '../kit/refusal.ts';
import { type Cell, type StoneGame, type StonePosition, boardOf, drawStones, emptyBoard } from './stone-game.ts';
import type { Random } from '../kit/random.ts';
import { must } from '../kit/assert.ts';
import { parseOptions } from '../options.ts';
import { type Result, no, ok } from '../kit/result.ts';
import type { Foresight } from './foresight.ts';
import { createLegality, describeCaptures, findRefusal, finishTurn, outcomeOf, retireColour } from './legality.ts';
import { type ShapedMove, decodeStones, encodeStones, findCells, nameOf, refusal } from './notation.ts';
import { type MoveRules, type RandomGame, drawMove, playDrawnMoves } from './rejection-sampling.ts';

/** The rules of a turn, by which stone games differ. */
interface TurnRules<Move> extends MoveRules<Move> {
  readonly options: readonly OptionSpec[];
  readonly refusals: RefusalCodes;
  readonly swapAfter: number | null;
  /** Whether the game has neutral stones. */
  readonly hasNeutrals: boolean;
  /** Whether the side to move has a legal move. The game must not be won. */
  readonly hasMove: (position: StonePosition) => boolean;
  readonly play: (position: StonePosition, move: Move) => StonePosition;
  /** The cells that a move changes, in the order of the canonical text: those of the mover first. */
  readonly cellsOf: (move: Move) => readonly Cell[];
  /** Parses a text without looking at the position. null: it is no move. */
  readonly parseShape: (text: string) => ShapedMove | null;
  /** The move of the side to move that names these cells. Captures and repetitions are not checked. */
  readonly interpret: (position: StonePosition, cells: readonly Cell[], shape: ShapedMove) => Result<Move, Refusal>;
  /** Lists the cells that may be named after others. Captures and repetitions are not checked. */
  readonly nextCells: (position: StonePosition) => (named: readonly Cell[]) => readonly Cell[];
  /** Describes the move without its captures. */
  readonly describe: (position: StonePosition, move: Move) => Phrase;
  /** Plays a random game without captures, where every move that fits is legal. The game must not be over. */
  readonly unrestrictedPlayout: (position: StonePosition, rng: Random) => RandomGame;
}

/** Creates the members of a game that all kinds of turns share. */
export function createCommonMembers<Move>(
  game: StoneGame,
  rules: TurnRules<Move>,
): Omit<
  Game<StonePosition, Move>,
  | 'countMoves'
  | 'examples'
  | 'heuristic'
  | 'forcedWin'
  | 'forcedLosses'
  | 'cellView'
  | 'solver'
  | keyof Foresight<StonePosition, Move>
> {
  const { options, hasNeutrals, hasMove, cellsOf, parseShape, moves, play } = rules;
  const format = (position: StonePosition, move: Move): string =>
    cellsOf(move)
      .map(cell => nameOf(boardOf(game, position), cell))
      .join(',');
  const parsing = { ...rules, format };
  return {
    name: game.name,
    title: game.title,
    aliases: [],
    options,
    setup: given => parseOptions(options, given),
    colours: () => game.sides,
    seats: () => game.sides.map(({ title, name }) => ({ title, colours: [name] })),
    refusals: rules.refusals,
    swapAfter: rules.swapAfter,
    start: setup => emptyBoard(game, setup),
    toMove: position => (position.end === null ? game.sides[position.turn].name : null),
    moves,
    parse: (position, text) => parse(game, parsing, position, text),
    parsePass: () => null,
    looksLikeMove: text => parseShape(text) !== null,
    continuations: (position, named) => listContinuations(game, rules, position, named),
    format,
    formatForPrograms: null,
    gtp: null,
    describe: (position, move) => describeCaptures(game, position, cellsOf(move), rules.describe(position, move)),
    play,
    retire: retireColour,
    outcome: position => outcomeOf(position.end),
    picture: (position, view) => drawStones(game, position, { ...view, neutrals: hasNeutrals }),
    encode: position => encodeStones(game, position),
    decode: (setup, text) => {
      const decoded = decodeStones(game, setup, { text, neutrals: hasNeutrals });
      return decoded.ok ? ok(finishTurn(game, decoded.value, { move: null, hasMove })) : decoded;
    },
    record: null,
    lossFactor: 1,
    randomMove: (position, rng) => drawMove(game, rules, position, rng),
    playout: (position, rng) => {
      const over = outcomeOf(position.end);
      if (over !== null) return { outcome: over, plies: 0 };
      const { end, plies } = createLegality(game, position).isFree
        ? rules.unrestrictedPlayout(position, rng)
        : playDrawnMoves(game, rules, position, rng);
      return { outcome: must(outcomeOf(end), 'a playout ends'), plies };
    },
  };
}

/** Parses a legal move, or returns the most precise reason for refusing it. */
function parse<Move>(
  game: StoneGame,
  rules: TurnRules<Move> & Pick<Game<StonePosition, Move>, 'format'>,
  position: StonePosition,
  text: string,
): Result<Move, Refusal> {
  if (position.end !== null) return no(refusal('over', {}));
  const shape = rules.parseShape(text);
  if (shape === null) {
    const [first] = rules.moves(position);
    const example = rules.format(position, must(first, 'a game goes on while there is a move'));
    return no(refusal('move-unreadable', { text: shorten(text), example }));
  }
  const mover = game.sides[position.turn];
  if (shape.letter !== null && shape.letter !== mover.letter.toLowerCase()) {
    return no(refusal('move-other-colour', { text, colour: mover.name }));
  }
  const found = findCells(boardOf(game, position), shape.names);
  if (!found.ok) return found;
  const move = rules.interpret(position, found.value, shape);
  if (!move.ok) return move;
  const reason = findRefusal(game, position, rules.cellsOf(move.value));
  return reason === null ? move : no(reason);
}

function listContinuations<Move>(
  game: StoneGame,
  { nextCells, buildMove, createMoveTest }: TurnRules<Move>,
  position: StonePosition,
  names: readonly string[],
): readonly string[] {
  const board = boardOf(game, position);
  const named = names.map(name => board.find(name)).filter(cell => cell !== undefined);
  if (position.end !== null || named.length < names.length) return [];
  const { isFree } = createLegality(game, position);
  const next = nextCells(position);
  const isLegal = createMoveTest(position);
  const leadsToMove = (cells: readonly Cell[]): boolean => {
    const more = next(cells);
    return more.length === 0 ? isLegal(buildMove(position, cells)) : more.some(cell => leadsToMove([...cells, cell]));
  };
  return next(named)
    .filter(cell => isFree || leadsToMove([...named, cell]))
    .map(cell => nameOf(board, cell));
}
