// Commands of other servers: `echo` shows a parsed line, `fetch` says that there are no files.
// `multiple` is only a Subject.
import { no, ok } from '#games/kit/result.ts';
import { allow } from '#core/players/decision.ts';
import { type Command, findCredentials } from '#core/language/command.ts';
import { refused } from '#core/kernel/refusal.ts';

export const echo: Command = {
  name: 'echo',
  scope: 'game',
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
    return ok({ secrets: secret, run: () => allow([], [{ kind: 'done', done: { code: 'echoed', parts } }]) });
  },
};

export const fetch: Command = {
  name: 'fetch',
  aliases: ['fetch.2'],
  scope: 'server',
  usage: 'fetch file',
  example: 'fetch nexpost',
  permission: 'anyone',
  parse: () => no(refused('no-source')),
};

/** As a Subject it says that every line of the body is a command. The mail parser acts on it. */
export const multiple: Command = {
  name: 'multiple',
  scope: 'server',
  usage: 'multiple',
  example: 'multiple',
  permission: 'anyone',
  parse: () => ok({ run: () => allow([], []) }),
};
