// The list of games, by the names players type. Other folders import games only from here.
import { type AnyGame, type NamedGame, findNamedGame, hideTypes } from '../game.ts';
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
  hideTypes(nex),
  hideTypes(hexafive),
  hideTypes(nexos),
  hideTypes(hex),
  hideTypes(y),
  hideTypes(gomoku),
  hideTypes(gonnect),
  hideTypes(neuy),
  hideTypes(neugomoku),
  hideTypes(neugonnect),
];

/** Finds a game and its implied options by name or alias, in upper or lower case. */
export const lookUpGame = (name: string): NamedGame | null => findNamedGame(games, name);

export const findGame = (name: string): AnyGame | null => lookUpGame(name)?.game ?? null;
