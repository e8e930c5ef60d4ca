// Black and White, the two sides of a stone game. Each game defines their aims.
import type { ColourSpec } from '../game.ts';
import type { StoneGame } from './stone-game.ts';

export const side = (title: string, letter: string, tone: 'black' | 'white', aim: string): ColourSpec => ({
  name: tone,
  title,
  letter,
  tone,
  aim: { code: aim, parts: { title, letter } },
});

/** The aims as codes of templates/sentences, with the parts title and letter. */
export const blackAndWhite = (aims: { readonly black: string; readonly white: string }): StoneGame['sides'] => [
  side('Black', 'B', 'black', aims.black),
  side('White', 'W', 'white', aims.white),
];
