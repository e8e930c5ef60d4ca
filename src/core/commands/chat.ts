// `chat` and `message`: send words without a move.
import { no, ok } from '#games/kit/result.ts';
import { isUseridShaped } from '../players/userid.ts';
import { parseBoardArguments, claimIn, textAfter } from '../reading/credentials.ts';
import type { Command } from '../reading/command.ts';
import { limits } from '../kernel/limits.ts';
import { refused } from '../kernel/refusal.ts';
import { sendChat, sendMessage } from '../matches/chat.ts';

export const chat: Command = {
  name: 'chat',
  scope: 'game',
  inReply: true,
  takesAnyWords: true,
  usage: '<game> chat board [userid password]',
  example: 'nex chat 101',
  by: 'account',
  parse: call => {
    const board = parseBoardArguments(call, 0);
    if (!board.ok) return board;
    const { match, claim, rest } = board.value;
    const text = textAfter(call, 'chat', rest.length);
    return ok({ claim, run: context => sendChat(context, match, text) });
  },
};

export const message: Command = {
  name: 'message',
  scope: 'server',
  usage: 'message [userid password] userid …',
  example: 'message bob',
  by: 'account',
  parse: call => {
    const words = call.words.map(word => word.replace(/,$/, ''));
    // Too many words are refused before any of them is looked up.
    const most = limits.messageRecipients;
    if (words.length > most + 2) return no(refused('message-recipients', { most }));
    const areAllUsers = words.every(word => isUseridShaped(word) && call.isUser(word.toLowerCase()));
    const claim = call.userid !== null && areAllUsers ? null : claimIn(call, words, 1);
    const readers = (claim === null ? words : words.slice(2)).map(word => word.toLowerCase());
    if (readers.length === 0) return no(refused('command-usage', { usage: call.usage }));
    if (readers.length > most) return no(refused('message-recipients', { most }));
    return ok({ claim, run: context => sendMessage(context, readers) });
  },
};
