// Validates userids, addresses and passwords. Finds userids that look official or have no account.
import { type AnyGame, type OptionSpec, namesOf } from '#games/game.ts';
import { type Result, no, ok } from '#games/kit/result.ts';
import { limits } from '../kernel/limits.ts';
import { type Refused, refused } from '../kernel/refusal.ts';
import type { CommandName, State } from '../kernel/state.ts';
import { canonicaliseAddress } from '../mail/canonical-address.ts';
import type { Sign } from '../mail/token.ts';
import { FREE_SETTINGS, SETTINGS } from './settings.ts';

/** Names that no player may have. */
const OFFICIAL_NAMES =
  `nexpost nexc official operator admin administrator moderator mod staff team owner support service info contact security abuse
noreply donotreply news announcement mailer daemon root system host referee arbiter judge tournament director computer bot program anonymous
white black red blue green yellow neutral opponent draw winner you they them everybody everyone anybody anyone somebody someone noone none
both other others unknown null undefined deleted removed`.split(/\s+/);

/** Words that look official together with each other or with a name above: `helpdesk`, `webmaster`, `sysadmin`, `board101`. */
const ROOTS = 'help desk server game games mail web post master sys account board'.split(' ');

/** A name that contains one of these words looks official. */
const OFFICIAL_PARTS = ['nexpost', 'postmaster', 'mailerdaemon', 'noreply', 'administrator', 'webmaster'];

/** Replaces characters that look alike by one of them. `adm1n`, `ad-min` and `adrnin` have the same skeleton. */
const skeletonOf = (name: string): string =>
  name
    .replace(/[-_]/g, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[013457i]/g, char => LETTER_BY_LOOKALIKE.get(char) ?? char);

const LETTER_BY_LOOKALIKE: ReadonlyMap<string, string> = new Map([
  ...[['0', 'o'] as const, ['1', 'l'] as const, ['i', 'l'] as const, ['3', 'e'] as const],
  ...[['4', 'a'] as const, ['5', 's'] as const, ['7', 't'] as const],
]);

const partSkeletons = OFFICIAL_PARTS.map(skeletonOf);
const wordSkeletons = [...OFFICIAL_NAMES, ...ROOTS].map(skeletonOf);

const isBuiltOfWords = (skeleton: string): boolean =>
  skeleton === '' ||
  wordSkeletons.some(word => skeleton.startsWith(word) && isBuiltOfWords(skeleton.slice(word.length)));

/** `userid`: in lower case. A number at its end is ignored: `admin2`. */
export function isOfficialName(userid: string): boolean {
  const skeletons = [userid, /^.*[^-_\d]/.exec(userid)?.[0] ?? userid].map(skeletonOf);
  return (
    !ROOTS.includes(userid) &&
    skeletons.some(each => isBuiltOfWords(each) || partSkeletons.some(word => each.includes(word)))
  );
}

// The hash recognises a userid that is stored nowhere. The pseudonym is the player's name in their games from then on.

/** The hash by which a forgotten userid is recognised. */
export const useridHash = (userid: string, sign: Sign): string => sign(`forgotten userid|${userid}`);

/** The hash by which a forgotten player's mailbox is recognised. */
export const mailboxHash = (address: string, sign: Sign): string =>
  sign(`forgotten mailbox|${canonicaliseAddress(address)}`);

const PREFIX = 'gone-';

/** Is this the pseudonym of a forgotten player? No player can choose such a userid. */
export const isPseudonym = (userid: string): boolean => userid.startsWith(PREFIX);

/** The `cause` keeps others from guessing the pseudonym. A userid has at most 16 characters. */
export const pseudonymOf = (userid: string, cause: string, sign: Sign): string =>
  `${PREFIX}${sign(`pseudonym|${cause}|${userid}`).slice(0, 11)}`;

/** Validates userids, addresses and passwords. */
const SHAPE = /^[a-z][a-z0-9_-]{1,15}$/;

/** Words that have another meaning in commands that take userids. */
const RESERVED = new Set(
  `me all next active inactive error answer question resigned confirmation server nobody yourname end new
robot forget always anyone board user has on off help multiple pass from your of swap invited`.split(/\s+/),
);

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

/** Every word of a command's names. */
export const wordsOf = ({ name, aliases = [] }: CommandName): readonly string[] => [...name.split(' '), ...aliases];

interface NameRules {
  readonly games: readonly AnyGame[];
  readonly commands: readonly CommandName[];
}

/** The values of an option that are words. */
function listOptionWords(option: OptionSpec): readonly string[] {
  if (option.kind === 'choice') return option.choices;
  return option.kind === 'number' && option.word !== null ? [option.word.value] : [];
}

export function parseNewUserid(text: string, names: NameRules): Result<string, Refused> {
  const { games, commands } = names;
  const userid = text.toLowerCase();
  if (!SHAPE.test(userid)) return no(refused('userid-shape', { userid: text }));
  // `nex101` reads as a board, and `hex-admin` as a part of the service.
  const rests = games.flatMap(namesOf).flatMap(name => (userid.startsWith(name) ? [userid.slice(name.length)] : []));
  const isOfGame = rests.some(rest => /^[-_]*\d+$/.test(rest) || (rest !== '' && isOfficialName(rest)));
  if (isOfGame || isOfficialName(userid)) return no(refused('userid-official', { userid }));
  const optionWords = games.flatMap(game => game.options.flatMap(option => [option.name, ...listOptionWords(option)]));
  const settings = [
    ...Object.entries(SETTINGS).flatMap(([name, choices]) => [name, ...choices]),
    ...Object.keys(FREE_SETTINGS),
  ];
  const isTaken =
    RESERVED.has(userid) ||
    FUNCTION_WORDS.has(userid) ||
    /^robot\d*$/.test(userid) ||
    isPseudonym(userid) ||
    games.some(game => namesOf(game).includes(userid) || game.looksLikeMove(userid)) ||
    commands.some(command => wordsOf(command).includes(userid)) ||
    optionWords.includes(userid) ||
    settings.includes(userid);
  return isTaken ? no(refuseReserved(userid, names)) : ok(userid);
}

/** The refusal of a word with another meaning, with a userid that is none. */
function refuseReserved(userid: string, names: NameRules): Refused {
  const other = parseNewUserid(`${userid}1`, names).ok ? `${userid}1` : `my-${userid}`;
  return refused('userid-reserved', { userid, other });
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

/** The userids without an account. A closed account is an account. */
export function findUnknownUserids(state: State, userids: readonly string[]): readonly string[] {
  state.requireAccounts(userids);
  return userids.filter(userid => state.account(userid) === null);
}
