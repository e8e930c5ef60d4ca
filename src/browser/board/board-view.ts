// The interactive board: its drawing, by day or by night, and the buttons of its spots over it.
import type { Drawn } from '#core/picture/drawn.ts';
import { THEMES } from '#core/picture/paint.ts';
import { renderSvg } from '#core/picture/svg.ts';
import { createDrawing, createElement } from '../elements.ts';
import { type SpotEvents, createSpotButtons, type SpotsShown } from './spot-buttons.ts';

export interface LiveBoard {
  readonly show: (board: Drawn, spots: SpotsShown) => void;
}

/** `label`: what a screen reader calls the board. */
export function createBoardView(figure: HTMLElement, label: string, events: SpotEvents): LiveBoard {
  // On paper it is day.
  const dark = matchMedia('screen and (prefers-color-scheme: dark)');
  const { group, show } = createSpotButtons(label, events);
  const live = createElement('div', { className: 'live' }, group);
  let board: Drawn | null = null;

  const draw = (): void => {
    if (board === null) return;
    const picture = createDrawing(renderSvg(board.drawing(), dark.matches ? THEMES.dark : THEMES.light));
    picture.setAttribute('aria-hidden', 'true');
    live.querySelector('svg')?.remove();
    live.prepend(picture);
  };
  dark.addEventListener('change', draw);
  return {
    show: (fresh, spots) => {
      const isNew = fresh !== board;
      board = fresh;
      if (isNew) draw();
      show(fresh.picture, fresh.drawing(), spots);
      if (!live.isConnected) figure.replaceChildren(live);
    },
  };
}
