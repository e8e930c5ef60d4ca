// The pieces in hand below the board, to choose, to turn, and to turn over.
// The board then shows where the chosen piece can be placed.
import type { Tray } from '#games/kit/picture.ts';
import { createDrawing, createElement, findById, handleKeys } from '../elements.ts';
import { type PlaceToLie, type Strokes, findOrientation, keyOf, mirrorStrokes, rotateStrokes, tidy } from './pieces.ts';
import type { Tell } from './telling.ts';

export interface HandView {
  /** null: the game has no pieces in hand. */
  readonly show: (tray: Tray | null, places: ReadonlyMap<string, readonly PlaceToLie[]>) => void;
  /** The legal places of the chosen piece in its present orientation. null: no piece is chosen. */
  readonly places: () => readonly PlaceToLie[] | null;
}

/** Pixels of one stroke in the list. */
const UNIT = 12;
const MARGIN = 4;

/** A piece as a small drawing, in the colour of what is written around it. */
function drawPiece(strokes: Strokes): SVGElement {
  const width = UNIT * Math.max(...strokes.map(([, , x]) => x)) + 2 * MARGIN;
  const height = UNIT * Math.max(...strokes.map(([, , , y]) => y)) + 2 * MARGIN;
  const path = strokes
    .map(stroke => stroke.map(each => each * UNIT + MARGIN))
    .map(([x1, y1, x2, y2]) => `M${x1} ${y1}L${x2} ${y2}`)
    .join('');
  return createDrawing(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" aria-hidden="true">` +
      `<path d="${path}" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round"/></svg>`,
  );
}

const createPieceButton = (name: string, strokes: Strokes, isChosen: boolean): HTMLButtonElement =>
  createElement(
    'button',
    { type: 'button', value: name, ariaPressed: String(isChosen) },
    drawPiece(strokes),
    createElement('span', {}, name),
  );

export function createHandView(changed: () => void, tell: Tell): HandView {
  const section = findById('hand', HTMLElement);
  const list = findById('pieces', HTMLElement);
  const count = findById('piece-places', HTMLElement);
  let tray: Tray | null = null;
  let places: ReadonlyMap<string, readonly PlaceToLie[]> = new Map();
  let chosen: { readonly name: string; readonly strokes: Strokes } | null = null;

  const findPlaces = (): readonly PlaceToLie[] | null =>
    chosen === null ? null : (places.get(keyOf(chosen.strokes)) ?? []);
  const draw = (): void => {
    section.hidden = tray === null;
    const buttons = (tray?.shapes ?? []).map(({ name, strokes }) =>
      chosen?.name === name
        ? createPieceButton(name, chosen.strokes, true)
        : createPieceButton(name, tidy(strokes), false),
    );
    const focused = list.contains(document.activeElement) ? (document.activeElement as HTMLButtonElement).value : '';
    list.replaceChildren(...buttons);
    buttons.find(({ value }) => value === focused)?.focus();
    count.textContent = chosen === null ? '' : tell('try-places', { count: findPlaces()?.length ?? 0 });
    for (const button of section.querySelectorAll<HTMLButtonElement>('.turns button'))
      button.disabled = chosen === null;
  };
  const lay = (way: (strokes: Strokes) => Strokes) => (): void => {
    if (chosen === null) return;
    chosen = { ...chosen, strokes: way(chosen.strokes) };
    draw();
    changed();
  };
  list.addEventListener('click', event => {
    const name = (event.target as Element).closest('button')?.value;
    const shape = tray?.shapes.find(each => each.name === name);
    if (shape === undefined) return;
    chosen =
      chosen?.name === name
        ? null
        : { name: shape.name, strokes: findOrientation(tidy(shape.strokes), way => places.has(keyOf(way))) };
    draw();
    changed();
  });
  const turn = lay(rotateStrokes);
  const over = lay(mirrorStrokes);
  findById('turn', HTMLButtonElement).addEventListener('click', turn);
  findById('turn-over', HTMLButtonElement).addEventListener('click', over);
  handleKeys({ r: turn, f: over });
  return {
    show: (fresh, where) => {
      const isSame = tray !== null && fresh !== null && tray.piece.letter === fresh.piece.letter;
      tray = fresh;
      places = where;
      if (!isSame || !tray?.shapes.some(({ name }) => name === chosen?.name)) chosen = null;
      draw();
    },
    places: findPlaces,
  };
}
