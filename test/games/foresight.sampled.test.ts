// What the next move decides: winningMove and losesAtOnce against the rules played out slowly, in positions of random games, most of them near the end.
import { describe, expect, it } from 'vitest';
import type { AnyGame, GivenOptions, Opaque } from '#games/game.ts';
import { findGame } from '#games/registry/index.ts';
import { createRandom } from '#games/kit/random.ts';
import { times } from '#test/sample.ts';
import { frozen, randomGame, setupOf } from '../conformance/game.ts';
import { hasWin, losesAtOnce, winsAtOnce } from './slow-foresight.ts';

const TRIALS: readonly (readonly [string, GivenOptions])[] = [
  ['nex', [['size', '3']]],
  ['nex', [['size', '4']]],
  ['nex', [['size', '3x4'], ['endgame', 'nexc']]],
  ['hex', [['size', '5']]],
  ['y', [['size', '5']]],
  ['gomoku', [['size', '7']]],
  ['gonnect', [['size', '4']]],
  ['gonnect', [['size', '6']]],
  ['neuy', [['size', '4']]],
  ['neugomoku', [['size', '5']]],
  ['neugonnect', [['size', '3']]],
  ['neugonnect', [['size', '4']]],
  ['hexafive', [['radius', '4']]],
  ['hexafive', [['special', '1']]],
  ['hexafive', [['radius', '3'], ['capture', 'may'], ['pieces', '9']]],
  ['nexos', []],
  ['nexos', [['players', '4']]],
]; // prettier-ignore

/** Of so many moves of a position it is asked whether they lose. */
const MOVES = times(12, 40);

/** Some of the last positions of a random game, and any. */
function positionsOf(game: AnyGame, given: GivenOptions, seed: number): readonly Opaque[] {
  const all = [...randomGame(game, setupOf(game, given), seed)].slice(0, -1);
  return [...all.slice(-times(2, 3)), all[createRandom(seed).below(all.length)]!];
}

function spread<Item>(items: readonly Item[], most: number): readonly Item[] {
  const step = Math.max(1, Math.floor(items.length / most));
  return items.filter((_, i) => i % step === 0);
}

describe.each(TRIALS.map(([name, given]) => [`${name} ${JSON.stringify(given)}`, name, given] as const))(
  '%s',
  (_, name, given) => {
    it('knows the wins and losses of the next move', () => {
      const game = findGame(name)!;
      const setup = setupOf(game, given);
      for (let seed = 1; seed <= times(1, 20); seed++) {
        for (const position of positionsOf(game, given, seed)) {
          const at = `${game.encode(position)}, seed ${seed}`;
          const win = game.winningMove(frozen(position));
          expect(win !== null, at).toBe(hasWin(game, setup, position));
          if (win !== null) {
            expect(game.parse(position, game.format(position, win)), at).toEqual({ ok: true, value: win });
            expect(winsAtOnce(game, setup, position, win), at).toBe(true);
            continue;
          }
          const loses = game.losesAtOnce(position);
          for (const move of spread([...game.moves(position)], MOVES)) {
            const text = `${game.format(position, move)} at ${at}`;
            expect(loses(move), text).toBe(losesAtOnce(game, setup, position, move));
          }
        }
      }
    });
  },
);
