// The board mail: whose turn it is, what happened, the moves, the board, the comment, how to answer; as text and as HTML.
import type { AnyGame, Opaque, Seat } from '#games/game.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { must } from '#games/kit/assert.ts';
import { PAINT } from '../picture/paint.ts';
import { aimsLines } from './board-aims.ts';
import { clockPhrases } from './board-clock.ts';
import { moveNotesOf } from './move-notes.ts';
import { isVoter, openProposal } from './board-proposal.ts';
import { boardToken } from './board-mail.ts';
import { coloursOf, placesOf, type Seen, sidePhrase, statusOf } from './board-status.ts';
import { maySwap } from '../matches/swap.ts';
import type { Picture } from '#games/kit/picture.ts';
import type { BoardMessage } from './message.ts';
import { gameOf, matchStateOf, playerName, turnOf, userids } from '../matches/match.ts';
import { robotNamed, robots } from '../identity/robots.ts';
import { hasBlocked } from '../accounts/blocked.ts';
import { defaultSettings } from '../accounts/settings.ts';
import { drawn } from '../picture/drawn.ts';
import type { BoardView } from './board-view.ts';
import { type BoardParts, boardShown } from './board-parts.ts';
import { optionsLine } from './options-line.ts';
import { questionPhrase } from './question.ts';
import { isSameBoard, type Match, matchKey } from '../state/documents.ts';
import { withDetail } from '../identity/token.ts';
import { type ComposeContext, type Draft, tell, tellRefused, threadOf } from './compose-context.ts';
import { captionOf, unwrapped } from './chat-form.ts';
import { formFor } from './form.ts';
import type { MailFile } from './plan.ts';
import { recordFile } from './record-file.ts';
import { asciiHtml, moveList, paragraph, quoted, sentences, toldMoves, WIDTH } from './text.ts';

export function boardDraft(context: ComposeContext, message: BoardMessage): Draft {
  const match = heardBy(context, message.reader, must(context.state.match(message.match), 'what is told of exists'));
  const game = gameOf(context.state, match);
  const seen: Seen = { game, match, matchState: matchStateOf(game, match, message.ply), message };
  const player = playerIndex(context, seen);
  const token = player === -1 ? offeredToken(context, seen) : boardToken(context, match, player, null);
  const [asked, ...others] = message.questions.map(({ line }) => line);
  const isAsked = player !== -1 && asked !== undefined && others.length === 0;
  const form = formFor(context, message.to);
  const settings = { ...(context.state.account(message.reader ?? '')?.settings ?? defaultSettings), mail: form };
  const board = drawn(game, seen.matchState.position, settings.view === 'own' ? seatOf(seen, player) : null);
  const shown = boardShown(
    context,
    board,
    settings,
    context.sign(`picture|${context.cause}|${matchKey(match)}|${player}`),
  );
  const view = boardView(context, seen, { player, token, board: shown.parts, picture: board.picture });
  return {
    to: message.to,
    subject: subjectOf(seen),
    token,
    ...(isAsked ? { idToken: boardToken(context, match, player, asked) } : {}),
    text: form === 'chat' ? chatText(context, view) : context.templates.render('board.txt', view),
    isChat: form === 'chat',
    html: form !== 'html' ? null : asciiHtml(context.templates.render('board.html', view)),
    picture: shown.picture,
    files: filesOf(seen),
    thread: threadOf(match, player),
    charge: 'answer',
    unsubscribe: null,
    receipt: message.isLastReminder === true ? { match: message.match, sent: context.now } : null,
  };
}

/** The match without the words of somebody whom the reader has blocked. */
const heardBy = ({ state }: ComposeContext, reader: string | null, match: Match): Match =>
  hasBlocked(state, reader, match.comment?.by ?? null) ? { ...match, comment: null } : match;

/** Whoever has the board told gets it below the caption: there is no picture then. */
const chatText = (context: ComposeContext, view: BoardView): string =>
  [captionOf(context, view), ...view.board.words.map(unwrapped)].join('\n\n');

