// Describes a picture in words, for the ear: the pieces row by row, and the last move's changes.
// It also tells what decided the game.
import { formatAndList } from '#games/kit/lists.ts';
import type { Picture, Spot } from '#games/kit/picture.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { say, type Sentences } from '../kernel/sentence.ts';

/** As a voice reads a board: the rows as they lie before the reader, from the top, each from the left. */
const inRows = (spots: readonly Spot[]): readonly Spot[] => spots.toSorted((a, b) => a.y - b.y || a.x - b.x);

/** The names of spots, those of one piece together: 'e20 f21, h21'; behind the end of a row a longer break, as in 'a1, a3; b2'. */
function listOf(spots: readonly Spot[]): string {
  const told = new Map<number | string, { names: string; readonly y: number }>();
  for (const { part, name, y } of inRows(spots)) {
    const known = told.get(part ?? name);
    if (known === undefined) told.set(part ?? name, { names: name, y });
    else known.names += ` ${name}`;
  }
  const pieces = [...told.values()];
  return pieces
    .map(({ names, y }, i) => (i === 0 ? names : `${y === pieces[i - 1]?.y ? ', ' : '; '}${names}`))
    .join('');
}

export interface Words {
  /** One paragraph a colour, then one for the pieces it has in hand. */
  readonly sides: readonly string[];
  /** What happened, sentence by sentence: the last move, what decided the game, what is forbidden. */
  readonly events: readonly string[];
}

/** 'Black: b4; c3.', 'White: c2.'; 'The last move: neutral on b3 and black on c3.' Whose turn it is, the letter around it says. */
export function wordsOf({ spots, legend, trays }: Picture, sentences: Sentences): Words {
  const tell = (code: string, parts: Phrase['parts']): string => say(sentences, { code, parts });
  const list = (cells: string): string => (cells === '' ? tell('words-none', {}) : cells);
  const those = (is: (spot: Spot) => boolean): string => listOf(spots.filter(is));
  const colourOf = ({ piece }: Spot): string | null =>
    legend.find(each => each.piece.letter === piece?.letter)?.title.toLowerCase() ?? null;

  const changed = new Map<string | null, string[]>();
  for (const spot of spots.filter(({ last }) => last))
    changed.set(colourOf(spot), [...(changed.get(colourOf(spot)) ?? []), spot.name]);
  const emptiedLast = [...changed].toSorted(([a], [b]) => Number(a === null) - Number(b === null));
  const changes = emptiedLast.map(([colour, names]): Phrase =>
    colour === null
      ? { code: 'words-emptied', parts: { cells: formatAndList(names) } }
      : { code: 'words-became', parts: { cells: formatAndList(names), colour } },
  );
  const decided = those(spot => spot.decided);
  const banned = those(spot => spot.banned);
  return {
    sides: [
      ...legend.map(({ piece, title }) =>
        tell('words-pieces', { title, cells: list(those(spot => spot.piece?.letter === piece.letter)) }),
      ),
      ...trays.map(({ title, shapes }) =>
        tell('words-tray', { title, pieces: list(shapes.map(({ name }) => name).join(', ')) }),
      ),
    ],
    events: [
      ...(changes.length === 0 ? [] : [tell('words-last', { changes: formatAndList(changes) })]),
      ...(decided === '' ? [] : [tell('words-decided', { cells: decided })]),
      ...(banned === '' ? [] : [tell('words-banned', { cells: banned })]),
    ],
  };
}

/** All of it in one paragraph. */
export function describePicture(picture: Picture, sentences: Sentences): string {
  const { sides, events } = wordsOf(picture, sentences);
  return [...sides, ...events].join(' ');
}

/** What the signs on a drawn board mean: names the stones that decided the game. */
export function signsExplained({ spots }: Picture): readonly Phrase[] {
  const cells = inRows(spots.filter(({ decided }) => decided))
    .map(({ name }) => name)
    .join(', ');
  return cells === '' ? [] : [{ code: 'decided', parts: { cells } }];
}
