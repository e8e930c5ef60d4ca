// Parses the fields of a header that name addresses or other mails.
import { domainToASCII } from 'node:url';
import type { NamedAddress } from '#core/mail/incoming.ts';
import { decodeWords } from '#mime/decode.ts';

// The parser handles quoted strings, nested comments, groups and angle brackets.

/** A word of an entry: as written in the text, and as a name shows it. */
interface Run {
  raw: string;
  plain: string;
}

/** The text between two commas. */
interface Entry {
  readonly runs: Run[];
  readonly comments: string[];
  /** The text in angle brackets. */
  readonly angles: string[];
  /** Does the next character continue the last word? */
  isOpen: boolean;
  /** An angle bracket that is never closed. The text behind it is not an address. */
  isBroken: boolean;
}

const createEntry = (): Entry => ({ runs: [], comments: [], angles: [], isOpen: false, isBroken: false });

/**
 * Every address an entry could be read as: two in angle brackets are two senders, whichever of them a reader would show.
 * What is no address by the strict rules (blanks, a second @) is left out, never repaired.
 */
export function parseAddresses(value: string): readonly NamedAddress[] {
  const found: NamedAddress[] = [];
  let entry = createEntry();
  for (let at = 0; at < value.length;) {
    const char = value.charAt(at);
    if (char === ',' || char === ';') found.push(...mailboxesOf(entry));
    // The text before a colon is the name of a group.
    if (char === ',' || char === ';' || char === ':') entry = createEntry();
    at = char === ',' || char === ';' || char === ':' ? at + 1 : takeToken(value, at, entry);
  }
  return [...found, ...mailboxesOf(entry)];
}

/** Adds the token that begins here to the entry, and returns the index behind it. */
function takeToken(value: string, at: number, entry: Entry): number {
  const char = value.charAt(at);
  switch (char) {
    case '(':
      return takeComment(value, at, entry);
    case '<':
      return takeAngle(value, at, entry);
    case '"': {
      const end = endOfQuoted(value, at);
      return addWord(entry, value.slice(at, end), removeEscapes(value.slice(at + 1, end - 1)), end);
    }
    case '[': {
      const found = value.indexOf(']', at);
      const end = found === -1 ? value.length : found + 1;
      return addWord(entry, value.slice(at, end), value.slice(at, end), end);
    }
    case ' ':
    case '\t':
      entry.isOpen = false;
      return at + 1;
    default:
      return addWord(entry, char, char, at + 1);
  }
}

function addWord(entry: Entry, raw: string, plain: string, end: number): number {
  const last = entry.runs.at(-1);
  if (entry.isOpen && last !== undefined) {
    last.raw += raw;
    last.plain += plain;
  } else entry.runs.push({ raw, plain });
  entry.isOpen = true;
  return end;
}

/** Comments nest. One that is not closed extends to the end. */
function takeComment(value: string, start: number, entry: Entry): number {
  let depth = 0;
  let at = start;
  for (; at < value.length; at++) {
    const char = value.charAt(at);
    if (char === '\\') at += 1;
    else if (char === '(') depth += 1;
    else if (char === ')' && (depth -= 1) === 0) break;
  }
  entry.comments.push(removeEscapes(value.slice(start + 1, at)));
  entry.isOpen = false;
  return at + 1;
}

function takeAngle(value: string, start: number, entry: Entry): number {
  const within = createEntry();
  entry.isOpen = false;
  for (let at = start + 1; at < value.length;) {
    const char = value.charAt(at);
    if (char === '>' || char === '<') {
      entry.angles.push(within.runs.map(({ raw }) => raw).join(' '));
      return char === '>' ? at + 1 : at;
    }
    at = takeToken(value, at, within);
  }
  entry.isBroken = true;
  return value.length;
}

function endOfQuoted(value: string, start: number): number {
  for (let at = start + 1; at < value.length; at++) {
    if (value.charAt(at) === '\\') at += 1;
    else if (value.charAt(at) === '"') return at + 1;
  }
  return value.length;
}

const removeEscapes = (text: string): string => text.replace(/\\([^])/g, '$1');

function mailboxesOf({ runs, comments, angles, isBroken }: Entry): readonly NamedAddress[] {
  if (isBroken) return [];
  const isBare = angles.length === 0;
  const addresses = (isBare ? runs.map(({ raw }) => raw) : angles).filter(isAddress);
  const words = runs.filter(({ raw }) => !isBare || !isAddress(raw)).map(({ plain }) => plain);
  const name = decodeWords(words.join(' ').trim() || comments.join(' ').trim());
  return addresses.map(text => {
    const lower = text.toLowerCase();
    const domain = lower.slice(lower.lastIndexOf('@') + 1);
    // Servers and Authentication-Results speak of the ASCII form of a domain.
    const ascii = /[^\x20-\x7f]/.test(domain) ? domainToASCII(domain) || domain : domain;
    const address = lower.slice(0, lower.length - domain.length) + ascii;
    // Some programs put the address in place of the name.
    return { address, name: name.toLowerCase() === address ? '' : name };
  });
}

/** `local@domain`, the local part perhaps a quoted string, the domain perhaps a literal. No control characters. */
function isAddress(text: string): boolean {
  if (/\p{Cc}/u.test(text)) return false;
  const at = text.startsWith('"') ? endOfQuoted(text, 0) : text.indexOf('@');
  return at > 0 && text.charAt(at) === '@' && DOMAIN.test(text.slice(at + 1));
}

const DOMAIN = /^(?:[^\s"()<>@,;:\\[\]]+|\[[^\s"<>@\\[\]]*\])$/;

/** Message-IDs as headers list them. */
const MAX_IDS = 50;
/** Characters of one Message-ID with its brackets. */
const MAX_ID_LENGTH = 252;

/** Parses Message-IDs, and adds missing angle brackets. Of too many the last ones count, since they are the newest. */
export function parseMessageIds(value: string): readonly string[] {
  const found = value.includes('<')
    ? (value.match(/<[^<>\s]+>/g) ?? [])
    : value.split(/\s+/).map(id => `<${id.replaceAll('>', '')}>`);
  return found.filter(id => id.length > 2 && id.length <= MAX_ID_LENGTH).slice(-MAX_IDS);
}
