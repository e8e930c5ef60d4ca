// The feature `digest`: one mail a day with all boards that wait for a player.
import { findPlayerToMove } from '#core/board/acts/list.ts';
import { loadRunningMatches } from '#core/board/acts/require-match.ts';
import { computeClock } from '#core/board/clocks/match-clock.ts';
import { INBOX_CHECK_MS } from '#core/board/clocks/schedule.ts';
import { type LoadedMatch, openMatch, turnOf } from '#core/board/match.ts';
import { formatSeekRow } from '#core/features/seeks/mails.ts';
import { findBoardBetween, listSeeksFor, rowsOf } from '#core/features/seeks/matching.ts';
import { seekLimits } from '#core/features/seeks/seek.ts';
import { describeYear } from '#core/features/standings/year.ts';
import { type MatchRef, matchKey } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { formatDuration, formatInstant } from '#core/kernel/sentence.ts';
import { type State, apply } from '#core/kernel/state.ts';
import { DAY_MS, type Instant } from '#core/kernel/time.ts';
import { formatMailto } from '#core/mail/mailto.ts';
import { formatDetailAddress, writeToken } from '#core/mail/token.ts';
import {
  type Account,
  type DigestState,
  findDueDigestDay,
  findNextDigest,
  findPerWithoutDigest,
  wantsDigest,
  zoneOf,
} from '#core/players/account.ts';
import { type Consequence, type Recipient, createBoardMessage } from '#core/players/message.ts';
import type { PlayerSettings } from '#core/players/settings.ts';
import { boardToken, findBoardUrl, gameTitle, requireMatch } from '#core/writing/board-names.ts';
import { type BoardMailContext, coloursOf, formatSide, formatStatus } from '#core/writing/board-status.ts';
import { type BoardView, type RenderedBoard, renderBoard } from '#core/writing/board/board-view.ts';
import { describeClock, listComments } from '#core/writing/board/sections.ts';
import {
  type ComposeContext,
  type MailContent,
  type MessageKind,
  chooseForm,
  sayPhrase,
} from '#core/writing/compose-context.ts';
import type { Feature, RequestContext } from '#core/writing/feature.ts';
import type { MailPicture } from '#core/writing/mail-plan.ts';
import { drawPosition } from '#core/writing/picture/drawing.ts';
import { renderAsciiHtml } from '#core/writing/picture/html.ts';
import { joinSentences, wrapParagraph } from '#core/writing/text.ts';
import { type AnyGame, titleOf } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import type { SeekRow } from '../seeks/seek.ts';

/** A board that waits for the reader of a digest. */
export interface DigestBoard {
  readonly match: MatchRef;
  /** null: no clock runs. */
  readonly deadline: Instant | null;
  /** Was a reminder of it due since the last digest? */
  readonly isReminder: boolean;
  /** Whole days since its turn began. */
  readonly waited: number;
}

/** The message of a digest: the boards that wait for a player, at least one, by deadline. */
interface DigestMessage {
  readonly to: Recipient & { readonly kind: 'account' };
  readonly boards: readonly DigestBoard[];
  /** Open challenges the reader could take. */
  readonly seeks: readonly SeekRow[];
  /** About the games of the year before, in the first digest of a year. */
  readonly year: readonly Phrase[];
}

const digestMail: MessageKind<DigestMessage> = { charge: 'free', priority: 'digest', write: composeDigest };

function composeDigest(context: ComposeContext, { to, boards, seeks, year }: DigestMessage): MailContent {
  const account = must(context.state.account(to.userid), 'a digest goes to an account');
  const reader: DigestViewer = {
    userid: to.userid,
    settings: { ...account.settings, mail: chooseForm(context, to) },
    zone: zoneOf(account),
  };
  const shown = listShownSections(context, reader, boards);
  const count = boards.length;
  const [first] = boards;
  // A reply to a digest of several boards names the board in each line.
  const token =
    count === 1 && first !== undefined
      ? tokenAt(context, first)
      : writeToken({ kind: 'digest', userid: to.userid }, context.sign);
  const take = ({ seek }: SeekRow): string =>
    formatMailto(formatDetailAddress(context.own, token), `take ${seek.number}`, '');
  const view = {
    intro: wrapParagraph(sayPhrase(context, { code: 'digest-waiting', parts: { count } })),
    boards: shown,
    isSpoken: account.settings.board === 'words',
    rows: boards
      .slice(shown.length)
      .map(board => wrapParagraph(sayPhrase(context, describeRow(context, reader, board)))),
    seeks: seeks.map(row => ({ text: wrapParagraph(formatSeekRow(context, row)), mailto: take(row) })),
    added: [
      ...(year.length === 0 ? [] : [year.map(phrase => wrapParagraph(sayPhrase(context, phrase))).join('\n')]),
      ...(context.added ?? []),
    ],
    take: wrapParagraph(sayPhrase(context, { code: 'digest-seeks', parts: { number: seeks[0]?.seek.number ?? 0 } })),
    answer: wrapParagraph(sayPhrase(context, { code: 'digest-answer', parts: { count } })),
    when: wrapParagraph(sayPhrase(context, phraseOfTime(reader))),
  };
  return {
    subject: { code: 'subject-digest', parts: { count } },
    token,
    text: context.templates.render('digest.txt', view),
    html: renderAsciiHtml(context.templates.render('digest.html', view)),
    pictures: shown.flatMap(({ pictures }) => pictures),
    shownBoards: boards.slice(0, shown.length).map(({ match }) => match),
    unsubscribe: { list: { kind: 'digest' }, line: `set per=${findPerWithoutDigest(reader.settings)}` },
  };
}

