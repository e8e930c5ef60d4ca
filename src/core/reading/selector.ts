// Parses the words after userids that select boards of a list.
import type { BoardKind, Selector } from '../matches/list.ts';

export const SELECTORS: readonly Selector[] = ['all', 'active', 'inactive', 'next'];

export const BOARD_KINDS: readonly BoardKind[] = ['tournament', 'standard'];

/** The kind of boards among the last two words, and the words without it. null: there is none. */
export function parseBoardKind(words: readonly string[]): {
  readonly rest: readonly string[];
  readonly kind: BoardKind | null;
} {
  const index = words.findLastIndex(word => BOARD_KINDS.some(kind => kind === word.toLowerCase()));
  const kind = index < words.length - 2 ? undefined : BOARD_KINDS.find(each => each === words[index]?.toLowerCase());
  return kind === undefined ? { rest: words, kind: null } : { rest: words.toSpliced(index, 1), kind };
}

/** The userids and the selector of a list. Without a selector, the running boards are meant. */
export function parseSelector(words: readonly string[]): {
  readonly users: readonly string[];
  readonly selector: Selector;
} {
  const last = SELECTORS.find(selector => selector === words.at(-1)?.toLowerCase());
  const users = last === undefined ? words : words.slice(0, -1);
  return { users: users.map(user => user.toLowerCase()), selector: last ?? 'active' };
}
