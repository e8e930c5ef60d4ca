// The commands at a board: moves, proposals, time, words, notes and previews.
import { sendChat, sendMessage, writeNote } from '#core/board/acts/chat.ts';
import { playMove, swapSides } from '#core/board/acts/play.ts';
import { resignBoard } from '#core/board/acts/resign.ts';
import { openRematch } from '#core/board/acts/seats.ts';
import { confirmMove, previewBoard, previewNew, showBoards, submitMove } from '#core/board/acts/show.ts';
import { addTime } from '#core/board/acts/time-out.ts';
import { claimBoard } from '#core/board/acts/unreachable-players.ts';
import { limits } from '#core/kernel/limits.ts';
import { refused } from '#core/kernel/refusal.ts';
import {
  type Command,
  type CommandLine,
  type ParsedLine,
  createBoardCommand,
  createProposalCommand,
  describeBoardCommand,
  findCredentials,
  parseAtBoard,
  parseBoardArguments,
  parseMoveArguments,
  textAfter,
} from '#core/language/command.ts';
import { findRobot, robots } from '#core/players/robots.ts';
import { isUseridShaped, wordsOf } from '#core/players/userid.ts';
import { must } from '#games/kit/assert.ts';
import { no, ok } from '#games/kit/result.ts';

/** A command whose line has a move behind the board. */
const createMoveCommand = (name: string, act: typeof playMove, more: Partial<Command> = {}): Command => ({
  ...describeBoardCommand(name, ' move[#n]', ' b3,a3'),
  takesAnyWords: true,
  parse: parseAtBoard(0, ({ match, ply, rest, credentials: named }, commandLine) => {
    // Without a move, `hex board 101 bob secret` shows the board. Another command is no password.
    const isWord = (secret: string): boolean =>
      commandLine.game?.looksLikeMove(secret) === true ||
      commandLine.commands.some(each => wordsOf(each).includes(secret));
    if (named !== null && rest.length === 0 && !isWord(named.secret))
      return ok({ credentials: named, run: context => showBoards(context, [{ match, ply }], context.actor) });
    const move = parseMoveArguments(commandLine);
    if (!move?.ok) return move;
    const { credentials, ...args } = move.value;
    return ok({ credentials, run: context => act(context, args) });
  }),
  ...more,
});

/** Plays a move, once and in its turn. A bare move in a reply means this command. */
export const move = createMoveCommand('move', playMove, { aliases: ['board', 'mvoe'] });
/** The player sees the board after the move before confirming it. */
export const submit = createMoveCommand('submit', submitMove);
export const confirm = createBoardCommand('confirm', confirmMove, { isFinal: true });
/** Takes the side that has just moved, instead of moving: once, early in the game, and only if the challenge allowed it. */
export const swap = createBoardCommand('swap', swapSides, { isFinal: true });
/** All players of the board must accept it, as `draw`. */
export const undo = createProposalCommand('undo', { aliases: ['takeback'] });
export const draw = createProposalCommand('draw', { aliases: ['propose'] });
/** Gives up the game. Before the player's first move it declines the challenge, and the board is removed. */
export const resign = createBoardCommand('resign', resignBoard, { isFinal: true, isHarmful: true });
/** Ends a board whose other player cannot be reached by mail any more. */
export const claim = createBoardCommand('claim', claimBoard, { isFinal: true, isHarmful: true });
/** Opens the same game again: with the colours exchanged, or with the same ones against a robot. */
export const rematch: Command = {
  ...describeBoardCommand('rematch', ' [robot]'),
  parse: parseAtBoard(0, ({ match, credentials, rest: [against = null, ...more] }) => {
    if (more.length > 0 || (against !== null && findRobot(robots, against) === null)) return null;
    return ok({ credentials, run: context => openRematch(context, match, against) });
  }),
};

/** Gives the others at a board more time. */
export const addtime: Command = {
  ...describeBoardCommand('addtime', ' days', ' 3'),
  parse: commandLine => {
    const { board, words } = commandLine;
    // In a reply the line may hold only the number of days.
    const isBare = board !== null && /^[1-9]\d{0,2}( days?)?$/i.test(words.join(' '));
    const parsed = isBare
      ? ok({ match: board.match, credentials: null, rest: words })
      : parseBoardArguments(commandLine, 1);
    if (!parsed.ok) return parsed;
    const { match, credentials, rest } = parsed.value;
    const [word = '', unit = ''] = rest;
    const isDays = /^[1-9]\d{0,2}$/.test(word) && /^(days?)?$/i.test(unit) && rest.length <= 2;
    const days = Number(word);
    if (!isDays || days > limits.daysGiven)
      return no(refused('addtime-days', { most: limits.daysGiven, example: `addtime ${match.number} 3` }));
    return ok({ credentials, run: context => addTime(context, match, days) });
  },
};

/** The commands that send or keep words without a move: `chat`, `message` and `note`. */
export const chat: Command = {
  ...describeBoardCommand('chat'),
  aliases: ['message'],
  takesAnyWords: true,
  parse: parseAtBoard(0, ({ match, credentials, rest }, commandLine) => {
    const words = textAfter(commandLine, rest.length);
    return ok({ credentials, words, run: context => sendChat(context, match) });
  }),
};

