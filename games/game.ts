// The interface every game implements: its rules as pure functions over plain values.
// Nothing here knows of mail, storage, Node or npm.
import type { CellView } from './kit/cell-view.ts';
import { lookUp } from './kit/look-up.ts';
import type { Picture, Tone } from './kit/picture.ts';
import type { Random } from './kit/random.ts';
import type { Phrase, Refusal, RefusalCodes } from './kit/refusal.ts';
import type { Result } from './kit/result.ts';

/** A side of the board: 'black', 'white'; 'blue', 'yellow', 'red', 'green'. Several colours may belong to one seat. */
export type Colour = string;

/** A place at the table, counted from 0 in the order of the challenge: `<game> challenge a b` gives seat 0 to a. */
export type Seat = number;

export interface ColourSpec {
  readonly name: Colour;
  readonly title: string;
  readonly letter: string;
  readonly tone: Tone;
  /** What this colour is after, as a sentence of the board mail: 'Black (B) joins top and bottom'. A code of templates/sentences. */
  readonly aim: Phrase;
}

export interface SeatSpec {
  /** 'Black'; 'Blue and Red' where one person plays two colours. */
  readonly title: string;
  readonly colours: readonly Colour[];
}

/** An option of the challenge: `-name=value`. `help`: the sentence by which help tells what it is for. */
export type OptionSpec =
  | {
      readonly kind: 'size';
      readonly name: string;
      /** One number n means n x n; RxC is allowed where `rectangular`. */
      readonly least: number;
      readonly most: number;
      readonly rectangular: boolean;
      readonly default: string;
      readonly help: Phrase;
    }
  | {
      readonly kind: 'number';
      readonly name: string;
      readonly least: number;
      readonly most: number;
      /** From this number on, and for the word itself, the value is the word: 10000 pieces or more are `unlimited`. null: there is no such word. */
      readonly word: { readonly from: number; readonly value: string } | null;
      readonly default: string;
      readonly help: Phrase;
    }
  | {
      readonly kind: 'choice';
      readonly name: string;
      readonly choices: readonly string[];
      readonly default: string;
      readonly help: Phrase;
    };

/** Options as typed: name without dashes → text behind `=`, or true where there was none. */
export type GivenOptions = readonly (readonly [name: string, value: string | true])[];

/** Another name of a game: 'boku' is hexafive with -special=1. */
export interface Alias {
  readonly name: string;
  /** What its boards are called. */
  readonly title: string;
  readonly given: GivenOptions;
}

/** Every option of the game with its canonical value, plain JSON: `{ size: '13x13', endgame: 'neto' }`. */
export type Setup = Readonly<Record<string, string>>;

/** How a game ended. */
export interface Outcome {
  /** The rank of each seat, 1 = first; equal ranks share. [1, 2] seat 0 won, [1, 1] a draw. */
  readonly ranks: readonly number[];
  /** 'connection', 'no-move', 'five', 'resigned' …: a code of templates/sentences. */
  readonly reason: string;
  /** Points by colour, where the game counts any. */
  readonly scores: Readonly<Record<Colour, number>> | null;
}

/** The side from which a picture is drawn. null is the board's own orientation. */
export interface View {
  readonly seat: Seat | null;
}

/** What a position is worth to the colour to move; unknown: the search gave up, or cannot know. */
export type Value = 'win' | 'draw' | 'loss' | 'unknown';

/** What a search has found. */
export interface Solution<Move> {
  readonly value: Value;
  /** A move that keeps the value; null where it is unknown or there is no move. */
  readonly move: Move | null;
  /** Nodes looked at. */
  readonly nodes: number;
}

/** A search with its memory, for positions of one course of a game after another. */
export interface Solving<Position, Move> {
  /**
   * `stop` is called every few thousand nodes. Once it returns true the value is `unknown`, and the next call resumes the search.
   * A value `unknown` without that: the solver cannot decide this position at all.
   */
  readonly solve: (position: Position, stop: () => boolean) => Solution<Move>;
}

/** Finds out what positions are worth: never wrong, however long it takes. */
export interface Solver<Position, Move> {
  /** Begins with an empty memory of at most `bytes` bytes. */
  readonly open: (bytes: number) => Solving<Position, Move>;
}

