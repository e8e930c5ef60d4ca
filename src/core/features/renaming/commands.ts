// `rename`: a guest who joined by a plain `yes` chooses a name.
import { trimEnd } from '#games/kit/move-text.ts';
import { no, ok } from '#games/kit/result.ts';
import { refused } from '#core/kernel/refusal.ts';
import type { Command } from '#core/reading/command.ts';
import { renameGuest } from './rename.ts';

export const rename: Command = {
  name: 'rename',
  scope: 'server',
  isAlone: true,
  isHarmful: true,
  takesAnyWords: true,
  usage: 'rename userid',
  example: 'rename fred',
  permission: 'owner',
  parse: ({ words: [word = '', ...rest], usage }) => {
    const name = trimEnd(word, '.!');
    // `rename me` and `rename me to fred` are sentences.
    if (name === '' || name.toLowerCase() === 'me' || rest.length > 0) return no(refused('command-usage', { usage }));
    return ok({ run: context => renameGuest(context, name) });
  },
};
