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
  readonly mayHoldPassword: (line: string) => boolean;
}

export interface ScreenedWords {
  readonly words: string;
  readonly found: readonly Screened[];
}

/** Leaves out lines that are secret as a whole, and writes `[…]` for words with a token or an address. In linear time. */
export function screenWords(text: string, secrets: WriterSecrets): ScreenedWords {
  const lines = text.split('\n');
  const isHeader = findHeaderBlocks(lines);
  const told = secrets.told.map(squeeze).filter(each => each !== '');
  const found = new Set<Screened>();
  const kept = lines.filter((line, index) => {
    const reason = isHeader[index] === true ? 'screened-header' : findReason(line, told, secrets);
    if (reason !== null) found.add(reason);
    return reason === null;
  });
  const words = screenEachWord(kept.join('\n'), secrets.addresses, found);
  return found.size === 0 ? { words: text, found: [] } : { words: words.trim(), found: [...found] };
}

/** The line without the marks of a quote before it. */
const removeMarks = (line: string): string => tidy(line).replace(/^[^\p{L}\p{N}]+/u, '');

function findReason(line: string, told: readonly string[], { mayHoldPassword }: WriterSecrets): Screened | null {
  const words = squeeze(line);
  const isLong = words.length >= MIN_TOLD_LENGTH;
  const isTold = told.some(each => each === words || (isLong && (each.includes(words) || isWithin(each, words))));
  return mayHoldPassword(removeMarks(line)) ? 'screened-password' : isTold ? 'screened-told' : null;
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
  const isHeader = lines.map(line => parseLabelledLine(removeMarks(line).replace(/ ?[:\uff1a] ?/, ': ')) !== null);
  for (let start = 0; start < lines.length; start++) {
    const gap = isHeader.indexOf(false, start);
    const end = gap === -1 ? lines.length : gap;
    const hasAddress = lines.slice(start, end).some(line => /\S@\S/.test(line));
    if (end - start < HEADER_LINES || !hasAddress) isHeader.fill(false, start, end);
    start = end;
  }
  return isHeader;
}

/** Replaces each word with a secret, and the words on both sides of a line break within one. */
function screenEachWord(text: string, addresses: readonly string[], found: Set<Screened>): string {
  const isSecret = (word: string): boolean => {
    const secret = findSecret(word, addresses);
    if (secret !== null) found.add(secret);
    return secret !== null;
  };
  const words = text.replace(/\S+/g, word => (isSecret(word) ? OMISSION : word));
  let screened = '';
  let end = 0;
  for (const { 0: all, 1: above = '', 2: below = '', index } of words.matchAll(BROKEN_WORD)) {
    if (index < end || !isSecret(above.replace(/=$/, '') + below)) continue;
    screened += words.slice(end, index) + OMISSION;
    end = index + all.length + below.length;
  }
  return screened + words.slice(end);
}

const OMISSION = '[…]';
const BROKEN_WORD = /(?<!\S)(\S+)\s*\n[\s>|]*(?=(\S+))/g;

/** A character as links, quoted-printable and HTML spell it. */
const SPELLING = /[%=]([0-9a-f]{2})|&#(?:(\d{1,5})|x([0-9a-f]{1,5}));/gi;

/** A token, as a part of an address, a Message-ID or a link. `parseToken` decides. */
const TOKEN = /[abdkprsun]\.[a-z0-9._-]{1,80}?\.[a-z2-7]{16}(?![a-z2-7])/g;

/** A word that is too short for a token, and has no sign of an address. Most are. */
const PLAIN = /^[\w,.!?;:'"()-]{0,19}$/;

/** The secret in a word, however it is spelled. null: there is none. */
function findSecret(word: string, addresses: readonly string[]): Screened | null {
  if (PLAIN.test(word)) return null;
  const plain = word
    .replace(SPELLING, (_, hex?: string, decimal?: string, entity?: string) =>
      String.fromCodePoint(decimal === undefined ? Number.parseInt(hex ?? entity ?? '0', 16) : Number(decimal)),
    )
    .normalize('NFKC')
    .toLowerCase();
  const isToken = [...plain.matchAll(TOKEN)].some(([token]) => parseToken(token) !== null);
  const names = plain.replace(/\+[^@+]*(?=@)/g, '').split(/[^\p{L}\p{N}@._%-]+/u);
  const isAddress = names.some(name => addresses.includes(name.replace(/\.+$/, '')));
  return isToken ? 'screened-token' : isAddress ? 'screened-address' : null;
}
