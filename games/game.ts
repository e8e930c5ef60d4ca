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

/** A player's place at a board, counted from 0 in the order of the challenge: `<game> challenge a b` gives seat 0 to a. */
export type Seat = number;

export interface ColourSpec {
  readonly name: Colour;
  readonly title: string;
  readonly letter: string;
  readonly tone: Tone;
  /** The aim of this colour, as a sentence of the board mail: 'Black (B) joins top and bottom'. A code of templates/sentences. */
  readonly aim: Phrase;
}

export interface SeatSpec {
  /** 'Black'; 'Blue and Red' where one person plays two colours. */
  readonly title: string;
  readonly colours: readonly Colour[];
}

/** An option of the challenge, `-name=value`. `help` is the sentence that explains it. */
export type OptionSpec =
  | {
      readonly kind: 'size';
      readonly name: string;
      /** The bounds of rows and columns. One number n means n x n. `RxC` is allowed only if `rectangular`. */
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
      /** A word for all numbers from a bound on: 10000 pieces or more are `unlimited`. null: there is no such word. */
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

/** Options as typed: the name without dashes, and the text after `=`, or true without one. */
export type GivenOptions = readonly (readonly [name: string, value: string | true])[];

/** Another name of a game: 'boku' is hexafive with -special=1. */
export interface Alias {
  readonly name: string;
  /** The title of its boards. */
  readonly title: string;
  readonly given: GivenOptions;
}

/** Every option of the game with its canonical value, plain JSON: `{ size: '13x13', endgame: 'neto' }`. */
export type Setup = Readonly<Record<string, string>>;

/** How a game ended. */
export interface Outcome {
  /** The rank of each seat, 1 for the first. [1, 2]: seat 0 won. [1, 1]: a draw. */
  readonly ranks: readonly number[];
  /** The code of the reason in templates/sentences: 'connection', 'no-move', 'five', 'resigned' … */
  readonly reason: string;
  /** Points by colour. null: the game has no points. */
  readonly scores: Readonly<Record<Colour, number>> | null;
}

/** The seat from whose side a picture is drawn. null: the board's own orientation. */
export interface View {
  readonly seat: Seat | null;
}

/** The result of a position for the colour to move, with best play. unknown: the search stopped early, or cannot decide it. */
export type PositionValue = 'win' | 'draw' | 'loss' | 'unknown';

/** The result of a solver's search. */
export interface Solution<Move> {
  readonly value: PositionValue;
  /** A move that keeps the value. null: the value is unknown, or there is no move. */
  readonly move: Move | null;
  /** The number of nodes that were searched. */
  readonly nodes: number;
}

/** A solver with its memory, for the successive positions of a game. */
export interface SolverRun<Position, Move> {
  /**
   * Calls `stop` every few thousand nodes. When it returns true, the value is `unknown`, and the next call resumes the search.
   * If the value is `unknown` and `stop` never returned true, the solver cannot decide this position.
   */
  readonly solve: (position: Position, stop: () => boolean) => Solution<Move>;
}

/** Solves positions exactly. A search may take any time. */
export interface Solver<Position, Move> {
  /** Begins with an empty memory of at most `bytes` bytes. */
  readonly open: (bytes: number) => SolverRun<Position, Move>;
}

/** The result of a random game. */
export interface Playout {
  readonly outcome: Outcome;
  readonly plies: number;
}

/** A move, and the estimated probability (0 … 1) that it wins for the colour to move. */
export interface RatedMove<Move> {
  readonly move: Move;
  readonly prior: number;
}

/** Estimates that guide a search. */
export interface Heuristic<Position, Move> {
  /**
   * The best legal moves, at most `limit`, the best first. Empty when the game is over. Some legal moves may be missing even without a
   * limit. Moves that win or lose at once are not marked here, see `winningMove` and `losesAtOnce`.
   */
  readonly topMoves: (position: Position, limit: number) => readonly RatedMove<Move>[];
  /** The expected score (0 … 1) of the colour to move, without search. null: there is no estimate. The game must not be over. */
  readonly evaluate: (position: Position) => number | null;
  /**
   * How moves are best compared by these estimates: in a tree, or by `evaluate` after each of the top moves. The latter needs an evaluation
   * that ranks the moves of one position well, and positions after different answers badly.
   */
  readonly search: 'tree' | 'one move';
}

/** A played game, to be written to a game file. */
export interface GameForFile<Position> {
  /** The position after the last move. */
  readonly position: Position;
  readonly setup: Setup;
  /** The moves in effect, as canonical texts, each with the colour that made it. */
  readonly moves: readonly { readonly colour: Colour; readonly text: string }[];
  /** The players' names by seat. empty: no names. */
  readonly players: readonly string[];
  /** The number of moves before the swap. null: the players have not swapped. */
  readonly swappedAfter: number | null;
  /** null: the game is not over. */
  readonly outcome: Outcome | null;
  /** The day the game began, `2026-12-01`. null: unknown. */
  readonly date: string | null;
}

/** A game as a game file tells it. */
export interface GameFromFile extends Pick<GameForFile<never>, 'setup' | 'moves' | 'swappedAfter'> {
  /** Whether the file has the moves before and after the swap in the mirrored notation (`GtpNotation`). */
  readonly isMirrored: readonly [before: boolean, after: boolean];
  /** The colour that gave up in the end, or ran out of time. null: none did. */
  readonly retired: { readonly colour: Colour; readonly why: 'resigned' | 'out-of-time' } | null;
}

/** The properties of a node of SGF, by name. Several values are joined by commas. */
export type SgfNode = ReadonlyMap<string, string>;

/** The file of a game for other programs. */
export interface GameFileFormat<Position> {
  readonly extension: string;
  /** The values of GM that name this game, in lower case. */
  readonly names: readonly string[];
  readonly write: (course: GameForFile<Position>) => string;
  /** Reads the nodes of the main line, or says in English why it cannot. Moves need not be legal. Their texts are for `parse`. */
  readonly read: (nodes: readonly SgfNode[]) => Result<GameFromFile, string>;
  /** Reads a link to a position at another service. Its result is null if the text is none. null: such links are not known. */
  readonly readLink: ((text: string) => LinkedPosition | null) | null;
}

/** A position that a link shows. */
export interface LinkedPosition {
  /** For `decode`. */
  readonly position: string;
  /** The cell of the last move, as the link names it, and as `parse` reads it. */
  readonly last: { readonly there: string; readonly here: string };
}

/** How programs that speak GTP, the Go Text Protocol, write a game (docs/referee.md). */
export interface GtpNotation {
  /** The command that chooses the game and its board, in place of `boardsize`. null: `boardsize`. */
  readonly chooseGame: (setup: Setup) => string | null;
  /** The names of a colour. The first is written, and all are read, in lower case. */
  readonly nameColour: (colour: Colour) => readonly string[];
  /** Converts the canonical text of a move. */
  readonly writeMove: (text: string) => string;
  /** Converts a move in lower case to a text that `parse` reads. null: it has not the form of a move. */
  readonly readMove: (text: string) => string | null;
  /** The notation of the mirrored board, as after a swap of the pieces: cells are mirrored, and colours exchanged. null: there is no such swap. */
  readonly mirrored: GtpNotation | null;
}

/**
 * The rules of one game. Positions and moves are immutable plain JSON values.
 * Every member is required. A game without a feature has null or an empty list there.
 */
export interface Game<Position, Move> {
  /** The word that players type: 'nex'. Lower case, one word. */
  readonly name: string;
  /** The name in Subjects and sentences: 'Nex'. */
  readonly title: string;
  /** Other names that players may type, each with its options. Boards are numbered and stored under `name`. */
  readonly aliases: readonly Alias[];
  readonly options: readonly OptionSpec[];
  /** Parses the options into a complete setup, or returns which option is wrong and what is allowed. */
  readonly setup: (given: GivenOptions) => Result<Setup, Refusal>;
  /** The colours in their order of play. */
  readonly colours: (setup: Setup) => readonly ColourSpec[];
  readonly seats: (setup: Setup) => readonly SeatSpec[];
  /** The refusal codes of this game, each with the parts of its sentence in templates/sentences. */
  readonly refusals: RefusalCodes;
  /** The number of moves after which the next player may swap, if the challenge allows it. null: a swap is never allowed. */
  readonly swapAfter: number | null;

  readonly start: (setup: Setup) => Position;
  /** The colour to move; null when the game is over. */
  readonly toMove: (position: Position) => Colour | null;
  /** Yields every legal move once. The order is part of the contract (snapshot-tested). Empty when the game is over. */
  readonly moves: (position: Position) => Iterable<Move>;
  /** The number of legal moves, by a formula where there is one. 0 when the game is over. */
  readonly countMoves: (position: Position) => number;
  /** Parses a legal move, or returns the reason for refusing it. Accepts every documented form. Never throws. */
  readonly parse: (position: Position, text: string) => Result<Move, Refusal>;
  /** Parses a pass that the rules make anyway (a colour without moves is skipped), and returns the unchanged game's position. null: no such pass. */
  readonly parsePass: (position: Position, text: string) => Position | null;
  /** Whether the text looks like a move of this game, legal or not, on any board. Separates moves from prose in mails. */
  readonly looksLikeMove: (text: string) => boolean;
  /** The canonical text: parse(format(m)) = m for every legal m. */
  readonly format: (position: Position, move: Move) => string;
  /** The move in the notation of other programs for this game (docs/referee.md), which `parse` reads too. null: they use the text of `format`. */
  readonly formatForPrograms: ((position: Position, move: Move) => string) | null;
  /** The notation of programs that speak GTP. null: GTP is not spoken for this game. */
  readonly gtp: GtpNotation | null;
  /** Describes the move in words, as a code of templates/sentences: 'a black stone on c3, a neutral on b3'. */
  readonly describe: (position: Position, move: Move) => Phrase;
  /**
   * Lists the spots of the picture that a player may click after the spots in `named`. Every legal move can be reached by clicks, and
   * every path of clicks leads to one. The clicked spots are a complete move if `parse` reads them, joined by commas, as a move.
   * Empty if nothing can follow, and when the game is over.
   */
  readonly continuations: (position: Position, named: readonly string[]) => readonly string[];
  /** One legal move of each kind, the most usual kind first, for 'for example' in mails. A kind may be missing if it is not found soon. */
  readonly examples: (position: Position) => readonly Move[];
  /** The position after a legal move. Throws if the move is illegal. Does not change its input. */
  readonly play: (position: Position, move: Move) => Position;
  /** The position after this seat has resigned or forfeited. In a game of two seats the game is over. */
  readonly retire: (position: Position, seat: Seat) => Position;
  readonly outcome: (position: Position) => Outcome | null;

  readonly picture: (position: Position, view: View) => Picture;
  /** Writes the position as one line of text (`--position`), and reads it back. decode(encode(p)) plays like p. */
  readonly encode: (position: Position) => string;
  readonly decode: (setup: Setup, text: string) => Result<Position, Refusal>;
  /** The game file that other programs for this game can open. null: there is no such format. */
  readonly record: GameFileFormat<Position> | null;

  /** Draws a legal move, all with equal probability, if possible without listing them. Throws if the game is over. */
  readonly randomMove: (position: Position, rng: Random) => Move;
  /** Plays moves drawn as by `randomMove` to the end of the game. */
  readonly playout: (position: Position, rng: Random) => Playout;
  /** A legal move that wins at once: the game is over and the mover's seat alone is first. null: there is none. */
  readonly winningMove: (position: Position) => Move | null;
  /**
   * Returns a test whether a legal move loses at once: after it the game is over and the mover's seat alone is last, or another seat is to
   * move and has a winning move. The position must have no winning move. One test serves all moves of a position.
   */
  readonly losesAtOnce: (position: Position) => (move: Move) => boolean;
  /**
   * Finds a legal move that wins by force, against every answer, within about `nodes` steps of its search. A long search asks `stop` now
   * and then, and ends if it returns true. The position must have no winning move. The result is null if none is found.
   * null: this game has no such search.
   */
  readonly forcedWin: ((position: Position, nodes: number, stop?: () => boolean) => Move | null) | null;
  /**
   * Returns a test whether a legal move is known to lose by force, by what is found within about `nodes` steps. The position must have no
   * winning move. The result is null if no move is known to lose, and `matchEveryMove` if all are. null: this game has no such search.
   */
  readonly forcedLosses: ((position: Position, nodes: number) => ((move: Move) => boolean) | null) | null;
  /**
   * The mean loss of a weak robot's move is that of its level times this: less in long games, and where each mistake costs much. It is
   * set by measurement: each robot should win 65 to 85 % of the games against the one below it (docs/players.md). 1 to begin with.
   */
  readonly lossFactor: number;
  /** Estimates for a search. null: this game has none. */
  readonly heuristic: Heuristic<Position, Move> | null;
  /** Solves positions exactly, as far as it can. null: this game has no solver. */
  readonly solver: Solver<Position, Move> | null;
  /** The input and output of neural networks. null: this game has no such view. */
  readonly cellView: CellView<Position, Move> | null;
}

declare const hidden: unique symbol;
/** A position or move of any game. Only the game that made it can use it. */
export interface Opaque {
  readonly [hidden]: true;
}

/** A game whose types of positions and moves are hidden, so that all games have one type. */
export type AnyGame = Game<Opaque, Opaque>;

/** The test of `forcedLosses` where every move loses. */
export const matchEveryMove = (): boolean => true;

/** Hides the types of a game. This cast is sound while positions and moves return only to their own game. */
export const hideTypes = <Position, Move>(game: Game<Position, Move>): AnyGame => game as unknown as AnyGame;

/** A game found by a name, with the options that the name implies. */
export interface NamedGame {
  readonly game: AnyGame;
  readonly given: GivenOptions;
}

/** The game and the position of a link to another service. null: no game knows it. */
export function readLink(games: readonly AnyGame[], text: string): (LinkedPosition & Pick<NamedGame, 'game'>) | null {
  for (const game of games) {
    const linked = game.record?.readLink?.(text) ?? null;
    if (linked !== null) return { ...linked, game };
  }
  return null;
}

/** All names of a game. */
export const namesOf = (game: AnyGame): readonly string[] => [game.name, ...game.aliases.map(alias => alias.name)];

/** The seat of a colour. -1: no seat has it. */
export const findSeat = (game: AnyGame, setup: Setup, colour: Colour | null): Seat =>
  game.seats(setup).findIndex(({ colours }) => colour !== null && colours.includes(colour));

/** The title of a board with this setup: 'Boku' for hexafive with -special=1. */
export const titleOf = ({ title, aliases }: Pick<AnyGame, 'title' | 'aliases'>, setup: Setup): string =>
  aliases.find(({ given }) => given.every(([option, value]) => lookUp(setup, option) === value))?.title ?? title;

/** Finds a game by name or alias, in upper or lower case: 'boku' is hexafive with -special=1. */
export function findNamedGame(games: readonly AnyGame[], name: string): NamedGame | null {
  const typed = name.toLowerCase();
  const game = games.find(each => each.name === typed);
  if (game !== undefined) return { game, given: [] };
  for (const each of games) {
    const alias = each.aliases.find(known => known.name === typed);
    if (alias !== undefined) return { game: each, given: alias.given };
  }
  return null;
}

/** Adds typed options to those that the name implies. An option that repeats an implied value is dropped. */
export const addTypedOptions = (named: NamedGame, typed: GivenOptions): GivenOptions => [
  ...named.given,
  ...typed.filter(([name, value]) => !named.given.some(([own, set]) => own === name.toLowerCase() && set === value)),
];
