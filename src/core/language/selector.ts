// Which boards of a list are meant: the words behind the userids.

export const SELECTORS = ['all', 'active', 'inactive', 'next'] as const;

export type Selector = (typeof SELECTORS)[number];

/** The words of a list: userids, and which boards of theirs (running ones unless said). */
export function selectorIn(words: readonly string[]): {
  readonly users: readonly string[];
  readonly selector: Selector;
} {
  const last = SELECTORS.find(selector => selector === words.at(-1)?.toLowerCase());
  const users = last === undefined ? words : words.slice(0, -1);
  return { users: users.map(user => user.toLowerCase()), selector: last ?? 'active' };
}
