// Parses a command's arguments (RFC 3501 section 9): atoms, strings, lists.
import { limits } from '../limits.ts';
import type { Segment } from './reader.ts';
import { createBad } from './command-refused.ts';

export type Token =
  | { readonly kind: 'atom'; readonly text: string }
  | { readonly kind: 'string'; readonly bytes: Buffer }
  | { readonly kind: 'list'; readonly items: readonly Token[] };

export interface TaggedCommand {
  readonly tag: string;
  /** In capitals. */
  readonly name: string;
  readonly args: readonly Token[];
}

/** The tag alone, for an answer to a command that is otherwise unreadable. */
export function tagOf(segments: readonly Segment[]): string {
  return /^[^\s(){%*"\\+\x00-\x1f\x7f-\xff]{1,64}/.exec(segments[0]?.bytes.toString('latin1') ?? '')?.[0] ?? '*';
}

export function parseCommand(segments: readonly Segment[]): TaggedCommand {
  const tag = tagOf(segments);
  const tokens = new Tokenizer(segments).all();
  const [first, second, ...args] = tokens;
  if (first?.kind !== 'atom' || first.text !== tag) throw createBad('a command begins with a tag');
  if (second?.kind !== 'atom') throw createBad('a command has a name');
  return { tag, name: second.text.toUpperCase(), args };
}

class Tokenizer {
  readonly #segments: readonly Segment[];
  #segment = 0;
  #text: string;
  #at = 0;

  constructor(segments: readonly Segment[]) {
    this.#segments = segments;
    this.#text = this.#load();
  }

  all(): Token[] {
    const tokens = this.#items(0);
    if (this.#at < this.#text.length) throw createBad('a parenthesis is closed that was not opened');
    return tokens;
  }

  // Up to the closing parenthesis, which stays, or to the end.
  #items(depth: number): Token[] {
    if (depth > limits.nesting) throw createBad('too deeply nested');
    const items: Token[] = [];
    for (;;) {
      while (this.#text[this.#at] === ' ') this.#at += 1;
      const character = this.#text[this.#at];
      if (character === undefined || character === ')') return items;
      items.push(this.#token(character, depth));
    }
  }

  #token(character: string, depth: number): Token {
    if (character === '(') return this.#list(depth);
    if (character === '"') return { kind: 'string', bytes: this.#quoted() };
    if (character === '{') return this.#literal();
    return this.#atom();
  }

  #list(depth: number): Token {
    this.#at += 1;
    const items = this.#items(depth + 1);
    if (this.#text[this.#at] !== ')') throw createBad('a parenthesis is missing');
    this.#at += 1;
    return { kind: 'list', items };
  }

  #quoted(): Buffer {
    const match = /"((?:[^"\\\0]|\\["\\])*)"/y;
    match.lastIndex = this.#at;
    const found = match.exec(this.#text);
    if (!found) throw createBad('a quoted string is not closed');
    this.#at = match.lastIndex;
    return Buffer.from((found[1] ?? '').replace(/\\(.)/g, '$1'), 'latin1');
  }

  #literal(): Token {
    const literal = this.#segments[this.#segment + 1];
    const announced = /^\{\d+\+?\}$/.test(this.#text.slice(this.#at));
    if (!announced || !literal?.literal) throw createBad('a brace that announces no literal');
    this.#segment += 2;
    this.#text = this.#load();
    return { kind: 'string', bytes: literal.bytes };
  }

  #atom(): Token {
    // The section of a body is one token with its blanks and parentheses: BODY[HEADER.FIELDS (FROM TO)]<0.99>
    const match = /(?:BODY(?:\.PEEK)?\[[^\]\0]*\](?:<[\d.]*>)?|[^ ()"{\0]+)/iy;
    match.lastIndex = this.#at;
    const found = match.exec(this.#text);
    if (!found) throw createBad('a character that cannot stand there');
    this.#at = match.lastIndex;
    return { kind: 'atom', text: found[0] };
  }

  #load(): string {
    this.#at = 0;
    return this.#segments[this.#segment]?.bytes.toString('latin1') ?? '';
  }
}

/** An astring or nstring as text; bytes above 127 are read as UTF-8. */
export function textOf(token: Token | undefined, what: string): string {
  if (!token || token.kind === 'list') throw createBad(`${what} is missing`);
  return token.kind === 'atom' ? Buffer.from(token.text, 'latin1').toString() : token.bytes.toString();
}

export function atomOf(token: Token | undefined, what: string): string {
  if (token?.kind !== 'atom') throw createBad(`${what} is missing`);
  return token.text;
}

export function itemsOf(token: Token | undefined, what: string): readonly Token[] {
  if (token?.kind !== 'list') throw createBad(`${what} in parentheses is missing`);
  return token.items;
}

/** A command must not carry more than it may. */
export function demandNoMore(args: readonly Token[], most: number): void {
  if (args.length > most) throw createBad('too many arguments');
}