/** Which player the reader is; one who plays both sides is the one to move. -1: none. */
function playerIndex(context: ComposeContext, { game, match, matchState, message }: Seen): number {
  const isReader = (index: number): boolean => {
    const player = match.players[index];
    return (
      player?.kind === 'account' && player.userid === message.reader && context.state.account(player.userid) !== null
    );
  };
  const toMove = turnOf(game, match, matchState)?.player ?? -1;
  return toMove >= 0 && isReader(toMove) ? toMove : match.players.findIndex((_, index) => isReader(index));
}

/** Whoever answers an invitation goes on holding it until they have taken the seat. */
const offeredToken = ({ offered, detail }: ComposeContext, { match, message }: Seen): string | null =>
  message.to.kind === 'address' && offered !== null && isSameBoard(offered, match) ? detail : null;

function subjectOf({ game, match, matchState, message }: Seen): string {
  const board = `${game.title} Board ${match.number}`;
  if (message.occasion === 'error') return `${board} Error`;
  if (message.occasion === 'question') return `${board} Question`;
  const turn = match.state === 'active' ? turnOf(game, match, matchState) : null;
  const toMove = turn === null ? '' : ` ${playerName(match.players[turn.player])}`;
  const comment = match.comment !== null && message.occasion !== 'show' ? ' **' : '';
  return `${{ new: 'New ', reminder: 'Nag: ' }[message.occasion as string] ?? ''}${board}${toMove}${comment}`;
}

/** The mail that tells the result brings the game's file along. */
function filesOf({ game, match, message }: Seen): readonly MailFile[] {
  const file = match.state === 'over' && message.occasion === 'position' ? recordFile(game, match) : null;
  return file === null ? [] : [file];
}

/** The seat a player holds; one with several looks from the first. null: none. */
function seatOf({ matchState }: Seen, player: number): Seat | null {
  const seat = matchState.holders.indexOf(player);
  return seat === -1 ? null : seat;
}

/** The reader, and the board as they see it. */
interface Sight {
  readonly player: number;
  readonly token: string | null;
  readonly board: BoardParts;
  readonly picture: Picture;
}

function boardView(context: ComposeContext, seen: Seen, { player, token, board, picture }: Sight): BoardView {
  const { match, message } = seen;
  const { isSpoken } = board;
  const told = (phrase: Phrase): string => tell(context, phrase);
  const colours = message.ply === null ? coloursOf(seen, player) : [];
  const comment = commentOf(seen);
  const { questions } = message;
  return {
    question: questions.length === 0 ? '' : paragraph(told(questionPhrase(questions))),
    status: sentences([statusOf(seen, player), ...sidePhrase(seen, colours, !isSpoken)].map(told)),
    clock: sentences(clockPhrases(seen, message.reader, context.state, context.now).map(told)),
    stones: colours.map(({ tone }) => PAINT[tone].ground),
    news: [...message.news, ...openProposal(seen, player), ...placesOf(seen)].map(phrase =>
      paragraph(tell(context, phrase)),
    ),
    refused: message.refusedLines.map(line => paragraph(tellRefused(context, line))),
    moves: movesOf(context, seen, isSpoken).join('\n'),
    board,
    aims: aimsLines(context, seen, picture, isSpoken),
    options: paragraph(optionsLine(context, seen)),
    robots: robotLines(context, seen),
    comment: comment === null ? null : { ...comment, quoted: quoted(comment.text) },
    undelivered: message.undelivered === '' ? '' : quoted(message.undelivered),
    answer:
      player === -1 || token === null || match.state === 'invited' || message.ply !== null
        ? null
        : answerOf(context, seen, { player, token, board, picture }),
  };
}

/** The words that came with the last move; not in answers to a mistake, nor before the game: who is invited reads them when it is on. */
function commentOf({ match, message }: Seen): Match['comment'] {
  const isAnswer = message.occasion === 'error' || message.occasion === 'question';
  return message.ply !== null || isAnswer || match.state === 'invited' ? null : match.comment;
}

