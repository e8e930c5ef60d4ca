// The sections of a board mail: lesson, following, words, prepared answers, proposals, clock.
import { type Phrase, formatAndList, formatCommaList } from '#games/kit/refusal.ts';
import { chooseLesson } from '#core/board/lesson.ts';
import { type BoardMailContext, isPresent, listToldThoughts, thoughtPhrase } from '#core/writing/board-status.ts';
import { writeToken } from '#core/mail/token.ts';
import { subscriptionPhrase, writeUnsubscribeLine } from '#core/board/match-definition.ts';
import { type ComposeContext, type ListExit, sayPhrase } from '#core/writing/compose-context.ts';
import type { BoardMessage } from '#core/players/message.ts';
import { quoteText, wrap, wrapParagraph } from '#core/writing/text.ts';
import { listHeldComments } from '#core/board/acts/chat.ts';
import { formatTree, parseTree } from '#core/board/answer-tree.ts';
import { findMissingAnswers, findPerson, findUndoTarget, movesPhrase } from '#core/board/proposals.ts';
import { must } from '#games/kit/assert.ts';
import { type LoadedMatch, isCounted, matchStateOf, playerName, seatsPlayedBy, turnOf } from '#core/board/match.ts';
import type { Proposal } from '#core/board/match-state.ts';
import { findAskedClaim } from '#core/board/acts/probes.ts';
import { FIRST_CALENDAR, computeCalendar, dayAt } from '#core/kernel/calendar.ts';
import { computeBankLeft, computeClock } from '#core/board/clocks/match-clock.ts';
import { hasLostRobot } from '#core/board/clocks/schedule.ts';
import { hasBlocked } from '#core/players/blocked.ts';
import { isGuestName } from '#core/players/account.ts';
import { findRobot } from '#core/players/robots.ts';
import { STOPS, isServicePaused } from '#core/board/clocks/stops.ts';
import { findAbsent } from '#core/board/acts/unreachable-players.ts';
import { limits } from '#core/kernel/limits.ts';
import type { Instant } from '#core/kernel/time.ts';
import { type Match, type Thought, listThoughts, userids } from '#core/board/match-document.ts';
import type { State } from '#core/kernel/state.ts';
import { formatDay, formatDuration, formatInstant } from '#core/kernel/sentence.ts';
import type { BoardView } from './board-view.ts';

/** The lesson in a tutorial's mail to its player. Empty at other boards. */
export function chooseLessonFor(
  { game, match, matchState, message }: BoardMailContext,
  player: number,
): readonly Phrase[] {
  if (match.isTutorial !== true || player === -1 || !isPresent(message)) return [];
  return chooseLesson({ table: { game, match, matchState }, player, isError: message.occasion === 'error' });
}

/** The token that proves a follower's reply. null: the reader does not follow the board. */
export const buildFollowerToken = (
  { sign }: ComposeContext,
  { subscription: following, reader }: BoardMessage,
): string | null =>
  following === undefined || reader === null ? null : writeToken({ kind: 'digest', userid: reader }, sign);

/** How a follower leaves the mails about a board. null: the reader does not follow the board. */
export const findFollowedExit = ({ subscription: followed }: BoardMessage): ListExit | null =>
  followed === undefined ? null : { list: { kind: 'boards', followed }, line: writeUnsubscribeLine(followed) };

/** The sentence about why a follower gets the mail. '': the reader does not follow the board. */
export function tellFollowing(context: ComposeContext, { subscription: following }: BoardMessage): string {
  // Mails about a finished board end without the reader's doing.
  const isEnded = following?.kind === 'board' && context.state.match(following.match)?.state === 'over';
  if (following === undefined || isEnded) return '';
  const parts = { what: subscriptionPhrase(context.state, following), line: writeUnsubscribeLine(following) };
  return wrapParagraph(sayPhrase(context, { code: 'following', parts }));
}

/**
 * Does the mail show comments? Answers to mistakes do not, nor do mails before an invitation is accepted. The last reminder does not either:
 * if a server refused the mail because of such words, the player would lose on time.
 */
export const hasComments = ({ match, message }: BoardMailContext): boolean =>
  isPresent(message) &&
  !['error', 'answer', 'question'].includes(message.occasion) &&
  message.isLastReminder !== true &&
  match.state !== 'invited';

/** The comment with the last move, the comments that were held for the reader, and with a result what the players thought. */
export function listComments(context: ComposeContext, seen: BoardMailContext): BoardView['comments'] {
  if (!hasComments(seen)) return [];
  const { match, message } = seen;
  const held = listHeldComments(context.state, match, message.reader).map(({ by, text }) => ({
    ...{ by, text, quoted: quoteText(text) },
    heading: '',
  }));
  const thoughts = isLastMail(seen) ? selectThoughts(context.state, match, message.reader) : [];
  return [
    ...held,
    ...thoughts.map(({ by, after, text }) => ({
      ...{ by: playerName(match.players[by]), text, quoted: quoteText(text) },
      heading: sayPhrase(context, thoughtPhrase(match, { by, after })),
    })),
  ];
}

