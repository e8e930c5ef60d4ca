// SEARCH (RFC 3501 6.4.4): parses its keys into a test, and applies it to every mail of the view.
import { fieldValue } from '#mime/header.ts';
import { limits } from '../limits.ts';
import type { StoredMessage } from '../index-file.ts';
import { Content, decodeValue } from './content.ts';
import { type MailboxView, createTurns } from './session.ts';
import {
  type Token,
  createBad,
  createNo,
  parseDate,
  selectNumbers,
  selectUids,
  systemFlags,
  textOf,
} from './syntax.ts';

interface Candidate {
  readonly message: StoredMessage;
  /** Reads the mail, which only some keys need. */
  readonly content: () => Content;
}

type Test = (candidate: Candidate) => boolean;

/** The tokens of a SEARCH or of a list in it, and the limits that all of them share. */
interface Keys {
  readonly tokens: readonly Token[];
  at: number;
  readonly view: readonly number[];
  readonly left: { keys: number; reading: number };
}

/** The uids that match, ascending. */
export async function searchMails(view: MailboxView, tokens: readonly Token[]): Promise<number[]> {
  const left = { keys: limits.searchKeys, reading: limits.readingSearchKeys };
  const test = parseAll({ tokens: skipCharset(tokens), at: 0, view: view.uids, left }, 0);
  const takeTurns = createTurns();
  const found: number[] = [];
  for (const uid of view.uids) {
    const message = view.mailbox.messages.get(uid);
    let read: Content | undefined;
    const content = (): Content => (read ??= new Content(view.mailbox.read(uid) ?? Buffer.alloc(0)));
    if (message && test({ message, content })) found.push(uid);
    await takeTurns();
  }
  return found;
}

function skipCharset(tokens: readonly Token[]): readonly Token[] {
  const [first] = tokens;
  if (first?.kind !== 'atom' || first.text.toUpperCase() !== 'CHARSET') return tokens;
  const charset = textOf(tokens[1], 'the charset').toUpperCase();
  if (['UTF-8', 'US-ASCII'].includes(charset)) return tokens.slice(2);
  throw createNo('[BADCHARSET (UTF-8 US-ASCII)] that charset is not known here');
}

/** All of the keys must match. */
function parseAll(keys: Keys, depth: number): Test {
  const tests: Test[] = [];
  do tests.push(parseOne(keys, depth));
  while (keys.at < keys.tokens.length);
  return candidate => tests.every(test => test(candidate));
}

function parseOne(keys: Keys, depth: number): Test {
  if (depth > limits.nesting) throw createBad('too deeply nested');
  const token = keys.tokens[keys.at];
  const key = token?.kind === 'list' ? '(' : takeText(keys).toUpperCase();
  // Every key costs time for every mail of the mailbox, and some of them read the mail.
  const { left } = keys;
  left.keys -= 1;
  if (/^(?:SENT|BODY|TEXT|HEADER|SUBJECT|FROM|TO|CC|BCC)/.test(key)) left.reading -= 1;
  if (left.keys < 0 || left.reading < 0) throw createNo('[LIMIT] too many search keys');
  if (token?.kind === 'list') {
    keys.at += 1;
    return parseAll({ ...keys, tokens: token.items, at: 0 }, depth + 1);
  }
  if (/^[\d*]/.test(key)) return testUids(selectNumbers(key, keys.view));
  const parse = Object.hasOwn(searchKeys, key) ? searchKeys[key] : undefined;
  if (parse) return parse(keys, depth + 1);
  throw createBad(`there is no such search key: ${key.slice(0, 50)}`);
}

function takeText(keys: Keys): string {
  const token = keys.tokens[keys.at];
  keys.at += 1;
  return textOf(token, 'a search key or its value');
}

const negate =
  (test: Test): Test =>
  candidate =>
    !test(candidate);

function testUids(uids: readonly number[]): Test {
  const wanted = new Set(uids);
  return ({ message }) => wanted.has(message.uid);
}

function testFlag(flag: string): Test {
  const wanted = flag.toLowerCase();
  return ({ message }) => message.flags.some(other => other.toLowerCase() === wanted);
}

/** The programs that send these keys are listed in docs/trial-mail.md. */
const searchKeys: Readonly<Record<string, (keys: Keys, depth: number) => Test>> = {
  NOT: (keys, depth) => negate(parseOne(keys, depth)),
  OR: (keys, depth) => {
    const [left, right] = [parseOne(keys, depth), parseOne(keys, depth)];
    return candidate => left(candidate) || right(candidate);
  },
  ...Object.fromEntries(
    systemFlags.flatMap(flag => [
      [flag.slice(1).toUpperCase(), () => testFlag(flag)],
      [`UN${flag.slice(1).toUpperCase()}`, () => negate(testFlag(flag))],
    ]),
  ),
  ALL: () => () => true,
  // No mail is ever \Recent here, which RFC 3501 2.3.2 leaves to the server.
  NEW: () => () => false,
  KEYWORD: keys => testFlag(takeText(keys)),
  UID: keys => testUids(selectUids(takeText(keys), keys.view)),
  LARGER: keys => testSize(keys, (size, wanted) => size > wanted),
  SMALLER: keys => testSize(keys, (size, wanted) => size < wanted),
  BEFORE: keys => testDay(keys, arrivalOf, isBefore),
  ON: keys => testDay(keys, arrivalOf, isEqual),
  SINCE: keys => testDay(keys, arrivalOf, isSince),
  SENTBEFORE: keys => testDay(keys, sentOf, isBefore),
  SENTON: keys => testDay(keys, sentOf, isEqual),
  SENTSINCE: keys => testDay(keys, sentOf, isSince),
  ...Object.fromEntries(
    ['BCC', 'CC', 'FROM', 'SUBJECT', 'TO'].map(name => [name, (keys: Keys) => testHeader(name, takeText(keys))]),
  ),
  HEADER: keys => testHeader(takeText(keys), takeText(keys)),
  BODY: keys => testText(keys, ({ bodyText }, wanted) => bodyText.includes(wanted)),
  TEXT: keys =>
    testText(keys, ({ bodyText, headerText }, wanted) => bodyText.includes(wanted) || headerText.includes(wanted)),
};

function testSize(keys: Keys, compare: (size: number, wanted: number) => boolean): Test {
  const text = takeText(keys);
  if (!/^\d{1,10}$/.test(text)) throw createBad('that is no number');
  return ({ message }) => compare(message.size, Number(text));
}

function testDay(
  keys: Keys,
  timeOf: (candidate: Candidate) => number,
  compare: (day: number, wanted: number) => boolean,
): Test {
  const dayOf = (time: number): number => Math.floor(time / 86_400_000);
  const wanted = dayOf(parseDate(takeText(keys)));
  return candidate => compare(dayOf(timeOf(candidate)), wanted);
}

const arrivalOf = ({ message }: Candidate): number => message.date;
const sentOf = ({ content }: Candidate): number => Date.parse(fieldValue(content().fields, 'date') ?? '');
const isEqual = (left: number, right: number): boolean => left === right;
const isBefore = (left: number, right: number): boolean => left < right;
const isSince = (left: number, right: number): boolean => left >= right;

function testHeader(name: string, text: string): Test {
  const [named, wanted] = [name.toLowerCase(), text.toLowerCase()];
  return ({ content }) =>
    content().fields.some(field => field.name === named && decodeValue(field).toLowerCase().includes(wanted));
}

function testText(keys: Keys, includes: (content: Content, wanted: string) => boolean): Test {
  const wanted = takeText(keys).toLowerCase();
  return ({ content }) => includes(content(), wanted);
}
