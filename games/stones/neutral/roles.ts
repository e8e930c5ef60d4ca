// Parses moves that say in words which cell gets the neutral stone.
// Examples: `neutral on a3, mine on b3`, `b3, a3 (neutral)`.
import { lookUp } from '#games/kit/look-up.ts';
import type { ShapedMove } from '../notation.ts';
import type { StoneGame } from '../stone-game.ts';

const NEUTRAL_WORDS: ReadonlySet<string> = new Set([
  ...['neutral', 'neutrals', 'neutraler', 'neutrale', 'neutre', 'neutra', 'neutro', 'grey', 'gray', 'n'],
]);

/** Words for an own stone. The names of the colours come from the game. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  ...['my', 'mine', 'me', 'own', 'stone', 'mein', 'meiner', 'meine', 'mon', 'ma', 'mi', 'minha', 'meu'],
]);

/** The colours in other languages, by their names in English. */
const COLOURS: Readonly<Record<string, readonly string[]>> = {
  black: ['schwarz', 'schwarzer', 'noir', 'noire', 'negro', 'negra', 'preto', 'preta'],
  white: ['weiss', 'weiß', 'weisser', 'blanc', 'blanche', 'blanco', 'blanca', 'branco', 'branca'],
};

/** Words without meaning for the role of a cell. */
const FILLERS: ReadonlySet<string> = new Set([
  ...['a', 'an', 'the', 'one', 'at', 'on', 'in', 'to', 'is', 'goes', 'with', 'as', ':', '=', '-'],
  ...['stein', 'auf', 'der', 'den', 'pierre', 'en', 'sur', 'le', 'la', 'piedra', 'el', 'pedra', 'em', 'o'],
]);

/** Words and marks that end the words about a cell. */
const BREAKS: ReadonlySet<string> = new Set([',', ';', '.', '+', '&', 'and', 'und', 'et', 'y', 'e']);

const CELL = /^[a-z][1-9]\d?$/;
const TOKEN = /[a-z][1-9]\d?(?![a-z0-9])|\p{L}+|\S/gu;

/** The role of a cell by a word: the neutral stone, the mover's own stone, or a stone of the colour with this letter. */
type Role = 'neutral' | 'own' | { readonly letter: string };

function findRole({ sides }: StoneGame, word: string): Role | null {
  if (NEUTRAL_WORDS.has(word)) return 'neutral';
  if (OWN_WORDS.has(word)) return 'own';
  const side = sides.find(
    ({ name, letter }) =>
      word === name || word === letter.toLowerCase() || lookUp(COLOURS, name)?.includes(word) === true,
  );
  return side === undefined ? null : { letter: side.letter.toLowerCase() };
}

/** A role, and whether it belongs to the second of two cells. */
interface RoleOfCell {
  readonly role: Role;
  readonly isOfSecond: boolean;
}

/** Parses a clean text of two cells and words for their roles. The neutral cell comes last in the result. null: it is no such text. */
export function parseRoles(game: StoneGame, text: string): ShapedMove | null {
  // A question mark before a cell is nexC's mark of a neutral stone.
  const tokens = text.replace(/\?(?=[a-z]\d)/g, ' neutral ').match(TOKEN) ?? [];
  const words = tokens.filter(token => !FILLERS.has(token));
  const places = words.flatMap((word, index) => (CELL.test(word) ? [index] : []));
  const [first, second] = places;
  if (first === undefined || second === undefined || places.length > 2) return null;
  const roles: RoleOfCell[] = [];
  for (const [index, word] of words.entries()) {
    if (index === first || index === second || BREAKS.has(word)) continue;
    const role = findRole(game, word);
    if (role === null) return null;
    roles.push({ role, isOfSecond: isOfSecond(words, index, { first, second }) });
  }
  return orderCells([words[first] ?? '', words[second] ?? ''], roles);
}

/** Orders two cells with the neutral one last. null: no cell is neutral, or the roles contradict each other. */
function orderCells([first, second]: readonly [string, string], roles: readonly RoleOfCell[]): ShapedMove | null {
  const neutrals = new Set(roles.filter(({ role }) => role === 'neutral').map(({ isOfSecond }) => isOfSecond));
  const others = new Set(roles.filter(({ role }) => role !== 'neutral').map(({ isOfSecond }) => isOfSecond));
  const letters = new Set(roles.flatMap(({ role }) => (typeof role === 'object' ? [role.letter] : [])));
  const [isSecond] = neutrals;
  const [letter = null] = letters;
  if (isSecond === undefined || neutrals.size > 1 || others.has(isSecond) || letters.size > 1) return null;
  return { names: isSecond ? [first, second] : [second, first], letter };
}

/** Whether a word is about the second cell. A word is about the cell before it if all words follow their cells, or if a break follows. */
function isOfSecond(words: readonly string[], index: number, cells: { first: number; second: number }): boolean {
  if (index < cells.first) return false;
  if (index > cells.second) return true;
  const doWordsFollow = cells.first === 0 && cells.second < words.length - 1;
  return !doWordsFollow && !BREAKS.has(words[index + 1] ?? '');
}
