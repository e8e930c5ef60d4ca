// The bytes of a part → its text: transfer encoding, then charset, forgiving what mail programs get wrong.
import type { Part } from './structure.ts';

/** More of a part than could become the text that is read is not decoded. Encoded characters. */
const MOST = 600_000;

export function textOf(part: Part): string {
  const bytes = bytesOf(part.encoding, part.body.slice(0, MOST));
  return charsetDecoded(bytes, part.parameters.get('charset') ?? '')
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n');
}

function bytesOf(encoding: string, body: string): Buffer {
  switch (encoding) {
    case 'base64':
      return Buffer.from(body, 'base64');
    case 'quoted-printable':
      return Buffer.from(quotedPrintable(body), 'latin1');
    default:
      return Buffer.from(body, 'latin1');
  }
}

/** RFC 2045 6.7; what is no escape stays as it is. */
export const quotedPrintable = (body: string): string =>
  body
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n')
    .replace(/=\n/g, '')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** UTF-8 is recognised whatever the label says: nothing else looks like it by chance. Without a good label, what is not UTF-8 is Windows-1252. */
export function charsetDecoded(bytes: Buffer, label: string): string {
  const isSevenBit = bytes.every(byte => byte < 0x80);
  // ISO-2022 and UTF-7 hide other letters in seven bits, UTF-16 needs its label as well.
  if (!isSevenBit || /^utf-?8$/i.test(label)) {
    const utf8 = decodedAs(bytes, 'utf-8', true);
    if (utf8 !== null) return utf8;
  }
  const known = /^(?:utf-?8|us-ascii|)$/i.test(label) ? 'windows-1252' : label;
  return decodedAs(bytes, known, false) ?? windows1252(bytes);
}

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
