// The first lines of a board mail: whose turn it is or who won, and the reader's side.
import { type AnyGame, type ColourSpec, titleOf } from '#games/game.ts';
import { formatAndList, formatCommaList } from '#games/kit/lists.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { must } from '#games/kit/assert.ts';
import { findSoleWinner, VOID } from '../matches/list.ts';
import { matchStateOf, playerName, turnOf } from '../board/match.ts';
import type { MatchState } from '../board/match-state.ts';
import type { Match } from '../board/match-document.ts';
import type { BoardMessage } from '../decision/message.ts';

/** A board as it is shown, in a mail or on a page. */
export interface ShownBoard {
  readonly game: AnyGame;
  readonly match: Match;
  /** As it stands, or after some moves. */
  readonly matchState: MatchState;
  readonly message: Pick<BoardMessage, 'occasion' | 'ply' | 'imagined'>;
}

/** A board as a message shows it. */
export interface BoardMailContext extends ShownBoard {
  readonly message: BoardMessage;
}

/** The turn, told to its player, to an opponent, and to a reader without a side. `error`: in the answer to a mistake nothing has changed. */
const TURN_CODES = {
  reader: { calm: 'board-yours', error: 'board-yours-error' },
  other: { calm: 'board-waiting', error: 'board-waiting-error' },
  somebody: { calm: 'board-turn', error: 'board-turn-error' },
} as const;

/** The first line of a mail: what is shown where that is not the board, and how it stands. `player`: the reader's place at the table; -1: none. */
export const formatStatus = (shownBoard: ShownBoard, player: number): readonly Phrase[] =>
  shownBoard.message.imagined === undefined
    ? [formatStanding(shownBoard, player)]
    : [shownBoard.message.imagined.what, formatImagined(shownBoard)];

/** Whose turn it would be, or how the game would end. */
function formatImagined({ game, match, matchState }: ShownBoard): Phrase {
  const turn = turnOf(game, match, matchState);
  if (turn !== null && match.number === 0) return { code: 'imagined-side', parts: { colour: turn.colour.title } };
  if (turn !== null)
    return {
      code: 'imagined-turn',
      parts: { player: playerName(match.players[turn.player]), colour: turn.colour.title },
    };
  const outcome = must(matchState.outcome, 'a board without a turn is over');
  const reason: Phrase = { code: outcome.reason, parts: {} };
  const seat = findSoleWinner(outcome.ranks);
  return seat === -1
    ? { code: 'imagined-drawn', parts: { reason } }
    : { code: 'imagined-won', parts: { side: game.seats(match.setup)[seat]?.title ?? '', reason } };
}

/** Whose turn it is, or how it ended. */
function formatStanding(shownBoard: ShownBoard, player: number): Phrase {
  const { game, match, matchState, message } = shownBoard;
  const board = { game: titleOf(game, match.setup), number: match.number };
  if (message.ply !== null) {
    return { code: 'status-at', parts: { ...board, ply: message.ply, last: matchStateOf(game, match).plies.length } };
  }
  if (match.state === 'invited') return { code: 'board-waits', parts: board };
  const turn = turnOf(game, match, matchState);
  if (turn !== null) {
    const { calm, error } =
      player === -1 ? TURN_CODES.somebody : turn.player === player ? TURN_CODES.reader : TURN_CODES.other;
    const isAnswer = message.occasion === 'error' || message.occasion === 'question';
    const parts = { ...board, player: playerName(match.players[turn.player]), colour: turn.colour.title };
    return { code: isAnswer ? error : calm, parts };
  }
  return formatEnd(shownBoard);
}

/** How it ended. */
function formatEnd({ game, match, matchState }: ShownBoard): Phrase {
  const board = { game: titleOf(game, match.setup), number: match.number };
  const outcome = must(matchState.outcome, 'a board without a turn is over');
  const reason: Phrase = { code: outcome.reason, parts: {} };
  const seat = findSoleWinner(outcome.ranks);
  if (outcome.reason === VOID) return { code: 'board-void', parts: { ...board, reason } };
  if (seat === -1) return { code: 'board-drawn', parts: { ...board, reason } };
  const parts = { ...board, player: playerName(match.players[matchState.holders[seat] ?? -1]), reason };
  return { code: 'board-won', parts: { ...parts, side: game.seats(match.setup)[seat]?.title ?? '' } };
}

/** The colours a player holds. There are none for a reader without a seat, and while seats are offered. */
export function coloursOf({ game, match, matchState }: BoardMailContext, player: number): readonly ColourSpec[] {
  if (player === -1 || match.state === 'invited') return [];
  const names = game
    .seats(match.setup)
    .flatMap(({ colours }, seat) => (matchState.holders[seat] === player ? colours : []));
  return game.colours(match.setup).filter(({ name }) => names.includes(name));
}

/** `You are Black (B).`, in words alone without the letter, which is one of the drawing. Nothing for a reader without a colour. */
export function formatSide(
  { match }: BoardMailContext,
  colours: readonly ColourSpec[],
  hasLetters: boolean,
): readonly Phrase[] {
  if (colours.length === 0) return [];
  const code = hasLetters ? 'colour-letter' : 'colour';
  const sides = formatAndList(colours.map(({ title, letter }): Phrase => ({ code, parts: { title, letter } })));
  return [{ code: match.state === 'over' ? 'side-was' : 'side', parts: { sides } }];
}

/** The places, when the game is over and there is more to say than who won. */
export function formatPlaces({ game, match, matchState, message }: ShownBoard): readonly Phrase[] {
  const ranks = message.ply === null ? (matchState.outcome?.ranks ?? []) : [];
  if (new Set(ranks).size < 3) return [];
  const titles = game.seats(match.setup).map(({ title }) => title);
  const places = ranks
    .map((rank, seat) => ({
      rank,
      player: playerName(match.players[matchState.holders[seat] ?? -1]),
      side: titles[seat] ?? '',
    }))
    .toSorted((a, b) => a.rank - b.rank)
    .map((parts): Phrase => ({ code: 'place', parts }));
  return [{ code: 'places', parts: { places: formatCommaList(places) } }];
}

/** The changes of the ratings, a sentence a player. Nothing for an unrated game that needs no word about it. */
export function formatRatings({ match, message }: ShownBoard): readonly Phrase[] {
  if (match.state !== 'over' || message.ply !== null || message.imagined !== undefined) return [];
  const { rated, isUnrated = false, from } = match;
  if (rated?.changes.length === 0) return [{ code: 'not-rated', parts: {} }];
  if (rated === undefined) return isUnrated || from !== undefined ? [{ code: 'not-rated', parts: {} }] : [];
  return rated.changes.map(({ player, before, after, isProvisional }) => ({
    code: isProvisional ? 'rating-provisional' : 'rating-now',
    parts: { player: playerName(match.players[player]), before: Math.round(before), after: Math.round(after) },
  }));
}
