// A position drawn once, however many readers get it: positions never change, so this memory is not observable.
import type { AnyGame, Opaque } from '../../../games/game.ts';
import type { Picture } from '../../../games/kit/picture.ts';
import { ascii } from './ascii.ts';
import { html } from './html.ts';

export interface Drawn {
  readonly picture: Picture;
  readonly text: string;
  readonly html: string;
}

const remembered = new WeakMap<Opaque, Drawn>();

/** The board as it lies, from nobody's side. */
export function drawn(game: AnyGame, position: Opaque): Drawn {
  const known = remembered.get(position);
  if (known !== undefined) return known;
  const picture = game.picture(position, { seat: null });
  const fresh: Drawn = { picture, text: ascii(picture).join('\n'), html: html(picture) };
  remembered.set(position, fresh);
  return fresh;
}
