// The list of commands that belong to no feature, with those that only other servers have.
import { refused } from '#core/kernel/refusal.ts';
import { type Command, findCredentials } from '#core/language/command.ts';
import { allow, tell } from '#core/players/decision.ts';
import { no, ok } from '#games/kit/result.ts';
import { changeAddress, changePassword, listCommands, signoff, signup } from './account.ts';
import {
  addtime,
  chat,
  claim,
  confirm,
  draw,
  message,
  move,
  note,
  preview,
  previewas,
  rematch,
  replay,
  resign,
  submit,
  swap,
  undo,
} from './board.ts';
import { accept, challenge, invitations, limit, reject } from './invitation.ts';
import { games, history, ownGames, show, showAll, showas } from './show.ts';

const echo: Command = {
  name: 'echo',
  usage: '<game> echo words',
  example: 'nex echo one two',
  permission: 'anyone',
  parse: commandLine => {
    const secret = [commandLine.words, commandLine.words.slice(1)].flatMap(
      words => findCredentials(commandLine, words, 0)?.secret ?? [],
    );
    const words = commandLine.words.map(word => (secret.includes(word) ? '***' : word)).join(' | ');
    const options = commandLine.options
      .map(([name, value]) => (value === true ? `-${name}` : `-${name}=${value}`))
      .join(' | ');
    const parts = {
      game: commandLine.game?.name ?? '',
      words: words === '' ? '-' : words,
      options: options === '' ? '-' : options,
    };
    return ok({ secrets: secret, run: () => allow([], [tell('echoed', parts)]) });
  },
};

const fetch: Command = {
  name: 'fetch',
  aliases: ['fetch.2'],
  usage: 'fetch file',
  example: 'fetch nexpost',
  permission: 'anyone',
  parse: () => no(refused('no-source')),
};

/** As a Subject it says that every line of the body is a command. The mail parser acts on it. */
const multiple: Command = {
  name: 'multiple',
  usage: 'multiple',
  example: 'multiple',
  permission: 'anyone',
  parse: () => ok({ run: () => allow([], []) }),
};

/** A test walks all commands: usage, summary, help and a golden session for each. */
export const COMMANDS: readonly Command[] = [
  ...[signup, changeAddress, changePassword, ...listCommands, signoff],
  ...[challenge, accept, reject, limit, invitations, move, swap, undo, draw, resign],
  ...[addtime, claim, show, rematch],
  ...[preview, previewas, replay, submit, confirm, note],
  ...[games, ownGames, history, showas, showAll],
  ...[chat, message, multiple],
  ...[echo, fetch],
];
