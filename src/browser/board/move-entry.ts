// The field for a move, typed or put together by pointing, and the pieces in hand below the board.
// The rules accept the move, or say why not. The board shows where the chosen piece can be placed.
import type { AnyGame, Opaque } from '#games/game.ts';
import type { Spot, Tray } from '#games/kit/picture.ts';
import type { Refusal } from '#games/kit/refusal.ts';
import { createDrawing, createElement, findById, handleKeys } from '../elements.ts';
import {
  type PlaceToLie,
  type Strokes,
  findNearest,
  findOrientation,
  keyOf,
  mirrorStrokes,
  rotateStrokes,
  tidy,
} from './pieces.ts';
import type { SpotEvents } from './spot-buttons.ts';
import type { Tell } from './telling.ts';

interface MoveEntry extends SpotEvents {
  /** The spots the field names. */
  readonly named: () => readonly string[];
  /** Empties the field. The caller has to show the board again. */
  readonly clear: () => void;
}

interface EntryWorld {
  readonly game: AnyGame;
  readonly position: () => Opaque;
  /** The legal places of the chosen piece. null: no piece is chosen. */
  readonly places: () => readonly PlaceToLie[] | null;
  readonly refusalTold: (refusal: Refusal) => string;
  /** Plays a legal move in the canonical text. Returns why there is no room for it, or ''. */
  readonly played: (text: string) => string;
  /** What is named has changed. */
  readonly changed: () => void;
  /** Takes the tried move back if this spot is one of it, and returns its other spots. null: it is not. */
  readonly takeBackAt: (spot: string) => readonly string[] | null;
}

export function moveEntry(world: EntryWorld): MoveEntry {
  const { game, position } = world;
  const field = findById('move', HTMLInputElement);
  const refusal = findById('refusal', HTMLElement);
  const listNames = (): readonly string[] => field.value.split(/[\s,]+/).filter(name => name !== '');

  const name = (names: readonly string[]): void => {
    refusal.textContent = '';
    if (field.value === names.join(',')) return;
    field.value = names.join(',');
    world.changed();
  };
  const play = (text: string): void => {
    const move = game.parse(position(), text);
    refusal.textContent = move.ok ? '' : world.refusalTold(move.reason);
    if (!move.ok) return;
    field.value = '';
    refusal.textContent = world.played(game.format(position(), move.value));
  };
  const choose = (spot: Spot, isPicked: boolean): void => {
    const places = world.places();
    if (places === null && !isPicked) return;
    const { names, isWhole } =
      places === null
        ? addPointedSpot(game, position(), listNames(), spot.name)
        : { names: placeFor(spot, places), isWhole: isPicked && field.value === placeFor(spot, places).join(',') };
    if (isWhole) play(names.join(','));
    else name(names);
  };
  findById('next-move', HTMLFormElement).addEventListener('submit', event => {
    event.preventDefault();
    // Enter once more, behind a move that is tried, says nothing.
    if (field.value.trim() !== '') play(field.value);
  });
  field.addEventListener('input', () => {
    refusal.textContent = '';
    world.changed();
  });
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape') name([]);
  });
  return {
    named: listNames,
    clear: () => {
      refusal.textContent = '';
      field.value = '';
    },
    pick: spot => {
      const others = field.value === '' ? world.takeBackAt(spot.name) : null;
      if (others === null) choose(spot, true);
      else name(others);
    },
    pass: spot => choose(spot, false),
  };
}

/** The named spots after a click on this one. `isWhole`: no spot can follow, so the move is played or refused. */
function addPointedSpot(
  game: AnyGame,
  position: Opaque,
  listNames: readonly string[],
  spot: string,
): { readonly names: readonly string[]; readonly isWhole: boolean } {
  // Pointing at it once more takes it back.
  if (listNames.includes(spot)) return { names: listNames.filter(each => each !== spot), isWhole: false };
  const names = [...listNames, spot];
  const isLeadingOn =
    game.continuations(position, listNames).includes(spot) && game.continuations(position, names).length > 0;
  return { names, isWhole: !isLeadingOn };
}

/** The legal place of the chosen piece that is nearest to a spot. */
function placeFor({ x, y, name }: Spot, places: readonly PlaceToLie[]): readonly string[] {
  const here = places.filter(({ spots }) => spots.some(each => each.name === name));
  return findNearest(here.length > 0 ? here : places, x, y)?.text.split(',') ?? [];
}

interface HandView {
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
