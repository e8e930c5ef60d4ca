// Parses the keys of SEARCH (RFC 3501 6.4.4) into criteria.
import { limits } from '../limits.ts';
import { fieldValue } from '#mime/header.ts';
import { decodeValue } from './content.ts';
import { dayOf, parseDay } from './dates.ts';
import { systemFlags } from './flags.ts';
import { combineAll, combineEither, negate, testContent, testMessage, type Criterion } from './search-criteria.ts';
import { createBad, createNo } from './command-refused.ts';
import { selectNumbers, selectUids } from './sequence.ts';
import { textOf, type Token } from './tokens.ts';

type SearchKey = (args: SearchArguments) => Criterion;

const createOuterArguments = (): Pick<SearchArguments, 'depth' | 'budget'> => ({
  depth: 0,
  budget: { keys: limits.searchKeys, reading: limits.readingSearchKeys },
});

/** The tokens of a SEARCH, taken one by one. */
export class SearchArguments {
  readonly view: readonly number[];
  readonly #tokens: readonly Token[];
  #at = 0;
  readonly depth: number;
  /** What is left of the limits; shared with the lists within. */
  readonly budget: { keys: number; reading: number };

  constructor(
    view: readonly number[],
    tokens: readonly Token[],
    within: Pick<SearchArguments, 'depth' | 'budget'> = createOuterArguments(),
  ) {
    if (within.depth > limits.nesting) throw createBad('too deeply nested');
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
    if (!token) throw createBad('a search key is incomplete');
    this.#at += 1;
    return token;
  }

  text(): string {
    return textOf(this.take(), 'the value of a search key');
  }

  day(): number {
    const value = parseDay(this.text());
    if (value === undefined) throw createBad('that is no date');
    return value;
  }

  number(): number {
    const text = this.text();
    if (!/^\d{1,10}$/.test(text)) throw createBad('that is no number');
    return Number(text);
  }
}

/** All of the keys together, ANDed. */
export function parseCriteria(args: SearchArguments): readonly Criterion[] {
  const criteria: Criterion[] = [];
  do criteria.push(parseCriterion(args, args.depth));
  while (!args.empty);
  return criteria;
}

/** Every key costs something for every mail of the mailbox. */
function countKey(args: SearchArguments, criterion: Criterion): Criterion {
  args.budget.keys -= 1;
  if (criterion.reads) args.budget.reading -= 1;
  if (args.budget.keys < 0 || args.budget.reading < 0) throw createNo('[LIMIT] too many search keys');
  return criterion;
}

function parseCriterion(args: SearchArguments, depth: number): Criterion {
  if (depth > limits.nesting) throw createBad('too deeply nested');
  const token = args.take();
  if (token.kind === 'list')
    return combineAll(
      parseCriteria(new SearchArguments(args.view, token.items, { depth: depth + 1, budget: args.budget })),
    );
  const key = textOf(token, 'a search key').toUpperCase();
  if (key === 'NOT') return negate(parseCriterion(args, depth + 1));
  if (key === 'OR') return combineEither(parseCriterion(args, depth + 1), parseCriterion(args, depth + 1));
  const reading = Object.hasOwn(searchKeys, key) ? searchKeys[key] : undefined;
  if (reading) return countKey(args, reading(args));
  if (/^[\d*]/.test(key)) return countKey(args, testUids(selectNumbers(key, args.view)));
  throw createBad('there is no such search key');
}

function testUids(uids: readonly number[]): Criterion {
  const wanted = new Set(uids);
  return testMessage(({ uid }) => wanted.has(uid));
}

const acceptAll =
  (value: boolean): SearchKey =>
  () =>
    testMessage(() => value);

/** `\Seen` → SEEN and UNSEEN. */
function createFlagKeys(name: string): readonly (readonly [string, SearchKey])[] {
  const key = name.slice(1).toUpperCase();
  return [
    [key, () => testMessage(({ flags }) => flags.includes(name))],
    [`UN${key}`, () => testMessage(({ flags }) => !flags.includes(name))],
  ];
}

const parseKeyword =
  (wanted: boolean): SearchKey =>
  args => {
    const name = args.text().toLowerCase();
    return testMessage(({ flags }) => flags.some(other => other.toLowerCase() === name) === wanted);
  };

const testArrival =
  (compare: (day: number, wanted: number) => boolean): SearchKey =>
  args => {
    const wanted = args.day();
    return testMessage(({ date }) => compare(dayOf(date), wanted));
  };

const testSentDate =
  (compare: (day: number, wanted: number) => boolean): SearchKey =>
  args => {
    const wanted = args.day();
    return testContent(content => {
      const time = Date.parse(fieldValue(content.fields, 'date') ?? '');
      return !Number.isNaN(time) && compare(dayOf(time), wanted);
    });
  };

function testHeader(name: string, text: string): Criterion {
  const wanted = text.toLowerCase();
  const named = name.toLowerCase();
  return testContent(({ fields }) =>
    fields.some(field => field.name === named && decodeValue(field).toLowerCase().includes(wanted)),
  );
}

const searchHeader =
  (name: string): SearchKey =>
  args =>
    testHeader(name, args.text());

const searchText =
  (withHeader: boolean): SearchKey =>
  args => {
    const wanted = args.text().toLowerCase();
    return testContent(
      content => content.bodyText.includes(wanted) || (withHeader && content.headerText.includes(wanted)),
    );
  };

const isEqual = (left: number, right: number): boolean => left === right;
const isBefore = (left: number, right: number): boolean => left < right;
const isSince = (left: number, right: number): boolean => left >= right;

const searchKeys: Readonly<Record<string, SearchKey>> = {
  ALL: acceptAll(true),
  // No mail is ever \Recent here, which RFC 3501 2.3.2 leaves to the server.
  OLD: acceptAll(true),
  NEW: acceptAll(false),
  RECENT: acceptAll(false),
  ...Object.fromEntries(systemFlags.flatMap(createFlagKeys)),
  KEYWORD: parseKeyword(true),
  UNKEYWORD: parseKeyword(false),
  BEFORE: testArrival(isBefore),
  ON: testArrival(isEqual),
  SINCE: testArrival(isSince),
  SENTBEFORE: testSentDate(isBefore),
  SENTON: testSentDate(isEqual),
  SENTSINCE: testSentDate(isSince),
  LARGER: args => compareSize(args, (size, wanted) => size > wanted),
  SMALLER: args => compareSize(args, (size, wanted) => size < wanted),
  UID: args => testUids(selectUids(args.text(), args.view)),
  BCC: searchHeader('bcc'),
  CC: searchHeader('cc'),
  FROM: searchHeader('from'),
  SUBJECT: searchHeader('subject'),
  TO: searchHeader('to'),
  HEADER: args => testHeader(args.text(), args.text()),
  BODY: searchText(false),
  TEXT: searchText(true),
};

function compareSize(args: SearchArguments, compare: (size: number, wanted: number) => boolean): Criterion {
  const wanted = args.number();
  return testMessage(({ size }) => compare(size, wanted));
}
