// `nexpost admin …`: the operator inspects the club and acts on it.
// Works through the running service or, if none runs, in its data folder or database.
import { limits } from '#core/kernel/limits.ts';
import type { OperatorAct } from '#core/features/operator/acts.ts';
import type { AdminQuery } from '#service/admin.ts';
import {
  isHeldState,
  MAIL_STATES,
  type MailAct,
  type MailFilter,
  type MailQuery,
  type HeldState,
} from '#service/mail-control.ts';
import {
  type OptionTable,
  type OptionValues,
  createVerb,
  parseGame,
  parseNumber,
  parseOptions,
} from '../shell/command-line.ts';
import { askService } from '../shell/idle-service.ts';
import { formatJson, toPlainLine, toPlainText } from '#games/kit/plain-text.ts';
import { PLACE, storePlace } from '../shell/store-place.ts';
import { type ExitStatus, type Io, Misuse, type Verb } from '../shell/verb.ts';
import { announce, forget } from '../telling/index.ts';

const OPTIONS = {
  ...PLACE,
  config: { kind: 'text', value: 'FILE', sentence: "the service's configuration: needed where no service runs" },
  of: { kind: 'text', value: 'USERID', sentence: 'boards of this player' },
  days: {
    kind: { least: 1, most: 3_650, isWhole: true, what: 'a number of days' },
    sentence: 'how long a ban lasts; without it, for good',
  },
  to: { kind: 'text', sentence: 'mails to (incoming mails: from) addresses that contain this text' },
  state: {
    kind: 'text',
    value: 'STATES',
    sentence: `mails of these states: ${MAIL_STATES.join(', ')},\nseparated by commas`,
  },
  after: { kind: 'text', sentence: 'the next page: what the last line of the one before said' },
  text: { kind: 'flag', sentence: 'for people to read, not JSON lines' },
} as const satisfies OptionTable;

type Values = OptionValues<typeof OPTIONS>;

type Asked = AdminQuery | OperatorAct | MailQuery | MailAct;

const ACTS =
  'users [TEXT] | boards [GAME] [--of USERID] | show GAME NUMBER | ban USERID [--days N] | unban USERID | ' +
  'reset-password USERID | organiser USERID [off] | address USERID add|remove ADDRESS | merge USERID INTO | board GAME NUMBER void|resign USERID|addtime DAYS | log | forget USERID | announce FILE | mail list | mail show ID | mail retry|drop ID … | mail retry|drop --state S [--to A] | tournament list | tournament show N | tournament open GAME [-options] | tournament cancel N';

function parseCount(word: string | undefined, what: string): number {
  if (word === undefined) throw new Misuse(`It needs the number of ${what}.`);
  return parseNumber(what, word, { least: 1, most: 999_999_999, isWhole: true, what: 'a number' });
}

function parseName(word: string | undefined): string {
  if (word === undefined) throw new Misuse('It needs a userid.');
  return word.toLowerCase();
}

/** By whatever name players type: boku's boards are hexafive's. */
const parseGameName = (word: string): string => parseGame('admin', [word], []).game.name;

const rejectSurplus = <Value>(value: Value, surplus: readonly string[]): Value => {
  if (surplus[0] !== undefined) throw new Misuse(`'${surplus[0]}' is too much.`);
  return value;
};

function parseStates(text: string): readonly HeldState[] {
  if (text === '') return MAIL_STATES;
  const words = text.split(',').map(word => word.trim());
  const wrong = words.find(word => !isHeldState(word));
  if (wrong !== undefined) throw new Misuse(`'${wrong}' is none of ${MAIL_STATES.join(', ')}.`);
  return words.filter(isHeldState);
}

const MAIL_ACTS = { retry: 'retry-mail', drop: 'drop-mail' } as const;

