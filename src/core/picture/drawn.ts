// Draws a position once, however many readers get it.
// Positions never change, so this cache is not observable.
import type { AnyGame, Opaque, View } from '#games/game.ts';
import type { Picture } from '#games/kit/picture.ts';
import { renderAscii } from './ascii.ts';
import { type Drawing, drawPicture } from './drawing.ts';
import { renderAsciiHtml, renderHtml } from './html.ts';
import { localeOf, type Sentences } from '../kernel/sentence.ts';
import { renderTrays } from './trays.ts';
import { describePicture } from './words.ts';

export interface Drawn {
  readonly picture: Picture;
  /** Lines of text: the board, and below it what is in hand. */
  readonly text: (sentences: Sentences) => string;
  /** All of it in words, in one paragraph. */
  readonly words: (sentences: Sentences) => string;
  /** In ASCII alone. */
  readonly html: () => string;
  readonly drawing: () => Drawing;
}

/** Pieces in hand are wrapped at this width. */
const WIDTH = 76;

const remembered = new WeakMap<Opaque, Map<View['seat'], Drawn>>();

export function drawPosition(game: AnyGame, position: Opaque, seat: View['seat']): Drawn {
  const sides = remembered.get(position) ?? new Map<View['seat'], Drawn>();
  remembered.set(position, sides);
  const known = sides.get(seat);
  if (known !== undefined) return known;
  const picture = game.picture(position, { seat });
  const fresh: Drawn = {
    picture,
    text: oncePerLocale(sentences => boardText(picture, sentences)),
    words: oncePerLocale(sentences => describePicture(picture, sentences)),
    html: once(() => renderAsciiHtml(renderHtml(picture))),
    drawing: once(() => drawPicture(picture)),
  };
  sides.set(seat, fresh);
  return fresh;
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}

function oncePerLocale(make: (sentences: Sentences) => string): (sentences: Sentences) => string {
  const made = new Map<string, string>();
  return sentences => {
    const locale = localeOf(sentences);
    const text = made.get(locale) ?? make(sentences);
    made.set(locale, text);
    return text;
  };
}

function boardText(picture: Picture, sentences: Sentences): string {
  const trays = renderTrays(picture.trays, WIDTH, sentences);
  return [...renderAscii(picture), ...(trays.length === 0 ? [] : ['', ...trays])].join('\n').trimEnd();
}
