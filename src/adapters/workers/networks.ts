// Reads the trained networks that lie beside the rules of the games.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../package-root.ts';
import { memoize } from '#games/kit/remember.ts';
import { type Network, openNetwork } from '#engines/network/network.ts';
import { decodeWeights } from '#engines/network/weights.ts';

/** The network of a game by its name, opened once in each thread. null: the game has none. */
export const readNetwork: (game: string) => Network | null = memoize(game => {
  const file = join(findPackageRoot(), 'games', game, 'network.net');
  return existsSync(file) ? openNetwork(decodeWeights(readFileSync(file))) : null;
});
