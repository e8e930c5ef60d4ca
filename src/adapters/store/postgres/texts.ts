// Encodes texts and keys for columns.
// Postgres accepts neither a zero character nor half a surrogate pair, and a mail may hold both.
import { type DocumentKey, isOfKind } from '#core/kernel/documents.ts';

/** Escapes a text as in JSON, which escapes all characters that Postgres does not accept. */
export const encodeColumn = (text: string): string => JSON.stringify(text).slice(1, -1);

export const decodeColumn = (column: string): string => JSON.parse(`"${column}"`) as string;

/** Numbers of boards have nine digits at most. */
const MAX_DIGITS = 9;

/** The sort key of lists: boards by game and number, everything else alphabetically (core/kernel/documents.ts: byKey). */
export function sortKeyOf(key: DocumentKey): string {
  if (!isOfKind('match', key)) return encodeColumn(key);
  const at = key.lastIndexOf('/') + 1;
  return encodeColumn(key.slice(0, at) + key.slice(at).padStart(MAX_DIGITS, '0'));
}
