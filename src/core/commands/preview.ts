// `preview`, `previewas` and `replay`: show a board as it would be after some moves.
import { must } from '#games/kit/assert.ts';
import { no, ok } from '#games/kit/result.ts';
import type { CommandLine, Command } from '../reading/command.ts';
import { parseBoardArguments } from '../reading/credentials.ts';
import { refused } from '../kernel/refusal.ts';
import { previewBoard, previewNew } from '../matches/preview.ts';
import { showBoards } from '../matches/show.ts';

export const preview: Command = {
  name: 'preview',
  shortest: 4,
  scope: 'game',
  inReply: true,
  takesAnyWords: true,
  usage: '<game> preview board[#n] move …   or   <game> preview new [-options] move …',
  example: 'nex preview 101 b3,a3',
  by: 'anyone',
  parse: call => (call.words[0]?.toLowerCase() === 'new' ? ofNew(call) : ofBoard(call)),
};

export const previewas: Command = {
  name: 'previewas',
  scope: 'game',
  inReply: true,
  takesAnyWords: true,
  usage: '<game> previewas board[#n] [userid password] move …',
  example: 'nex previewas 101 b3,a3',
  by: 'account',
  parse: call => ofBoard(call, true),
};

export const replay: Command = {
  name: 'replay',
  scope: 'game',
  inReply: true,
  takesAnyWords: true,
  usage: '<game> replay board [n [move …]]',
  example: 'nex replay 101 1',
  by: 'anyone',
  parse: call => {
    const [board = '', ply = '', ...moves] = call.words;
    const isNumbered = /^\d{1,9}$/.test(board) && /^-?\d{1,5}$/.test(ply);
    return ofBoard(isNumbered ? { ...call, words: [`${board}#${ply}`, ...moves] } : call);
  },
};

/** `isOwn`: as one of the player's own mails. */
function ofBoard(call: CommandLine, isOwn = false): ReturnType<Command['parse']> {
  const board = parseBoardArguments(call, 0);
  if (!board.ok) return board;
  const { match, claim, rest, ply } = board.value;
  const [first = ''] = rest;
  const inReply = ply === null ? /^#(-?\d{1,5})$/.exec(first)?.[1] : undefined;
  const wanted = inReply === undefined ? ply : Number(inReply);
  const typed = inReply === undefined ? rest : rest.slice(1);
  if (!isTyped(call) && !areMoves(call, typed)) return no(refused('command-usage', { usage: call.usage }));
  return ok({
    claim,
    run: context =>
      typed.length === 0
        ? showBoards(context, [{ match, ply: wanted }], isOwn ? context.actor : null)
        : previewBoard(context, { match, ply: wanted, typed, isOwn }),
  });
}

/** Does the line name the board itself? In a reply it may be a sentence. */
const isTyped = ({ words }: CommandLine): boolean => /^(?:board|\d+(?:#-?\d+)?)$/i.test(words[0] ?? '');

const areMoves = ({ game }: CommandLine, typed: readonly string[]): boolean =>
  typed.every(word => /^(?:then|;)$/i.test(word) || game?.looksLikeMove(word.replace(/;$/, '')) === true);

/** pbmserv wants the number of players behind `new`: the options say it here. */
function ofNew(call: CommandLine): ReturnType<Command['parse']> {
  const game = must(call.game, 'preview is a command of a game');
  const setup = game.setup(call.options);
  if (!setup.ok) return setup;
  const [, first = '', ...others] = call.words;
  const isCount = /^\d{1,2}$/.test(first);
  const seats = game.seats(setup.value).length;
  if (isCount && Number(first) !== seats) return no(refused('preview-seats', { seats, typed: first }));
  const typed = isCount ? others : call.words.slice(1);
  return ok({ run: context => previewNew(context, game, setup.value, typed) });
}
