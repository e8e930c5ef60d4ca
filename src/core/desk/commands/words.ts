// The commands that send or keep words without a move: `chat`, `message` and `note`.
import { no, ok } from '#games/kit/result.ts';
import { limits } from '#core/kernel/limits.ts';
import { refused } from '#core/kernel/refusal.ts';
import { sendChat, sendMessage, writeNote } from '#core/board/acts/chat.ts';
import { isUseridShaped } from '#core/players/userid.ts';
import {
  type Command,
  describeBoardCommand,
  findCredentials,
  parseBoardArguments,
  textAfter,
} from '#core/language/command.ts';

export const chat: Command = {
  ...describeBoardCommand('chat'),
  takesAnyWords: true,
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

export const note: Command = {
  ...describeBoardCommand('note', ' words', ' watch the corner'),
  takesAnyWords: true,
  isPrivate: true,
  parse: commandLine => {
    const board = parseBoardArguments(commandLine, 0);
    if (!board.ok) return board;
    const { match, credentials, rest } = board.value;
    const words = textAfter(commandLine, 'note', rest.length);
    if (commandLine.words[0] === rest[0] && PROSE.test(words))
      return no(refused('command-usage', { usage: commandLine.usage }));
    return ok({ credentials, words, run: context => writeNote(context, match) });
  },
};

/** Words after `note` that make the line a sentence to the other player: `Note that I am away`. */
const PROSE = /^(?:that|how|also|please|to you|i am|i'm|i will|i'll)\b/i;
