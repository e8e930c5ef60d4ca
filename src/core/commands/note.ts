// `note`: writes a player's private note on a board.
import { no, ok } from '#games/kit/result.ts';
import { parseBoardArguments, textAfter } from '../reading/credentials.ts';
import type { Command } from '../reading/command.ts';
import { refused } from '../kernel/refusal.ts';
import { writeNote } from '../matches/note.ts';

export const note: Command = {
  name: 'note',
  scope: 'game',
  inReply: true,
  takesAnyWords: true,
  isPrivate: true,
  usage: '<game> note board [userid password] words',
  example: 'nex note 101 watch the corner',
  permission: 'account',
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
