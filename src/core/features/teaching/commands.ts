// `hint` and `analyse`: what a robot would play, and what decided a game.
import type { Command } from '#core/reading/command.ts';
import { parseBoardCommand } from '#core/reading/credentials.ts';
import { askForAnalysis, askForHint } from './ask.ts';

export const hint: Command = {
  name: 'hint',
  scope: 'game',
  inReply: true,
  usage: '<game> hint board [userid password]',
  example: 'nex hint 101',
  permission: 'account',
  parse: commandLine => parseBoardCommand(commandLine, askForHint),
};

export const analyse: Command = {
  name: 'analyse',
  aliases: ['analyze'],
  scope: 'game',
  inReply: true,
  usage: '<game> analyse board [userid password]',
  example: 'nex analyse 101',
  permission: 'account',
  parse: commandLine => parseBoardCommand(commandLine, askForAnalysis),
};
