// `record`: sends a board as a game file, which other programs for the game open.
import { boardAlone } from '#core/reading/credentials.ts';
import type { Command } from '#core/reading/command.ts';
import { sendRecord } from '#core/matches/show.ts';

export const record: Command = {
  name: 'record',
  scope: 'game',
  inReply: true,
  usage: '<game> record board',
  example: 'nexos record 101',
  by: 'anyone',
  parse: call => boardAlone(call, sendRecord),
};