/** `retry` and `drop` need ids or a filter, so that a forgotten word does not act on all mails. */
function parseMail([word = 'list', ...ids]: readonly string[], values: Values): Asked {
  const filter: MailFilter = { states: parseStates(values.state), address: values.to };
  const hasFilter = values.state !== '' || values.to !== '';
  if (word === 'list') return rejectSurplus({ query: 'mails', after: values.after, ...filter }, ids);
  if (word === 'show') {
    const [id, ...more] = ids;
    if (id === undefined) throw new Misuse('show needs the id of a mail, which `admin mail list` prints.');
    return rejectSurplus({ query: 'mail', id }, more);
  }
  if (word !== 'retry' && word !== 'drop') throw new Misuse(`'mail ${word}' is none of list, show, retry, drop.`);
  if (ids.length > 0 === hasFilter)
    throw new Misuse(`mail ${word} needs either ids of mails, or which mails: --state failed, --to example.org.`);
  return { act: MAIL_ACTS[word], ids: hasFilter ? null : ids, ...filter };
}

/** The days of one gift of time. */
const MAX_DAYS_GIVEN = 365;

function parseBoard([game, number, word = '', whom, ...more]: readonly string[]): Asked {
  if (game === undefined) throw new Misuse('board needs a game and the number of a board.');
  const board = { game: parseGameName(game), number: parseCount(number, 'a board') };
  if (word === 'void') return rejectSurplus({ act: 'void-board', ...board }, whom === undefined ? more : [whom]);
  if (word === 'resign') return rejectSurplus({ act: 'resign-seat', ...board, userid: parseName(whom) }, more);
  if (word !== 'addtime') throw new Misuse(`'board ${word}' is none of void, resign, addtime.`);
  const range = { least: 1, most: MAX_DAYS_GIVEN, isWhole: true, what: 'a number of days' };
  return rejectSurplus({ act: 'give-time', ...board, days: parseNumber('days', whom ?? '', range) }, more);
}

const PARSERS: Readonly<Record<string, (words: readonly string[], values: Values) => Asked>> = {
  users: ([text = '', ...more], { after }) => rejectSurplus({ query: 'users', text, after }, more),
  boards: ([word, ...more], { of, after }) => {
    const game = word === undefined ? null : parseGameName(word);
    return rejectSurplus({ query: 'boards', game, of: of === '' ? null : of.toLowerCase(), after }, more);
  },
  show: ([game, number, ...more]) => {
    if (game === undefined) throw new Misuse('show needs a game and the number of a board.');
    return rejectSurplus({ query: 'board', game: parseGameName(game), number: parseCount(number, 'a board') }, more);
  },
  ban: ([userid, ...more], { days }) => rejectSurplus({ act: 'ban', userid: parseName(userid), days }, more),
  unban: ([userid, ...more]) => rejectSurplus({ act: 'unban', userid: parseName(userid) }, more),
  'reset-password': ([userid, ...more]) => rejectSurplus({ act: 'reset-password', userid: parseName(userid) }, more),
  organiser: ([userid, word = 'on', ...more]) => {
    if (word !== 'on' && word !== 'off') throw new Misuse('organiser needs a userid, and perhaps on or off.');
    return rejectSurplus({ act: 'name-organiser', userid: parseName(userid), isNamed: word === 'on' }, more);
  },
  address: ([userid, word, address, ...more]) => {
    if (word !== 'add' && word !== 'remove') throw new Misuse('address needs a userid, add or remove, and an address.');
    if (address === undefined) throw new Misuse(`address … ${word} needs an address.`);
    return rejectSurplus({ act: `${word}-address`, userid: parseName(userid), address }, more);
  },
  merge: ([userid, into, ...more]) =>
    rejectSurplus({ act: 'merge', userid: parseName(userid), into: parseName(into) }, more),
  board: words => parseBoard(words),
  log: (words, { after }) => rejectSurplus({ query: 'log', after }, words),
  mail: (words, values) => parseMail(words, values),
  tournament: ([word = 'list', number, ...more], { after }) => {
    if (word === 'list') return rejectSurplus({ query: 'tournaments', after }, number === undefined ? [] : [number]);
    if (word === 'show')
      return rejectSurplus({ query: 'tournament', number: parseCount(number, 'a tournament') }, more);
    if (word === 'cancel')
      return rejectSurplus({ act: 'cancel-tournament', number: parseCount(number, 'a tournament') }, more);
    throw new Misuse(`'tournament ${word}' is none of list, show, open, cancel.`);
  },
};

