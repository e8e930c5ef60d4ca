// The field for a move, typed or put together by pointing.
// The field. The rules accept the move, or say why not.
import type { AnyGame, Opaque } from '#games/game.ts';
import type { Spot } from '#games/kit/picture.ts';
import type { Refusal } from '#games/kit/refusal.ts';
import { findById } from '../elements.ts';
import type { SpotEvents } from './spot-buttons.ts';
import { findNearest, type PlaceToLie } from './pieces.ts';

export interface MoveEntry extends SpotEvents {
  /** The spots the field names. */
  readonly named: () => readonly string[];
  /** Empties the field. The caller has to show the board again. */
  readonly clear: () => void;
}

export interface EntryWorld {
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
    play(field.value);
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
