// A match at a given moment, derived by replaying its record: the position, who holds which side, who is to move.
import type { AnyGame, Colour, ColourSpec, Opaque, Outcome, Seat } from '#games/game.ts';
import { assert, must } from '#games/kit/assert.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import type { Catalogue } from '../state/catalogue.ts';
import type { Entry, Instant, Match, Player } from '../state/documents.ts';

/** A move of the record as it is shown. */
export interface Ply {
  readonly text: string;
  readonly colour: Colour;
  /** Who played it, as an index of match.players. */
  readonly player: number;
}

/** A stretch of time in which one player had to act. */
export interface Turn {
  /** An index of match.players: clocks belong to players, whatever colour they have. */
  readonly player: number;
  readonly begun: Instant;
  /** null: it goes on. */
  readonly ended: Instant | null;
  /** Did it end by an act of the player's own? */
  readonly isDone: boolean;
}

/** A board with its game, played through. */
export interface Table {
  readonly game: AnyGame;
  readonly match: Match;
  readonly matchState: MatchState;
}

export interface MatchState {
  readonly position: Opaque;
  readonly plies: readonly Ply[];
  /** By seat: who holds it, as an index of match.players. A swap exchanges these. */
  readonly holders: readonly number[];
  /** After how many moves sides were taken, and by whom (an index of match.players). */
  readonly swapped: { readonly after: number; readonly by: number } | null;
  /** The seats that were given up, in this order. */
  readonly retired: readonly Seat[];
  /** How the game ended; null while it goes on. */
  readonly outcome: Outcome | null;
  /** In order; the last one goes on as long as the game does. */
  readonly turns: readonly Turn[];
}

/** Standings of records already replayed. A record is never changed, only extended, so this memory is not observable. */
const remembered = new WeakMap<readonly Entry[], MatchState>();

/** The match as it stands, or after its first `plies` moves. */
export function matchStateOf(game: AnyGame, match: Match, plies: number | null = null): MatchState {
  if (plies !== null)
    return entriesUpTo(match.record, plies).reduce(
      (matchState, entry) => after(game, match, matchState, entry),
      opening(game, match),
    );
  const known = remembered.get(match.record);
  if (known !== undefined) return known;
  const matchState = match.record.reduce((sofar, entry) => after(game, match, sofar, entry), opening(game, match));
  remembered.set(match.record, matchState);
  return matchState;
}

/** The standing of a record nobody vouches for, remembered as sound; or the first entry that cannot be, by the rules. */
export function replay(game: AnyGame, match: Match): Result<MatchState, string> {
  const known = remembered.get(match.record);
  if (known !== undefined) return ok(known);
  let matchState = opening(game, match);
  for (const [index, entry] of match.record.entries()) {
    const fault = impossible(game, match, matchState, entry);
    if (fault !== null) return no(`entry ${index + 1} of its record, ${fault}`);
    matchState = after(game, match, matchState, entry);
  }
  remembered.set(match.record, matchState);
  return ok(matchState);
}

const isHeld = (game: AnyGame, match: Match, { retired }: MatchState, seat: Seat): boolean =>
  seat < game.seats(match.setup).length && !retired.includes(seat);

/** Why this entry cannot come next; null: it can. */
function impossible(game: AnyGame, match: Match, matchState: MatchState, entry: Entry): string | null {
  const isOver = game.toMove(matchState.position) === null;
  if (isBeside(entry)) return null;
  switch (entry.kind) {
    case 'move':
      if (isOver) return `the move ${entry.text}, comes when the game is over`;
      return game.parse(matchState.position, entry.text).ok ? null : `the move ${entry.text}, is not legal`;
    case 'swap':
      return isOver || matchState.plies.length === 0 || matchState.swapped !== null ? 'a swap, is out of place' : null;
    case 'retire':
      return !isOver && isHeld(game, match, matchState, entry.seat)
        ? null
        : `seat ${entry.seat} giving up, is out of place`;
  }
}

/** The standing once this entry is added, remembered for the extended record. */
export function matchStateWith(
  game: AnyGame,
  match: Match,
  entry: Entry,
): { readonly record: readonly Entry[]; readonly matchState: MatchState } {
  const record = [...match.record, entry];
  const matchState = after(game, match, matchStateOf(game, match), entry);
  remembered.set(record, matchState);
  return { record, matchState };
}

function entriesUpTo(record: readonly Entry[], plies: number): readonly Entry[] {
  let played = 0;
  return record.filter(entry => {
    if (entry.kind === 'move') played += 1;
    return entry.kind === 'move' ? played <= plies : entry.kind === 'swap' && entry.after <= plies;
  });
}

function opening(game: AnyGame, match: Match): MatchState {
  const matchState: MatchState = {
    position: game.start(match.setup),
    plies: [],
    holders: match.players.map((_, index) => index),
    swapped: null,
    retired: [],
    outcome: null,
    turns: [],
  };
  return {
    ...matchState,
    turns: turnsAfter([], turnOf(game, match, matchState)?.player ?? null, beginOf(match), false),
  };
}

/** When the first turn begins: not while somebody who is invited has not answered. */
const beginOf = ({ begun, opened }: Match): Instant => begun ?? opened;

/** The turns once something happened; `player`: who is to act now. */
function turnsAfter(turns: readonly Turn[], player: number | null, at: Instant, isDone: boolean): readonly Turn[] {
  const last = turns.at(-1);
  // Somebody else gave up: whoever is to move has no more time for it.
  if (!isDone && last?.player === player) return turns;
  const ended = last === undefined ? [] : [...turns.slice(0, -1), { ...last, ended: at, isDone }];
  return player === null ? ended : [...ended, { player, begun: at, ended: null, isDone: false }];
}

