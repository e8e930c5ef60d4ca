// What may be typed, and what is said when it cannot be played: every refusal of the stone games, with its sentence.
import { describe, expect, it } from 'vitest';
import type { AnyGame, Opaque } from '#games/game.ts';
import { findGame } from '#games/registry/index.ts';
import { nex as nexRules } from '#games/nex/index.ts';
import { readSentences } from '#adapters/templates/templates.ts';
import { say } from '#core/kernel/sentence.ts';
import { setupOf } from '../conformance/game.ts';

const nex = findGame('nex')!;
const hex = findGame('hex')!;
const sentences = readSentences();

function decoded(game: AnyGame, text: string, endgame = 'neto'): Opaque {
  const setup = setupOf(game, game === nex ? [['endgame', endgame]] : []);
  const read = game.decode(setup, text);
  if (!read.ok) throw new Error(read.reason.code);
  return read.value;
}

/** The canonical text of what was typed, or the code of the refusal. */
function read(game: AnyGame, position: Opaque, text: string): string {
  const move = game.parse(position, text);
  return move.ok ? game.format(position, move.value) : move.reason.code;
}

function sentence(game: AnyGame, position: Opaque, text: string): string {
  const move = game.parse(position, text);
  return move.ok ? 'legal' : say(sentences, move.reason);
}

const opening = decoded(nex, '.../.../... B');
/** White to move: neutrals a1, a3, c2; black b1, b3; white b2; empty a2, c1, c3. */
const middle = decoded(nex, '?.?/BWB/.?. W');

describe('nex reads', () => {
  it.each([
    ['b3,a3', 'b3,a3'],
    ['B3, A3', 'b3,a3'],
    [' b3 ,  a3 ', 'b3,a3'],
    ['b3,a3.', 'b3,a3'],
    ['b3,a3,', 'b3,a3'],
    ['Bb3?a3', 'b3,a3'],
    ['bB3?A3', 'b3,a3'],
  ])('%j as %s', (text, expected) => expect(read(nex, opening, text)).toBe(expected));

  it.each([
    ['a1,a3,b2', 'a1,a3,b2'],
    ['a3,a1,b2', 'a1,a3,b2'],
    ['b2,a3,a1', 'a1,a3,b2'],
    ['a3,b2,a1', 'a1,a3,b2'],
    ['Wa1Wa3?b2', 'a1,a3,b2'],
    ['Wa3Wa1?b2', 'a1,a3,b2'],
    ['wa3wa1?b2.', 'a1,a3,b2'],
  ])('the conversion %j as %s', (text, expected) => expect(read(nex, middle, text)).toBe(expected));

  it('the same two cells in either order as two moves: the own stone comes first', () => {
    expect(read(nex, opening, 'a3,b3')).toBe('a3,b3');
  });

  it('a lone cell where a convention leaves one move', () => {
    const turn = decoded(nex, 'BB/?W W');
    for (const text of ['b1', 'B1', 'Wb1', 'b1.']) expect(read(nex, turn, text)).toBe('b1');
  });
});

it.each([
  ['.../.../... B', 'b3,a3', 'Bb3?a3'],
  ['?.?/BWB/.?. W', 'a2,c3', 'Wa2?c3'],
  ['?.?/BWB/.?. W', 'a3,a1,b2', 'Wa1Wa3?b2'],
  ['BB?/WWB/BW. W', 'c3', 'Wc3'],
  ['BB/?W W', 'b1', 'Wb1'],
])("nex on %s tells programs %s in nexC's form: %s", (text, typed, told) => {
  const position = decoded(nex, text);
  const move = nex.parse(position, typed);
  expect(move.ok && nex.formatForPrograms?.(position, move.value)).toBe(told);
});

describe('nex refuses, and says why', () => {
  const before = (text: string): string => `${text} ${sentence(nex, middle, text)}`;
  it.each([
    'resign', 'b2', 'a2', 'a2,b9', 'n5,a2', 'a2,a2', 'a2,b1', 'b2,a2', 'a1,a2', 'a1,a3,a1', 'a1,a3,a2', 'a1,a3,b1', 'a1,b1,b2', 'a1,a3,c2',
    'b1,b3,a1', 'a2,c1,c3,b1', 'Ba2?c1', 'Wa1Wa3?c2', 'Wa1Wb2?a3', 'Wa1Wa3?b1', 'Wa1Ba3?b2', 'Wa2?b2', 'Wa2', 'a2,c20',
  ])('%s', text => expect(before(text)).toMatchSnapshot()); // prettier-ignore

  it('when a convention leaves one move', () => {
    const drop = decoded(nex, 'BB?/WWB/BW. W');
    const turn = decoded(nex, 'BB/?W W');
    expect(sentence(nex, drop, 'a3')).toMatchInlineSnapshot(
      `"Only one move is left: a stone on the last empty cell, c3."`,
    );
    expect(sentence(nex, drop, 'c3,a3')).toMatchInlineSnapshot(
      `"Only one move is left: a stone on the last empty cell, c3."`,
    );
    expect(sentence(nex, turn, 'b2')).toMatchInlineSnapshot(
      `"Only one move is left: the last neutral stone, b1, becomes yours."`,
    );
  });

  it('a lone stone where only conversions are left', () => {
    const full = decoded(nex, '?B?/W?W/BW. B');
    expect(sentence(nex, full, 'c3')).toMatchInlineSnapshot(
      `"c3 alone is not a move now. Turn two neutral stones into yours and one of yours neutral, as in a1,a3,a2."`,
    );
  });

  it('everything once the game is over', () => {
    expect(read(nex, decoded(nex, 'WBW/?BB/B.W W'), 'c2,b1')).toBe('over');
    expect(read(nex, decoded(nex, 'BB/?W W', 'nexc'), 'b1')).toBe('over');
  });
});

