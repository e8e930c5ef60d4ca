// Validates userids, addresses and passwords.
import { type AnyGame, namesOf, type OptionSpec } from '#games/game.ts';
import { isOfficialName } from './official-names.ts';
import { FREE_SETTINGS, SETTINGS } from './settings.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import { isPseudonym } from './pseudonym.ts';
import { limits } from '../kernel/limits.ts';
import { type Refused, refused } from '../kernel/refusal.ts';

const SHAPE = /^[a-z][a-z0-9_-]{1,15}$/;

/** Words that have another meaning in commands that take userids. */
const RESERVED = new Set([
  ...[
    'me',
    'all',
    'next',
    'active',
    'inactive',
    'error',
    'answer',
    'question',
    'resigned',
    'confirmation',
    'server',
    'nobody',
    'yourname',
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

/** Words of sentences: a line such as `block that`, or a guest's `I am busy`, must not name a player. */
const FUNCTION_WORDS = new Set(
  `yes no not ok okay it is that this the these those my mine our her his their it's you we they she he them us and or but if then else please thanks thank sorry never nothing none nope maybe perhaps sure great good fine bad
i im am are was were be been do does did can could will would shall should may might must what who when where why how which here there now later soon today tomorrow yesterday tonight week weekend month year day days weeks until till to for with without at by in out away back busy ill sick gone ready done
one two three four five six seven eight nine ten monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december
remove spam delete cancel test hello hi hey bye guest player opponent everybody everyone anybody anyone somebody someone winner loser draw white black red blue green yellow neutral
ja nein nicht nie danke bitte bis von ab vom im am heute morgen gestern krank weg gut der die das ein eine ich du er sie es wir
oui non merci pas jamais le la les un une des je tu il elle nous vous demain hier malade
si nao gracias nunca el los las una yo ella ellos hoy manana ayer
sim obrigado obrigada hoje amanha ontem eu ela eles de do da ate`.split(/\s+/),
);

export interface NameRules {
  readonly games: readonly AnyGame[];
  /** All first words of commands. */
  readonly commandWords: readonly string[];
}

/** The values of an option that are words. */
function listOptionWords(option: OptionSpec): readonly string[] {
  if (option.kind === 'choice') return option.choices;
  return option.kind === 'number' && option.word !== null ? [option.word.value] : [];
}

export function parseNewUserid(text: string, { games, commandWords }: NameRules): Result<string, Refused> {
  const userid = text.toLowerCase();
  if (!SHAPE.test(userid)) return no(refused('userid-shape', { userid: text }));
  // `nex101` reads as a board, and `hex-admin` as a part of the service.
  const rests = games.flatMap(namesOf).flatMap(name => (userid.startsWith(name) ? [userid.slice(name.length)] : []));
  const isOfGame = rests.some(rest => /^[-_]*\d+$/.test(rest) || (rest !== '' && isOfficialName(rest)));
  if (isOfGame || isOfficialName(userid)) return no(refused('userid-official', { userid }));
  const optionWords = games.flatMap(game => game.options.flatMap(option => [option.name, ...listOptionWords(option)]));
  const settings = [
    ...Object.entries(SETTINGS).flatMap(([name, { choices }]) => [name, ...choices]),
    ...Object.keys(FREE_SETTINGS),
  ];
  const isTaken =
    RESERVED.has(userid) ||
    FUNCTION_WORDS.has(userid) ||
    /^robot\d*$/.test(userid) ||
    isPseudonym(userid) ||
    games.some(game => namesOf(game).includes(userid) || game.looksLikeMove(userid)) ||
    commandWords.includes(userid) ||
    optionWords.includes(userid) ||
    settings.includes(userid);
  return isTaken ? no(refused('userid-reserved', { userid })) : ok(userid);
}

export const isUseridShaped = (text: string): boolean => SHAPE.test(text.toLowerCase());

/** One @, no blanks, no quotes: the addresses that all mail servers accept. */
const ADDRESS = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;

export function parseAddress(text: string): Result<string, Refused> {
  const address = text.toLowerCase().replace(/^<(.*)>$/, '$1');
  const isValid = ADDRESS.test(address) && address.length <= limits.addressLength && !address.includes('..');
  return isValid ? ok(address) : no(refused('address-shape', { address: text.includes('@') ? text : '***' }));
}

/** No blanks, quotes or colons (pbmserv's rule: they end up in Subjects), and at most `passwordLength` characters. */
export const parsePassword = (text: string): Result<string, Refused> =>
  /^[^\s"':]{1,}$/.test(text) && text.length <= limits.passwordLength && text !== '***'
    ? ok(text)
    : no(refused('password-shape', { most: limits.passwordLength }));
