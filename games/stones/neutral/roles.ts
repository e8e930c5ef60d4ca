// Parses moves that say in words which cell gets the neutral stone.
// Examples: `neutral on a3, mine on b3`, `b3, a3 (neutral)`.
import { lookUp } from '#games/kit/look-up.ts';
import type { ShapedMove } from '../notation.ts';
import type { StoneGame } from '../stone-game.ts';

const NEUTRAL: ReadonlySet<string> = new Set([
  ...['neutral', 'neutrals', 'neutraler', 'neutrale', 'neutre', 'neutra', 'neutro', 'grey', 'gray', 'n'],
]);

/** What one's own stone is called; the names of the colours come from the game. */
const OWN: ReadonlySet<string> = new Set([
  ...['my', 'mine', 'me', 'own', 'stone', 'mein', 'meiner', 'meine', 'mon', 'ma', 'mi', 'minha', 'meu'],
]);

/** The colours in other languages, by their names in English. */
const COLOURS: Readonly<Record<string, readonly string[]>> = {
  black: ['schwarz', 'schwarzer', 'noir', 'noire', 'negro', 'negra', 'preto', 'preta'],
  white: ['weiss', 'weiß', 'weisser', 'blanc', 'blanche', 'blanco', 'blanca', 'branco', 'branca'],
};

/** What says nothing about what a cell is to be. */
const FILLERS: ReadonlySet<string> = new Set([
  ...['a', 'an', 'the', 'one', 'at', 'on', 'in', 'to', 'is', 'goes', 'with', 'as', ':', '=', '-'],
  ...['stein', 'auf', 'der', 'den', 'pierre', 'en', 'sur', 'le', 'la', 'piedra', 'el', 'pedra', 'em', 'o'],
]);

/** What ends the words about a cell. */
const BREAKS: ReadonlySet<string> = new Set([',', ';', '.', '+', '&', 'and', 'und', 'et', 'y', 'e']);

const CELL = /^[a-z][1-9]\d?$/;
const TOKEN = /[a-z][1-9]\d?(?![a-z0-9])|\p{L}+|\S/gu;

/** What a word says the stone on a cell is to be: neutral, the mover's own, or of the colour with this letter. */
type Role = 'neutral' | 'own' | { readonly letter: string };

function roleOf({ sides }: StoneGame, word: string): Role | null {
  if (NEUTRAL.has(word)) return 'neutral';
  if (OWN.has(word)) return 'own';
  const side = sides.find(
    ({ name, letter }) =>
      word === name || word === letter.toLowerCase() || lookUp(COLOURS, name)?.includes(word) === true,
  );
  return side === undefined ? null : { letter: side.letter.toLowerCase() };
}

/** A role, and whether it belongs to the second cell of two. */
interface Said {
  readonly role: Role;
  readonly isOfSecond: boolean;
}

/** Two cells of which words say that one is neutral, that one last, in a tidy text that says nothing else; null: it is no such text. */
export function readRoles(game: StoneGame, text: string): ShapedMove | null {
  // nexC's mark before a cell; elsewhere it asks.
  const tokens = text.replace(/\?(?=[a-z]\d)/g, ' neutral ').match(TOKEN) ?? [];
  const words = tokens.filter(token => !FILLERS.has(token));
  const places = words.flatMap((word, at) => (CELL.test(word) ? [at] : []));
  const [first, second] = places;
  if (first === undefined || second === undefined || places.length > 2) return null;
  const said: Said[] = [];
  for (const [at, word] of words.entries()) {
    if (at === first || at === second || BREAKS.has(word)) continue;
    const role = roleOf(game, word);
    if (role === null) return null;
    said.push({ role, isOfSecond: isOfSecond(words, at, { first, second }) });
  }
  return shaped([words[first] ?? '', words[second] ?? ''], said);
}

/** The two cells with the neutral one last; null: none is, or what is said does not fit together. */
function shaped([first, second]: readonly [string, string], said: readonly Said[]): ShapedMove | null {
  const neutrals = new Set(said.filter(({ role }) => role === 'neutral').map(({ isOfSecond }) => isOfSecond));
  const others = new Set(said.filter(({ role }) => role !== 'neutral').map(({ isOfSecond }) => isOfSecond));
  const letters = new Set(said.flatMap(({ role }) => (typeof role === 'object' ? [role.letter] : [])));
  const [isSecond] = neutrals;
  const [letter = null] = letters;
  if (isSecond === undefined || neutrals.size > 1 || others.has(isSecond) || letters.size > 1) return null;
  return { names: isSecond ? [first, second] : [second, first], letter };
}

/** Which cell a word is about: the one it stands behind where the text begins with a cell and ends with a word, or where nothing follows it before a break; else the next. */
function isOfSecond(words: readonly string[], at: number, cells: { first: number; second: number }): boolean {
  if (at < cells.first) return false;
  if (at > cells.second) return true;
  const areAllBehind = cells.first === 0 && cells.second < words.length - 1;
  return !areAllBehind && !BREAKS.has(words[at + 1] ?? '');
}