it('plays a conversion only with its neutrals in reading order, as moves lists it', () => {
  const setup = nexRules.setup([]);
  const position = setup.ok ? nexRules.decode(setup.value, '?.?/BWB/.?. W') : setup;
  if (!position.ok) throw new Error(position.reason.code);
  const play = (first: number, second: number): unknown =>
    nexRules.play(position.value, { kind: 'convert', first, second, given: 4 });
  expect(() => play(0, 2)).not.toThrow();
  for (const [first, second] of [[2, 0], [0, 0], [0, 4]] as const) expect(() => play(first, second)).toThrow('only legal moves'); // prettier-ignore
});

describe('hex', () => {
  const start = decoded(hex, '.../.B./... W');
  it.each([
    ['a1', 'a1'],
    ['C3', 'c3'],
    ['Wc3', 'c3'],
    [' c3. ', 'c3'],
    ['b2', 'cell-occupied'],
    ['Wb2', 'cell-occupied'],
    ['Bc3', 'move-other-colour'],
    ['d1', 'cell-off-board'],
    ['a4', 'cell-off-board'],
    ['swap', 'move-unreadable'],
    ['a1,a2', 'move-unreadable'],
  ])('%j is %s', (text, expected) => expect(read(hex, start, text)).toBe(expected));

  it('says what stands on a cell', () => {
    expect(sentence(hex, start, 'b2')).toBe('b2 is taken by a black stone.');
    expect(sentence(hex, start, 'd1')).toBe('There is no d1 on this board (a1 to c3).');
  });
});

describe('the shape of a move', () => {
  it.each([
    'a1',
    'A1',
    'a1,b2',
    'a1, b2',
    'a1,b2,c3',
    'a1,',
    'z9',
    'Bb3?a3',
    'Wa1Wa3?b2',
    'Bc3',
    'b3?a3',
    'b3,a3.',
    't20,a1',
    'a1 b2',
    'a1;b2',
    'a1b2',
    'e4!',
    'h8\nh9',
  ])('nex: %s', text => expect(nex.looksLikeMove(text)).toBe(true));
  it.each([
    '', ' ', 'resign', 'swap', 'show 101', 'a', '1', 'a0', 'a100', 'a1,b2,c3,d4', 'I think a1,b2 is good', 'b3? a3', 'b3,a3?',
    'Bb3?', 'Wa1Ba3?b2', 'ok', 'e4?', 'hello, world', 'thanks.', ',a1', 'draw', 'multiple', 'end', '--', 'b3 or a3',
  ])('nex, not: %j', text => expect(nex.looksLikeMove(text)).toBe(false)); // prettier-ignore
  it.each(['a1', 'B3', 'Bb3', 'z9'])('hex: %s', text => expect(hex.looksLikeMove(text)).toBe(true));
  it.each(['a1,b2', 'resign', 'swap', 'a', 'a1 b2', 'Bb3?a3'])('hex, not: %j', text =>
    expect(hex.looksLikeMove(text)).toBe(false),
  );
});

describe.each([nex, hex].map(game => [game.name, game] as const))('%s', (_, game) => {
  it('is not kept busy by endless texts, and repeats only their beginning', () => {
    const start = game.start(setupOf(game, []));
    for (const text of ['.', ' ', ',', 'a1,', '1', 'Ba1'].map(piece => `${piece.repeat(1_000_000)}x`)) {
      expect(game.looksLikeMove(text)).toBe(false);
      const move = game.parse(start, text);
      expect(move.ok ? '' : say(sentences, move.reason).length).toBeLessThan(150);
      const position = game.decode(setupOf(game, []), text);
      expect(position.ok ? '' : say(sentences, position.reason).length).toBeLessThan(300);
      const setup = game.setup([['size', text]]);
      expect(setup.ok ? '' : say(sentences, setup.reason).length).toBeLessThan(200);
    }
  });
});
