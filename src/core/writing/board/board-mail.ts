// Composes the board mail, as text and as HTML.
// It tells whose turn it is, what happened, the moves, the board, the comment, and how to answer.
import { type Seat, titleOf } from '#games/game.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { must } from '#games/kit/assert.ts';
import { lookUp } from '#games/kit/look-up.ts';
import { PAINT } from '#core/writing/picture/paint.ts';
import { boardToken, findBoardUrl, findEasierRobot, formatOptions, listBoardActs } from '#core/writing/board-names.ts';
import {
  type BoardMailContext,
  chooseNews,
  choosePersonal,
  coloursOf,
  formatAims,
  formatClosing,
  formatPlaces,
  formatRatings,
  formatSide,
  formatStatus,
  isPresent,
  listToldThoughts,
} from '#core/writing/board-status.ts';
import {
  buildFollowerToken,
  chooseLessonFor,
  describeClock,
  describeNames,
  describeProposal,
  findFollowedExit,
  formatPrepared,
  greetByRobots,
  hasComments,
  isLastMail,
  isVoter,
  listComments,
  listPrepared,
  tellFollowing,
  tellSealed,
} from './sections.ts';
import {
  WIDTH,
  formatMoveTable,
  formatMoves,
  joinSentences,
  listMoveNotes,
  quoteText,
  wrapParagraph,
} from '#core/writing/text.ts';
import type { Picture } from '#games/kit/picture.ts';
import { type BoardMessage, formatQuestion } from '#core/players/message.ts';
import { matchStateOf, playerName, requireGame, turnOf } from '#core/board/match.ts';
import { findRobot, robots } from '#core/players/robots.ts';
import { findNote, listHeldComments } from '#core/board/acts/chat.ts';
import { defaultSettings } from '#core/players/settings.ts';
import { drawChances, renderAsciiHtml } from '#core/writing/picture/html.ts';
import { drawPosition } from '#core/writing/picture/drawing.ts';
import {
  type BoardParts,
  type BoardView,
  type Taps,
  formatCaption,
  joinWrappedLines,
  renderBoard,
} from './board-view.ts';
import { type MatchRef, isSameBoard, matchKey, refOf } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { listThoughts, userids } from '#core/board/match-document.ts';
import { createCalendarFile, attachProof, createRecordFiles, findDeadline } from '#core/writing/attached-files.ts';
import { formatDetailAddress, writeToken } from '#core/mail/token.ts';
import { formatMailto } from '#core/mail/mailto.ts';
import {
  type ComposeContext,
  type ListExit,
  type MailDraft,
  chooseForm,
  sayPhrase,
  sayRefused,
  threadOf,
} from '#core/writing/compose-context.ts';
import type { MailFile } from '#core/writing/mail-plan.ts';

export function composeBoardMail(context: ComposeContext, message: BoardMessage): MailDraft {
  const match = message.imagined?.match ?? must(context.state.match(message.match), 'what is told of exists');
  const game = requireGame(context.state, match);
  const mail: BoardMailContext = { game, match, matchState: matchStateOf(game, match, message.ply), message };
  const player = findPlayerIndex(context, mail);
  const token = player === -1 ? findOtherToken(context, mail) : buildBoardToken(context, message.match, player, []);
  const form = chooseForm(context, message.to);
  const settings = { ...(context.state.account(message.reader ?? '')?.settings ?? defaultSettings), mail: form };
  const board = drawPosition(game, mail.matchState.position, settings.view === 'own' ? findSeat(mail, player) : null);
  const name = `picture|${context.cause}|${matchKey(match)}|${player}`;
  const shown = renderBoard(context, board, settings, name, findTaps(context, mail, player, token));
  const view = buildBoardView(context, mail, { player, token, board: shown.parts, picture: board.picture });
  return {
    to: message.to,
    subject: formatSubject(context, mail, player),
    token,
    ...buildQuestionToken(context, message, player),
    text: form === 'chat' ? formatChatText(context, view) : context.templates.render('board.txt', view),
    isChat: form === 'chat',
    html: form !== 'html' ? null : linkWords(renderAsciiHtml(context.templates.render('board.html', view)), view),
    pictures: shown.pictures,
    files: form === 'chat' ? [] : listFiles(context, mail),
    thread: threadOf(match, player),
    ...describeEffects(context, mail),
  };
}

