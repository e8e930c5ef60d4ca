// Shows what a player can do besides a move, as a row of buttons below the board.
// A button only begins the mail: the bar above shows it, and sends it.
import type { PageAct } from '#core/pages/board-data.ts';
import { createElement, findById, replaceIn } from '../elements.ts';

/** `begun`: the act that the bar shows. null: none. */
export function showActs(acts: readonly PageAct[], begun: PageAct | null, begin: (act: PageAct) => void): void {
  findById('acts', HTMLElement).hidden = acts.length === 0;
  const buttons = acts.map(act => {
    const button = createElement('button', { type: 'button', ariaPressed: String(act === begun) }, act.label);
    button.addEventListener('click', () => begin(act));
    return button;
  });
  replaceIn(findById('act-list', HTMLElement), buttons);
}
