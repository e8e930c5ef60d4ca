// The members that all games made of a stone game share.
// A turn is one stone, or Neto's neutral-stone turn.
import type { Game, OptionSpec } from '../game.ts';
import { echo, type Phrase, type Refusal, type RefusalCodes } from '../kit/refusal.ts';
import {
  boardOf,
  type Cell,
  emptyBoard,
  type End,
  type StoneGame,
  drawStones,
  type StonePosition,
} from './stone-game.ts';
import type { Random } from '../kit/random.ts';
import { must } from '../kit/assert.ts';
import { readOptions } from '../options.ts';
import { no, ok, type Result } from '../kit/result.ts';
import type { Foresight } from './foresight.ts';
import { type CellChange, describeCaptures, isLegal, legalityOf, refusalOf } from './legality.ts';
import { decodeStones, encodeStones, findCells, nameOf, type ShapedMove } from './notation.ts';
import { refusal } from './refusals.ts';
import { sampleMove, samplePlayout, type Sampling } from './rejection-sampling.ts';
import { outcomeOf, retireColour, finishTurn } from './turns.ts';

/** What a turn is, and what a game with such turns has of its own. */
export interface TurnRules<Move> extends Omit<Sampling<Move>, 'isLegal'> {
  readonly options: readonly OptionSpec[];
  readonly refusals: RefusalCodes;
  readonly swapAfter: number | null;
  /** Are there neutral stones to read and to show? */
  readonly neutrals: boolean;
  /** Has the side to move any legal move, supposing the game is not won yet? */
  readonly goesOn: (position: StonePosition) => boolean;
  /** The cells a fitting move changes: the mover's first, in the order of the canonical text. */
  readonly changesOf: (position: StonePosition, move: Move) => readonly CellChange[];
  /** Takes a text apart by shape alone; null: it is no move. */
  readonly shapeOf: (text: string) => ShapedMove | null;
  /** The move these cells mean to the side to move; captures and repetitions are not looked at. */
  readonly judge: (position: StonePosition, cells: readonly Cell[], written: ShapedMove) => Result<Move, Refusal>;
  /** The cells that may be named behind these, whatever captures and repetitions forbid. */
  readonly nextCells: (position: StonePosition, named: readonly Cell[]) => readonly Cell[];
  /** The move in words, but for what it captures. */
  readonly phrase: (position: StonePosition, move: Move) => Phrase;
  /** A random game where nothing is forbidden. */
  readonly freePlayout: (position: StonePosition, rng: Random) => { readonly end: End | null; readonly plies: number };
}

/** A game but for what no two kinds of turn have alike. */
export function commonMembers<Move>(
  game: StoneGame,
  rules: TurnRules<Move>,
): Omit<
  Game<StonePosition, Move>,
  'countMoves' | 'examples' | 'heuristic' | 'cellView' | keyof Foresight<StonePosition, Move>
> {
  const { options, neutrals, goesOn, changesOf, shapeOf, moves, play } = rules;
  const format = (position: StonePosition, move: Move): string =>
    changesOf(position, move)
      .map(([cell]) => nameOf(boardOf(game, position), cell))
      .join(',');
  const reading = { ...rules, format };
  const sampling: Sampling<Move> = {
    ...rules,
    isLegal: (position, move) => isLegal(game, position, changesOf(position, move)),
  };
  return {
    name: game.name,
    title: game.title,
    aliases: [],
    options,
    setup: given => readOptions(options, given),
    colours: () => game.sides,
    seats: () => game.sides.map(({ title, name }) => ({ title, colours: [name] })),
    refusals: rules.refusals,
    swapAfter: rules.swapAfter,
    start: setup => emptyBoard(game, setup),
    toMove: position => (position.end === null ? game.sides[position.turn].name : null),
    moves,
    parse: (position, text) => parse(game, reading, position, text),
    parsePass: () => null,
    looksLikeMove: text => shapeOf(text) !== null,
    continuations: (position, named) => continuations(game, rules, position, named),
    format,
    formatForPrograms: null,
    describe: (position, move) =>
      describeCaptures(game, position, changesOf(position, move), rules.phrase(position, move)),
    play,
    retire: retireColour,
    outcome: position => outcomeOf(position.end),
    picture: (position, view) => drawStones(game, position, { ...view, neutrals }),
    encode: position => encodeStones(game, position),
    decode: (setup, text) => {
      const read = decodeStones(game, setup, { text, neutrals });
      return read.ok ? ok(finishTurn(game, read.value, { placed: null, goesOn })) : read;
    },
    record: null,
    randomMove: (position, rng) => sampleMove(sampling, position, rng),
    playout: (position, rng) => {
      const { end, plies } = legalityOf(game, position).isFree
        ? rules.freePlayout(position, rng)
        : samplePlayout(sampling, position, rng);
      return { outcome: must(outcomeOf(end), 'a playout ends'), plies };
    },
    solver: null,
  };
}

/** A text → the legal move it names, or the most precise reason why not. */
function parse<Move>(
  game: StoneGame,
  rules: TurnRules<Move> & Pick<Game<StonePosition, Move>, 'format'>,
  position: StonePosition,
  text: string,
): Result<Move, Refusal> {
  if (position.end !== null) return no(refusal('over', {}));
  const written = rules.shapeOf(text);
  if (written === null) {
    const [first] = rules.moves(position);
    const example = rules.format(position, must(first, 'a game goes on while there is a move'));
    return no(refusal('move-unreadable', { text: echo(text), example }));
  }
  const mover = game.sides[position.turn];
  if (written.letter !== null && written.letter !== mover.letter.toLowerCase()) {
    return no(refusal('move-other-colour', { text, colour: mover.name }));
  }
  const found = findCells(boardOf(game, position), written.names);
  if (!found.ok) return found;
  const move = rules.judge(position, found.value, written);
  if (!move.ok) return move;
  const reason = refusalOf(game, position, rules.changesOf(position, move.value));
  return reason === null ? move : no(reason);
}

function continuations<Move>(
  game: StoneGame,
  { nextCells, judge, changesOf }: TurnRules<Move>,
  position: StonePosition,
  names: readonly string[],
): readonly string[] {
  const board = boardOf(game, position);
  const named = names.map(name => board.find(name)).filter(cell => cell !== undefined);
  if (position.end !== null || named.length < names.length) return [];
  const { isFree } = legalityOf(game, position);
  const isMove = (cells: readonly Cell[]): boolean => {
    const move = judge(position, cells, { names: [], letter: null });
    return move.ok && isLegal(game, position, changesOf(position, move.value));
  };
  const leadsOn = (cells: readonly Cell[]): boolean => {
    const next = nextCells(position, cells);
    return next.length === 0 ? isMove(cells) : next.some(cell => leadsOn([...cells, cell]));
  };
  return nextCells(position, named)
    .filter(cell => isFree || leadsOn([...named, cell]))
    .map(cell => nameOf(board, cell));
}
