// The list of games, by the names players type. Other folders import games only from here.
import { type AnyGame, type Named, namedAmong, seal } from '../game.ts';
import { gomoku } from '../gomoku/index.ts';
import { gonnect } from '../gonnect/index.ts';
import { hex } from '../hex/index.ts';
import { hexafive } from '../hexafive/index.ts';
import { neugomoku } from '../neugomoku/index.ts';
import { neugonnect } from '../neugonnect/index.ts';
import { neuy } from '../neuy/index.ts';
import { nex } from '../nex/index.ts';
import { nexos } from '../nexos/index.ts';
import { y } from '../y/index.ts';

export const games: readonly AnyGame[] = [
  seal(nex),
  seal(hexafive),
  seal(nexos),
  seal(hex),
  seal(y),
  seal(gomoku),
  seal(gonnect),
  seal(neuy),
  seal(neugomoku),
  seal(neugonnect),
];

/** By name or alias, in any case: 'Nex' is nex. */
export const named = (name: string): Named | null => namedAmong(games, name);

export const gameNamed = (name: string): AnyGame | null => named(name)?.game ?? null;