/** Those that fit into a mail, of players who are still here and whom the reader hears. The page and the proof have all. */
function selectThoughts(state: State, match: Match, reader: string | null): readonly Thought[] {
  let room: number = limits.thoughtsMailed;
  return listToldThoughts(state, match).filter(({ by, text }) => {
    room -= text.length;
    return room >= 0 && !hasBlocked(state, reader, playerName(match.players[by]));
  });
}

/** Tells the readers that their thoughts are sealed. Empty: none are. */
export const tellSealed = ({ match, message }: BoardMailContext): readonly Phrase[] =>
  match.state !== 'over' && listThoughts(match).some(({ by }) => playerName(match.players[by]) === message.reader)
    ? [{ code: 'thoughts-sealed', parts: {} }]
    : [];

export const isLastMail = ({ match, message }: BoardMailContext): boolean =>
  match.state === 'over' && message.occasion === 'position';

/**
 * The reader's prepared moves, as the lines that would prepare them again. They are secret, so mails that only show the board, which players
 * pass on, leave them out. `player`: the reader's index among the players. -1: none.
 */
export function listPrepared({ match, message }: BoardMailContext, player: number): readonly string[] {
  const isLookOnly = message.ply !== null || message.occasion === 'show' || message.occasion === 'preview';
  if (player === -1 || isLookOnly || match.state !== 'active') return [];
  const lines = match.prepared?.find(({ by }) => by === findPerson(match, player))?.lines ?? [];
  const tree = parseTree(lines);
  return tree.answers.length === 0 && tree.otherwise !== null ? [`queue ${tree.otherwise}`] : formatTree(tree);
}

/** A sentence for each prepared line. Its lines break only before `then`, so that none looks like a command when the mail is quoted. */
export const formatPrepared = (
  seen: BoardMailContext,
  player: number,
  tell: (phrase: Phrase) => string,
): readonly string[] =>
  listPrepared(seen, player).map(line => {
    const clauses = tell({ code: 'prepared', parts: { line } }).split(/ (?=then )/);
    return wrap(clauses.map(clause => clause.replaceAll(' ', NO_BREAK_SPACE)).join(' '))
      .join('\n')
      .replaceAll(NO_BREAK_SPACE, ' ');
  });

/** Replaces a blank at which no line may break. */
const NO_BREAK_SPACE = '\u00a0';

/** Is this player's answer to a proposal missing? Mails about earlier positions ask for none. */
export function isVoter({ game, match, message }: BoardMailContext, player: number): boolean {
  if (message.ply !== null || match.state !== 'active' || player === -1) return false;
  return findMissingAnswers(match, matchStateOf(game, match)).includes(findPerson(match, player));
}

/** The open proposal, and whose answers are missing. Empty without a proposal. `player`: the reader's index. -1: none. */
export function describeProposal(seen: BoardMailContext, player: number): readonly Phrase[] {
  const { match, matchState, message } = seen;
  const { proposal } = matchState;
  if (proposal === null || message.ply !== null || match.state !== 'active') return [];
  return [proposalPhrase(seen, proposal, player), describeMissingAnswers(seen, proposal, player)];
}

/** The players whose answers are missing. A reader that is asked is not named. */
function describeMissingAnswers(seen: BoardMailContext, { by }: Proposal, player: number): Phrase {
  const isAsked = isVoter(seen, player);
  const names = findMissingAnswers(seen.match, seen.matchState)
    .filter(index => !(isAsked && index === player))
    .map(index => playerName(seen.match.players[index]));
  const players = formatAndList(names);
  if (!isAsked)
    return {
      code: 'answers-wanted',
      parts: { players, count: names.length, player: playerName(seen.match.players[by]) },
    };
  return names.length === 0 ? { code: 'answer-asked', parts: {} } : { code: 'answer-asked-too', parts: { players } };
}

function proposalPhrase(seen: BoardMailContext, { what, by }: Proposal, reader: number): Phrase {
  const { game, match, matchState } = seen;
  const player = playerName(match.players[by]);
  if (what !== 'undo') return { code: `${what}-asked`, parts: { player } };
  const target = findUndoTarget(match, matchState, by);
  const number = must(target.ok ? target.value : undefined, 'an undo that is open can be');
  const plies = matchState.plies.slice(number - 1);
  const name = plies[0]?.colour;
  const colour = game.colours(match.setup).find(each => each.name === name)?.title ?? '';
  const moves = movesPhrase({ plies, after: number - 1 });
  const missing = findMissingAnswers(match, matchState);
  const code = missing.length > 1 ? 'undo-open' : isVoter(seen, reader) ? 'undo-open-you' : 'undo-open-one';
  return { code, parts: { player, moves, colour, number, other: playerName(match.players[missing[0] ?? -1]) } };
}

