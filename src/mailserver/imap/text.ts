// The readable text of a mail for searching: headers decoded, text parts decoded. Good enough to find words, no more.
import type { Field } from '../../mime/header.ts';
import type { Part } from '../../mime/tree.ts';

/** Encoded words (RFC 2047) into text; raw bytes are read as UTF-8 where they are. */
export function decodeHeader(value: string): string {
  const joined = value.replace(/\?=[ \t\r\n]+=\?/g, '?==?');
  const decoded = joined.replace(
    /=\?([^?\s]+)\?([BbQq])\?([^?\s]*)\?=/g,
    (_, charset: string, encoding: string, text: string) => {
      const bytes =
        encoding.toUpperCase() === 'B' ? Buffer.from(text, 'base64') : decodeQuoted(text.replaceAll('_', ' '));
      return decodeCharset(bytes, charset.split('*', 1)[0] ?? '');
    },
  );
  return decoded === value ? decodeCharset(Buffer.from(value, 'latin1'), 'utf-8') : decoded;
}

/** All text of a part and of those within it, header of the mail excluded. */
export function bodyText(bytes: Buffer, part: Part): string {
  if (part.message) return `${headerText(part.message.fields)}\n${bodyText(bytes, part.message)}`;
  if (part.parts.length > 0) return part.parts.map(child => bodyText(bytes, child)).join('\n');
  const body = bytes.subarray(part.bodyStart, part.end);
  if (!part.type.value.startsWith('text/')) return '';
  const charset = part.type.parameters.find(([name]) => name === 'charset')?.[1] ?? 'utf-8';
  return decodeCharset(decodeTransfer(body, part.fields), charset);
}

export function headerText(fields: readonly Field[]): string {
  return fields.map(({ name, value }) => `${name}: ${decodeHeader(value)}`).join('\n');
}

function decodeTransfer(body: Buffer, fields: readonly Field[]): Buffer {
  const encoding = fields.find(({ name }) => name.toLowerCase() === 'content-transfer-encoding')?.value.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body.toString('latin1'), 'base64');
  if (encoding === 'quoted-printable') return decodeQuoted(body.toString('latin1').replace(/=[ \t]*\r?\n/g, ''));
  return body;
}

function decodeQuoted(text: string): Buffer {
  const hex = (_: string, digits: string): string => String.fromCharCode(Number.parseInt(digits, 16));
  return Buffer.from(text.replace(/=([0-9A-Fa-f]{2})/g, hex), 'latin1');
}

function decodeCharset(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}