interface DigestViewer {
  readonly userid: string;
  readonly settings: PlayerSettings;
  readonly zone: string;
}

const phraseOfTime = (reader: DigestViewer): Phrase => ({
  code: 'digest-when',
  parts: { digest: reader.settings.digest, zone: reader.zone, per: findPerWithoutDigest(reader.settings) },
});

/** A digest of one board is answered like any mail of that board. */
function tokenAt(context: ComposeContext, { match: ref }: DigestBoard): string {
  const table = requireMatch(context, ref);
  return boardToken(context, table.match, playerToMove(table), []);
}

const playerToMove = ({ game, match, matchState }: LoadedMatch): number =>
  must(turnOf(game, match, matchState), 'a board that waits has somebody to move').player;

/** What the templates show of one board. */
interface Section extends Pick<BoardView, 'status' | 'clock' | 'board' | 'comments' | 'page'> {
  readonly reminder: string;
  readonly pictures: readonly MailPicture[];
  /** `nex move 101 b3,a3#5` */
  readonly line: string;
  /** Begins a mail with a move on this board. */
  readonly mailto: string;
}

/** The sections of the first boards, as many as fit into one mail, and at least one. */
function listShownSections(
  context: ComposeContext,
  reader: DigestViewer,
  boards: readonly DigestBoard[],
): readonly Section[] {
  const isChat = reader.settings.mail === 'chat';
  let room: number = isChat ? limits.chatPieceLength * (limits.chatPieces - 2) : limits.digestLength;
  const shown: Section[] = [];
  for (const [index, board] of boards.slice(0, limits.digestBoards).entries()) {
    const isDrawn = context.pictures && !isChat && index < limits.picturesInDigest;
    const section = buildSection({ ...context, pictures: isDrawn }, reader, board);
    room -= estimateLength(section);
    if (room < 0 && shown.length > 0) break;
    shown.push(section);
  }
  return shown;
}

/** The approximate length of a section in a mail, in characters of the text or the HTML, whichever is longer. */
function estimateLength({ board, comments }: Section): number {
  const words = [...board.words, ...board.notes, ...comments.map(({ quoted }) => quoted)].join('\n').length;
  return words + Math.max(board.ascii.length, board.element.length) + limits.captionLength;
}

function buildSection(context: ComposeContext, reader: DigestViewer, { match: ref, isReminder }: DigestBoard): Section {
  const { game, match, matchState } = requireMatch(context, ref);
  const { userid, settings } = reader;
  const message = createBoardMessage(ref, { kind: 'account', userid }, userid);
  const seen: BoardMailContext = { game, match, matchState, message };
  const player = playerToMove(seen);
  const isSpoken = settings.board === 'words';
  const { parts, pictures } = renderSectionBoard(context, seen, player, settings);
  const token = boardToken(context, match, player, []);
  const subject = `Re: ${titleOf(game, match.setup)} Board ${match.number} ${userid}`;
  const told = (phrase: Phrase): string => sayPhrase(context, phrase);
  return {
    status: joinSentences(
      [...formatStatus(seen, player), ...formatSide(seen, coloursOf(seen, player), !isSpoken)].map(told),
    ),
    clock: joinSentences(describeClock(seen, userid, context.state, context.now).map(told)),
    reminder: isReminder ? told({ code: 'reminder', parts: {} }) : '',
    board: parts,
    pictures,
    comments: listComments(context, seen),
    line: formatAnswerLine(game, seen),
    mailto: formatMailto(formatDetailAddress(context.own, token), subject, ''),
    page: findBoardUrl(context, match, token),
  };
}

/** Renders a board as board mails do. A chat gets it in words. */
function renderSectionBoard(
  context: ComposeContext,
  { game, match, matchState }: BoardMailContext,
  player: number,
  settings: PlayerSettings,
): RenderedBoard {
  const board = drawPosition(
    game,
    matchState.position,
    settings.view === 'own' ? matchState.holders.indexOf(player) : null,
  );
  const rendered = renderBoard(context, board, settings, `digest|${context.cause}|${matchKey(match)}|${player}`);
  return settings.mail === 'chat' ? { ...rendered, parts: { ...rendered.parts, ascii: '' } } : rendered;
}

/** A line that moves on the present board. Its number makes it void when the game has gone on. */
function formatAnswerLine(game: AnyGame, { match, matchState: { position, plies } }: BoardMailContext): string {
  const [example] = game.examples(position);
  return example === undefined
    ? `${game.name} show ${match.number}`
    : `${game.name} move ${match.number} ${game.format(position, example)}#${plies.length + 1}`;
}

