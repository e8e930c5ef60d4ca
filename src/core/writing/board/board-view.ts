// The data of a board mail's templates, and of a picture's caption.
import type { BoardParts } from './board-parts.ts';

/** Everything the two templates of a board mail show. */
export interface BoardView {
  /** What the reader is asked; '' for nothing. */
  readonly question: string;
  readonly status: string;
  /** Until when, and how much is left; '' where no clock runs. */
  readonly clock: string;
  /** The reader's colours, as CSS has them. */
  readonly stones: readonly string[];
  readonly news: readonly string[];
  /** What the result made of the ratings. */
  readonly ratings: readonly string[];
  /** What a tutorial teaches, a paragraph each. */
  readonly lesson: readonly string[];
  /** What the reader has prepared. */
  readonly prepared: readonly string[];
  readonly refused: readonly string[];
  readonly moves: string;
  readonly board: BoardParts;
  /** The address of the board's page; '' where it has none. */
  readonly page: string;
  readonly aims: string;
  readonly options: string;
  /** The players that are programs, a sentence each. */
  readonly robots: readonly string[];
  /** What others wrote, oldest first. */
  readonly comments: readonly { readonly by: string; readonly text: string; readonly quoted: string }[];
  /** What the reader has noted for themselves; null: nothing. */
  readonly note: { readonly text: string; readonly quoted: string } | null;
  /** Why a reader without a seat gets it. '' for players. */
  readonly following: string;
  readonly undelivered: string;
  /** null: the reader has nothing to answer here. */
  readonly answer: {
    readonly examples: readonly { readonly move: string; readonly meaning: string; readonly padded: string }[];
    readonly others: string;
    readonly links: readonly { readonly word: string; readonly href: string }[];
  } | null;
}
