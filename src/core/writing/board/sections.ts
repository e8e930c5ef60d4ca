// The sections of a board mail: lesson, following, words, prepared answers, proposals, clock.
import type { Phrase } from '#games/kit/refusal.ts';
import { chooseLesson } from '#core/board/lesson.ts';
import type { BoardMailContext } from '#core/wording/board-status.ts';
import { writeToken } from '#core/mail/token.ts';
import { endingLine, subscriptionPhrase } from '#core/board/subscribers.ts';
import { type ComposeContext, tell } from '#core/wording/compose-context.ts';
import type { BoardMessage } from '#core/decision/message.ts';
import { wrapParagraph, quoteText, wrap } from '#core/wording/text.ts';
import { listHeldComments } from '#core/matches/held-comments.ts';
import { linesOf, treeOf } from '#core/board/answer-tree.ts';
import { personAt, answersWanted, movesPhrase, undoTarget } from '#core/board/proposals.ts';
import { must } from '#games/kit/assert.ts';
import { matchStateOf, playerName, seatsPlayedBy, type LoadedMatch, turnOf } from '#core/board/match.ts';
import type { Proposal } from '#core/board/match-state.ts';
import { formatCommaList } from '#games/kit/lists.ts';
import { claimAsked } from '#core/matches/probes.ts';
import { computeCalendar, dayAt, FIRST_CALENDAR } from '#core/kernel/calendar.ts';
import { bankLeft, clockOf } from '#core/board/clocks/match-clock.ts';
import { hasLostRobot } from '#core/board/clocks/schedule.ts';
import { isPaused, STOPS } from '#core/board/clocks/stops.ts';
import { findAbsent } from '#core/matches/unreachable-players.ts';
import type { Instant } from '#core/kernel/time.ts';
import { userids } from '#core/board/match-document.ts';
import type { State } from '#core/kernel/state.ts';
import { formatDuration, formatInstant, formatDay } from '#core/kernel/formats.ts';
import type { BoardView } from './board-view.ts';

/** The lesson in a tutorial's mail to its player. Empty at other boards. */
export function lessonTo({ game, match, matchState, message }: BoardMailContext, player: number): readonly Phrase[] {
  const isPresent = message.ply === null && message.imagined === undefined;
  if (match.isTutorial !== true || player === -1 || !isPresent) return [];
  return chooseLesson({ table: { game, match, matchState }, player, isError: message.occasion === 'error' });
}

/** By which a reply is the reader's own; null: they do not follow the board. */
export const followerToken = ({ sign }: ComposeContext, { following, reader }: BoardMessage): string | null =>
  following === undefined || reader === null ? null : writeToken({ kind: 'digest', userid: reader }, sign);

/** The Subject that ends such mails; null: their reader does not follow the board. */
export const followerUnsubscribes = ({ following }: BoardMessage): string | null =>
  following === undefined ? null : endingLine(following);

/** A sentence; '' where the reader does not follow the board. */
export function followingTold(context: ComposeContext, { following }: BoardMessage): string {
  // Mails about a finished board end without the reader's doing.
  const isEnded = following?.kind === 'board' && context.state.match(following.match)?.state === 'over';
  if (following === undefined || isEnded) return '';
  const parts = { what: subscriptionPhrase(context.state, following), line: endingLine(following) };
  return wrapParagraph(tell(context, { code: 'following', parts }));
}

/**
 * Answers to a mistake do not repeat what was written, and an invited player reads it when the game is on. The last reminder holds no words
 * of others: if the server refused it because of them, the clock would run out.
 */
export const tellsWords = ({
  match,
  message: { occasion, ply, imagined, isLastReminder },
}: BoardMailContext): boolean =>
  ply === null &&
  imagined === undefined &&
  occasion !== 'error' &&
  occasion !== 'question' &&
  isLastReminder !== true &&
  match.state !== 'invited';

/** The words that came with the last move, and those that were not told yet. */
export const commentsOf = ({ state }: ComposeContext, seen: BoardMailContext): BoardView['comments'] =>
  tellsWords(seen)
    ? listHeldComments(state, seen.match, seen.message.reader).map(words => ({
        ...words,
        quoted: quoteText(words.text),
      }))
    : [];

/**
 * The answers that the reader has prepared, as the lines that would prepare them again. No one else reads them. None in a look at the board:
 * such mails are shown around. `player`: the reader's place at the table; -1: none.
 */
export function listPrepared({ match, message }: BoardMailContext, player: number): readonly string[] {
  const isLook = message.ply !== null || message.occasion === 'show' || message.occasion === 'preview';
  if (player === -1 || isLook || match.state !== 'active') return [];
  const lines = match.prepared?.find(({ by }) => by === personAt(match, player))?.lines ?? [];
  const tree = treeOf(lines);
  return tree.answers.length === 0 && tree.otherwise !== null ? [`queue ${tree.otherwise}`] : linesOf(tree);
}

/** A sentence for each, broken before `then`: no line of it begins like a command, lest it be read as one when it comes back. */
export const formatPrepared = (
  seen: BoardMailContext,
  player: number,
  tell: (phrase: Phrase) => string,
): readonly string[] =>
  listPrepared(seen, player).map(line => {
    const clauses = tell({ code: 'prepared', parts: { line } }).split(/ (?=then )/);
    return wrap(clauses.map(clause => clause.replaceAll(' ', TIED)).join(' '))
      .join('\n')
      .replaceAll(TIED, ' ');
  });

