// `record`: a board as a game file that other programs of the game open.
import { boardAlone } from '../language/claims.ts';
import type { Command, Decision, Moment } from '../language/command.ts';
import { decided, denied } from '../language/command.ts';
import { refused } from '../refusal.ts';
import type { MatchRef } from '../state/documents.ts';
import { tableOf } from './board.ts';

export const record: Command = {
  name: 'record',
  aliases: [],
  shortest: null,
  scope: 'game',
  inReply: true,
  takesAnyWords: false,
  usage: '<game> record board',
  summary: 'mails you the game as a file for other programs, where a game has such files (Nexos)',
  by: 'anyone',
  parse: call => boardAlone(call, mailRecord),
};

function mailRecord(at: Moment, match: MatchRef): Decision {
  const table = tableOf(at.world, match);
  if (!table.ok) return table;
  const { game } = table.value;
  if (game.record === null) return denied(refused('record-none', { game: game.title }), match);
  const to = { kind: 'address', address: at.sender.address } as const;
  return decided([], [{ kind: 'letter', letter: { kind: 'record', to, match } }]);
}
