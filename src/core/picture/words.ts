// A picture in words, for screen readers: which piece stands where, and what the last move changed.
import type { Picture, Spot } from '../../../games/kit/picture.ts';
import type { Sentences } from '../sentence.ts';
import { say } from '../sentence.ts';

/** 'Black: b4, c3. White: c2. Neutral: b3, d2. Last move: Black c3, Neutral b3.'; whose turn it is, the letter around it says. */
export function words(picture: Picture, sentences: Sentences): string {
  const holding = (letter: string): readonly Spot[] => picture.spots.filter(spot => spot.piece?.letter === letter);
  const list = (names: readonly string[]): string =>
    names.length > 0 ? names.join(', ') : say(sentences, { code: 'words-none', parts: {} });
  const title = (spot: Spot): string | undefined =>
    picture.legend.find(({ piece }) => piece.letter === spot.piece?.letter)?.title;
  const told = picture.legend.map(({ piece, title: name }) =>
    say(sentences, {
      code: 'words-pieces',
      parts: { title: name, cells: list(holding(piece.letter).map(spot => spot.name)) },
    }),
  );
  const last = picture.spots.filter(spot => spot.last).map(spot => [title(spot), spot.name].filter(Boolean).join(' '));
  if (last.length > 0) told.push(say(sentences, { code: 'words-last', parts: { cells: list(last) } }));
  const banned = picture.spots.filter(spot => spot.banned).map(spot => spot.name);
  if (banned.length > 0) told.push(say(sentences, { code: 'words-banned', parts: { cells: list(banned) } }));
  return told.join(' ');
}
