// The public record of a game for other programs: setup, players, entries and result.
// It has no addresses and no comments (docs/record-format.md).
import type { AnyGame, Colour, Outcome, Setup } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { addToRecord, beginOf, isAnnotation, matchStateOf } from './match.ts';
import type { MatchState, Ply } from './match-state.ts';
import type { Instant } from '../kernel/time.ts';
import type { Match, RetireReason } from './match-document.ts';

export const RECORD_FORMAT = 'nexpost-game';
/** Increased when a program for the earlier version would misread a file. */
export const RECORD_VERSION = 1;

/** An instant in ISO 8601, UTC. */
type Moment = string;

/** Players and seats are counted from 0, in the order of the challenge: at first player 0 has seat 0. */
export type RecordEntry =
  | { readonly move: string; readonly colour: Colour; readonly by: number; readonly at: Moment }
  /** This player took the side that moved last, in exchange for their own. */
  | { readonly swap: number; readonly at: Moment }
  /** This seat was given up. */
  | { readonly retire: number; readonly why: RetireReason; readonly at: Moment }
  /** The board returned to the position after this number of moves. */
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

const formatMoment = (at: Instant): Moment => new Date(at).toISOString();

export function createRecord(game: AnyGame, match: Match): GameRecord {
  const { game: name, number, setup, swap, from, tournament } = match;
  const matchState = matchStateOf(game, match);
  return {
    ...{ format: RECORD_FORMAT, version: RECORD_VERSION, game: name, board: number, setup, swap },
    rated: match.isUnrated !== true && from === undefined,
    players: match.players.map(player => (player.kind === 'account' ? player.userid : null)),
    ...{ opened: formatMoment(match.opened), begun: formatMoment(beginOf(match)) },
    from: from === undefined ? null : { board: from.number, moves: from.ply },
    tournament: tournament ?? null,
    record: listEntries(game, match),
    result: matchState.outcome === null ? null : createResult(match, matchState, matchState.outcome),
  };
}

const createResult = (match: Match, { holders }: MatchState, { reason, ranks, scores }: Outcome): RecordResult => ({
  ...{ reason, ranks, holders, scores },
  ended: formatMoment(match.record.findLast(entry => !isAnnotation(entry))?.at ?? match.opened),
});

/** The entries that changed the board. Refused proposals and annotations are left out. */
function listEntries(game: AnyGame, match: Match): readonly RecordEntry[] {
  const matchState = matchStateOf(game, match);
  const madePlies = listMadePlies(matchState);
  let moves = 0;
  let takeBacks = 0;
  /** Played as far as the last proposal or vote. */
  let played: Match = { ...match, record: [] };
  return match.record.flatMap((entry, index): readonly RecordEntry[] => {
    if (isAnnotation(entry)) return [];
    const at = formatMoment(entry.at);
    switch (entry.kind) {
      case 'move': {
        const { colour, player: by } = must(madePlies[moves++], 'every move of the record was made');
        return [{ move: entry.text, colour, by, at }];
      }
      case 'swap':
        return [{ swap: must(matchState.swapped, 'a swap is never taken back').by, at }];
      case 'retire':
        return [{ retire: entry.seat, why: entry.why, at }];
      case 'proposal':
      case 'vote': {
        for (const each of match.record.slice(played.record.length, index + 1))
          played = addToRecord({ game, match: played }, each).match;
        const after = matchStateOf(game, played);
        const last = after.takeBacks.length > takeBacks ? after.takeBacks.at(-1) : undefined;
        takeBacks = after.takeBacks.length;
        if (last !== undefined) return [{ takeBack: last.after, at }];
        return after.outcome === null ? [] : [{ draw: true, at }];
      }
    }
  });
}

/** All plies in the order in which they were made, including those taken back. */
function listMadePlies({ plies, takeBacks }: MatchState): readonly Ply[] {
  let currentPlies = plies;
  let laterPlies: readonly Ply[] = [];
  for (const { after, plies: takenBackPlies } of takeBacks.toReversed()) {
    laterPlies = [...currentPlies.slice(after), ...laterPlies];
    currentPlies = [...currentPlies.slice(0, after), ...takenBackPlies];
  }
  return [...currentPlies, ...laterPlies];
}

/** Formats the record as JSON with one entry a line. */
export function formatRecord({ record, ...rest }: GameRecord): string {
  const lines = Object.entries({ ...rest, record }).map(([name, value]) => {
    const entries = name === 'record' ? record.map(entry => `    ${JSON.stringify(entry)}`).join(',\n') : '';
    const valueText = entries === '' ? JSON.stringify(value) : `[\n${entries}\n  ]`;
    return `  ${JSON.stringify(name)}: ${valueText}`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}
