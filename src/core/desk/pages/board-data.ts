// The data for the script of a board's page: the game as it was played, and its state.
import type { Setup } from '#games/game.ts';
import type { LoadedMatch } from '#core/board/match.ts';

/** What has changed the board, in order: a move in the canonical text, or the number of the seat that has given up. */
export type BoardStep = string | number;

/** What a player can do besides a move. */
export interface PageAct {
  /** 'Offer a draw' */
  readonly label: string;
  /** The first line of a reply. */
  readonly line: string;
}

export interface BoardData {
  readonly title: string;
  readonly number: number;
  /** `/nex/101` */
  readonly path: string;
  readonly setup: Setup;
  readonly steps: readonly BoardStep[];
  /** The number of moves after which the page shows the board. */
  readonly ply: number;
  /** null: a player without an account, only invited, or a program of the server: no mails begin for these. */
  readonly players: readonly (string | null)[];
  /** The player of each seat, as an index among the players. */
  readonly holders: readonly number[];
  readonly takeBacks: number;
  /** Does the game go on? Then moves can be sent. */
  readonly isRunning: boolean;
  /** Does the page tell what an engine found? */
  readonly isReviewed: boolean;
  /** Whose turn it is, or how the game ended; `told`: as each of the players is told. */
  readonly status: string;
  readonly told: readonly string[];
  /** What each of the players can do besides a move. */
  readonly acts: readonly (readonly PageAct[])[];
}

/** Exchanged sides are not among the steps: they change the players' sides, and not the board. */
export const buildBoardData = (
  { match, matchState }: LoadedMatch,
  shown: Pick<BoardData, 'title' | 'number' | 'path' | 'ply' | 'players' | 'status' | 'told' | 'acts'>,
): BoardData => ({
  ...shown,
  setup: match.setup,
  steps: matchState.line.flatMap((entry): readonly BoardStep[] =>
    entry.kind === 'move' ? [entry.text] : entry.kind === 'retire' ? [entry.seat] : [],
  ),
  holders: matchState.holders,
  takeBacks: matchState.takeBacks.length,
  isRunning: match.state === 'active',
  isReviewed: match.review !== undefined,
});
