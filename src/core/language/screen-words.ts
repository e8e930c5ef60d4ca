// Takes tokens, passwords and other secrets of the writer out of words for other people.
import { parseLabelledLine } from '../mail/reply/headers.ts';
import { parseToken } from '../mail/token.ts';
import { tidy } from '../kernel/words.ts';

/** What was taken out, as the code of a phrase. */
export type Screened =
  | 'screened-token'
  | 'screened-password'
  | 'screened-address'
  | 'screened-header'
  | 'screened-told';

export interface WriterSecrets {
  /** The addresses of the writer's accounts, in lower case. */
  readonly addresses: readonly string[];
  /** What our mails told the writer alone: notes, prepared moves. */
  readonly told: readonly string[];
  /** A line of one word comes with the last word above it, too. */
  readonly mayHoldPassword: (line: string) => boolean;
}

export interface ScreenedWords {
  readonly words: string;
  readonly found: readonly Screened[];
}

/** Leaves out lines that are secret as a whole, and writes `[…]` for words with a token or an address. In linear time. */
export function screenWords(text: string, secrets: WriterSecrets): ScreenedWords {
  const lines = text.split('\n');
  // Without the marks of a quote.
  const unmarked = lines.map(line => tidy(line).replace(/^[^\p{L}\p{N}]+/u, ''));
  const isHeader = findHeaderBlocks(unmarked);
  const told = secrets.told.map(squeeze).filter(each => each !== '');
  const found = new Set<Screened>();
  const kept = lines.filter((_, index) => {
    const reason = isHeader[index] === true ? 'screened-header' : findReason(unmarked, index, { ...secrets, told });
    if (reason !== null) found.add(reason);
    return reason === null;
  });
  const words = screenEachWord(kept.join('\n'), secrets.addresses, found);
  return found.size === 0 ? { words: text, found: [] } : { words: words.trim(), found: [...found] };
}

function findReason(
  lines: readonly string[],
  index: number,
  { told, mayHoldPassword }: WriterSecrets,
): Screened | null {
  const line = lines[index] ?? '';
  const above = (lines[index - 1] ?? '').replace(/^.* /, '');
  const words = squeeze(line);
  const isLong = words.length >= MIN_TOLD_LENGTH;
  const isTold = told.some(each => each === words || (isLong && (each.includes(words) || isWithin(each, words))));
  const isPassword = mayHoldPassword(line) || (!line.includes(' ') && mayHoldPassword(`${above}\n${line}`));
  return isPassword ? 'screened-password' : isTold ? 'screened-told' : null;
}

/** Letters and digits of a text, so that marks, blanks and line breaks make no difference. */
const squeeze = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** A shorter text may be in other words by chance. Characters. */
const MIN_TOLD_LENGTH = 6;
const isWithin = (told: string, words: string): boolean => told.length >= MIN_TOLD_LENGTH && words.includes(told);

/** The fewest lines `label: value` that make a header block, if an address is among them. */
const HEADER_LINES = 3;

/** Finds blocks such as `From: … To: … Subject: …`, in any script and with any colon. Programs write them above a mail that they quote. */
function findHeaderBlocks(lines: readonly string[]): readonly boolean[] {
  const isHeader = lines.map(line => parseLabelledLine(line.replace(/ ?[:\uff1a] ?/, ': ')) !== null);
  for (let start = 0; start < lines.length; start++) {
    const gap = isHeader.indexOf(false, start);
    const end = gap === -1 ? lines.length : gap;
    const hasAddress = lines.slice(start, end).some(line => /\S@\S/.test(line));
    if (end - start < HEADER_LINES || !hasAddress) isHeader.fill(false, start, end);
    start = end;
  }
  return isHeader;
}

/** Replaces each word with a secret, and the pieces of one that line breaks have cut. */
function screenEachWord(text: string, addresses: readonly string[], found: Set<Screened>): string {
  const shortest = Math.min(SECRET_PART_LENGTH, ...addresses.map(({ length }) => length));
  let screened = '';
  let end = 0;
  for (const { 0: first, 1: below = '', index } of text.matchAll(WORD)) {
    if (first.length + below.length < shortest || !SIGN_OF_SECRET.test(first + below)) continue;
    const pieces = [first, ...(below.match(/[\s>|]*\S+/g) ?? [])];
    const findIn = (from: number, to: number): Screened | null => {
      // The secret in a word, however it is spelled. null: there is none.
      const word = pieces
        .slice(from, to)
        .join('')
        .trim()
        .replace(/=?\s+[\s>|]*/g, '');
      if (PLAIN.test(word)) return null;
      const plain = word
        .replace(SPELLING, (_, hex?: string, decimal?: string) =>
          String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
        )
        .normalize('NFKC')
        .toLowerCase()
        .replace(UNSEEN, '');
      const isToken =
        SECRET_PART.test(plain) || [...plain.matchAll(TOKEN)].some(([token]) => parseToken(token) !== null);
      // In Chinese and Japanese no blank stands before an address.
      const names = [/[^\p{L}\p{N}@._%-]+/u, /[^a-z0-9@._%-]+/].flatMap(marks =>
        plain.replace(/\+[^@+]*(?=@)/g, '').split(marks),
      );
      const isAddress = names.some(name => addresses.includes(name.replace(/^[._-]+|[._-]+$/g, '')));
      return isToken ? 'screened-token' : isAddress ? 'screened-address' : null;
    };
    for (let count = 1; count <= pieces.length && index >= end; count++) {
      const typed = pieces.slice(0, count).join('');
      const secret = typed.length < shortest ? null : findIn(0, count);
      // The word above a secret is no piece of it.
      if (secret === null || findIn(1, count) !== null) continue;
      found.add(secret);
      screened += text.slice(end, index) + OMISSION;
      end = index + typed.length;
    }
  }
  return screened + text.slice(end);
}

const OMISSION = '[…]';

/** A word, and up to three below it that may be its pieces. The marks of a quoted line are no words. */
const WORD = /(?<!\S)(?![>|]+(?!\S))\S+(?=((?:[^\S\n]*\n[\s>|]*\S+){0,3}))/g;

/** A character as links, quoted-printable, HTML and programs spell it. */
const SPELLING = /(?:[%=]|&#x0*|\\u00|\\x)([0-9a-f]{2});?|&#0*(\d{1,3});/gi;

/** What readers do not see, or what only marks text. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}|\\(?=[^\p{L}\p{N}])|<\/?[a-z]{1,6}>/gu;

/** A token, as a part of an address, a Message-ID or a link. `parseToken` decides. */
const TOKEN = /[abdkmpqrsun]\.[a-z0-9._~-]{1,80}?\.[a-z2-7]{16}(?![a-z2-7])/g;

/** The secret part of a token, which needs no more to be used: 16 letters and digits of which a digit stands before a letter. */
const SECRET_PART_LENGTH = 16;
const SECRET_PART = /(?<![a-z0-9])(?=[a-z2-7]{0,14}[2-7][a-z])[a-z2-7]{16}(?![a-z0-9])/;

/** What every secret has, however it is spelled. Most words have none of it. */
const SIGN_OF_SECRET = /[\d@&\\<%=]|[\p{L}\p{N}]\.[\s>|]*[\p{L}\p{N}]|[^\p{ASCII}\p{L}\p{M}]/u;

/** A word that is too short for a token and has no sign of an address. */
const PLAIN = /^[\w,.!?;:'"()-]{0,15}$/;
