// The interactive board: its drawing, by day or by night, and the buttons of its spots over it.
// On a board with spots too small for a finger, a first tap makes them larger and a second one chooses.
import type { Picture, Spot } from '#games/kit/picture.ts';
import { type Drawing, drawPicture, renderSvg } from '#core/writing/picture/drawing.ts';
import { THEMES } from '#core/writing/picture/paint.ts';
import { scaleOf } from '#core/writing/picture/strokes.ts';
import { createDrawing, createElement } from '../elements.ts';
import { type SpotEvents, createSpotButtons, type SpotsShown } from './spot-buttons.ts';

export interface LiveBoard {
  readonly show: (picture: Picture, spots: SpotsShown) => void;
}

/** Pixels of a spot: the least for a finger (WCAG 2.2, 2.5.8), and on a board made larger. */
const SMALLEST_TARGET = 24;
const LARGE_TARGET = 40;

/** `words.board`: what a screen reader calls the board. `words.whole`: the button that shows all of it again. */
export function createBoardView(
  figure: HTMLElement,
  words: { readonly board: string; readonly whole: string },
  events: SpotEvents,
): LiveBoard {
  // On paper it is day.
  const dark = matchMedia('screen and (prefers-color-scheme: dark)');
  let picture: Picture | null = null;
  let drawing: Drawing | null = null;

  const small = createElement('button', { type: 'button', className: 'whole', hidden: true }, words.whole);
  const zoom = (factor: number): void => {
    const isLarge = factor > 1;
    // The page around it stays where it is.
    figure.style.height = isLarge ? `${figure.getBoundingClientRect().height}px` : '';
    figure.classList.toggle('zoomed', isLarge);
    small.hidden = !isLarge;
    live.style.setProperty('--zoom', String(factor));
  };
  small.addEventListener('click', () => zoom(1));

  /** Pixels of a spot as the board is shown now. */
  const measureSpot = (): number =>
    picture === null || drawing === null ? 0 : (scaleOf(picture).cell / drawing.width) * live.clientWidth;
  /** The tap only makes the board larger, with the place that was tapped in the middle. */
  const takeTap = (event: MouseEvent): boolean => {
    // A piece in hand shows where it would lie, and a second tap lays it.
    const isTouch = event instanceof PointerEvent && event.pointerType !== 'mouse' && event.pointerType !== '';
    if (!isTouch || picture === null || picture.trays.length > 0 || measureSpot() >= SMALLEST_TARGET) return false;
    const { left, top, width, height } = live.getBoundingClientRect();
    const [x, y] = [(event.clientX - left) / width, (event.clientY - top) / height];
    zoom(LARGE_TARGET / measureSpot());
    figure.scrollTo(x * live.clientWidth - figure.clientWidth / 2, y * live.clientHeight - figure.clientHeight / 2);
    return true;
  };
  const pick = (spot: Spot): void => {
    zoom(1);
    events.pick(spot);
  };
  const { group, show } = createSpotButtons(words.board, { ...events, pick, takeTap });
  const live = createElement('div', { className: 'live' }, group);

  const draw = (): void => {
    if (drawing === null) return;
    const svg = createDrawing(renderSvg(drawing, dark.matches ? THEMES.dark : THEMES.light));
    svg.setAttribute('aria-hidden', 'true');
    live.querySelector('svg')?.remove();
    live.prepend(svg);
    figure.style.setProperty('--aspect', String(drawing.width / drawing.height));
  };
  dark.addEventListener('change', draw);
  return {
    show: (fresh, spots) => {
      if (fresh !== picture) {
        // The pieces in hand are beside the board, to be chosen.
        drawing = drawPicture({ ...fresh, trays: [] });
        picture = fresh;
        draw();
      }
      if (drawing !== null) show({ ...fresh, trays: [] }, drawing, spots);
      if (!live.isConnected) figure.replaceChildren(live, small);
    },
  };
}