/** `isSpoken`: as sentences, since columns lean on sight. */
function movesOf(context: ComposeContext, seen: Seen, isSpoken: boolean): readonly string[] {
  const { match, message } = seen;
  const shown = {
    isWhole: message.occasion === 'new' || message.occasion === 'show' || match.state === 'over',
    notes: moveNotesOf(seen, phrase => tell(context, phrase)),
  };
  return isSpoken ? toldMoves(seen, { ...shown, tell: phrase => tell(context, phrase) }) : moveList(seen, shown);
}

const robotLines = (context: ComposeContext, { match }: Seen): readonly string[] =>
  userids(match)
    .flatMap(userid => robotNamed(context.state.robots, userid) ?? [])
    .map(({ userid, level }) =>
      paragraph(tell(context, { code: 'robot-note', parts: { robot: userid, level, levels: robots.length } })),
    );

function answerOf(context: ComposeContext, seen: Seen, sight: Sight & { token: string }): BoardView['answer'] {
  const { player, token } = sight;
  const { isSpoken } = sight.board;
  const { game, match, message } = seen;
  const matchState = matchStateOf(game, match);
  const isOver = match.state === 'over';
  const isTheirs = !isOver && turnOf(game, match, matchState)?.player === player;
  const examples = isTheirs
    ? game.examples(matchState.position).map(move => exampleOf(context, game, matchState.position, move))
    : [];
  const width = Math.max(12, ...examples.map(({ move }) => move.length + 4));
  const words = wordsFor(seen, player);
  const subject = `Re: ${subjectOf({ ...seen, message: { ...message, occasion: 'position' } }).replace(' **', '')}`;
  const address = encodeURIComponent(withDetail(context.own, token)).replace('%40', '@');
  const link = (word: string, body: string): Link => {
    // Where one writes on: mail programs put the cursor before the body.
    const [about, text] = word === 'chat' ? [word, ''] : [subject, body];
    return { word, href: `mailto:${address}?subject=${encodeURIComponent(about)}&body=${encodeURIComponent(text)}` };
  };
  const lines = message.questions.map(({ line }) => line);
  return {
    examples: examples.map(({ move, meaning }) => ({ move, meaning, padded: move.padEnd(width) })),
    others: wordsListed(words, isSpoken),
    links: [
      ...lines.map(line => link(line, line)),
      ...(isTheirs ? [link('move', '')] : []),
      ...words.map(word => link(word, word)),
    ],
  };
}

type Link = NonNullable<BoardView['answer']>['links'][number];

/** Behind this they are listed: no line is longer than others. */
const LISTED_BEHIND = 'You can reply with one of:  '.length;

/** In as many lines as it takes. */
function wordsListed(words: readonly string[], isSpoken: boolean): string {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const longer = `${last ?? ''}${isSpoken ? ', ' : '  '}${word}`;
    if (last !== undefined && longer.length <= WIDTH - LISTED_BEHIND) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join(isSpoken ? ',\n' : '\n   ');
}

/** The words this player can reply with. */
function wordsFor(seen: Seen, player: number): readonly string[] {
  const { game, match } = seen;
  const matchState = matchStateOf(game, match);
  const { holders, retired } = matchState;
  const isOver = match.state === 'over';
  const isTheirs = !isOver && turnOf(game, match, matchState)?.player === player;
  const isPlaying = !isOver && holders.some((holder, seat) => holder === player && !retired.includes(seat));
  const words: readonly (readonly [string, boolean])[] = [
    ['accept', isVoter(seen, player)],
    ['reject', isVoter(seen, player)],
    ['rematch', isOver],
    ['swap', isTheirs && maySwap({ game, match, matchState })],
    ['resign', isPlaying],
    ['show', true],
    ['chat', true],
    ['record', game.record !== null],
    [`help ${game.name}`, true],
  ];
  return words.flatMap(([word, isPossible]) => (isPossible ? [word] : []));
}

const exampleOf = (
  context: ComposeContext,
  game: AnyGame,
  position: Opaque,
  move: Opaque,
): { readonly move: string; readonly meaning: string } => ({
  move: game.format(position, move),
  meaning: tell(context, game.describe(position, move)),
});
