// Validates userids, addresses and passwords.
import { type AnyGame, namesOf, type OptionSpec } from '#games/game.ts';
import { looksOfficial } from './official-names.ts';
import { FREE_SETTINGS, SETTINGS } from './settings.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import { isPseudonym } from './pseudonym.ts';
import { limits } from '../kernel/limits.ts';
import { type Refused, refused } from '../kernel/refusal.ts';

const SHAPE = /^[a-z][a-z0-9_-]{1,15}$/;

/** Words that mean something else where a userid may stand. */
const RESERVED = new Set([
  ...[
    'me',
    'all',
    'next',
    'active',
    'inactive',
    'error',
    'question',
    'resigned',
    'confirmation',
    'server',
    'nobody',
    'end',
    'new',
  ],
  ...[
    'robot',
    'board',
    'user',
    'has',
    'on',
    'off',
    'help',
    'multiple',
    'pass',
    'from',
    'your',
    'of',
    'swap',
    'invited',
  ],
]);

export interface Names {
  readonly games: readonly AnyGame[];
  /** Every word that begins a command. */
  readonly commandWords: readonly string[];
}

/** Words an option may be set to. */
function wordsOf(option: OptionSpec): readonly string[] {
  if (option.kind === 'choice') return option.choices;
  return option.kind === 'number' && option.word !== null ? [option.word.value] : [];
}

export function parseNewUserid(text: string, { games, commandWords }: Names): Result<string, Refused> {
  const userid = text.toLowerCase();
  if (!SHAPE.test(userid)) return no(refused('userid-shape', { userid: text }));
  if (looksOfficial(userid)) return no(refused('userid-official', { userid }));
  const optionWords = games.flatMap(game => game.options.flatMap(option => [option.name, ...wordsOf(option)]));
  const settings = [
    ...Object.entries(SETTINGS).flatMap(([name, { choices }]) => [name, ...choices]),
    ...Object.keys(FREE_SETTINGS),
  ];
  const isTaken =
    RESERVED.has(userid) ||
    /^robot\d*$/.test(userid) ||
    isPseudonym(userid) ||
    games.some(game => namesOf(game).includes(userid) || game.looksLikeMove(userid)) ||
    commandWords.includes(userid) ||
    optionWords.includes(userid) ||
    settings.includes(userid);
  return isTaken ? no(refused('userid-reserved', { userid })) : ok(userid);
}

export const isUseridShaped = (text: string): boolean => SHAPE.test(text.toLowerCase());

/** One @, no blanks, no quotes, a domain with letters: what every mail server takes. */
const ADDRESS = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;

export function parseAddress(text: string): Result<string, Refused> {
  const address = text.toLowerCase().replace(/^<(.*)>$/, '$1');
  const isSound = ADDRESS.test(address) && address.length <= limits.addressLength && !address.includes('..');
  return isSound ? ok(address) : no(refused('address-shape', { address: text.includes('@') ? text : '***' }));
}

/** No blanks, quotes or colons (pbmserv's rule: they end up in Subjects), and at most `passwordLength` characters. */
export const parsePassword = (text: string): Result<string, Refused> =>
  /^[^\s"':]{1,}$/.test(text) && text.length <= limits.passwordLength && text !== '***'
    ? ok(text)
    : no(refused('password-shape', { most: limits.passwordLength }));
