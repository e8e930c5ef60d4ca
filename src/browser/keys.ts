// Handles keys anywhere on a page, except where the user types or scrolls.

import { lookUp } from '#games/kit/look-up.ts';
/** By the name of the key: what it does. With Ctrl, Alt or Meta it is the browser's. */
export function handleKeys(keys: Readonly<Record<string, () => void>>): void {
  document.addEventListener('keydown', event => {
    // Letters mean the same with Caps Lock.
    const act = lookUp(keys, event.key) ?? lookUp(keys, event.key.toLowerCase());
    const { target } = event;
    const isElsewhere = target instanceof Element && target.closest('input, textarea, pre') !== null;
    if (act === undefined || isElsewhere || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  });
}
