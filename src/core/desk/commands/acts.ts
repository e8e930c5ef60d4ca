// Acts at a board: moves, swaps, proposals, more time, and the ends of games.
import { no, ok } from '#games/kit/result.ts';
import { limits } from '#core/kernel/limits.ts';
import { refused } from '#core/kernel/refusal.ts';
import { playMove, swapSides } from '#core/board/acts/play.ts';
import { openRematch } from '#core/board/acts/seats.ts';
import { resignBoard } from '#core/board/acts/resign.ts';
import { confirmMove, submitMove } from '#core/board/acts/show.ts';
import { addTime } from '#core/board/acts/time-out.ts';
import { claimBoard } from '#core/board/acts/unreachable-players.ts';
import {
  type Command,
  createBoardCommand,
  createProposalCommand,
  describeBoardCommand,
  parseBoardArguments,
  parseMoveArguments,
} from '#core/language/command.ts';

/** A command whose line has a move behind the board. */
const createMoveCommand = (name: string, act: typeof playMove, more: Partial<Command> = {}): Command => ({
  ...describeBoardCommand(name, ' move[#n]', ' b3,a3'),
  takesAnyWords: true,
  parse: commandLine => {
    const move = parseMoveArguments(commandLine);
    if (!move.ok) return move;
    const { credentials, ...args } = move.value;
    return ok({ credentials, run: context => act(context, args) });
  },
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
/** Opens the same game again, with the colours exchanged. */
export const rematch = createBoardCommand('rematch', openRematch);

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
