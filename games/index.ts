// The shelf: every game by the name players type; the only door to games/.
import type { AnyGame } from './game.ts';
import { seal } from './game.ts';
import { hex } from './hex/index.ts';
import { nex } from './nex/index.ts';

export const games: readonly AnyGame[] = [seal(nex), seal(hex)];

/** In any case: 'Nex' is nex. */
export const gameNamed = (name: string): AnyGame | null => games.find(game => game.name === name.toLowerCase()) ?? null;