/** Tells a guest at the first board how to choose a name. Tells the others of a new name, until the record has two later entries. */
export function describeNames({ match, message }: BoardMailContext, state: State): readonly Phrase[] {
  const { reader } = message;
  if (!isPresent(message) || match.state === 'invited') return [];
  const names = userids(match);
  const renamed = names.flatMap((player): readonly Phrase[] => {
    const former = player === reader ? undefined : state.account(player)?.former;
    const isNews = former !== undefined && match.record.filter(({ at }) => at > former.at).length <= 2;
    return isNews && match.opened <= former.at ? [{ code: 'was-named', parts: { player, former: former.userid } }] : [];
  });
  const isGuest = reader !== null && names.includes(reader) && isGuestName(reader);
  const isFirst = isGuest && message.occasion === 'new' && (state.account(reader)?.opened ?? 0) >= match.opened;
  return isFirst ? [...renamed, { code: 'choose-name', parts: { userid: reader } }] : renamed;
}

/** The words of the robots in the first mail of a board to its player, unless the player wants none. The tutorial has its own. */
export function greetByRobots({ match, message }: BoardMailContext, player: number, state: State): readonly Phrase[] {
  const settings = state.account(message.reader ?? '')?.settings;
  const isFirst = message.occasion === 'new' && message.imagined === undefined && match.isTutorial !== true;
  if (!isFirst || player === -1 || settings?.robots !== 'talk') return [];
  const robots = userids(match).flatMap(userid => findRobot(state.robots, userid) ?? []);
  const [robot] = robots;
  if (robot === undefined) return [];
  const parts = { robot: robot.userid, level: robot.level, levels: state.robots.length - 1 };
  const help = isCounted(match) ? 'greeting-rated' : 'greeting-help';
  return [
    robots.length === 1 ? { code: 'greeting', parts } : { code: 'greeting-many', parts: {} },
    { code: help, parts: {} },
  ];
}

/** The deadline, the total time left, and absent players. Empty if no clock runs. Days are in the time zone of `reader`. */
export function describeClock(
  { game, match, matchState, message }: BoardMailContext,
  reader: string | null,
  state: State,
  now: Instant,
): readonly Phrase[] {
  const table = { game, match, matchState };
  if (message.ply !== null || match.state !== 'active') return [];
  const clock = computeClock(table, state, now);
  const { zone } = findCalendar(state, reader) ?? FIRST_CALENDAR;
  const unreachablePhrases = describeUnreachable(table, { reader, zone }, state, now);
  if (matchState.pause !== null) return [{ code: 'board-clocks-stopped', parts: {} }, ...unreachablePhrases];
  if (clock === null || hasLostRobot(state, table)) return unreachablePhrases;
  if (isServicePaused(state.get(`stops/${STOPS}`)))
    return [{ code: 'clocks-stopped', parts: {} }, ...unreachablePhrases];
  const player = playerName(match.players[clock.player]);
  const until = formatInstant(zone, clock.deadline);
  const left = formatDuration(clock.deadline - now);
  const code = player === reader ? 'clock-yours' : 'clock-theirs';
  return [
    clock.isStopped ? { code: 'clock-still', parts: { player } } : { code, parts: { player, until, left } },
    ...unreachablePhrases,
    ...describeBanks(table, state, now),
    ...describeAway(userids(match), reader, state, now),
  ];
}

/** The other players whom no mail reaches, and what the reader can do. Empty for a reader without a seat. */
function describeUnreachable(
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
    if (findAskedClaim(state, player, match) !== null) return { code: 'unreachable-asked', parts };
    if (isTheirs) return { code: 'unreachable-yours', parts };
    return { code: claimable <= now ? 'unreachable-claim' : 'unreachable', parts };
  });
}

const findCalendar = (state: State, userid: string | null): ReturnType<typeof computeCalendar> | null =>
  userid === null ? null : computeCalendar(state.account(userid)?.calendar ?? []);

function describeBanks(table: Parameters<typeof computeClock>[0], state: State, now: Instant): readonly Phrase[] {
  const left = table.match.players.flatMap((player, index): Phrase[] => {
    const ms = computeBankLeft(table, index, state, now);
    return ms === null ? [] : [{ code: 'bank-left', parts: { player: playerName(player), left: formatDuration(ms) } }];
  });
  return left.length === 0 ? [] : [{ code: 'clock-banks', parts: { banks: formatCommaList(left) } }];
}

/** The other players who are on holiday now. */
export function describeAway(
  players: readonly string[],
  reader: string | null,
  state: State,
  now: Instant,
): readonly Phrase[] {
  return players
    .filter(player => player !== reader)
    .flatMap((player): Phrase[] => {
      const { zone, holidays } = findCalendar(state, player) ?? FIRST_CALENDAR;
      const holiday = holidays.find(({ from, to }) => dayAt(zone, now) >= from && dayAt(zone, now) <= to);
      return holiday === undefined ? [] : [{ code: 'away-until', parts: { player, day: formatDay(holiday.to) } }];
    });
}
