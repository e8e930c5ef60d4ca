// Drawings share their boards and marks; what is remembered of one changes none of the others.
import { expect, it, vi } from 'vitest';
import type { AnyGame } from '#games/game.ts';
import { games } from '#games/registry/index.ts';
import { createRandom } from '#games/kit/random.ts';
import type { Picture } from '#games/kit/picture.ts';
import { drawPicture, renderSvg } from '#core/writing/picture/drawing.ts';
import { THEMES } from '#core/writing/picture/paint.ts';
import { setupOf } from '#test/conformance/game.ts';
import { SEED, seedsFor } from '#test/seeds.ts';

/** Every game at its smallest and its usual size, with few stones and at the end. */
function picturesOf(game: AnyGame, seed: number): readonly Picture[] {
  const rng = createRandom(seed);
  const size = game.options.find(({ name }) => name === 'size');
  const small = size?.kind === 'size' ? [setupOf(game, [['size', String(size.least)]])] : [];
  return [...small, setupOf(game, [])].flatMap(setup =>
    [10, 1_000].map(plies => {
      let position = game.start(setup);
      for (let ply = 0; ply < plies && game.toMove(position) !== null; ply++)
        position = game.play(position, game.randomMove(position, rng));
      return game.picture(position, { seat: null });
    }),
  );
}

it.each(seedsFor(import.meta.filename))('is drawn the same whatever was drawn before it (seed %i)', async seed => {
  const pictures = games.flatMap(game => picturesOf(game, seed));
  const warm = pictures.map(picture => renderSvg(drawPicture(picture), THEMES.light));
  for (const [at, picture] of pictures.entries()) {
    vi.resetModules();
    const cold = await import('#core/writing/picture/drawing.ts');
    expect(renderSvg(cold.drawPicture(picture), THEMES.light)).toBe(warm[at]);
  }
});

it.each(games.map(game => [game.name, game] as const))('%s: positions share their board', (_, game) => {
  const start = game.start(setupOf(game, []));
  const next = game.play(start, game.randomMove(start, createRandom(SEED)));
  const [one, two] = [start, next].map(position => drawPicture(game.picture(position, { seat: 0 })));
  expect(two!.board).toBe(one!.board);
});
