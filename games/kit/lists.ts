// Formats lists as phrases: each language has its own words for `and` and `or`.
import type { Phrase } from './refusal.ts';

type Item = string | number | Phrase;

const numberItems = (items: readonly Item[]): Phrase['parts'] =>
  Object.fromEntries(items.map((item, index) => [String(index), item]));

/** Formats `a, b and c`. */
export const formatAndList = (items: readonly Item[]): Phrase => ({ code: 'list-and', parts: numberItems(items) });

/** Formats `a or b or c`. */
export const formatOrList = (items: readonly Item[]): Phrase => ({ code: 'list-or', parts: numberItems(items) });

/** Formats `a, b, c`. */
export const formatCommaList = (items: readonly Item[]): Phrase => ({ code: 'list', parts: numberItems(items) });
