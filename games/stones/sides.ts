// Black and White, the two sides of a stone game. Each game defines their aims.
import type { ColourSpec } from '../game.ts';
import type { StoneGame } from './stone-game.ts';

export const createSide = (title: string, letter: string, tone: 'black' | 'white', aim: string): ColourSpec => ({
  name: tone,
  title,
  letter,
  tone,
  aim: { code: aim, parts: { title, letter } },
});

/** Creates both sides. The aims are codes of templates/sentences, with the parts title and letter. */
export const createBlackAndWhite = (aims: { readonly black: string; readonly white: string }): StoneGame['sides'] => [
  createSide('Black', 'B', 'black', aims.black),
  createSide('White', 'W', 'white', aims.white),
];
