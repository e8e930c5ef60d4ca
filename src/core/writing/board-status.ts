// The first lines of a board mail: whose turn it is or who won, and what each side must achieve.
import type { Sentences } from '#core/kernel/sentence.ts';
import type { AnyGame, ColourSpec, Seat } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { lookUp } from '#games/kit/look-up.ts';
import type { Picture } from '#games/kit/picture.ts';
import { type Phrase, formatAndList, formatCommaList } from '#games/kit/refusal.ts';
import type { State } from '../kernel/state.ts';
import { type Match, type Thought, listThoughts } from '../board/match-document.ts';
import { type LoadedMatch, isVoid, matchStateOf, playerName, turnOf, nameBoard } from '../board/match.ts';
import type { BoardMessage } from '../players/message.ts';
import { findSoleWinner } from '../board/acts/list.ts';
import { type SpeakContext, sayPhrase } from './compose-context.ts';
import { wrapParagraph } from './text.ts';

/** A board as it is shown, in a mail or on a page. */
export interface ShownBoard extends LoadedMatch {
  readonly message: Pick<BoardMessage, 'occasion' | 'ply' | 'imagined'>;
}

/** A board as a message shows it. */
export interface BoardMailContext extends ShownBoard {
  readonly message: BoardMessage;
}

/** Does the mail show the present board, and not an earlier or imagined position? */
export const isPresent = ({ ply, imagined }: ShownBoard['message']): boolean => ply === null && imagined === undefined;

/** Thoughts of players who have left are told no more: they may want to be forgotten. */
export const listToldThoughts = (state: State, match: Match): readonly Thought[] =>
  match.state === 'over'
    ? listThoughts(match).filter(({ by }) => state.account(playerName(match.players[by]))?.closed === false)
    : [];

/** Whose thought it was, and when. */
export const thoughtPhrase = ({ players }: Match, { by, after }: Omit<Thought, 'text'>): Phrase => ({
  code: after === 0 ? 'thought-first' : 'thought',
  parts: { player: playerName(players[by]), number: after },
});

/** The turn, told to its player, to an opponent, and to a reader without a side. `error`: in the answer to a mistake nothing has changed. */
const TURN_CODES = {
  reader: { calm: 'board-yours', error: 'board-yours-error' },
  other: { calm: 'board-waiting', error: 'board-waiting-error' },
  somebody: { calm: 'board-turn', error: 'board-turn-error' },
} as const;

/** The first line of a mail: what is shown where that is not the board, and how it stands. `player`: the reader's place at the table; -1: none. */
export const formatStatus = (shownBoard: ShownBoard, player: number): readonly Phrase[] =>
  shownBoard.message.imagined === undefined
    ? [formatStanding(shownBoard, player), ...formatReason(shownBoard, player)]
    : [
        shownBoard.message.imagined.what,
        ...(shownBoard.message.occasion === 'problem' ? [] : [formatImagined(shownBoard)]),
      ];

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
  const board = nameBoard({ game, match });
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
  return formatEnd(shownBoard, player);
}

/** How it ended. A sole winner's sentence differs for the winner; `formatReason` says why they won. */
function formatEnd({ game, match, matchState }: ShownBoard, player: number): Phrase {
  const board = nameBoard({ game, match });
  const outcome = must(matchState.outcome, 'a board without a turn is over');
  const reason: Phrase = { code: outcome.reason, parts: {} };
  const seat = findSoleWinner(outcome.ranks);
  if (isVoid(outcome.reason)) return { code: 'board-void', parts: { ...board, reason } };
  if (seat === -1) return { code: 'board-drawn', parts: { ...board, reason } };
  const winner = matchState.holders[seat] ?? -1;
  const isReader = winner === player && hasOpponents(match, winner);
  const parts = { ...board, player: playerName(match.players[winner]) };
  return {
    code: isReader ? 'board-won-yours' : 'board-won',
    parts: { ...parts, side: titleOfSeat(game, match, seat) },
  };
}

const titleOfSeat = (game: AnyGame, match: Match, seat: Seat): string => game.seats(match.setup)[seat]?.title ?? '';

/** False: one player has all seats. */
const hasOpponents = ({ players }: Match, player: number): boolean =>
  players.some(other => playerName(other) !== playerName(players[player]));

