// How a player wants their mail: every setting with its choices, and the reading of what was typed.
import { closedUp } from '#games/kit/move-text.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import { type Refused, refused } from '../refusal.ts';

/** The first choice of each is what it is unless its player says otherwise. */
export const SETTINGS = {
  mail: {
    choices: ['html', 'text', 'chat'],
    sentence:
      'html: board mails hold plain text, and besides it a picture of the board; text: plain text alone; ' +
      'chat: a picture with a few words, for chat programs whose messages are mails; whoever writes from one gets that by itself.',
  },
  board: {
    choices: ['ascii', 'words', 'both'],
    sentence:
      'ascii: the board drawn with letters; words: the position told, for screen readers; both: told, then drawn.',
  },
  view: {
    choices: ['fixed', 'own'],
    sentence: 'own: where a board has sides, it is drawn from yours; names of cells stay what they are.',
  },
  password: {
    choices: ['on', 'off'],
    sentence: 'off: no password opens your account, not even the right one; replies to my mails always do.',
  },
} as const;

type Name = keyof typeof SETTINGS;

export type PlayerSettings = { readonly [Each in Name]: (typeof SETTINGS)[Each]['choices'][number] };

const NAMES = Object.keys(SETTINGS) as readonly Name[];

export const defaultSettings = Object.fromEntries(
  NAMES.map(name => [name, SETTINGS[name].choices[0]]),
) as PlayerSettings;

/** `mail=text board=words view=own`. */
export const settingsLine = (settings: PlayerSettings): string =>
  NAMES.map(name => `${name}=${settings[name]}`).join(' ');

/** `mail=text`, `board = words`, `-view=own`: pairs of a name and a choice. */
export function readSettings(words: readonly string[]): Result<Partial<PlayerSettings>, Refused> {
  const pairs = closedUp(words.join(' ').toLowerCase(), '=').split(/[\s,]+/).filter(Boolean); // prettier-ignore
  const read: Partial<Record<Name, string>> = {};
  for (const pair of pairs) {
    const [typed = '', value = ''] = pair.replace(/^-+/, '').split('=');
    const name = NAMES.find(each => each === typed);
    if (name === undefined)
      return no(refused('setting-unknown', { name: pair.includes('=') ? typed : '***', known: NAMES.join(', ') }));
    const choices: readonly string[] = SETTINGS[name].choices;
    if (!choices.includes(value)) {
      return no(
        refused('setting-value', { name, value: name === 'password' ? '***' : value, allowed: choices.join(', ') }),
      );
    }
    if (read[name] !== undefined) return no(refused('setting-twice', { name }));
    read[name] = value;
  }
  return ok(read as Partial<PlayerSettings>);
}
