// Commands of other servers: `echo` tells how a line was read, `fetch` that there are no files.
import { no, ok } from '#games/kit/result.ts';
import { allow } from '../decision/decision.ts';
import type { Command } from '../reading/command.ts';
import { claimIn } from '../reading/credentials.ts';
import { refused } from '../kernel/refusal.ts';

export const echo: Command = {
  name: 'echo',
  scope: 'game',
  usage: '<game> echo words',
  example: 'nex echo one two',
  by: 'anyone',
  parse: call => {
    const secret = [call.words, call.words.slice(1)].flatMap(words => claimIn(call, words, 0)?.secret ?? []);
    const words = call.words.map(word => (secret.includes(word) ? '***' : word)).join(' | ');
    const options = call.options
      .map(([name, value]) => (value === true ? `-${name}` : `-${name}=${value}`))
      .join(' | ');
    const parts = {
      game: call.game?.name ?? '',
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
  by: 'anyone',
  parse: () => no(refused('no-source')),
};
