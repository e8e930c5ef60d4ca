// The field for a move, typed or put together by pointing.
// The rules accept the move, or say why not.
import type { AnyGame, Opaque } from '#games/game.ts';
import type { Spot } from '#games/kit/picture.ts';
import type { Refusal } from '#games/kit/refusal.ts';
import { byId } from '../elements.ts';
import type { SpotEvents } from './spot-buttons.ts';
import { nearest, type PlaceToLie } from './pieces.ts';

export interface MoveEntry extends SpotEvents {
  /** The spots the field names. */
  readonly named: () => readonly string[];
  /** Empties the field. The caller has to show the board again. */
  readonly clear: () => void;
}

export interface EntryWorld {
  readonly game: AnyGame;
  readonly position: () => Opaque;
  /** Where the piece in hand may lie; null: none is chosen. */
  readonly places: () => readonly PlaceToLie[] | null;
  readonly refusalTold: (refusal: Refusal) => string;
  /** Plays a legal move, in the canonical text; says why where there is no room for it, '' where there is. */
  readonly played: (text: string) => string;
  /** What is named has changed. */
  readonly changed: () => void;
}

export function moveEntry(world: EntryWorld): MoveEntry {
  const { game, position } = world;
  const field = byId('move', HTMLInputElement);
  const refusal = byId('refusal', HTMLElement);
  const named = (): readonly string[] => field.value.split(/[\s,]+/).filter(name => name !== '');

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
        ? pointedAt(game, position(), named(), spot.name)
        : { names: placeFor(spot, places), isWhole: isPicked && field.value === placeFor(spot, places).join(',') };
    if (isWhole) play(names.join(','));
    else name(names);
  };
  byId('next-move', HTMLFormElement).addEventListener('submit', event => {
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
    named,
    clear: () => {
      refusal.textContent = '';
      field.value = '';
    },
    pick: spot => choose(spot, true),
    pass: spot => choose(spot, false),
  };
}

/** What is named once this spot is pointed at, too; `isWhole`: nothing can follow, so that it is to be played, or refused. */
function pointedAt(
  game: AnyGame,
  position: Opaque,
  named: readonly string[],
  spot: string,
): { readonly names: readonly string[]; readonly isWhole: boolean } {
  // Pointing at it once more takes it back.
  if (named.includes(spot)) return { names: named.filter(each => each !== spot), isWhole: false };
  const names = [...named, spot];
  const isLeadingOn =
    game.continuations(position, named).includes(spot) && game.continuations(position, names).length > 0;
  return { names, isWhole: !isLeadingOn };
}

/** Where the piece in hand may lie, nearest to a spot; on it, if it can. */
function placeFor({ x, y, name }: Spot, places: readonly PlaceToLie[]): readonly string[] {
  const here = places.filter(({ spots }) => spots.some(each => each.name === name));
  return nearest(here.length > 0 ? here : places, x, y)?.text.split(',') ?? [];
}
