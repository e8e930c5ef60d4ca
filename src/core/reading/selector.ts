// Parses the words after userids that select boards of a list.
import type { BoardKind, Selector } from '../matches/list.ts';

export const SELECTORS: readonly Selector[] = ['all', 'active', 'inactive', 'next'];

export const BOARD_KINDS: readonly BoardKind[] = ['tournament', 'standard'];

/** The last words of a list, without the kind of boards they name; null: they name none. */
export function parseBoardKind(words: readonly string[]): {
  readonly rest: readonly string[];
  readonly kind: BoardKind | null;
} {
  const at = words.findLastIndex(word => BOARD_KINDS.some(kind => kind === word.toLowerCase()));
  const kind = at < words.length - 2 ? undefined : BOARD_KINDS.find(each => each === words[at]?.toLowerCase());
  return kind === undefined ? { rest: words, kind: null } : { rest: words.toSpliced(at, 1), kind };
}

/** The words of a list: userids, and which of their boards (running ones unless said). */
export function parseSelector(words: readonly string[]): {
  readonly users: readonly string[];
  readonly selector: Selector;
} {
  const last = SELECTORS.find(selector => selector === words.at(-1)?.toLowerCase());
  const users = last === undefined ? words : words.slice(0, -1);
  return { users: users.map(user => user.toLowerCase()), selector: last ?? 'active' };
}