/** Stands for a blank at which no line is broken. */
const TIED = '\u00a0';

/** Is this player one of those whose answer is waited for? A look back asks nothing. */
export function isVoter({ game, match, message }: BoardMailContext, player: number): boolean {
  if (message.ply !== null || match.state !== 'active' || player === -1) return false;
  return answersWanted(match, matchStateOf(game, match)).includes(personAt(match, player));
}

/** The proposals, and whose answers are missing. Empty without a proposal. `player`: the reader's place at the table; -1: none. */
export function openProposal(seen: BoardMailContext, player: number): readonly Phrase[] {
  const { match, matchState, message } = seen;
  const { proposal } = matchState;
  if (proposal === null || message.ply !== null || match.state !== 'active') return [];
  const players = answersWanted(match, matchState).map(index => playerName(match.players[index]));
  const code = isVoter(seen, player) ? 'answer-asked' : 'answers-wanted';
  return [wanted(seen, proposal), { code, parts: { players: players.join(', ') } }];
}

function wanted({ game, match, matchState }: BoardMailContext, { what, by }: Proposal): Phrase {
  const player = playerName(match.players[by]);
  if (what === 'draw') return { code: 'draw-offered', parts: { player } };
  const target = undoTarget(match, matchState, by);
  const number = must(target.ok ? target.value : undefined, 'an undo that is open can be');
  const plies = matchState.plies.slice(number - 1);
  const name = plies[0]?.colour;
  const colour = game.colours(match.setup).find(each => each.name === name)?.title ?? '';
  const moves = movesPhrase({ plies, after: number - 1 });
  return { code: 'undo-open', parts: { player, moves, colour, number } };
}

/** The deadline, the time left for all moves, the absent players. Empty where no clock runs. `reader`: whose days they are told in. */
export function describeClock(
  { game, match, matchState, message }: BoardMailContext,
  reader: string | null,
  state: State,
  now: Instant,
): readonly Phrase[] {
  const table = { game, match, matchState };
  if (message.ply !== null || match.state !== 'active') return [];
  const clock = clockOf(table, state, now);
  const { zone } = calendarOf(state, reader) ?? FIRST_CALENDAR;
  const away = unreachable(table, { reader, zone }, state, now);
  if (clock === null || hasLostRobot(state, table)) return away;
  if (isPaused(state.get(`stops/${STOPS}`))) return [{ code: 'clocks-stopped', parts: {} }, ...away];
  const player = playerName(match.players[clock.player]);
  const until = formatInstant(zone, clock.deadline);
  const left = formatDuration(clock.deadline - now);
  const code = player === reader ? 'clock-yours' : 'clock-theirs';
  return [
    clock.isPaused ? { code: 'clock-still', parts: { player } } : { code, parts: { player, until, left } },
    ...away,
    ...banks(table, state, now),
    ...absences(userids(match), reader, state, now),
  ];
}

/** The other players that no mail reaches, and what the reader can do about it. Nothing for a reader without a seat. */
function unreachable(
  { game, match, matchState }: LoadedMatch,
  { reader, zone }: { readonly reader: string | null; readonly zone: string },
  state: State,
  now: Instant,
): readonly Phrase[] {
  if (reader === null || seatsPlayedBy(match, matchState, reader).length === 0) return [];
  const turn = turnOf(game, match, matchState);
  const isTheirs = turn !== null && playerName(match.players[turn.player]) === reader;
  return findAbsent(state, { game, match, matchState }, reader, now).map(({ player, since, claimable }) => {
    const parts = { player, since: formatDay(dayAt(zone, since)), until: formatInstant(zone, claimable) };
    if (claimAsked(state, player, match) !== null) return { code: 'unreachable-asked', parts };
    if (isTheirs) return { code: 'unreachable-yours', parts };
    return { code: claimable <= now ? 'unreachable-claim' : 'unreachable', parts };
  });
}

const calendarOf = (state: State, userid: string | null): ReturnType<typeof computeCalendar> | null =>
  userid === null ? null : computeCalendar(state.account(userid)?.calendar ?? []);

function banks(table: Parameters<typeof clockOf>[0], state: State, now: Instant): readonly Phrase[] {
  const left = table.match.players.flatMap((player, index): Phrase[] => {
    const ms = bankLeft(table, index, state, now);
    return ms === null ? [] : [{ code: 'bank-left', parts: { player: playerName(player), left: formatDuration(ms) } }];
  });
  return left.length === 0 ? [] : [{ code: 'clock-banks', parts: { banks: formatCommaList(left) } }];
}

/** Opponents whose holidays have begun. */
function absences(players: readonly string[], reader: string | null, state: State, now: Instant): readonly Phrase[] {
  return players
    .filter(player => player !== reader)
    .flatMap((player): Phrase[] => {
      const calendar = calendarOf(state, player) ?? FIRST_CALENDAR;
      const today = dayAt(calendar.zone, now);
      const holiday = calendar.holidays.find(({ from, to }) => from <= today && today <= to);
      return holiday === undefined ? [] : [{ code: 'away-until', parts: { player, day: formatDay(holiday.to) } }];
    });
}
