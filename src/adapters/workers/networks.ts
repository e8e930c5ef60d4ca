// Reads the trained networks that lie beside the rules of the games.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../package-root.ts';
import { must } from '#games/kit/assert.ts';
import { memoize } from '#games/kit/remember.ts';
import { type Network, openNetwork } from '#engines/network/network.ts';
import { decodeWeights } from '#engines/network/weights.ts';

/** A generation on the card of a network, as far as it is read here: its match against the search without a network. */
interface Generation {
  readonly today: { readonly games: number; readonly score: number };
}

/** The network of a game by its name, opened once in each thread. null: the game has none that plays better than the search without. */
export const readNetwork: (game: string) => Network | null = memoize(game => {
  const folder = join(findPackageRoot(), 'games', game);
  if (!existsSync(join(folder, 'network.net'))) return null;
  const card = JSON.parse(readFileSync(join(folder, 'network.json'), 'utf8')) as readonly Generation[];
  const { today } = must(card.at(-1), 'a generation for each network');
  return today.score * 2 > today.games ? openNetwork(decodeWeights(readFileSync(join(folder, 'network.net')))) : null;
});
