// `note`: a player's private note on a board.
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
  usage: '<game> note board [userid password] words',
  example: 'nex note 101 watch the corner',
  by: 'account',
  parse: call => {
    const board = parseBoardArguments(call, 0);
    if (!board.ok) return board;
    const { match, claim, rest } = board.value;
    const text = textAfter(call, 'note', rest.length);
    if (call.words[0] === rest[0] && PROSE.test(text)) return no(refused('command-usage', { usage: call.usage }));
    return ok({ claim, run: context => writeNote(context, match, text) });
  },
};

/** `Note that I am away`: a sentence to the other player, in a reply. */
const PROSE = /^(?:that|how|also|please|to you|i am|i'm|i will|i'll)\b/i;
