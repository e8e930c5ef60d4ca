// Reads the header fields of a player's mail for the core, each within its limit.
// Fields are in order and unfolded. Nothing is decoded.
import { limits } from '#core/kernel/limits.ts';
import type { Header } from '#core/mail/incoming.ts';
import { endOfHeader, parseFields } from '#mime/header.ts';

/** The header fields in order, without lines that are no field. */
export const parseHeaders = (bytes: Buffer): readonly Header[] =>
  parseFields(bytes, 0, endOfHeader(bytes, 0, bytes.length))
    // By the strict rules, with its colon on the first line.
    .filter(({ raw }) => /^[!-9;-~]+[^\S\n]*:/.test(raw))
    .map(({ name, raw }) => ({ name, value: unfold(raw.slice(raw.indexOf(':') + 1)) }));

/** Replaces each fold with one blank. */
const unfold = (value: string): string => value.trim().replace(/\r?\n[^\S\n]*/g, ' ');

/** Fields that name the sender, the recipients and the authentication results. Cut short they would say something else. */
const WHOLE_OR_NOT_AT_ALL: ReadonlySet<string> = new Set(['from', 'sender', 'to', 'cc', 'authentication-results']);

const isTooLong = ({ value }: Header): boolean => value.length > limits.headerLength;

export const isBeyondLimits = (headers: readonly Header[]): boolean =>
  headers.length > limits.headersPerMail ||
  headers.some(header => isTooLong(header) && WHOLE_OR_NOT_AT_ALL.has(header.name));

/** A value that is too long is cut. A field that must be whole is empty then. */
export const cutHeaders = (headers: readonly Header[]): readonly Header[] =>
  headers.map(header => {
    if (!isTooLong(header)) return header;
    return { ...header, value: WHOLE_OR_NOT_AT_ALL.has(header.name) ? '' : header.value.slice(0, limits.headerLength) };
  });

/** The values of all headers of one name. */
export const valuesOf = (headers: readonly Header[], name: string): readonly string[] =>
  headers.filter(header => header.name === name).map(({ value }) => value);
