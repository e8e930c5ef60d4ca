// Exploring a game on its page: however somebody steps and tries, the position shown is the one its moves lead to, and the address says all of it.
import { describe, expect, it } from 'vitest';
import { games } from '#games/registry/index.ts';
import type { AnyGame } from '#games/game.ts';
import { createRandom } from '#games/kit/random.ts';
import { writeToken } from '#core/mail/token.ts';
import { moveTo, type PlayedGame, courseOf, type Exploration, moveBefore, normaliseVariation, countMoves, playMove, findPosition, stepBy, listTriedMoves } from '#browser/board/course.ts'; // prettier-ignore
import { parseExploration, fragmentOf, replyTokenIn, removeReader } from '#browser/board/fragment.ts';
import { acted, randomCourse, smallSetup } from './exploring.ts';
import { seedsFor } from '#test/seeds.ts';
import { isLongFor, times } from '#test/sample.ts';

const SEEDS = seedsFor(import.meta.filename);

/** The moves that lead to the place, from the beginning on. */
const movesTo = ({ course, variations, place }: Exploration): readonly string[] =>
  place.variation === null
    ? course.moves.slice(0, place.ply)
    : [
        ...course.moves.slice(0, variations[place.variation]!.from),
        ...variations[place.variation]!.moves.slice(0, place.ply),
      ];

const encoded = (game: AnyGame, exploration: Exploration): string => game.encode(findPosition(exploration));

describe.each(games.map(game => [game.name, game] as const))('exploring %s', (_, game) => {
  const setup = smallSetup(game);

  it.each(SEEDS)('shows what its moves lead to, and finds it again by its address (seed %i)', seed => {
    const rng = createRandom(seed);
    const course = randomCourse(game, setup, 6, rng);
    let exploration: Exploration = { course, variations: [], place: { variation: null, ply: course.moves.length } };
    for (let step = 0; step < times(20, 60, seed); step++) {
      exploration = acted(exploration, rng);
      const moves = movesTo(exploration);
      const there = courseOf(game, setup, moves);
      expect(encoded(game, exploration)).toBe(game.encode(there!.positions.at(-1)!));
      expect(countMoves(exploration)).toBe(moves.length);
      expect(moveBefore(exploration)?.text).toBe(moves.at(-1));
      expect(moves.slice(moves.length - listTriedMoves(exploration).length)).toEqual(listTriedMoves(exploration));
      for (const variation of exploration.variations) expect(normaliseVariation(course, variation)).toEqual(variation);
      const again = parseExploration(course, fragmentOf(exploration), exploration.place.ply);
      expect(again.variations).toEqual(exploration.variations);
      expect(again.place).toEqual(exploration.place);
    }
  });

  it.each(SEEDS)('finds lines again when the game has gone on along one of them (seed %i)', seed => {
    const rng = createRandom(seed + 1);
    const whole = randomCourse(game, setup, 5, rng);
    const before: PlayedGame = { ...whole, moves: whole.moves.slice(0, 2), positions: whole.positions.slice(0, 3) };
    let tried: Exploration = { course: before, variations: [], place: { variation: null, ply: 2 } };
    for (const move of whole.moves.slice(2)) tried = playMove(tried, move);
    const shown = encoded(game, tried);
    const now: PlayedGame = { ...whole, moves: whole.moves.slice(0, 3), positions: whole.positions.slice(0, 4) };
    const again = parseExploration(now, fragmentOf(tried), 3);
    expect(encoded(game, again)).toBe(shown);
    expect(again.variations).toEqual(whole.moves.length > 3 ? [{ from: 3, moves: whole.moves.slice(3) }] : []);
  });
});

const nex = games.find(({ name }) => name === 'nex')!;
const course = courseOf(nex, { size: '5x5', endgame: 'neto' }, ['c3,b2', 'd4,e5'])!;
const opened = (fragment: string): Exploration => parseExploration(course, fragment, 2);

