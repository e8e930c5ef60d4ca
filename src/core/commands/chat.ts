// `chat` and `message`: send words without a move.
import { no, ok } from '#games/kit/result.ts';
import { isUseridShaped } from '../players/userid.ts';
import { parseBoardArguments, findCredentials, textAfter } from '../reading/credentials.ts';
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
  permission: 'account',
  parse: commandLine => {
    const board = parseBoardArguments(commandLine, 0);
    if (!board.ok) return board;
    const { match, credentials, rest } = board.value;
    const words = textAfter(commandLine, 'chat', rest.length);
    return ok({ credentials, words, run: context => sendChat(context, match) });
  },
};

export const message: Command = {
  name: 'message',
  scope: 'server',
  usage: 'message [userid password] userid …',
  example: 'message bob',
  permission: 'account',
  parse: commandLine => {
    const words = commandLine.words.map(word => word.replace(/,$/, ''));
    // A line with too many words is refused before any account is loaded.
    const maxReaders = limits.messageRecipients;
    if (words.length > maxReaders + 2) return no(refused('message-recipients', { most: maxReaders }));
    const areAllUsers = words.every(word => isUseridShaped(word) && commandLine.isUser(word.toLowerCase()));
    const credentials = commandLine.userid !== null && areAllUsers ? null : findCredentials(commandLine, words, 1);
    const readers = (credentials === null ? words : words.slice(2)).map(word => word.toLowerCase());
    if (readers.length === 0) return no(refused('command-usage', { usage: commandLine.usage }));
    if (readers.length > maxReaders) return no(refused('message-recipients', { most: maxReaders }));
    return ok({ credentials, run: context => sendMessage(context, readers) });
  },
};
