// Keys that mean something anywhere on a page, but where somebody writes.

/** By the name of the key: what it does. With Ctrl, Alt or Meta it is the browser's. */
export function onKeys(keys: Readonly<Record<string, () => void>>): void {
  document.addEventListener('keydown', event => {
    const act = keys[event.key];
    const { target } = event;
    const isWriting = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (act === undefined || isWriting || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  });
}
