// Texts and keys as columns hold them. Postgres takes neither a zero character nor half a surrogate pair, and a mail may hold both.
import { type DocumentKey, isOfKind } from '#core/state/documents.ts';

/** As in a JSON text: whatever Postgres does not take is escaped there. */
export const toColumn = (text: string): string => JSON.stringify(text).slice(1, -1);

export const fromColumn = (column: string): string => JSON.parse(`"${column}"`) as string;

/** Numbers of boards have nine digits at most. */
const DIGITS = 9;

/** By which lists are in order: boards by game and number, everything else by the alphabet (core/state/documents.ts: byKey). */
export function placeOf(key: DocumentKey): string {
  if (!isOfKind('match', key)) return toColumn(key);
  const at = key.lastIndexOf('/') + 1;
  return toColumn(key.slice(0, at) + key.slice(at).padStart(DIGITS, '0'));
}