/** The code of the sentence that says why a game was won. `toLoser`: the one for the player who caused it, if the first names them. */
interface Reason {
  readonly told: string;
  readonly toLoser?: string;
}

/** By the reason of an outcome. A reason that is not here is told by the game's own words. */
const REASONS: Readonly<Record<string, Reason>> = {
  connection: { told: 'ended-connection' },
  five: { told: 'ended-five' },
  stock: { told: 'ended-stock' },
  'only-banned': { told: 'ended-only-banned' },
  repetition: { told: 'ended-repetition' },
  full: { told: 'ended-full' },
  'no-move': { told: 'ended-no-move' },
  blocked: { told: 'ended-blocked' },
  'others-resigned': { told: 'ended-others-resigned' },
  resigned: { told: 'ended-resigned', toLoser: 'ended-resigned-you' },
  'out-of-time': { told: 'ended-out-of-time', toLoser: 'ended-out-of-time-you' },
  absent: { told: 'ended-absent' },
};

/** Why the winner won: a sentence of its own. Nothing while the game is on, and after a draw. */
function formatReason({ game, match, matchState, message }: ShownBoard, player: number): readonly Phrase[] {
  const { outcome, holders } = matchState;
  const winner = outcome === null ? -1 : findSoleWinner(outcome.ranks);
  if (message.ply !== null || outcome === null || winner === -1 || match.state !== 'over') return [];
  const { told, toLoser }: Partial<Reason> = lookUp(REASONS, outcome.reason) ?? {};
  if (told === undefined) return [{ code: 'ended-other', parts: { reason: { code: outcome.reason, parts: {} } } }];
  if (toLoser === undefined) return [{ code: told, parts: {} }];
  const seat = holders.findIndex((holder, other) => other !== winner && holder !== holders[winner]);
  const loser = holders[seat] ?? -1;
  if (!hasOpponents(match, loser))
    return [{ code: told, parts: { loser: { code: 'colour', parts: { title: titleOfSeat(game, match, seat) } } } }];
  return [{ code: loser === player ? toLoser : told, parts: { loser: playerName(match.players[loser]) } }];
}

/** News about the reader says `you`: `challenged-to-player` is the sentence `challenged` for the reader whom its part `player` names. */
export function choosePersonal(phrase: Phrase, reader: string | null, sentences: Sentences): Phrase {
  const codes = Object.entries(phrase.parts).flatMap(([part, name]) =>
    name === reader ? `${phrase.code}-to-${part}` : [],
  );
  return { ...phrase, code: codes.find(code => Object.hasOwn(sentences, code)) ?? phrase.code };
}

/** What happened, without the end that the status already tells. */
export function chooseNews(seen: BoardMailContext, sentences: Sentences): readonly Phrase[] {
  const { news, reader } = seen.message;
  const isTold = formatReason(seen, -1).some(({ parts }) => parts['loser'] !== undefined);
  const shown = isTold ? news.filter(({ code }) => code !== 'resigned-news' && code !== 'timed-out') : news;
  return shown.map(phrase => choosePersonal(phrase, reader, sentences));
}