/** The words after `tournament open` are a line as players write it, except for the place of the data. */
function parseOpening(args: readonly string[]): { readonly asked: Asked; readonly values: Values } {
  const own: string[] = [];
  const line: string[] = [];
  for (let i = 2; i < args.length; i++) {
    const word = args[i] ?? '';
    if (/^--(?:data|store|config)$/.test(word)) own.push(word, args[(i += 1)] ?? '');
    else if (/^--(?:(?:data|store|config)=.*|text|json)$/s.test(word)) own.push(word);
    else line.push(word);
  }
  return { asked: { act: 'open-tournament', line: line.join(' ') }, values: parseOptions(own, OPTIONS) };
}

/** `userid alice, closed false`. Only the text of a mail has several lines. */
const formatRow = (row: object): string =>
  Object.entries(row)
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const)
    .map(([name, value]) => `${name} ${name === 'text' ? toPlainText(value) : toPlainLine(value)}`)
    .join(', ');

async function run(asked: Asked, values: Values, io: Io): Promise<ExitStatus> {
  const where = { place: await storePlace(values), config: values.config };
  const { rows, next = null, why, ...done } = (await askService(asked, where)).answer;
  if (why !== undefined) {
    io.stderr.write(`${why}\n`);
    return 1;
  }
  const write = (row: object): void => {
    io.stdout.write(`${values.text ? formatRow(row) : formatJson(row)}\n`);
  };
  for (const row of [...(rows ?? [done]), ...(next === null ? [] : [{ next }])]) write(row);
  const isOfOne = 'query' in asked && ['board', 'tournament', 'mail'].includes(asked.query);
  if (!isOfOne || rows?.length !== 0) return 0;
  io.stderr.write('There is none of that number or id.\n');
  return 1;
}

const verb = createVerb({
  name: 'admin',
  takes: ACTS,
  options: OPTIONS,
  help: `
Prints one JSON line a row, at most ${limits.adminRows} at once, and where there are more a last line
{"next":…} for --after. What is done is told to those concerned:

  ban             the account's mails are answered with one sentence and nothing of
                  them is done; its running boards count as given up, its seeks and
                  its entries in tournaments end; it can be challenged no more
  unban           takes that back; what ended stays ended
  reset-password  takes the password away and mails the owner how to set a new one;
                  no password is ever shown or mailed
  organiser USERID [off]
                  the player may open clubs, and tournaments without ten games
                  before; off takes that back
  address USERID add|remove ADDRESS
                  for a player who lost a mailbox: make sure whose address it is
  merge USERID INTO
                  closes the first account; its addresses and running boards go to
                  the second
  board GAME NUMBER void
                  the game ends without a result
  board GAME NUMBER resign USERID
                  as the player could
  board GAME NUMBER addtime DAYS
                  gives all its players more time
  log             what was done by these verbs, by whom, the newest first
  mail list       mails that wait (waiting, delayed), were given up (failed) or put aside
                  (quarantined), and fetched mails that are not decided (undecided)
  mail show ID    one of them, with its first 20,000 characters
  mail retry      sends mails at once, also those given up; puts a mail that was put
                  aside back to be read
  mail drop       drops mails unsent or unread, without a word to anyone
  forget USERID   as \`nexpost forget\`
  announce FILE   as \`nexpost announce\`
  tournament open GAME [-options]
                  as players open one, organised by nobody: days begin in UTC
  tournament cancel N
                  calls it off; one that is played is broken off, its games go on

Reaches a running service through a socket in its data folder; where none runs it
takes the folder, and mails go out when the service runs again. In a database it may
be said beside running processes. Unless a socket answers, --config must be what the
service is run with.

Exit status 0 when it was done, 1 when it could not be.`,
  run: ({ names: [word = '', ...words], given, values }, io) => {
    const parse = Object.hasOwn(PARSERS, word) ? PARSERS[word] : undefined;
    if (parse === undefined) throw new Misuse(`'${word}' is no verb of admin.`);
    if (given[0] !== undefined) throw new Misuse(`'-${given[0][0]}' is no option here.`);
    return run(parse(words, values), values, io);
  },
});

export const admin: Verb = {
  ...verb,
  run: async (args, io) => {
    const [word, act] = args;
    if (word === 'announce') return announce.run(args.slice(1), io);
    if (word === 'forget') return forget.run(args.slice(1), io);
    if (word !== 'tournament' || act !== 'open') return verb.run(args, io);
    const { asked, values } = parseOpening(args);
    return run(asked, values, io);
  },
};