function describeRow(context: ComposeContext, { zone }: DigestViewer, { match, deadline }: DigestBoard): Phrase {
  const parts = { game: gameTitle(context, match.game), name: match.game, number: match.number };
  if (deadline === null) return { code: 'digest-row-open', parts };
  const [until, left] = [formatInstant(zone, deadline), formatDuration(deadline - context.now)];
  return { code: 'digest-row', parts: { ...parts, until, left } };
}

export const messages = { digest: digestMail };

/** The player that a running board waits for. null: none. Tutorials are not in digests. */
const findReader = (table: LoadedMatch): string | null =>
  table.match.isTutorial === true ? null : findPlayerToMove(table);

const NOTHING: DigestState = { wake: null, last: null };

const setDigest = (state: State, userid: string, digest: DigestState): State =>
  apply(state, { kind: 'account-changed', userid, change: { digest } });

const isReader = ({ settings, closed, addresses }: Account): boolean =>
  wantsDigest(settings) && !closed && addresses.length > 0;

/** Sends the digest at its hour. If no board waits, none is sent, and no check is set until a board waits. */
export function decideDigest(state: State, account: Account, { now, inboxEmptyAt }: RequestContext): Consequence {
  const { userid, digest = NOTHING } = account;
  const skipUntil = (wake: Instant | null): Consequence => ({
    messages: [],
    state: setDigest(state, userid, { ...digest, wake }),
  });
  if (!isReader(account)) return skipUntil(null);
  // Answers that came while the service was down may still be in the mailbox.
  if (inboxEmptyAt === -Infinity) return skipUntil(now + INBOX_CHECK_MS);
  const day = findDueDigestDay(account, now);
  if (day === null) return skipUntil(findNextDigest(account, now));
  const boards = listWaitingBoards(state, account, now);
  if (boards.length === 0) return skipUntil(null);
  const last = { day, at: now };
  const wake = findNextDigest({ ...account, digest: { ...digest, last } }, now);
  if (!boards.some(board => isReason(board, now))) return skipUntil(wake);
  const [present = '', month] = day.split('-');
  // A year of three games is told, once: the last digest was in another year.
  const isFirst = month === '01' && digest.last?.day.startsWith(present) !== true;
  const year = isFirst ? describeYear(state, userid, `${Number(present) - 1}`, 3) : [];
  const seeks = findFittingSeeks(state, account, boards, now);
  return {
    messages: [{ kind: 'digest', to: { kind: 'account', userid }, boards, seeks, year }],
    state: setDigest(state, userid, { wake, last }),
  };
}

/** A board that has waited for three days is a reason for a digest on every third day alone, and when its time runs out. */
const isReason = ({ waited, deadline, isReminder }: DigestBoard, now: Instant): boolean =>
  isReminder || waited % 3 === 0 || waited < 3 || (deadline ?? Infinity) - now < 2 * DAY_MS;

/** Open seeks for the games of the waiting boards: the player may want another game of the same kind. */
function findFittingSeeks(
  state: State,
  { userid }: Account,
  boards: readonly DigestBoard[],
  now: Instant,
): readonly SeekRow[] {
  const names = new Set(boards.map(({ match }) => match.game));
  const seeks = state.games
    .filter(({ name }) => names.has(name))
    .flatMap(game => listSeeksFor(state, userid, game, now))
    .filter(seek => findBoardBetween(state, seek.game, userid, seek.userid) === null);
  return rowsOf(state, seeks.slice(0, seekLimits.seeksInDigest));
}

/** The boards that wait for a player, by deadline. */
function listWaitingBoards(state: State, { userid, digest }: Account, now: Instant): readonly DigestBoard[] {
  const since = digest?.last?.at ?? 0;
  return loadRunningMatches(state, userid)
    .map(match => openMatch(state, match))
    .filter(table => findReader(table) === userid)
    .map(table => {
      const { game, number, record } = table.match;
      const clock = computeClock(table, state, now);
      const from = Math.max(since, clock?.begun ?? 0);
      const isReminder = record.some(each => each.kind === 'reminder' && each.what !== 'last' && each.at >= from);
      const waited = Math.floor((now - (clock?.begun ?? now)) / DAY_MS);
      return { match: { game, number }, deadline: clock?.deadline ?? null, isReminder, waited };
    })
    .toSorted((a, b) => (a.deadline ?? Infinity) - (b.deadline ?? Infinity) || a.match.number - b.match.number);
}

/** Sets the next digest of the player to move, for each changed board. */
export const planDigests = (state: State, { now }: RequestContext): State =>
  state.changedOfKind('match').reduce((sofar, match) => {
    const userid = findReader(openMatch(sofar, match));
    const account = userid === null ? null : sofar.account(userid);
    if (account === null || !isReader(account) || (account.digest?.wake ?? null) !== null) return sofar;
    return setDigest(sofar, account.userid, { ...NOTHING, ...account.digest, wake: findNextDigest(account, now) });
  }, state);

/** The feature `digest`: one mail a day with all boards that wait for a player. */
export const digest = {
  reaction: (_, after, context) => ({ messages: [], state: planDigests(after, context) }),
} satisfies Feature;
