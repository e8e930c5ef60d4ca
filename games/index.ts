// The shelf: every game by the name players type; the only door to games/.
import type { AnyGame, Named } from './game.ts';
import { namedAmong, seal } from './game.ts';
import { hex } from './hex/index.ts';
import { nex } from './nex/index.ts';

export const games: readonly AnyGame[] = [seal(nex), seal(hex)];

/** By name or alias, in any case: 'Nex' is nex. */
export const named = (name: string): Named | null => namedAmong(games, name);

export const gameNamed = (name: string): AnyGame | null => named(name)?.game ?? null;
