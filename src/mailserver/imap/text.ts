// The readable text of a mail for searching: headers decoded, text parts decoded. Good enough to find words, no more.
import { textOfBytes } from '#mime/decode.ts';
import { decodeWords, inLetters } from '#mime/encoded-words.ts';
import { fieldValue, valueOf, type Field } from '#mime/header.ts';
import type { MimePart } from '#mime/tree.ts';

/** Encoded words (RFC 2047) into text; raw bytes are read as UTF-8 where they are. */
export const decodedValue = (field: Field): string => decodeWords(inLetters(valueOf(field)));

export function headerText(fields: readonly Field[]): string {
  return fields.map(field => `${field.name}: ${decodedValue(field)}`).join('\n');
}

/** All text of a part and of those within it, header of the mail excluded. */
export function bodyText(bytes: Buffer, part: MimePart): string {
  if (part.message) return `${headerText(part.message.fields)}\n${bodyText(bytes, part.message)}`;
  if (part.parts.length > 0) return part.parts.map(child => bodyText(bytes, child)).join('\n');
  if (!part.type.value.startsWith('text/')) return '';
  const encoding = fieldValue(part.fields, 'content-transfer-encoding')?.toLowerCase() ?? '';
  const charset = part.type.parameters.find(([name]) => name === 'charset')?.[1] ?? '';
  return textOfBytes(bytes.subarray(part.bodyStart, part.end), encoding, charset);
}
