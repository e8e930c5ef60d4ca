// Parses the items of FETCH, as the client writes them.
import { createBad } from './command-refused.ts';
import { parseSection, type ByteRange, type Section } from './section.ts';
import type { Token } from './tokens.ts';

const simple = ['UID', 'FLAGS', 'INTERNALDATE', 'RFC822.SIZE', 'ENVELOPE', 'BODY', 'BODYSTRUCTURE'] as const;

export type FetchItem =
  | { readonly kind: (typeof simple)[number] }
  | {
      readonly kind: 'section';
      /** As it is named in the answer. */
      readonly label: string;
      readonly section: Section;
      readonly partial: ByteRange | undefined;
      /** Reading it does not set \Seen. */
      readonly peek: boolean;
    };

const fast: readonly FetchItem[] = [{ kind: 'FLAGS' }, { kind: 'INTERNALDATE' }, { kind: 'RFC822.SIZE' }];
const macros: ReadonlyMap<string, readonly FetchItem[]> = new Map([
  ['FAST', fast],
  ['ALL', [...fast, { kind: 'ENVELOPE' }]],
  ['FULL', [...fast, { kind: 'ENVELOPE' }, { kind: 'BODY' }]],
]);
const createOldItem = (label: string, section: string, peek: boolean): FetchItem => {
  return { kind: 'section', label, section: parseSection(section), partial: undefined, peek };
};
const oldNames: ReadonlyMap<string, FetchItem> = new Map([
  ['RFC822', createOldItem('RFC822', '', false)],
  ['RFC822.HEADER', createOldItem('RFC822.HEADER', 'HEADER', true)],
  ['RFC822.TEXT', createOldItem('RFC822.TEXT', 'TEXT', false)],
]);
/** Bodies asked for in one command; each may be a whole mail. */
const mostItems = 50;

/** The items in their order; a client that goes by uid is told the uid in any case. */
export function parseItems(token: Token | undefined, byUid: boolean): readonly FetchItem[] {
  const items = token?.kind === 'list' ? token.items.map(parseItem) : (macroOf(token) ?? [parseItem(token)]);
  if (items.length === 0 || items.length > mostItems) throw createBad('nothing, or too much, is asked for');
  return byUid && !items.some(({ kind }) => kind === 'UID') ? [{ kind: 'UID' }, ...items] : items;
}

function macroOf(token: Token | undefined): readonly FetchItem[] | undefined {
  return token?.kind === 'atom' ? macros.get(token.text.toUpperCase()) : undefined;
}

function parseItem(token: Token | undefined): FetchItem {
  if (token?.kind !== 'atom') throw createBad('that cannot be fetched');
  const text = token.text.toUpperCase();
  const kind = simple.find(name => name === text);
  return kind ? { kind } : (oldNames.get(text) ?? parseBody(token.text));
}

function parseBody(text: string): FetchItem {
  const match = /^BODY(\.PEEK)?\[([^\]]*)\](?:<(\d{1,10})\.(\d{1,10})>)?$/i.exec(text);
  if (!match) throw createBad('that cannot be fetched');
  const written = match[2] ?? '';
  const section = parseSection(written);
  const partial = match[3] === undefined ? undefined : { from: Number(match[3]), length: Number(match[4]) };
  if (partial?.length === 0) throw createBad('a partial of no bytes');
  const label = `BODY[${labelOf(written)}]${partial ? `<${partial.from}>` : ''}`;
  return { kind: 'section', label, section, partial, peek: match[1] !== undefined };
}

// The names of header fields as written; all else in capitals, which clients compare with.
function labelOf(written: string): string {
  const list = written.indexOf('(');
  return list < 0 ? written.toUpperCase() : written.slice(0, list).toUpperCase() + written.slice(list);
}
