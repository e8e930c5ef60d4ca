// `preview`, `previewas` and `replay`: show a board as it would be after some moves.
import { must } from '#games/kit/assert.ts';
import { no, ok } from '#games/kit/result.ts';
import { type Command, type CommandLine, parseBoardArguments } from '#core/language/command.ts';
import { refused } from '#core/kernel/refusal.ts';
import { previewBoard, previewNew, showBoards } from '#core/board/acts/show.ts';

export const preview: Command = {
  name: 'preview',
  minLetters: 4,
  scope: 'game',
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
  scope: 'game',
  inReply: true,
  takesAnyWords: true,
  usage: '<game> previewas board[#n] [userid password] move …',
  example: 'nex previewas 101 b3,a3',
  permission: 'account',
  parse: commandLine => parsePreviewOfBoard(commandLine, true),
};

export const replay: Command = {
  name: 'replay',
  scope: 'game',
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
function parsePreviewOfBoard(commandLine: CommandLine, isOwn = false): ReturnType<Command['parse']> {
  const board = parseBoardArguments(commandLine, 0);
  if (!board.ok) return board;
  const { match, credentials, rest, ply } = board.value;
  const [first = ''] = rest;
  const replyPly = ply === null ? /^#(-?\d{1,5})$/.exec(first)?.[1] : undefined;
  const wantedPly = replyPly === undefined ? ply : Number(replyPly);
  const typed = replyPly === undefined ? rest : rest.slice(1);
  if (!isBoardTyped(commandLine) && !areMoves(commandLine, typed))
    return no(refused('command-usage', { usage: commandLine.usage }));
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
function parsePreviewOfNew(commandLine: CommandLine): ReturnType<Command['parse']> {
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
