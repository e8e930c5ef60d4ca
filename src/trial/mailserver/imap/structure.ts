// Formats BODY and BODYSTRUCTURE: the parts of a mail (RFC 3501 7.4.2).
import { fieldValue } from '#mime/header.ts';
import { parseParametrized } from '#mime/parameters.ts';
import type { MimePart } from '#mime/tree.ts';
import { formatEnvelope } from './envelope.ts';
import { formatNString, formatString } from './wire.ts';

type Parameters = readonly (readonly [string, string])[];

/** What a multipart without parts is shown as, since the grammar demands at least one. */
const emptyPart = '("text" "plain" ("charset" "us-ascii") NIL NIL "7bit" 0 0)';

/** `extended` for BODYSTRUCTURE, else BODY. */
export function formatStructure(bytes: Buffer, part: MimePart, extended: boolean): string {
  const isMultipart = part.type.value.startsWith('multipart/');
  return isMultipart ? formatMultipart(bytes, part, extended) : formatLeaf(bytes, part, extended);
}

function formatMultipart(bytes: Buffer, part: MimePart, extended: boolean): string {
  const children = part.parts.map(child => formatStructure(bytes, child, extended)).join('');
  const subtype = formatString(part.type.value.slice('multipart/'.length));
  const extension = extended ? ` ${formatParameters(part.type.parameters)} ${formatDisposition(part)}` : '';
  return `(${children === '' ? emptyPart : children} ${subtype}${extension})`;
}

function formatLeaf(bytes: Buffer, part: MimePart, extended: boolean): string {
  const [major = '', minor = ''] = part.type.value.split('/', 2);
  const readField = (name: string): string | undefined => fieldValue(part.fields, name);
  const items = [
    formatString(major),
    formatString(minor),
    formatParameters(part.type.parameters),
    formatNString(readField('content-id')),
    formatNString(readField('content-description')),
    formatString(readField('content-transfer-encoding')?.toLowerCase() ?? '7bit'),
    String(part.end - part.bodyStart),
  ];
  if (part.message) {
    items.push(formatEnvelope(part.message.fields), formatStructure(bytes, part.message, extended));
  }
  if (part.message || major === 'text') items.push(String(countLines(bytes, part)));
  if (extended) items.push(formatNString(readField('content-md5')), formatDisposition(part));
  return `(${items.join(' ')})`;
}

/** Disposition, language, location: what ends both kinds. */
function formatDisposition({ fields }: MimePart): string {
  const text = fieldValue(fields, 'content-disposition');
  const parsed = text === undefined ? undefined : parseParametrized(text);
  const said = parsed ? `(${formatString(parsed.value)} ${formatParameters(parsed.parameters)})` : 'NIL';
  const languages =
    fieldValue(fields, 'content-language')
      ?.split(/[\s,]+/)
      .filter(tag => tag !== '') ?? [];
  const language = languages.length > 0 ? `(${languages.map(formatString).join(' ')})` : 'NIL';
  return `${said} ${language} ${formatNString(fieldValue(fields, 'content-location'))}`;
}

function formatParameters(parameters: Parameters): string {
  if (parameters.length === 0) return 'NIL';
  return `(${parameters.map(([name, value]) => `${formatString(name)} ${formatString(value)}`).join(' ')})`;
}

function countLines(bytes: Buffer, { bodyStart, end }: MimePart): number {
  let lines = 0;
  for (let at = bodyStart; at < end; at += 1) if (bytes[at] === 0x0a) lines += 1;
  return lines;
}