function after(game: AnyGame, match: Match, matchState: MatchState, entry: Entry): MatchState {
  if (isBeside(entry)) return matchState;
  const next = changed(game, match, matchState, entry);
  const player = turnOf(game, match, next)?.player ?? null;
  return { ...next, turns: turnsAfter(matchState.turns, player, entry.at, entry.kind !== 'retire') };
}

type EntryBeside = Extract<Entry, { kind: 'addtime' | 'reminder' | 'reminder-accepted' | 'absence' | 'return' }>;

/** It changes nothing of the game: what was sent, given, or kept somebody away. */
const isBeside = (entry: Entry): entry is EntryBeside =>
  ['addtime', 'reminder', 'reminder-accepted', 'absence', 'return'].includes(entry.kind);

/** What an entry does to all but the turns. */
function changed(game: AnyGame, match: Match, matchState: MatchState, entry: Exclude<Entry, EntryBeside>): MatchState {
  switch (entry.kind) {
    case 'swap':
      return swap(game, match, matchState, entry.after);
    case 'retire': {
      const position = game.retire(matchState.position, entry.seat);
      const retired = [...matchState.retired, entry.seat];
      const outcome = game.outcome(position);
      return {
        ...matchState,
        position,
        retired,
        outcome: outcome === null ? null : { ...outcome, ...endedBy(entry.why) },
      };
    }
    case 'move': {
      const move = game.parse(matchState.position, entry.text);
      assert(move.ok, `the record of ${match.game} board ${match.number} replays: ${entry.text}`);
      const colour = must(game.toMove(matchState.position), 'a recorded move has a colour to move');
      const position = game.play(matchState.position, move.value);
      const player = holderOf(game, match, matchState, colour);
      const ply: Ply = { text: entry.text, colour, player };
      return { ...matchState, position, plies: [...matchState.plies, ply], outcome: game.outcome(position) };
    }
  }
}

/** Games know of giving up alone; whose time is over has not. */
const endedBy = (why: Extract<Entry, { kind: 'retire' }>['why']): Partial<Outcome> =>
  why === 'resigned' ? {} : { reason: why };

/** Whoever is to move takes the seat that moved last, and its holder theirs. */
function swap(game: AnyGame, match: Match, matchState: MatchState, after: number): MatchState {
  const last = must(matchState.plies.at(-1), 'a swap follows a move').colour;
  const next = must(game.toMove(matchState.position), 'a swap is made in a running game');
  const [taken, left] = [seatOfColour(game, match, last), seatOfColour(game, match, next)];
  const { holders } = matchState;
  const swapped = { after, by: must(holders[left], 'every seat is held') };
  return {
    ...matchState,
    swapped,
    holders: holders.with(taken, swapped.by).with(left, must(holders[taken], 'every seat is held')),
  };
}

export const seatOfColour = (game: AnyGame, match: Match, colour: Colour): Seat =>
  game.seats(match.setup).findIndex(seat => seat.colours.includes(colour));

const holderOf = (game: AnyGame, match: Match, matchState: MatchState, colour: Colour): number =>
  must(matchState.holders[seatOfColour(game, match, colour)], 'every seat is held');

/** Who is to move, with which colour; null when the game is over. */
export function turnOf(
  game: AnyGame,
  match: Match,
  matchState: MatchState,
): { readonly colour: ColourSpec; readonly player: number } | null {
  const name = game.toMove(matchState.position);
  if (name === null) return null;
  const colour = must(
    game.colours(match.setup).find(each => each.name === name),
    'the colour to move is one of the game',
  );
  return { colour, player: holderOf(game, match, matchState, name) };
}

/** How a player is called in mails: an invited address is never shown to anyone. */
export const playerName = (player: Player | undefined): string =>
  player?.kind === 'account' ? player.userid : '(invited)';

/** Has this player still to say whether they play? */
export const isAwaited = (player: Player | undefined): boolean =>
  player?.kind === 'invited' || (player?.kind === 'account' && player.isAsked === true);

/** Was this account asked whether it plays, and has not said so yet? */
export const isAskedAt = ({ players }: Pick<Match, 'players'>, userid: string): boolean =>
  players.some(player => player.kind === 'account' && player.userid === userid && player.isAsked === true);

export const userids = (match: Pick<Match, 'players'>): readonly string[] => [
  ...new Set(match.players.flatMap(player => (player.kind === 'account' ? [player.userid] : []))),
];

/** The seats this account holds; one may play several. */
const seatsHeldBy = (match: Match, matchState: MatchState, userid: string): readonly Seat[] =>
  matchState.holders.flatMap((index, seat) => {
    const player = match.players[index];
    return player?.kind === 'account' && player.userid === userid ? [seat] : [];
  });

export const gameOf = (state: Pick<Catalogue, 'games'>, match: { readonly game: string }): AnyGame =>
  must(
    state.games.find(game => game.name === match.game),
    `the shelf has the game of every board: ${match.game}`,
  );

/** The seats this account holds and has not given up. */
export const seatsPlayedBy = (match: Match, matchState: MatchState, userid: string): readonly Seat[] =>
  seatsHeldBy(match, matchState, userid).filter(seat => !matchState.retired.includes(seat));

/** Has this account done anything on the board yet? Before that, resigning is declining. */
export const hasActed = (match: Match, matchState: MatchState, userid: string): boolean => {
  const isTheirs = (index: number): boolean => {
    const player = match.players[index];
    return player?.kind === 'account' && player.userid === userid;
  };
  return matchState.plies.some(ply => isTheirs(ply.player)) || isTheirs(matchState.swapped?.by ?? -1);
};
