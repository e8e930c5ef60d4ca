// The interactive board: its drawing, by day or by night, and a button for every spot over it.
// All buttons are one stop of the Tab key, arrow keys move between them, and each says what is on its spot. On a board with spots too small
// for a finger, a first tap makes them larger and a second one chooses.
import { type Drawing, drawPicture, renderSvg } from '#core/writing/picture/drawing.ts';
import { PAINT, THEMES } from '#core/writing/picture/paint.ts';
import { type Scale, layOut, scaleOf } from '#core/writing/picture/strokes.ts';
import { lookUp } from '#games/kit/look-up.ts';
import type { Picture, Spot, Tone } from '#games/kit/picture.ts';
import { createDrawing, createElement } from '../elements.ts';
import { findInNextRow, findInRow } from './cursor.ts';

/** The looks of the buttons: the named spots in order, the spots that can follow, and the label of each. */
export interface SpotsShown {
  readonly named: readonly string[];
  readonly next: ReadonlySet<string>;
  /** 'c3, black' */
  readonly labelOf: (spot: Spot) => string;
  /** The tone of the stone that the move puts on a spot. null: it puts none there. */
  readonly toneOf: (spot: Spot) => Tone | null;
}

export interface SpotEvents {
  /** Chosen: by click, tap, Enter or a screen reader. */
  readonly pick: (spot: Spot) => void;
  /** The pointer or the cursor is on it. */
  readonly pass: (spot: Spot) => void;
}

interface BoardEvents extends SpotEvents {
  /** Does a click at this place mean no spot yet? */
  readonly takeTap: (event: MouseEvent) => boolean;
}

/** How far from the middle of a spot a click still means it, as a share of the spot's length. */
const REACH = 0.75;

/** The width of a segment, as a share of its length. */
const SEGMENT = 1 / 3;

const ARROWS: Readonly<Record<string, (spots: readonly Spot[], from: Spot) => Spot | undefined>> = {
  ArrowLeft: (spots, from) => findInRow(spots, from, -1),
  ArrowRight: (spots, from) => findInRow(spots, from, 1),
  ArrowUp: (spots, from) => findInNextRow(spots, from, -1),
  ArrowDown: (spots, from) => findInNextRow(spots, from, 1),
};

/** The spot to which an arrow key moves the cursor. At the edge it stays. */
function findNeighbour(event: KeyboardEvent, spots: readonly Spot[], from: Spot): Spot | undefined {
  const leading = event.altKey || event.ctrlKey || event.metaKey ? undefined : lookUp(ARROWS, event.key);
  return leading === undefined ? undefined : (leading(spots, from) ?? from);
}

const formatPercent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(3)}%`;

/** The spot whose button is nearest to the pointer. undefined: the pointer is beside the board. */
function findNearestSpot(
  spots: readonly Spot[],
  buttons: ReadonlyMap<string, HTMLElement>,
  { clientX, clientY }: MouseEvent,
): Spot | undefined {
  const measured = spots.map(spot => {
    const { left, top, width, height } = buttons.get(spot.name)?.getBoundingClientRect() ?? new DOMRect();
    const far = Math.hypot(left + width / 2 - clientX, top + height / 2 - clientY);
    return { spot, far, reach: REACH * Math.max(width, height) };
  });
  return measured.sort((a, b) => a.far - b.far).find(({ far, reach }) => far <= reach)?.spot;
}

function createSpotButtons(label: string, events: BoardEvents) {
  const group = createElement('div', { className: 'spots', role: 'group', ariaLabel: label });
  const buttons = new Map<string, HTMLButtonElement>();
  let spots: readonly Spot[] = [];
  let cursor = '';

  const moveCursor = (to: string): void => {
    buttons.get(cursor)?.setAttribute('tabindex', '-1');
    cursor = to;
    buttons.get(cursor)?.setAttribute('tabindex', '0');
  };
  /** Fingers are wider than spots: the nearest one is meant. The keyboard has no place. */
  const spotOf = (event: Event): Spot | undefined =>
    (event instanceof MouseEvent && event.detail > 0) || (event instanceof PointerEvent && event.type === 'pointermove')
      ? findNearestSpot(spots, buttons, event)
      : spots.find(({ name }) => name === (event.target as Element).closest('button')?.value);

  // A tap has no cursor before it: the click gives the focus.
  group.addEventListener('mousedown', event => event.preventDefault());
  group.addEventListener('click', event => {
    if (events.takeTap(event)) return;
    const spot = spotOf(event);
    if (spot === undefined) return;
    moveCursor(spot.name);
    // The tap comes first. The cursor that follows it only passes.
    events.pick(spot);
    buttons.get(spot.name)?.focus();
  });
  for (const kind of ['pointermove', 'focusin'])
    group.addEventListener(kind, event => {
      const spot = spotOf(event);
      if (spot !== undefined) events.pass(spot);
    });
  group.addEventListener('keydown', event => {
    const from = spotOf(event);
    const to = from === undefined ? undefined : findNeighbour(event, spots, from);
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    moveCursor(to.name);
    buttons.get(to.name)?.focus();
  });

  const createButton = ({ name, shape }: Spot): HTMLButtonElement => {
    const known = buttons.get(name);
    if (known !== undefined) return known;
    const fresh = createElement('button', { type: 'button', value: name, tabIndex: -1, className: `spot ${shape}` });
    buttons.set(name, fresh);
    group.append(fresh);
    return fresh;
  };
  return {
    group,
    show: (picture: Picture, whole: Drawing, shown: SpotsShown): void => {
      // Those that a move can name.
      spots = picture.spots.filter(({ shape }) => shape !== 'point');
      const scale = scaleOf(picture);
      for (const spot of spots) place(createButton(spot), spot, scale, whole, shown);
      const [first] = spots;
      if (!buttons.has(cursor) && first !== undefined) moveCursor(first.name);
    },
  };
}

function place(button: HTMLButtonElement, spot: Spot, { x, y, cell }: Scale, whole: Drawing, shown: SpotsShown): void {
  const wide = spot.shape === 'upright' ? cell * SEGMENT : cell;
  Object.assign(button.style, {
    left: formatPercent(x(spot.x), whole.width),
    top: formatPercent(y(spot.y), whole.height),
    width: formatPercent(wide, whole.width),
  });
  button.ariaLabel = shown.labelOf(spot);
  button.ariaPressed = String(shown.named.includes(spot.name));
  button.classList.toggle('may', shown.next.has(spot.name));
  const tone = shown.toneOf(spot);
  button.style.setProperty('--stone', tone === null ? 'transparent' : PAINT[tone].ground);
}

/** Pixels of a spot: the least for a finger (WCAG 2.2, 2.5.8), and on a board made larger. */
const SMALLEST_TARGET = 24;
const LARGE_TARGET = 40;

/** `words.board`: what a screen reader calls the board. `words.whole`: the button that shows all of it again. */
export function createBoardView(
  figure: HTMLElement,
  words: { readonly board: string; readonly whole: string },
  events: SpotEvents,
): { readonly show: (picture: Picture, spots: SpotsShown) => void } {
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
    show: (given, spots) => {
      const fresh = layOut(given);
      if (fresh !== picture) {
        // The pieces in hand are beside the board, to be chosen.
        drawing = drawPicture({ ...given, trays: [] });
        picture = fresh;
        draw();
      }
      if (drawing !== null) show({ ...fresh, trays: [] }, drawing, spots);
      if (!live.isConnected) figure.replaceChildren(live, small);
    },
  };
}
