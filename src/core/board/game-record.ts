// The record of a game for programs: what was agreed, the players, what happened, and the result.
// It holds no addresses and none of the players' words (docs/record-format.md).
import type { AnyGame, Colour, Outcome, Setup } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { beginOf, isBeside, matchStateOf } from './match.ts';
import type { MatchState, Ply } from './match-state.ts';
import type { Instant } from '../kernel/time.ts';
import type { Match, RetireReason } from './match-document.ts';

export const RECORD_FORMAT = 'nexpost-game';
/** Raised when a reader of the version before would misread a file. */
export const RECORD_VERSION = 1;

/** UTC, as ISO 8601 writes it. */
type Moment = string;

/** Players and seats are counted from 0, in the order of the challenge: at first player 0 has seat 0. */
export type RecordEntry =
  | { readonly move: string; readonly colour: Colour; readonly by: number; readonly at: Moment }
  /** This player took the side that moved last, and its player theirs. */
  | { readonly swap: number; readonly at: Moment }
  /** This seat was given up. */
  | { readonly retire: number; readonly why: RetireReason; readonly at: Moment }
  /** The board is again as it was after this number of moves, just before the next one. */
  | { readonly takeBack: number; readonly at: Moment }
  /** All players agreed on a draw. */
  | { readonly draw: true; readonly at: Moment };

export interface GameRecord {
  readonly format: typeof RECORD_FORMAT;
  readonly version: typeof RECORD_VERSION;
  readonly game: string;
  readonly board: number;
  readonly setup: Setup;
  /** Could sides be swapped? */
  readonly swap: boolean;
  readonly rated: boolean;
  /** Userids. null: an invited player without an answer so far. */
  readonly players: readonly (string | null)[];
  readonly opened: Moment;
  /** When the first turn began. */
  readonly begun: Moment;
  /** The board of the same game whose first `moves` moves are the first of this one. */
  readonly from: { readonly board: number; readonly moves: number } | null;
  readonly tournament: { readonly number: number; readonly round: number } | null;
  readonly record: readonly RecordEntry[];
  /** null: the game goes on. */
  readonly result: RecordResult | null;
}

export interface RecordResult {
  readonly reason: string;
  /** By seat: its rank, 1 = first, and its player at the end. */
  readonly ranks: readonly number[];
  readonly holders: readonly number[];
  /** By colour, where the game counts points. */
  readonly scores: Readonly<Record<Colour, number>> | null;
  readonly ended: Moment;
}

const moment = (at: Instant): Moment => new Date(at).toISOString();

export function recordOf(game: AnyGame, match: Match): GameRecord {
  const { game: name, number, setup, swap, from, tournament } = match;
  const matchState = matchStateOf(game, match);
  return {
    ...{ format: RECORD_FORMAT, version: RECORD_VERSION, game: name, board: number, setup, swap },
    rated: match.isUnrated !== true && from === undefined,
    players: match.players.map(player => (player.kind === 'account' ? player.userid : null)),
    ...{ opened: moment(match.opened), begun: moment(beginOf(match)) },
    from: from === undefined ? null : { board: from.number, moves: from.ply },
    tournament: tournament ?? null,
    record: entriesOf(game, match),
    result: matchState.outcome === null ? null : resultOf(match, matchState, matchState.outcome),
  };
}

const resultOf = (match: Match, { holders }: MatchState, { reason, ranks, scores }: Outcome): RecordResult => ({
  ...{ reason, ranks, holders, scores },
  ended: moment(match.record.findLast(entry => !isBeside(entry))?.at ?? match.opened),
});

/** What happened to the board: what was asked and refused, and what is beside the game, is left out. */
function entriesOf(game: AnyGame, match: Match): readonly RecordEntry[] {
  const whole = matchStateOf(game, match);
  const made = pliesMade(whole);
  let moves = 0;
  let takeBacks = 0;
  return match.record.flatMap((entry, index): readonly RecordEntry[] => {
    if (isBeside(entry)) return [];
    const at = moment(entry.at);
    switch (entry.kind) {
      case 'move': {
        const { colour, player: by } = must(made[moves++], 'every move of the record was made');
        return [{ move: entry.text, colour, by, at }];
      }
      case 'swap':
        return [{ swap: must(whole.swapped, 'a swap is never taken back').by, at }];
      case 'retire':
        return [{ retire: entry.seat, why: entry.why, at }];
      case 'proposal':
      case 'vote': {
        const after = matchStateOf(game, { ...match, record: match.record.slice(0, index + 1) });
        const last = after.takeBacks.length > takeBacks ? after.takeBacks.at(-1) : undefined;
        takeBacks = after.takeBacks.length;
        if (last !== undefined) return [{ takeBack: last.after, at }];
        return after.outcome === null ? [] : [{ draw: true, at }];
      }
    }
  });
}

/** In the order in which they were made, those that were taken back among them. */
function pliesMade({ plies, takeBacks }: MatchState): readonly Ply[] {
  let standing = plies;
  let later: readonly Ply[] = [];
  for (const { after, plies: gone } of takeBacks.toReversed()) {
    later = [...standing.slice(after), ...later];
    standing = [...standing.slice(0, after), ...gone];
  }
  return [...standing, ...later];
}

/** As a file: readable, an entry of the record a line. */
export function recordText({ record, ...rest }: GameRecord): string {
  const lines = Object.entries({ ...rest, record }).map(([name, value]) => {
    const entries = name === 'record' ? record.map(entry => `    ${JSON.stringify(entry)}`).join(',\n') : '';
    const shown = entries === '' ? JSON.stringify(value) : `[\n${entries}\n  ]`;
    return `  ${JSON.stringify(name)}: ${shown}`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}
