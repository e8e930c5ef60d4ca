// Pieces turned on the board page: every legal move of Nexos is one way some piece in hand lies, and turning reaches each way.
import { expect, it } from 'vitest';
import { findGame } from '#games/registry/index.ts';
import { must } from '#games/kit/assert.ts';
import { createRandom } from '#games/kit/random.ts';
import {
  findOrientation,
  handOf,
  keyOf,
  findNearest,
  mapPlaces,
  tidy,
  rotateStrokes,
  mirrorStrokes,
} from '#browser/board/pieces.ts';
import { randomCourse } from './exploring.ts';
import { seedsFor } from '#test/seeds.ts';

const nexos = findGame('nexos')!;
const setup = { players: '2' };

it.each(seedsFor(import.meta.filename))(
  'finds a place for each legal move by turning a piece in hand (seed %i)',
  seed => {
    const rng = createRandom(seed);
    for (const moves of [0, 9, 40]) {
      const course = randomCourse(nexos, setup, moves, rng);
      const position = must(course.positions.at(-1), 'it stands somewhere');
      if (nexos.toMove(position) === null) continue;
      const picture = nexos.picture(position, { seat: null });
      const places = mapPlaces(nexos, position, picture);
      const legal = new Set([...nexos.moves(position)].map(move => nexos.format(position, move)));
      const found = new Set<string>();
      for (const { name, strokes } of handOf(nexos, position, picture, setup)!.shapes) {
        let way = tidy(strokes);
        const ways = new Set<string>();
        for (let turn = 0; turn < 8; turn++) {
          ways.add(keyOf(way));
          const here = (places.get(keyOf(way)) ?? []).map(({ text }) => text);
          here.forEach(text => found.add(text));
          const named = here.map(text => nexos.parse(position, text)).map(move => move.ok && nexos.describe(position, move.value).parts['piece']); // prettier-ignore
          expect(new Set(named)).toEqual(new Set(here.length === 0 ? [] : [name]));
          way = turn === 3 ? mirrorStrokes(rotateStrokes(way)) : rotateStrokes(way);
        }
        expect([...ways]).toContain(keyOf(findOrientation(tidy(strokes), each => places.has(keyOf(each)))));
      }
      expect(found).toEqual(legal);
    }
  },
);

it('lays a piece where somebody points', () => {
  const position = nexos.start(setup);
  const places = mapPlaces(nexos, position, nexos.picture(position, { seat: null }));
  const all = [...places.values()].flat();
  for (const place of all.slice(0, 50)) {
    const there = findNearest(all, place.x, place.y)!;
    expect(Math.hypot(there.x - place.x, there.y - place.y)).toBe(0);
  }
  expect(findNearest([], 0, 0)).toBeNull();
});