export const message: Command = {
  name: 'message',
  usage: 'message [userid password] userid …',
  example: 'message bob',
  permission: 'account',
  parse: commandLine => {
    const words = commandLine.words.map(word => word.replace(/,$/, ''));
    // `message 101` writes to the players of a board.
    const game = commandLine.games.find(({ name }) => name === commandLine.board?.match.game) ?? null;
    if (/^\d{1,9}$/.test(words[0] ?? '')) return chat.parse({ ...commandLine, game, usage: chat.usage });
    // A line with too many words is refused before any account is loaded.
    const maxReaders = limits.messageRecipients;
    if (words.length > maxReaders + 2) return no(refused('message-recipients', { most: maxReaders }));
    const areAllUsers = words.every(word => isUseridShaped(word) && commandLine.isUser(word.toLowerCase()));
    const credentials = commandLine.userid !== null && areAllUsers ? null : findCredentials(commandLine, words, 1);
    const readers = (credentials === null ? words : words.slice(2)).map(word => word.toLowerCase());
    if (readers.length === 0) return null;
    if (readers.length > maxReaders) return no(refused('message-recipients', { most: maxReaders }));
    return ok({ credentials, run: context => sendMessage(context, readers) });
  },
};

export const note: Command = {
  ...describeBoardCommand('note', ' words', ' watch the corner'),
  takesAnyWords: true,
  isPrivate: true,
  parse: parseAtBoard(0, ({ match, credentials, rest }, commandLine) => {
    const words = textAfter(commandLine, rest.length);
    if (commandLine.words[0] === rest[0] && PROSE.test(words)) return null;
    return ok({ credentials, words, run: context => writeNote(context, match) });
  }),
};

/** Words after `note` that make the line a sentence to the other player: `Note that I am away`. */
const PROSE = /^(?:that|how|also|please|to you|i am|i'm|i will|i'll)\b/i;

/** `preview`, `previewas` and `replay`: show a board as it would be after some moves. */
export const preview: Command = {
  name: 'preview',
  minLetters: 4,
  inReply: true,
  takesAnyWords: true,
  usage: '<game> preview board[#n] move …   or   <game> preview new [-options] move …',
  example: 'nex preview 101 b3,a3',
  permission: 'anyone',
  parse: commandLine =>
    commandLine.words[0]?.toLowerCase() === 'new' ? parsePreviewOfNew(commandLine) : parsePreviewOfBoard(commandLine),
};

export const previewas: Command = {
  name: 'previewas',
  inReply: true,
  takesAnyWords: true,
  usage: '<game> previewas board[#n] [userid password] move …',
  example: 'nex previewas 101 b3,a3',
  permission: 'account',
  parse: commandLine => parsePreviewOfBoard(commandLine, true),
};

export const replay: Command = {
  name: 'replay',
  inReply: true,
  takesAnyWords: true,
  usage: '<game> replay board [n [move …]]',
  example: 'nex replay 101 1',
  permission: 'anyone',
  parse: commandLine => {
    const [board = '', ply = '', ...moves] = commandLine.words;
    const isNumbered = /^\d{1,9}$/.test(board) && /^-?\d{1,5}$/.test(ply);
    return parsePreviewOfBoard(isNumbered ? { ...commandLine, words: [`${board}#${ply}`, ...moves] } : commandLine);
  },
};

/** `isOwn`: the board is shown as in the player's own mails. */
function parsePreviewOfBoard(commandLine: CommandLine, isOwn = false): ParsedLine {
  const board = parseBoardArguments(commandLine, 0);
  if (!board.ok) return board;
  const { match, credentials, rest, ply } = board.value;
  const [first = ''] = rest;
  const replyPly = ply === null ? /^#(-?\d{1,5})$/.exec(first)?.[1] : undefined;
  const wantedPly = replyPly === undefined ? ply : Number(replyPly);
  const typed = replyPly === undefined ? rest : rest.slice(1);
  if (!isBoardTyped(commandLine) && !areMoves(commandLine, typed)) return null;
  return ok({
    credentials,
    run: context =>
      typed.length === 0
        ? showBoards(context, [{ match, ply: wantedPly }], isOwn ? context.actor : null)
        : previewBoard(context, { match, ply: wantedPly, typed, isOwn }),
  });
}

/** Does the line name the board? A line without a board, in a reply, may be a sentence. */
const isBoardTyped = ({ words }: CommandLine): boolean => /^(?:board|\d+(?:#-?\d+)?)$/i.test(words[0] ?? '');

const areMoves = ({ game }: CommandLine, typed: readonly string[]): boolean =>
  typed.every(word => /^(?:then|;)$/i.test(word) || game?.looksLikeMove(word.replace(/;$/, '')) === true);

/** Parses `preview new`. As with pbmserv, the number of players may follow `new`, but it must agree with the options. */
function parsePreviewOfNew(commandLine: CommandLine): ParsedLine {
  const game = must(commandLine.game, 'preview is a command of a game');
  const setup = game.setup(commandLine.options);
  if (!setup.ok) return setup;
  const [, first = '', ...others] = commandLine.words;
  const isCount = /^\d{1,2}$/.test(first);
  const seats = game.seats(setup.value).length;
  if (isCount && Number(first) !== seats) return no(refused('preview-seats', { seats, typed: first }));
  const typed = isCount ? others : commandLine.words.slice(1);
  return ok({ run: context => previewNew(context, game, setup.value, typed) });
}
