// A picture in words, for screen readers: which piece stands where, and what the last move changed.
import type { Picture, Spot } from '#games/kit/picture.ts';
import { say, type Sentences } from '../sentence.ts';

/** The names of spots, those of one piece together: 'e20 f21, h21'. */
function pieces(spots: readonly Spot[]): readonly string[] {
  const told = new Map<number | string, string>();
  for (const { part, name } of spots) {
    const known = part === null ? undefined : told.get(part);
    told.set(part ?? name, known === undefined ? name : `${known} ${name}`);
  }
  return [...told.values()];
}

/** 'Black: b4, c3. White: c2. Neutral: b3, d2. Last move: Black c3, Neutral b3.'; whose turn it is, the letter around it says. */
export function words(picture: Picture, sentences: Sentences): string {
  const tell = (code: string, parts: Readonly<Record<string, string>>): string => say(sentences, { code, parts });
  const list = (names: readonly string[]): string => (names.length > 0 ? names.join(', ') : tell('words-none', {}));
  const names = (spots: readonly Spot[]): string => list(spots.map(spot => spot.name));
  const title = (letter: string | undefined): string | undefined =>
    picture.legend.find(({ piece }) => piece.letter === letter)?.title;

  const told = picture.legend.map(({ piece, title: name }) =>
    tell('words-pieces', {
      title: name,
      cells: list(pieces(picture.spots.filter(spot => spot.piece?.letter === piece.letter))),
    }),
  );
  const last = picture.spots.filter(spot => spot.last);
  if (last.length > 0) {
    const titled = last.map(spot => title(spot.piece?.letter) ?? '');
    // A title stands for what follows it, up to the next.
    const cells = last.map(({ piece, name }, i) =>
      piece === null
        ? tell('words-emptied', { cell: name })
        : titled[i] === titled[i - 1]
          ? name
          : `${titled[i] ?? ''} ${name}`,
    );
    told.push(tell('words-last', { cells: list(cells) }));
  }
  const banned = picture.spots.filter(spot => spot.banned);
  if (banned.length > 0) told.push(tell('words-banned', { cells: names(banned) }));
  for (const tray of picture.trays) {
    told.push(tell('words-tray', { title: tray.title, pieces: list(tray.shapes.map(({ name }) => name)) }));
  }
  return told.join(' ');
}
