// Decodes encoded words (RFC 2047) in header values. Other text stays as it is.
import { charsetDecoded, hexDecoded } from './decode.ts';

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
