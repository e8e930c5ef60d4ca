// Decodes the bytes of a part and the encoded words of a header.
import { isAscii } from 'node:buffer';
import iconv from 'iconv-lite';

// Quoted-printable is decoded here because nodemailer, whose encoder the outgoing mails use, has no decoder.

/** `encoding` in lower case. An unknown one leaves the bytes as they are. */
export const textOfBytes = (bytes: Buffer, encoding: string, charset: string): string =>
  charsetDecoded(decodeTransfer(bytes, encoding), charset);

export function decodeTransfer(bytes: Buffer, encoding: string): Buffer {
  switch (encoding) {
    case 'base64':
      return Buffer.from(bytes.toString('latin1'), 'base64');
    case 'quoted-printable':
      return hexDecoded(withoutSoftBreaks(bytes.toString('latin1')));
    default:
      return bytes;
  }
}

/** RFC 2045 6.7: blanks at the end of a line were added on the way. */
const withoutSoftBreaks = (text: string): string =>
  text
    .split('\n')
    .map(line => (line.endsWith('\r') ? `${line.trimEnd()}\r` : line.trimEnd()))
    .join('\n')
    .replace(/=\r?\n/g, '');

/** `=E4` → a byte. Invalid escapes stay as they are. */
export const hexDecoded = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

/**
 * UTF-8 is recognised whatever the label says: other text is hardly ever valid UTF-8 by chance. Without a good label, text that is not UTF-8
 * is Windows-1252.
 */
export function charsetDecoded(bytes: Buffer, label: string): string {
  // ISO-2022 and UTF-7 hide other letters in seven bits, UTF-16 needs its label as well.
  if (!isAscii(bytes) || /^utf-?8$/i.test(label)) {
    const utf8 = decodedAs(bytes, 'utf-8', true);
    if (utf8 !== null) return utf8;
  }
  const shifted = decodedShifted(bytes, label);
  if (shifted !== null) return shifted;
  const known = /^(?:utf-?8|us-ascii|)$/i.test(label) ? 'windows-1252' : label;
  return (
    decodedAs(bytes, known, false) ?? (iconv.encodingExists(known) ? iconv.decode(bytes, known) : windows1252(bytes))
  );
}

/** Seven bits with shifts between Latin letters and others, known by their marks: ISO-2022-JP, HZ and ISO-2022-KR. null: another charset. */
function decodedShifted(bytes: Buffer, label: string): string | null {
  if (!isAscii(bytes)) return null;
  const text = bytes.toString('latin1');
  if (/\x1b\$[@B]/.test(text)) return decodedAs(bytes, 'iso-2022-jp', false);
  if (/^hz/i.test(label)) return decodedAs(withHighBits(text, /~\{(.*?)~\}/g), 'gbk', false);
  return text.includes('\x1b$)C')
    ? decodedAs(withHighBits(text.replaceAll('\x1b$)C', ''), /\x0e(.*?)\x0f/gs), 'euc-kr', false)
    : null;
}

/** The bytes between two shifts, with their eighth bit set. */
const withHighBits = (text: string, shifted: RegExp): Buffer =>
  Buffer.from(
    text.replace(shifted, (_, letters: string) =>
      letters.replace(/[!-~]/g, letter => String.fromCharCode(letter.charCodeAt(0) + 0x80)),
    ),
    'latin1',
  );

function decodedAs(bytes: Buffer, label: string, isStrict: boolean): string | null {
  try {
    const decoder = new TextDecoder(label, { fatal: isStrict });
    // Node 20 reads Windows-1252 as Latin-1, and so loses dashes and curly quotes.
    return decoder.encoding === 'windows-1252' ? windows1252(bytes) : decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** 0x80 to 0x9f, where the two differ. */
const CURLY = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const windows1252 = (bytes: Buffer): string =>
  bytes.toString('latin1').replace(/[\x80-\x9f]/g, char => CURLY.charAt(char.charCodeAt(0) - 0x80));

/** Charset, perhaps followed by `*` and a language, then encoding and content. */
const WORD = /=\?([^?\s]+)\?([bq])\?([^?]*)\?=/gi;

interface Piece {
  /** '' for text between encoded words. */
  readonly charset: string;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Adjacent words are joined before decoding, since a character may be split between them. */
export function decodeWords(text: string): string {
  if (!text.includes('=?')) return text;
  const pieces = piecesOf(text).filter(
    (piece, at, all) => piece.charset !== '' || piece.text.trim() !== '' || at === 0 || at === all.length - 1,
  );
  const decoded: string[] = [];
  for (let at = 0; at < pieces.length;) {
    const { charset, text: plain } = pieces[at] ?? NOTHING;
    let end = at + 1;
    while (charset !== '' && pieces[end]?.charset === charset) end += 1;
    const bytes = Buffer.concat(pieces.slice(at, end).map(piece => piece.bytes));
    decoded.push(charset === '' ? plain : charsetDecoded(bytes, charset));
    at = end;
  }
  return decoded.join('');
}

const NOTHING: Piece = { charset: '', bytes: Buffer.alloc(0), text: '' };

function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of text.matchAll(WORD)) {
    const [all, charset = '', encoding = '', content = ''] = found;
    if (found.index > from) pieces.push({ ...NOTHING, text: text.slice(from, found.index) });
    const bytes =
      encoding.toLowerCase() === 'b' ? Buffer.from(content, 'base64') : hexDecoded(content.replaceAll('_', ' '));
    pieces.push({ charset: charset.toLowerCase().split('*', 1)[0] ?? '', bytes, text: '' });
    from = found.index + all.length;
  }
  if (from < text.length) pieces.push({ ...NOTHING, text: text.slice(from) });
  return pieces;
}

/** Decodes bytes above 127, which are invalid in a header, as the text they mostly are. */
export const inLetters = (value: string): string =>
  /[\x80-\xff]/.test(value) ? charsetDecoded(Buffer.from(value, 'latin1'), '') : value;
