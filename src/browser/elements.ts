// Elements of a page, and the keys that move between them.
import { lookUp } from '#games/kit/look-up.ts';

/** The element that this selector finds. Throws if the template has none, or one of another kind. */
export function find(within: ParentNode, selector: string): HTMLElement;
export function find<Kind extends HTMLElement>(within: ParentNode, selector: string, kind: new () => Kind): Kind;
export function find(within: ParentNode, selector: string, kind: new () => HTMLElement = HTMLElement): HTMLElement {
  const found = within.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`nothing is called ${selector}`);
  return found;
}

/** A new copy of the template with this id. */
export function copyOf(id: string): HTMLElement;
export function copyOf<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind;
export function copyOf(id: string, kind: new () => HTMLElement = HTMLElement): HTMLElement {
  const { content } = find(document, `template#${id}`, HTMLTemplateElement);
  return find(document.importNode(content, true), '*', kind);
}

/** The element the page's template has under this id. */
export const findById = <Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind =>
  find(document, `#${id}`, kind);

/** `<name class=…>` with its content. */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...content);
  return made;
}

/** Replaces the items of a list, and moves the focus from the old link or button to the new one in its place. */
export function replaceIn(list: HTMLElement, items: readonly Node[]): void {
  const listStops = (): readonly HTMLElement[] => [...list.querySelectorAll<HTMLElement>('a, button, pre')];
  const at = listStops().findIndex(stop => stop === document.activeElement);
  list.replaceChildren(...items);
  listStops()[at]?.focus({ preventScroll: true });
}

/** A drawing written by this program: it holds no text of anybody's. */
export function createDrawing(svg: string): SVGElement {
  const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml');
  return document.importNode(documentElement, true) as unknown as SVGElement;
}

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
