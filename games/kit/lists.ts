// Formats lists as phrases: each language has its own words for `and` and `or`.
import type { Phrase } from './refusal.ts';

type Item = string | number | Phrase;

const numbered = (items: readonly Item[]): Phrase['parts'] =>
  Object.fromEntries(items.map((item, index) => [String(index), item]));

/** `a, b and c` */
export const both = (items: readonly Item[]): Phrase => ({ code: 'list-and', parts: numbered(items) });

/** `a or b or c` */
export const either = (items: readonly Item[]): Phrase => ({ code: 'list-or', parts: numbered(items) });

/** `a, b, c` */
export const series = (items: readonly Item[]): Phrase => ({ code: 'list', parts: numbered(items) });
