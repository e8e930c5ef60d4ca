// The keys of SEARCH (RFC 3501 6.4.4): the client's words into a question that can be put to each mail.
import { limits } from '../limits.ts';
import { fieldValue } from '../../mime/header.ts';
import { dayOf, parseDay } from './dates.ts';
import { all, either, not, ofContent, ofMessage, type Question } from './questions.ts';
import { bad, no } from './refused.ts';
import { selectNumbers, selectUids } from './sequence.ts';
import { decodedValue } from './text.ts';
import { textOf, type Token } from './tokens.ts';

type Reading = (words: Words) => Question;

const outermost = (): Pick<Words, 'depth' | 'budget'> => ({
  depth: 0,
  budget: { keys: limits.searchKeys, reading: limits.readingSearchKeys },
});

/** The tokens of a SEARCH, taken one by one. */
export class Words {
  readonly view: readonly number[];
  readonly #tokens: readonly Token[];
  #at = 0;
  readonly depth: number;
  /** What is left of the limits; shared with the lists within. */
  readonly budget: { keys: number; reading: number };

  constructor(
    view: readonly number[],
    tokens: readonly Token[],
    within: Pick<Words, 'depth' | 'budget'> = outermost(),
  ) {
    if (within.depth > limits.nesting) throw bad('too deeply nested');
    this.view = view;
    this.#tokens = tokens;
    this.depth = within.depth;
    this.budget = within.budget;
  }

  get empty(): boolean {
    return this.#at >= this.#tokens.length;
  }

  take(): Token {
    const token = this.#tokens[this.#at];
    if (!token) throw bad('a search key is incomplete');
    this.#at += 1;
    return token;
  }

  text(): string {
    return textOf(this.take(), 'the value of a search key');
  }

  day(): number {
    const value = parseDay(this.text());
    if (value === undefined) throw bad('that is no date');
    return value;
  }

  number(): number {
    const text = this.text();
    if (!/^\d{1,10}$/.test(text)) throw bad('that is no number');
    return Number(text);
  }
}

/** All of the keys together, ANDed. */
export function parseQuestions(words: Words): readonly Question[] {
  const questions: Question[] = [];
  do questions.push(parseQuestion(words, words.depth));
  while (!words.empty);
  return questions;
}

/** Every key costs something for every mail of the mailbox. */
function counted(words: Words, question: Question): Question {
  words.budget.keys -= 1;
  if (question.reads) words.budget.reading -= 1;
  if (words.budget.keys < 0 || words.budget.reading < 0) throw no('[LIMIT] too many search keys');
  return question;
}

function parseQuestion(words: Words, depth: number): Question {
  if (depth > limits.nesting) throw bad('too deeply nested');
  const token = words.take();
  if (token.kind === 'list')
    return all(parseQuestions(new Words(words.view, token.items, { depth: depth + 1, budget: words.budget })));
  const key = textOf(token, 'a search key').toUpperCase();
  if (key === 'NOT') return not(parseQuestion(words, depth + 1));
  if (key === 'OR') return either(parseQuestion(words, depth + 1), parseQuestion(words, depth + 1));
  const reading = Object.hasOwn(readings, key) ? readings[key] : undefined;
  if (reading) return counted(words, reading(words));
  if (/^[\d*]/.test(key)) return counted(words, among(selectNumbers(key, words.view)));
  throw bad('there is no such search key');
}

function among(uids: readonly number[]): Question {
  const wanted = new Set(uids);
  return ofMessage(({ uid }) => wanted.has(uid));
}

const always =
  (value: boolean): Reading =>
  () =>
    ofMessage(() => value);

const flag =
  (name: string, wanted: boolean): Reading =>
  () =>
    ofMessage(({ flags }) => flags.includes(name) === wanted);

const keyword =
  (wanted: boolean): Reading =>
  words => {
    const name = words.text().toLowerCase();
    return ofMessage(({ flags }) => flags.some(other => other.toLowerCase() === name) === wanted);
  };

const arrived =
  (compare: (day: number, wanted: number) => boolean): Reading =>
  words => {
    const wanted = words.day();
    return ofMessage(({ date }) => compare(dayOf(date), wanted));
  };

const sent =
  (compare: (day: number, wanted: number) => boolean): Reading =>
  words => {
    const wanted = words.day();
    return ofContent(content => {
      const time = Date.parse(fieldValue(content.fields, 'date') ?? '');
      return !Number.isNaN(time) && compare(dayOf(time), wanted);
    });
  };

function header(name: string, text: string): Question {
  const wanted = text.toLowerCase();
  const named = name.toLowerCase();
  return ofContent(({ fields }) =>
    fields.some(field => field.name === named && decodedValue(field).toLowerCase().includes(wanted)),
  );
}

const inHeader =
  (name: string): Reading =>
  words =>
    header(name, words.text());

const inText =
  (withHeader: boolean): Reading =>
  words => {
    const wanted = words.text().toLowerCase();
    return ofContent(
      content => content.bodyText.includes(wanted) || (withHeader && content.headerText.includes(wanted)),
    );
  };

const equal = (left: number, right: number): boolean => left === right;
const before = (left: number, right: number): boolean => left < right;
const since = (left: number, right: number): boolean => left >= right;

const readings: Readonly<Record<string, Reading>> = {
  ALL: always(true),
  // No mail is ever \Recent here, which RFC 3501 2.3.2 leaves to the server.
  OLD: always(true),
  NEW: always(false),
  RECENT: always(false),
  ANSWERED: flag('\\Answered', true),
  DELETED: flag('\\Deleted', true),
  DRAFT: flag('\\Draft', true),
  FLAGGED: flag('\\Flagged', true),
  SEEN: flag('\\Seen', true),
  UNANSWERED: flag('\\Answered', false),
  UNDELETED: flag('\\Deleted', false),
  UNDRAFT: flag('\\Draft', false),
  UNFLAGGED: flag('\\Flagged', false),
  UNSEEN: flag('\\Seen', false),
  KEYWORD: keyword(true),
  UNKEYWORD: keyword(false),
  BEFORE: arrived(before),
  ON: arrived(equal),
  SINCE: arrived(since),
  SENTBEFORE: sent(before),
  SENTON: sent(equal),
  SENTSINCE: sent(since),
  LARGER: words => compareSize(words, (size, wanted) => size > wanted),
  SMALLER: words => compareSize(words, (size, wanted) => size < wanted),
  UID: words => among(selectUids(words.text(), words.view)),
  BCC: inHeader('bcc'),
  CC: inHeader('cc'),
  FROM: inHeader('from'),
  SUBJECT: inHeader('subject'),
  TO: inHeader('to'),
  HEADER: words => header(words.text(), words.text()),
  BODY: inText(false),
  TEXT: inText(true),
};

function compareSize(words: Words, compare: (size: number, wanted: number) => boolean): Question {
  const wanted = words.number();
  return ofMessage(({ size }) => compare(size, wanted));
}
