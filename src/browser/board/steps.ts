// Steps through a game: buttons, the list of moves, arrow keys, swipes.
import { createElement, findById, handleKeys } from '../elements.ts';
import { type Exploration, countMoves, findLastPly, moveTo, stepBy } from './course.ts';

/** Pixels a finger must go across, and may go up or down, to be a swipe. */
const SWIPE = { across: 40, aside: 40 };

const STEPS = ['first', 'previous', 'next', 'last'] as const;

/** The buttons, and which move of the list is shown. */
export function showSteps(exploration: Exploration, go: (next: Exploration) => void): void {
  const { place } = exploration;
  const [back, on] = [stepBy(exploration, -1), stepBy(exploration, 1)];
  const leads: Readonly<Record<(typeof STEPS)[number], Exploration>> = {
    first: moveTo(exploration, { variation: null, ply: 0 }),
    previous: back,
    next: on,
    last: moveTo(exploration, { ...place, ply: findLastPly(exploration) }),
  };
  for (const step of STEPS) {
    const button = createStepButton(step);
    const isOff = step === 'first' || step === 'previous' ? countMoves(exploration) === 0 : on === exploration;
    // Not disabled: at the last step the button keeps the focus of the keyboard.
    button.ariaDisabled = String(isOff);
    button.onclick = () => isOff || go(leads[step]);
  }
  const moves = document.querySelectorAll<HTMLAnchorElement>('#moves a');
  moves.forEach((link, i) => {
    const isShown = place.variation === null && place.ply === i + 1;
    if (isShown) link.setAttribute('aria-current', 'step');
    else link.removeAttribute('aria-current');
    if (isShown) scrollIntoList(link);
    link.onclick = event => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(moveTo(exploration, { variation: null, ply: i + 1 }));
    };
  });
  for (const bar of document.querySelectorAll<SVGAElement>('.chances a'))
    bar.onclick = event => {
      event.preventDefault();
      go(moveTo(exploration, { variation: null, ply: Number(bar.dataset['at']) }));
    };
  const nav = findById('steps', HTMLElement);
  const ply = nav.querySelector('.ply');
  // What was tried has no number in the game: the status says it.
  const numbers = [countMoves(exploration), exploration.course.moves.length];
  const sentence = (nav.dataset['ply'] ?? '').replace(/%([12])/g, (_, which) => String(numbers[Number(which) - 1]));
  const told = place.variation === null ? sentence : '';
  if (ply !== null) ply.textContent = told;
}

/** Scrolls the list of moves, and not the page. */
function scrollIntoList(link: HTMLElement): void {
  const list = findById('moves', HTMLElement);
  const [frame, own] = [list.getBoundingClientRect(), link.getBoundingClientRect()];
  if (own.top < frame.top) list.scrollTop -= frame.top - own.top;
  if (own.bottom > frame.bottom) list.scrollTop += own.bottom - frame.bottom;
}

/** Replaces a link or sign of the page by a button. */
function createStepButton(step: (typeof STEPS)[number]): HTMLButtonElement {
  const there = findById(step, HTMLElement);
  if (there instanceof HTMLButtonElement) return there;
  const button = createElement('button', { type: 'button', id: step }, ...there.childNodes);
  there.replaceWith(button);
  return button;
}

/** Listens to arrow keys that have no other meaning, and to swipes over the board. A page without steps has neither. */
export function listenForSteps(figure: HTMLElement, shown: () => Exploration, go: (next: Exploration) => void): void {
  if (findById('steps', HTMLElement).hidden) return;
  const step = (by: 1 | -1) => (): void => go(stepBy(shown(), by));
  handleKeys({
    ...{ ArrowLeft: step(-1), ArrowRight: step(1) },
    Home: () => go(moveTo(shown(), { variation: null, ply: 0 })),
    End: () => go(moveTo(shown(), { ...shown().place, ply: findLastPly(shown()) })),
  });
  let from: { readonly x: number; readonly y: number } | null = null;
  figure.addEventListener('pointerdown', ({ clientX: x, clientY: y, pointerType, isPrimary }) => {
    from = pointerType === 'mouse' || !isPrimary ? null : { x, y };
  });
  // The browser has made it a scroll, or a zoom by two fingers.
  addEventListener('pointercancel', () => (from = null));
  addEventListener('pointerup', ({ clientX, clientY }) => {
    if (from === null) return;
    const [x, y] = [clientX - from.x, clientY - from.y];
    from = null;
    if (Math.abs(x) < SWIPE.across || Math.abs(y) > SWIPE.aside) return;
    go(stepBy(shown(), x > 0 ? -1 : 1));
  });
}
