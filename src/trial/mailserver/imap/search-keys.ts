// Parses the keys of SEARCH (RFC 3501 6.4.4) into criteria.
import { limits } from '../limits.ts';
import { fieldValue } from '#mime/header.ts';
import { decodedValue } from './content.ts';
import { dayOf, parseDay } from './dates.ts';
import { systemFlags } from './flags.ts';
import { all, either, not, ofContent, ofMessage, type Criterion } from './search-criteria.ts';
import { bad, no } from './command-refused.ts';
import { selectNumbers, selectUids } from './sequence.ts';
import { textOf, type Token } from './tokens.ts';

type SearchKey = (args: SearchArguments) => Criterion;

const outermost = (): Pick<SearchArguments, 'depth' | 'budget'> => ({
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
    within: Pick<SearchArguments, 'depth' | 'budget'> = outermost(),
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
export function parseCriteria(args: SearchArguments): readonly Criterion[] {
  const criteria: Criterion[] = [];
  do criteria.push(parseCriterion(args, args.depth));
  while (!args.empty);
  return criteria;
}

/** Every key costs something for every mail of the mailbox. */
function counted(args: SearchArguments, criterion: Criterion): Criterion {
  args.budget.keys -= 1;
  if (criterion.reads) args.budget.reading -= 1;
  if (args.budget.keys < 0 || args.budget.reading < 0) throw no('[LIMIT] too many search keys');
  return criterion;
}

function parseCriterion(args: SearchArguments, depth: number): Criterion {
  if (depth > limits.nesting) throw bad('too deeply nested');
  const token = args.take();
  if (token.kind === 'list')
    return all(parseCriteria(new SearchArguments(args.view, token.items, { depth: depth + 1, budget: args.budget })));
  const key = textOf(token, 'a search key').toUpperCase();
  if (key === 'NOT') return not(parseCriterion(args, depth + 1));
  if (key === 'OR') return either(parseCriterion(args, depth + 1), parseCriterion(args, depth + 1));
  const reading = Object.hasOwn(searchKeys, key) ? searchKeys[key] : undefined;
  if (reading) return counted(args, reading(args));
  if (/^[\d*]/.test(key)) return counted(args, among(selectNumbers(key, args.view)));
  throw bad('there is no such search key');
}

function among(uids: readonly number[]): Criterion {
  const wanted = new Set(uids);
  return ofMessage(({ uid }) => wanted.has(uid));
}

const always =
  (value: boolean): SearchKey =>
  () =>
    ofMessage(() => value);

/** `\Seen` → SEEN and UNSEEN. */
function flagKeys(name: string): readonly (readonly [string, SearchKey])[] {
  const key = name.slice(1).toUpperCase();
  return [
    [key, () => ofMessage(({ flags }) => flags.includes(name))],
    [`UN${key}`, () => ofMessage(({ flags }) => !flags.includes(name))],
  ];
}

const keyword =
  (wanted: boolean): SearchKey =>
  args => {
    const name = args.text().toLowerCase();
    return ofMessage(({ flags }) => flags.some(other => other.toLowerCase() === name) === wanted);
  };

const arrived =
  (compare: (day: number, wanted: number) => boolean): SearchKey =>
  args => {
    const wanted = args.day();
    return ofMessage(({ date }) => compare(dayOf(date), wanted));
  };

const sent =
  (compare: (day: number, wanted: number) => boolean): SearchKey =>
  args => {
    const wanted = args.day();
    return ofContent(content => {
      const time = Date.parse(fieldValue(content.fields, 'date') ?? '');
      return !Number.isNaN(time) && compare(dayOf(time), wanted);
    });
  };

function header(name: string, text: string): Criterion {
  const wanted = text.toLowerCase();
  const named = name.toLowerCase();
  return ofContent(({ fields }) =>
    fields.some(field => field.name === named && decodedValue(field).toLowerCase().includes(wanted)),
  );
}

const inHeader =
  (name: string): SearchKey =>
  args =>
    header(name, args.text());

const inText =
  (withHeader: boolean): SearchKey =>
  args => {
    const wanted = args.text().toLowerCase();
    return ofContent(
      content => content.bodyText.includes(wanted) || (withHeader && content.headerText.includes(wanted)),
    );
  };

const equal = (left: number, right: number): boolean => left === right;
const before = (left: number, right: number): boolean => left < right;
const since = (left: number, right: number): boolean => left >= right;

const searchKeys: Readonly<Record<string, SearchKey>> = {
  ALL: always(true),
  // No mail is ever \Recent here, which RFC 3501 2.3.2 leaves to the server.
  OLD: always(true),
  NEW: always(false),
  RECENT: always(false),
  ...Object.fromEntries(systemFlags.flatMap(flagKeys)),
  KEYWORD: keyword(true),
  UNKEYWORD: keyword(false),
  BEFORE: arrived(before),
  ON: arrived(equal),
  SINCE: arrived(since),
  SENTBEFORE: sent(before),
  SENTON: sent(equal),
  SENTSINCE: sent(since),
  LARGER: args => compareSize(args, (size, wanted) => size > wanted),
  SMALLER: args => compareSize(args, (size, wanted) => size < wanted),
  UID: args => among(selectUids(args.text(), args.view)),
  BCC: inHeader('bcc'),
  CC: inHeader('cc'),
  FROM: inHeader('from'),
  SUBJECT: inHeader('subject'),
  TO: inHeader('to'),
  HEADER: args => header(args.text(), args.text()),
  BODY: inText(false),
  TEXT: inText(true),
};

function compareSize(args: SearchArguments, compare: (size: number, wanted: number) => boolean): Criterion {
  const wanted = args.number();
  return ofMessage(({ size }) => compare(size, wanted));
}