/** A game played to its end by chance. */
export interface Playout {
  readonly outcome: Outcome;
  readonly plies: number;
}

/** A move and how likely it is thought to win, 0 … 1 for the colour to move. */
export interface RatedMove<Move> {
  readonly move: Move;
  readonly prior: number;
}

/** Knowledge that guides a search: guesses, none of which can change what is legal. */
export interface Heuristic<Position, Move> {
  /**
   * The legal moves worth a look, at most `most`, the best first. Empty when the game is over. Others may be missing: a search that needs
   * every move calls `moves`. Moves that win or lose at once are not marked here: see `winningMove` and `losesAtOnce`.
   */
  readonly topMoves: (position: Position, most: number) => readonly RatedMove<Move>[];
  /** The score the colour to move may expect, 0 … 1, without looking ahead; null: no opinion. Asked of positions that are not over. */
  readonly evaluate: (position: Position) => number | null;
}

/** A game as it was played, for a file of it. */
export interface Course<Position> {
  /** Where it stands. */
  readonly position: Position;
  readonly setup: Setup;
  /** The moves that stand, in the canonical text, each with the colour that made it. */
  readonly moves: readonly { readonly colour: Colour; readonly text: string }[];
  /** The players' names by seat. empty: no names. */
  readonly players: readonly string[];
  /** After how many moves the players exchanged their sides; null: they did not. */
  readonly swappedAfter: number | null;
  /** null: it goes on. */
  readonly outcome: Outcome | null;
  /** The day it began, `2026-12-01`. null: unknown. */
  readonly date: string | null;
}

/**
 * The rules of one game. Positions and moves are immutable plain JSON values.
 * Every member is required: what a game has not is said by a value (null, an empty list).
 */
export interface Game<Position, Move> {
  /** What players type: 'nex'. Lower case, one word. */
  readonly name: string;
  /** What Subjects and sentences say: 'Nex'. */
  readonly title: string;
  /** Other names players type, each with the options it stands for; boards are numbered and kept under `name`. */
  readonly aliases: readonly Alias[];
  readonly options: readonly OptionSpec[];
  /** Options as typed → a complete setup, or which option is wrong and what it may be. */
  readonly setup: (given: GivenOptions) => Result<Setup, Refusal>;
  /** The colours in their order of play. */
  readonly colours: (setup: Setup) => readonly ColourSpec[];
  readonly seats: (setup: Setup) => readonly SeatSpec[];
  /** Every code this game refuses with, and the parts of its sentence in templates/sentences. */
  readonly refusals: RefusalCodes;
  /** After how many moves the next player may take the other side instead of moving, where the challenge allows a swap; null: never. */
  readonly swapAfter: number | null;

  readonly start: (setup: Setup) => Position;
  /** The colour to move; null when the game is over. */
  readonly toMove: (position: Position) => Colour | null;
  /** Every legal move once, lazily; the order is part of the contract (snapshot-tested). Empty when over. */
  readonly moves: (position: Position) => Iterable<Move>;
  /** How many legal moves there are, in closed form where there is one; 0 when over. */
  readonly countMoves: (position: Position) => number;
  /** A text → the legal move it names here, or why not. Accepts every form of docs and contract; never throws. */
  readonly parse: (position: Position, text: string) => Result<Move, Refusal>;
  /** The position after a text that only says what the rules do anyway (a `pass` of a colour that is skipped). null: the text says no such thing. */
  readonly parsePass: (position: Position, text: string) => Position | null;
  /** Has this text the shape of a move of this game (legal or not, on any board)? Decides what in a mail is a move and what is prose. */
  readonly looksLikeMove: (text: string) => boolean;
  /** The canonical text: parse(format(m)) = m for every legal m. */
  readonly format: (position: Position, move: Move) => string;
  /** The move as programs for this game tell it each other (docs/referee.md), which parse reads too; null: format's text will do. */
  readonly formatForPrograms: ((position: Position, move: Move) => string) | null;
  /** The move in words: 'a black stone on c3, a neutral on b3', as a code of templates/sentences. */
  readonly describe: (position: Position, move: Move) => Phrase;
  /**
   * For a player that points at the board instead of writing: the spots of the picture that may be named after these, in this order.
   * Every legal move can be reached so, and every path leads to one. The spots named are a whole move if parse reads them, joined by commas, as one.
   * Empty where nothing can follow, and when the game is over.
   */
  readonly continuations: (position: Position, named: readonly string[]) => readonly string[];
  /** One legal move of every kind there is here, most usual first: what 'for example' shows. */
  readonly examples: (position: Position) => readonly Move[];
  /** The position after a legal move; asserts legality; leaves its input alone. */
  readonly play: (position: Position, move: Move) => Position;
  /** The position after this seat has resigned or forfeited: it places nothing more; with two sides the game is over. */
  readonly retire: (position: Position, seat: Seat) => Position;
  readonly outcome: (position: Position) => Outcome | null;