/** A kind word to a player when the game has just ended. */
export function formatClosing({ match, matchState, message }: BoardMailContext, player: number): readonly Phrase[] {
  const { outcome, holders } = matchState;
  const isResult = match.state === 'over' && message.occasion === 'position' && message.ply === null;
  if (!isResult || outcome === null || player === -1 || match.isTutorial === true) return [];
  if (!hasOpponents(match, player) || isVoid(outcome.reason)) return [];
  const seat = findSoleWinner(outcome.ranks);
  const code = seat === -1 ? 'closing-drawn' : holders[seat] === player ? 'closing-won' : 'closing-lost';
  return [{ code, parts: { player: playerName(match.players[player]) } }];
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

const ratingCode = (isReader: boolean, isProvisional: boolean): string =>
  isReader
    ? isProvisional
      ? 'rating-yours-provisional'
      : 'rating-yours'
    : isProvisional
      ? 'rating-of-provisional'
      : 'rating-of';

/** The changes of the ratings, a sentence a player. Nothing for an unrated game that needs no word about it. */
export function formatRatings({ match, message }: ShownBoard, reader: number): readonly Phrase[] {
  if (match.state !== 'over' || !isPresent(message)) return [];
  const { rated, isUnrated = false, from } = match;
  if (rated?.changes.length === 0) return [{ code: 'not-rated', parts: {} }];
  if (rated === undefined) return isUnrated || from !== undefined ? [{ code: 'not-rated', parts: {} }] : [];
  return rated.changes.map(({ player, before, after, isProvisional }) => ({
    code: ratingCode(player === reader, isProvisional),
    parts: { player: playerName(match.players[player]), before: Math.round(before), after: Math.round(after) },
  }));
}

/** How the reader sees the board: told in words, drawn with letters, as a picture above the letters, or as a picture on a page. */
type Sight = 'words' | 'letters' | 'picture' | 'page';

/** Letters and words have a top and a left. In a picture, which may be turned, the sides have their colours. */
const AIMS_IN_PICTURES: Readonly<Record<string, string>> = {
  'aim-top-bottom': 'aim-own-sides',
  'aim-left-right': 'aim-own-sides',
};

const turnAim = ({ code, parts }: Phrase): Phrase => ({ code: lookUp(AIMS_IN_PICTURES, code) ?? code, parts });

/** Words tell no letters of pieces. A picture draws neutral stones without their letter, so it tells how they look. */
export function formatAims(
  context: SpeakContext,
  { game, match }: Pick<ShownBoard, 'game'> & { readonly match: Pick<ShownBoard['match'], 'setup'> },
  { aims, legend, spots }: Picture,
  sight: Sight,
): string {
  const merged = mergeEqualAims(sight === 'words' || sight === 'letters' ? aims : aims.map(turnAim));
  const tell = (isOfAll: boolean): string =>
    merged
      .filter(aim => (aim.code === AIM_OF_ALL) === isOfAll)
      .map(aim => sayPhrase(context, sight === 'words' || sight === 'page' ? aim : addLetter(aim)))
      .join(', ');
  const colours = game.colours(match.setup);
  const isShown = (letter: string): boolean => spots.some(({ piece }) => piece?.letter === letter);
  const otherPieces = legend.filter(
    ({ piece: { letter } }) => isShown(letter) && !colours.some(colour => colour.letter === letter),
  );
  const isMarked = sight === 'letters' && spots.some(({ last }) => last);
  const letters = [
    ...otherPieces.map(({ piece, title }) =>
      sayPhrase(context, {
        code: (sight === 'picture' || sight === 'page') && piece.tone === 'neutral' ? 'legend-picture' : 'legend',
        parts: { letter: piece.letter, title: title.toLowerCase() },
      }),
    ),
    ...(isMarked ? [sayPhrase(context, { code: 'legend-last', parts: {} })] : []),
  ];
  return [
    wrapParagraph(
      [tell(false), tell(true)]
        .filter(told => told !== '')
        .map(sentence => `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`)
        .join(' '),
    ),
    ...(sight === 'words' || letters.length === 0 ? [] : [letters.join(' ')]),
  ].join('\n');
}

/** The aim that belongs to no single colour. It is a sentence of its own. */
const AIM_OF_ALL = 'aim-most';

/** What is said where every colour is after the same. */
const AIMS_OF_ALL: Readonly<Record<string, string>> = {
  'aim-own-sides': 'aim-own-sides-each',
  'aim-three-sides': 'aim-three-sides-each',
  'aim-opposite-sides': 'aim-opposite-sides-each',
  'aim-five': 'aim-five-each',
};

function mergeEqualAims(aims: readonly Phrase[]): readonly Phrase[] {
  const [first] = aims;
  const code =
    aims.length > 1 && aims.every(aim => aim.code === first?.code) ? lookUp(AIMS_OF_ALL, first?.code ?? '') : undefined;
  return code === undefined ? aims : [{ code, parts: {} }];
}

/** 'Black (B) joins top and bottom', where the phrase has a letter for its colour. */
const addLetter = ({ code, parts }: Phrase): Phrase =>
  parts['letter'] === undefined
    ? { code, parts }
    : { code, parts: { ...parts, title: { code: 'colour-letter', parts } } };