/** null: it is not the reader's turn, or the board is on no page. */
function findTaps(
  context: ComposeContext,
  { game, match, matchState, message }: BoardMailContext,
  player: number,
  token: string | null,
): Taps | null {
  const isOnTurn = match.state === 'active' && isPresent(message) && turnOf(game, match, matchState)?.player === player;
  const page = isOnTurn ? findBoardUrl(context, match, token) : '';
  return page === '' || token === null ? null : { page, names: game.continuations(matchState.position, []) };
}

/** Makes links of the words in backticks that the reader can reply with. The words of other players stand in no paragraph. */
const linkWords = (html: string, { answer }: BoardView): string =>
  html.replace(/<p [^]*?<\/p>/g, paragraph =>
    paragraph.replace(/`([^`]+)`/g, (_, typed: string) => {
      const href = answer?.links.find(({ word }) => word === typed)?.href.replaceAll('&', '&amp;');
      return href === undefined ? `<code>${typed}</code>` : `<a href="${href}">${typed}</a>`;
    }),
  );

const PROBLEM_EXIT: ListExit = { list: { kind: 'problem' }, line: 'set problem=off' };
const REMINDERS_EXIT: ListExit = { list: { kind: 'reminders' }, line: 'set reminders=off' };

/** How such mails are left, the boards whose comments the mail shows, and the receipt to note when it is sent. */
const describeEffects = (
  { now }: ComposeContext,
  seen: BoardMailContext,
): Pick<MailDraft, 'board' | 'unsubscribe' | 'shownBoards' | 'receipt'> => {
  const { match, message } = seen;
  const isLast = message.isLastReminder === true;
  return {
    board: message.ply === null && message.imagined === undefined ? message.match : null,
    unsubscribe:
      message.occasion === 'reminder' && !isLast
        ? REMINDERS_EXIT
        : message.problem === undefined
          ? findFollowedExit(message)
          : PROBLEM_EXIT,
    shownBoards: hasComments(seen) ? [message.match] : [],
    receipt: isLast ? { match: refOf(match), sent: now } : null,
  };
};

/** The token for a reply with `yes`, or with the number of one of a few lines. */
function buildQuestionToken(
  context: ComposeContext,
  message: BoardMessage,
  player: number,
): Pick<MailDraft, 'idToken'> {
  const { askedLine = null } = message.imagined ?? {};
  const askedLines = askedLine === null ? message.questions.map(({ line }) => line) : [askedLine];
  if (player === -1 || askedLines.length === 0 || askedLines.length > limits.choices) return {};
  return { idToken: buildBoardToken(context, message.match, player, askedLines) };
}

/** The token of the present board: a reply is about it, even if the mail shows another position. */
const buildBoardToken = (context: ComposeContext, ref: MatchRef, player: number, asked: readonly string[]): string =>
  boardToken(context, must(context.state.match(ref), 'what a reply is about exists'), player, asked);

/** The text of a chat message: the caption, then the board in words if there is no picture, the lesson, the review and the note. */
const formatChatText = (context: ComposeContext, view: BoardView): string =>
  [
    formatCaption(context, view),
    ...[...view.board.words, ...view.lesson, ...view.review.told].map(each => joinWrappedLines(context, each)),
    ...(view.note === null ? [] : [view.note.text]),
  ].join('\n\n');

/** The index of the reader among the players. If the reader plays both sides, it is the side to move. -1: the reader does not play. */
function findPlayerIndex(context: ComposeContext, { game, match, matchState, message }: BoardMailContext): number {
  const isReader = (index: number): boolean => {
    const player = match.players[index];
    return (
      player?.kind === 'account' && player.userid === message.reader && context.state.account(player.userid) !== null
    );
  };
  const toMove = turnOf(game, match, matchState)?.player ?? -1;
  return toMove >= 0 && isReader(toMove) ? toMove : match.players.findIndex((_, index) => isReader(index));
}

/** The token for a reader without a seat. null: there is none. */
const findOtherToken = (context: ComposeContext, mail: BoardMailContext): string | null =>
  buildFollowerToken(context, mail.message) ??
  buildProblemToken(context, mail.message) ??
  findInvitationToken(context, mail);

/** null: the mail asks for no solution. */
const buildProblemToken = ({ sign }: ComposeContext, { problem, reader }: BoardMessage): string | null =>
  problem === undefined || reader === null
    ? null
    : writeToken({ kind: 'problem', number: problem, userid: reader }, sign);

/** The token of the invitation, until the invited reader has taken the seat. null: the reader was not invited. */
const findInvitationToken = (
  { offeredBoard: offered, detail }: ComposeContext,
  { match, message }: BoardMailContext,
): string | null => (message.to.kind === 'address' && offered !== null && isSameBoard(offered, match) ? detail : null);

function formatSubject(context: ComposeContext, seen: BoardMailContext, player: number): string {
  const { game, match, matchState, message } = seen;
  const { state } = context;
  const title = titleOf(game, match.setup);
  if (match.number === 0) {
    const code = message.occasion === 'problem' ? 'subject-problem' : 'subject-preview';
    return sayPhrase(context, { code, parts: { game: title, number: message.problem ?? 0 } });
  }
  const board = `${title} Board ${match.number}`;
  const word = lookUp(OCCASION_WORDS, message.occasion);
  if (word !== undefined) return `${board} ${word}`;
  const turn = match.state === 'active' ? turnOf(game, match, matchState) : null;
  const toMove = turn === null ? '' : ` ${playerName(match.players[turn.player])}`;
  const hasWords = message.isLastReminder !== true && listHeldComments(state, match, message.reader).length > 0;
  const comment = hasWords && message.occasion !== 'show' ? ' **' : '';
  const before = { new: 'New ', reminder: 'Reminder: ' }[message.occasion as string] ?? '';
  const tail = subjectTail(seen, player);
  return `${before}${board}${toMove}${tail === null ? '' : `: ${sayPhrase(context, tail)}`}${comment}`;
}

/** What the Subject says instead of whose turn it is. */
const OCCASION_WORDS: Readonly<Record<string, string>> = {
  preview: 'Preview',
  error: 'Error',
  answer: 'Answer',
  question: 'Question',
  hint: 'Hint',
  analysis: 'Analysis',
  proof: 'Proof',
};

/** How the first sentence of a board that is over is said in a Subject. */
const RESULTS: Readonly<Record<string, string>> = {
  'board-won-yours': 'subject-you-won',
  'board-won': 'subject-won',
  'board-drawn': 'subject-drawn',
  'board-void': 'subject-void',
};

/** What a list of mails should show: whose turn it is, or who won. Nothing while seats are offered, and in a look back. */
function subjectTail(seen: BoardMailContext, player: number): Phrase | null {
  const { game, match, matchState, message } = seen;
  if (!isPresent(message) || match.state === 'invited') return null;
  const turn = turnOf(game, match, matchState);
  if (turn === null) {
    const { code, parts } = must(formatStatus(seen, player)[0], 'a board has a status');
    return { code: must(lookUp(RESULTS, code), 'each result has a tail'), parts };
  }
  if (player === -1) return null;
  if (isVoter(seen, player)) return { code: 'subject-your-answer', parts: {} };
  return { code: turn.player === player ? 'subject-your-turn' : 'subject-waiting', parts: {} };
}

/** The files of the game go with its result, and the deadline with a reminder. A chat gets none, since each would be a message of its own. */
function listFiles(context: ComposeContext, seen: BoardMailContext): readonly MailFile[] {
  const { game, match, message } = seen;
  if (message.occasion === 'reminder') {
    // The deadline that a reminder tells, for the reader's calendar.
    const deadline = findDeadline(seen, context.state, context.now);
    if (deadline === null) return [];
    const urlOf = (): string => findBoardUrl(context, seen.match, null);
    const event = { speak: context, domain: context.own.domain, urlOf };
    return [createCalendarFile(event, deadline, context.now)];
  }
  if (!isLastMail(seen)) return [];
  return [...createRecordFiles(game, match), ...(hasProof(context, seen) ? [attachProof(message.match)] : [])];
}

/** Does the mail of a result bring the proof that the ledger holds the game? Players alone get it, and none does if one was erased, or has left with thoughts. */
const hasProof = ({ state }: ComposeContext, seen: BoardMailContext): boolean =>
  isLastMail(seen) &&
  userids(seen.match).includes(seen.message.reader ?? '') &&
  (seen.match.entered?.opening ?? '') !== '' &&
  listThoughts(seen.match).length === listToldThoughts(state, seen.match).length;

/** What the reader can compare with the checkpoint of another mail. */
const tellCheckpoint = (context: ComposeContext, seen: BoardMailContext): readonly Phrase[] =>
  hasProof(context, seen) ? [{ code: 'checkpoint', parts: { ...context.checkpoint } }] : [];

/** The first seat of a player. null: the player has none. */
function findSeat({ matchState }: BoardMailContext, player: number): Seat | null {
  const seat = matchState.holders.indexOf(player);
  return seat === -1 ? null : seat;
}

/** The reader, and the board as the reader sees it. */
interface ReaderView {
  readonly player: number;
  readonly token: string | null;
  readonly board: BoardParts;
  readonly picture: Picture;
}

function buildBoardView(
  context: ComposeContext,
  seen: BoardMailContext,
  { player, token, board, picture }: ReaderView,
): BoardView {
  const { match, message } = seen;
  const { isSpoken } = board;
  const told = (phrase: Phrase): string => sayPhrase(context, phrase);
  const colours = message.ply === null ? coloursOf(seen, player) : [];
  const wrapPhrases = (phrases: readonly Phrase[]): readonly string[] =>
    phrases.map(phrase => wrapParagraph(told(phrase)));
  const { questions } = message;
  return {
    question: questions.length === 0 ? '' : wrapParagraph(told(formatQuestion(questions))),
    status: joinSentences([...formatStatus(seen, player), ...formatSide(seen, colours, !isSpoken)].map(told)),
    clock: isPresent(message)
      ? joinSentences(describeClock(seen, message.reader, context.state, context.now).map(told))
      : '',
    stones: colours.map(({ tone }) => PAINT[tone].ground),
    news: wrapPhrases([
      ...chooseNews(seen, context.templates.sentences),
      ...describeNames(seen, context.state),
      ...describeProposal(seen, player).map(each => choosePersonal(each, message.reader, context.templates.sentences)),
      ...formatPlaces(seen),
    ]),
    lesson: wrapPhrases(chooseLessonFor(seen, player)),
    review: renderReview(context, message),
    prepared: formatPrepared(seen, player, told),
    ratings: wrapPhrases([...formatRatings(seen, player), ...listClosing(context, seen, player)]),
    refused: message.refusedLines.map(line => wrapParagraph(sayRefused(context, line))),
    moves: listMoves(context, seen, isSpoken).join('\n'),
    board,
    ...tellAims(context, seen, picture, isSpoken),
    options: wrapParagraph(formatOptions(context, seen)),
    page: findBoardUrl(context, match, match.state === 'active' && isPresent(message) && player !== -1 ? token : null),
    remarks: wrapPhrases([
      ...listRobotPhrases(context.state, seen, player),
      ...tellSealed(seen),
      ...tellCheckpoint(context, seen),
    ]),
    comments: listComments(context, seen),
    note: findNoteText(seen, player),
    following: tellFollowing(context, message),
    undelivered: message.undelivered === '' ? '' : quoteText(message.undelivered),
    answer:
      player === -1 || token === null || match.state === 'invited' || !isPresent(message)
        ? null
        : buildAnswer(context, seen, { player, token, board, picture }),
  };
}

/** What an engine found, as paragraphs and as a graph. */
const renderReview = (context: ComposeContext, { review }: BoardMessage): BoardView['review'] => ({
  told: (review?.told ?? []).map(phrase => wrapParagraph(sayPhrase(context, phrase))),
  graph: review?.graph ? drawChances(review.graph) : '',
});

/** A kind word at the end of the game, and after a loss to a robot how to play a weaker one. */
function listClosing({ state }: ComposeContext, seen: BoardMailContext, player: number): readonly Phrase[] {
  const closing = formatClosing(seen, player);
  const easier = closing.length === 0 ? null : findEasierRobot(state, seen, player);
  return [...closing, ...(easier === null ? [] : [{ code: 'closing-easier', parts: { robot: easier } }])];
}

/** The aims, below a board of letters and below a picture. */
function tellAims(
  context: ComposeContext,
  seen: BoardMailContext,
  picture: Picture,
  isSpoken: boolean,
): Pick<BoardView, 'aims' | 'aimsOfPicture'> {
  const aims = formatAims(context, seen, picture, isSpoken ? 'words' : 'letters');
  const isPicture = context.pictures && !isSpoken;
  return { aims, aimsOfPicture: isPicture ? formatAims(context, seen, picture, 'picture') : aims };
}

/** The reader's own note. null: there is none. */
function findNoteText({ match, message }: BoardMailContext, player: number): BoardView['note'] {
  const text = player === -1 ? null : findNote(match, message.reader ?? '');
  return text === null ? null : { text, quoted: quoteText(text) };
}

/** `isSpoken`: the moves are sentences and no table, since screen readers cannot show columns. */
function listMoves(context: ComposeContext, seen: BoardMailContext, isSpoken: boolean): readonly string[] {
  const { match, message } = seen;
  const told = (phrase: Phrase): string => sayPhrase(context, phrase);
  const shown = {
    isWhole: message.occasion === 'new' || message.occasion === 'show' || match.state === 'over',
    notes: listMoveNotes(seen, told),
    tell: told,
  };
  return isSpoken ? formatMoves(seen, shown) : formatMoveTable(seen, shown);
}

/** The words of robots that greet, and a sentence about each robot. One that greets alone has told it already. */
function listRobotPhrases(state: ComposeContext['state'], seen: BoardMailContext, player: number): readonly Phrase[] {
  const greeting = greetByRobots(seen, player, state);
  const notes = userids(seen.match)
    .flatMap(userid => findRobot(state.robots, userid) ?? [])
    .map(({ userid, level }) => ({
      code: 'robot-note',
      parts: { robot: userid, level, levels: robots.length - 1 },
    }));
  const isTold = greeting.some(({ code }) => code === 'greeting');
  return [...greeting, ...(isTold ? [] : notes)];
}

function buildAnswer(
  context: ComposeContext,
  seen: BoardMailContext,
  sight: ReaderView & { token: string },
): BoardView['answer'] {
  const { player, token } = sight;
  const { isSpoken } = sight.board;
  const { game, match, message } = seen;
  const matchState = matchStateOf(game, match);
  const isOver = match.state === 'over';
  const isTheirs = !isOver && turnOf(game, match, matchState)?.player === player;
  const examples = isTheirs
    ? game.examples(matchState.position).map(move => ({
        move: game.format(matchState.position, move),
        meaning: sayPhrase(context, game.describe(matchState.position, move)),
      }))
    : [];
  const width = Math.max(12, ...examples.map(({ move }) => move.length + 4));
  const words = listReplyWords(context, seen, player);
  const easier = findEasierRobot(context.state, { game, match, matchState }, player);
  const subject = `Re: ${formatSubject(context, { ...seen, message: { ...message, occasion: 'position' } }, -1).replace(' **', '')}`;
  const link = (word: string, body: string) => {
    // The chat link has no body, since mail programs put the cursor before a body.
    const [linkSubject, text] = word === 'chat' ? [word, ''] : [subject, body];
    return { word, href: formatMailto(formatDetailAddress(context.own, token), linkSubject, text) };
  };
  const lines = message.questions.map(({ line }) => line);
  return {
    examples: examples.map(({ move, meaning }) => ({ move, meaning, padded: move.padEnd(width) })),
    others: formatWordList(words, isSpoken),
    links: [
      ...lines.map(line => link(line, line)),
      ...(isTheirs ? [link('move', '')] : []),
      ...words.map(word => link(word, word)),
      ...(easier === null ? [] : [link(`rematch ${easier}`, `rematch ${easier}`)]),
    ],
  };
}

/** Columns before the list of words in the template. The lines of the list are shorter by them. */
const LIST_INDENT = 28;

/** Breaks the list of words into lines. */
function formatWordList(words: readonly string[], isSpoken: boolean): string {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const longer = `${last ?? ''}${isSpoken ? ', ' : '  '}${word}`;
    if (last !== undefined && longer.length <= WIDTH - LIST_INDENT) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join(isSpoken ? ',\n' : '\n   ');
}

/** The words this player can reply with. */
const listReplyWords = ({ state }: ComposeContext, seen: BoardMailContext, player: number): readonly string[] => {
  const { game, match } = seen;
  return [
    ...listBoardActs(state, { game, match, matchState: matchStateOf(game, match) }, player),
    ...(listPrepared(seen, player).length > 0 ? ['queue off'] : []),
    'show',
    'chat',
    ...(match.state === 'over' ? ['record'] : []),
    `help ${game.name}`,
  ];
};