  readonly picture: (position: Position, view: View) => Picture;
  /** The position as one line of text (`--position`), and back. decode(encode(p)) plays like p. */
  readonly encode: (position: Position) => string;
  readonly decode: (setup: Setup, text: string) => Result<Position, Refusal>;
  /** The game file that other programs for this game open: how its name ends, and its text; null: there is no such file. */
  readonly record: { readonly extension: string; readonly write: (course: Course<Position>) => string } | null;

  /** One legal move, each as likely as the other, found without listing them all wherever that can be done; asserts that the game is not over. */
  readonly randomMove: (position: Position, rng: Random) => Move;
  /** Plays uniformly random legal moves to the end: each legal move equally likely at every ply, drawn without listing them all wherever that can be done. */
  readonly playout: (position: Position, rng: Random) => Playout;
  /** A legal move after which the game is over and the mover's seat alone is first, found without trying them all wherever that can be done; null: none does that. */
  readonly winningMove: (position: Position) => Move | null;
  /**
   * Tells of the legal moves of a position in which none wins at once whether they lose at once: the game is over and the mover's seat alone is last,
   * or another seat is to move and has a winning move. Meant to be asked of many moves of one position.
   */
  readonly losesAtOnce: (position: Position) => (move: Move) => boolean;
  /** What a program may know of the game beyond its rules; null: nothing. */
  readonly heuristic: Heuristic<Position, Move> | null;
  /** Solves positions exactly, as far as it can. null: this game has no solver. */
  readonly solver: Solver<Position, Move> | null;
  /** A position cell by cell, for players that learn; null: there is no such view of this game. */
  readonly cellView: CellView<Position, Move> | null;
}

declare const hidden: unique symbol;
/** A position or move of a game one does not know: can only be handed back to the game it came from. */
export interface Opaque {
  readonly [hidden]: true;
}

/** A game as it stands on the shelf, among games of other types. */
export type AnyGame = Game<Opaque, Opaque>;

/** The only cast: puts a game on the shelf. Sound as long as values are handed back to the game they came from. */
export const seal = <Position, Move>(game: Game<Position, Move>): AnyGame => game as unknown as AnyGame;

/** What a name says: the game, and the options the name stands for. */
export interface Named {
  readonly game: AnyGame;
  readonly given: GivenOptions;
}

/** Every name a game is known by. */
export const namesOf = (game: AnyGame): readonly string[] => [game.name, ...game.aliases.map(alias => alias.name)];

/** What a board with this setup is called: 'Boku' for hexafive with -special=1. */
export const titleOf = ({ title, aliases }: Pick<AnyGame, 'title' | 'aliases'>, setup: Setup): string =>
  aliases.find(({ given }) => given.every(([option, value]) => lookUp(setup, option) === value))?.title ?? title;

/** By name or alias, in any case: 'Nex' is nex, 'boku' hexafive with -special=1. */
export function namedAmong(games: readonly AnyGame[], name: string): Named | null {
  const typed = name.toLowerCase();
  const game = games.find(each => each.name === typed);
  if (game !== undefined) return { game, given: [] };
  for (const each of games) {
    const alias = each.aliases.find(known => known.name === typed);
    if (alias !== undefined) return { game: each, given: alias.given };
  }
  return null;
}

/** The options of a name with those typed beside it. Saying the same again does no harm; contradicting the name is giving an option twice. */
export const withTyped = (named: Named, typed: GivenOptions): GivenOptions => [
  ...named.given,
  ...typed.filter(([name, value]) => !named.given.some(([own, set]) => own === name.toLowerCase() && set === value)),
];
