// Remembers in this browser which mailboxes are open, the last used one first.

const STORED_AS = 'nexpost-mailboxes';

export const listRemembered = (): readonly string[] => localStorage.getItem(STORED_AS)?.match(/\S+/g) ?? [];

const remember = (names: readonly string[]): void => localStorage.setItem(STORED_AS, names.join(' '));

/** These are open, and no others. */
export function rememberOpen(open: readonly string[]): void {
  const known = listRemembered().filter(name => open.includes(name));
  remember([...new Set([...known, ...open])]);
}

/** This open mailbox is used now. */
export const rememberUse = (name: string): void => remember([...new Set([name, ...listRemembered()])]);