describe('an address', () => {
  it.each([
    '', 'line=', 'line=0', 'line=9/a1,a2', 'line=2/zz', 'line=-1/a1,a2', 'line=1e3/a1,a2', 'at=1.1', 'line=2/a1,a2&at=2.1',
    'line=2/a1,a2&at=0.1', 'line=2/a1,a2&at=1.9999', '%', 'line=%ff', `line=2${'/a1,a2'.repeat(5_000)}`, '<script>', 'at=x&at=1.1',
  ])('of nonsense shows the board as it stands: %s', fragment => {
    const { place, variations } = opened(fragment);
    expect(place.variation === null ? place.ply : variations[place.variation]).toBeDefined();
    expect(findPosition(opened(fragment))).toBeDefined();
  }); // prettier-ignore

  it('keeps the legal part of a line, in the canonical text', () => {
    expect(opened('line=2/A1-a2/b1,b3/c3,c4&at=1.3')).toMatchObject({
      variations: [{ from: 2, moves: ['a1,a2', 'b1,b3'] }],
      place: { variation: 0, ply: 2 },
    });
  });

  it('without lines shows no more moves than the game has', () => {
    expect(parseExploration(course, '', 9).place).toEqual({ variation: null, ply: 2 });
    expect(parseExploration(course, 'line=2/a1,a2', 9).place).toEqual({ variation: null, ply: 2 });
  });

  // Filling an address takes seconds.
  it.each(SEEDS.filter(isLongFor))('holds all that can be tried (seed %i)', seed => {
    const nexos = games.find(({ name }) => name === 'nexos')!;
    const rng = createRandom(seed);
    const empty = courseOf(nexos, { players: '2' }, [])!;
    let exploration: Exploration = { course: empty, variations: [], place: { variation: null, ply: 0 } };
    let isFull = false;
    for (let line = 0; line < 30 && !isFull; line++) {
      exploration = moveTo(exploration, { variation: null, ply: 0 });
      while (!isFull && nexos.toMove(findPosition(exploration)) !== null) {
        const position = findPosition(exploration);
        const next = playMove(exploration, nexos.format(position, nexos.randomMove(position, rng)));
        isFull = next === exploration;
        exploration = next;
      }
    }
    expect(isFull).toBe(true);
    const again = parseExploration(exploration.course, fragmentOf(exploration), 0);
    expect([again.variations, again.place]).toEqual([exploration.variations, exploration.place]);
  });

  it('holds so many lines and no more', () => {
    const lines = Array.from({ length: 100 }, (_, i) => `line=2/a${(i % 5) + 1},b${(i % 3) + 3}`).join('&');
    expect(opened(lines).variations.length).toBeLessThanOrEqual(40);
  });

  it('is followed back to the game where a line begins', () => {
    const there = opened('line=2/a1,a2/b1,b3&at=1.1');
    expect(stepBy(there, -1).place).toEqual({ variation: null, ply: 2 });
    expect(stepBy(moveTo(there, { variation: null, ply: 0 }), -1).place).toEqual({ variation: null, ply: 0 });
  });
});

describe('the token of a board mail', () => {
  const claim = {
    match: { game: 'nex', number: 101 },
    player: 1,
    ply: 2,
    takeBacks: 0,
    proposals: 0,
    askedLines: [],
    userid: 'bob',
  };
  const token = writeToken({ kind: 'board', ...claim }, () => 'k3x9');

  it('is read from the fragment, and taken out of it', () => {
    expect(replyTokenIn(`reply=${token}`, claim.match)).toEqual({ token, player: 1, ply: 2, takeBacks: 0 });
    expect(removeReader(`line=2/a1,a2&reply=${token}&at=1.1`)).toBe('line=2/a1,a2&at=1.1');
    expect(removeReader(`reply=${token}`)).toBe('');
    // Written in another way it is the same.
    for (const key of ['%72eply', 'rep%6Cy', '?reply']) {
      expect(replyTokenIn(`${key}=${token}`, claim.match)?.token, key).toBe(token);
      expect(removeReader(`${key}=${token}&at=1.1`), key).toBe('at=1.1');
    }
  });

  it('counts for no other board, and nothing else is one', () => {
    expect(replyTokenIn(`reply=${token}`, { game: 'nex', number: 102 })).toBeNull();
    expect(replyTokenIn(`reply=${token}`, { game: 'hex', number: 101 })).toBeNull();
    for (const other of ['', 'reply=', 'reply=x', `reply=${token}%0d%0aBcc:eve@evil.test`, `reply=a.bob.k3x9`])
      expect(replyTokenIn(other, claim.match), other).toBeNull();
  });
});
