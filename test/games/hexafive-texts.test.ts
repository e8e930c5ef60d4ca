// What may be typed in a game of Hexafive, as a move, an option or a position, and what is said when it cannot be.
import { describe, expect, it } from 'vitest';
import type { GivenOptions } from '#games/game.ts';
import { lookUpGame } from '#games/registry/index.ts';
import { readSentences } from '#adapters/templates/templates.ts';
import { say } from '#core/kernel/sentence.ts';
import { setupOf } from '../conformance/game.ts';
import { decoded, DIAGRAM_4, from, hexafive as game, played, read, started } from './hexafive-support.ts';

const sentences = readSentences();

describe('reads', () => {
  const position = decoded(DIAGRAM_4);
  it.each([
    ['F3', 'F3'],
    ['f3', 'F3'],
    [' f3. ', 'F3'],
    ['C4,D4', 'C4,D4'],
    ['c4 , d4', 'C4,D4'],
    ['C4, e6.', 'C4,E6'],
  ])('%j as %s', (text, expected) => expect(read(position, text)).toBe(expected));

  it('and says moves in words', () => {
    const words = (text: string): string => {
      const move = game.parse(position, text);
      return move.ok ? say(sentences, game.describe(position, move.value)) : '';
    };
    expect(words('f3')).toBe('a white stone on F3');
    expect(words('c4,d4')).toBe('a white stone on C4, capturing D4');
  });
});

describe('refuses, and says why', () => {
  const position = decoded(DIAGRAM_4.replace(' O', ' O ban=D6'));
  it.each([
    ['resign', "I can't read this as a move. A move looks like G2."],
    ['A0', "I can't read this as a move. A move looks like G2."],
    ['Z3', 'There is no Z3 on this board (A1 to K11).'],
    ['G1', 'There is no G1 on this board: row G runs from G2 to G11.'],
    ['f12', 'There is no F12 on this board: row F runs from F1 to F11.'],
    ['D4', 'D4 is taken by a black stone.'],
    ['e5,d4', 'E5 is taken by a white stone.'],
    ['D6', "You can't play D6 in this move, because a stone was captured there just now."],
    ['D6,D5', "You can't play D6 in this move, because a stone was captured there just now."],
    ['C4', 'C4 encloses a pair, so name the stone you capture: C4,D4 or C4,D5 or C4,E4 or C4,E6.'],
    ['C4,C4', 'You named C4 twice. The cells of a move are different.'],
    ['C4,F2', 'F2 is not in a pair that C4 encloses. You can capture one of these: C4,D4 or C4,D5 or C4,E4 or C4,E6.'],
    ['C4,K1', 'There is no K1 on this board: row K runs from K6 to K11.'],
    ['F3,F2', "F3 encloses no pair, so it can't capture F2. F3 alone works."],
    ['C4,D4,E6', 'These are too many cells. A move is one cell, or two if it captures a stone, as in C4,D4.'],
  ])('%s: %s', (text, sentence) => expect(read(position, text)).toBe(sentence));

  it('everything once the game is over', () => {
    expect(read(decoded('OOX/OXXO/OXXO./OXXO/OOX X ban=C5'), 'C5')).toBe(
      'This game has ended, so no more moves can be made.',
    );
  });

  it('a lone stone that makes five and encloses a pair, unless captures may be left out', () => {
    const text =
      '....../......./......../........./........../OOOO.XXO.../........../........./......../......./...... O';
    expect(read(decoded(text), 'F5')).toMatch(/^F5 encloses a pair/);
    expect(game.outcome(played(decoded(text), ['F5,F6']))).toMatchObject({ ranks: [1, 2], reason: 'five' });
    expect(game.outcome(played(decoded(text, [['capture', 'may']]), ['F5']))).toMatchObject({ reason: 'five' });
  });
});

describe('the shape of a move', () => {
  it.each(['F3', 'c4,d4', 'c4, d4', 'y25', 'C4,D4,E6', 'a1.', 'c4 d4', 'c4;d4', 'c4-d4'])('%s', text =>
    expect(game.looksLikeMove(text)).toBe(true),
  );
  it.each(['', 'resign', 'a0', 'a100', 'Of3', 'c4?', 'c4 or d4', 'hello, world', 'thanks.', ',a1'])('not: %j', text =>
    expect(game.looksLikeMove(text)).toBe(false),
  );
});

describe('options', () => {
  const setup = (given: GivenOptions): unknown => {
    const made = game.setup(given);
    return made.ok ? made.value : say(sentences, made.reason);
  };
  const BOKU = { radius: '6', pieces: '36', special: '1', capture: 'must' };

  it.each<[GivenOptions, unknown]>([
    [[], { radius: '6', pieces: 'unlimited', special: '0', capture: 'must' }],
    [[['radius', '13'], ['capture', 'MAY']], { radius: '13', pieces: 'unlimited', special: '0', capture: 'may' }],
    [[['pieces', '10000']], { radius: '6', pieces: 'unlimited', special: '0', capture: 'must' }],
    [[['pieces', '9999']], { radius: '6', pieces: '9999', special: '0', capture: 'must' }],
    [[['special', '1']], BOKU],
    [[['Special', true]], BOKU],
    [[['special', '1'], ['pieces', '36'], ['radius', '6']], BOKU],
    [[['special', '0'], ['radius', '4']], { radius: '4', pieces: 'unlimited', special: '0', capture: 'must' }],
    [[['radius', '2']], "-radius can't be '2'. It can be 3 to 13."],
    [[['radius', '14']], "-radius can't be '14'. It can be 3 to 13."],
    [[['pieces', '0']], "-pieces can't be '0'. It can be 1 to 9999, or unlimited."],
    [[['radius', true]], '-radius needs a value. It can be 3 to 13.'],
    [[['special', '1'], ['radius', '7']], '-radius is 6 with -special=1, which is Boku. Leave out one of the two.'],
    [[['Pieces', 'unlimited'], ['special', true]], '-pieces is 36 with -special=1, which is Boku. Leave out one of the two.'],
    [[['size', '5']], "This game has no option 'size'. It has -radius, -pieces, -special, -capture."],
  ])('%j: %j', (given, expected) => expect(setup(given)).toEqual(expected)); // prettier-ignore

  it('are those of Boku under that name', () => {
    const boku = lookUpGame('Boku')!;
    expect(boku.game).toBe(game);
    expect(setup(boku.given)).toEqual(BOKU);
  });
});

describe('position texts', () => {
  const start = '.../..../...../..../...';
  const again = (text: string): string => {
    const position = game.decode(setupOf(game, []), text);
    return position.ok ? game.encode(position.value) : position.reason.code;
  };
  it.each([`${start} O`, `${start} X ban=C5`, `${start} O stock=0,12`, `${start} O ban=A1 stock=3,4`])(
    '%j is one',
    text => expect(again(text)).toBe(text),
  );
  it('bring their board along, Boku or not', () => {
    for (const given of [[], [['special', '1']]] as GivenOptions[]) {
      expect(game.encode(decoded(`${start} O`, given))).toBe(`${start} O`);
      expect(from(decoded(game.encode(started([['special', '1']])), given), 'F11')).toEqual([]);
      expect(from(decoded(game.encode(started([])), given), 'F11')).toEqual(['F11']);
    }
  });
  it.each([
    '',
    'O',
    start,
    `${start} B`,
    `${start} O ban=D1`,
    `${start} O ban=c5`,
    `${start.replace('.....', '....O')} X ban=C5`,
    `${start} O stock=1`,
    `${start} O stock=1,2 ban=A1`,
    `${start} O stock=01,2`,
    '../.../.. O',
    '.../..../..../..../... O',
    '..../..../...../..../... O',
    '..../.../..../... O',
  ])('%j is none', text => expect(again(text)).toBe('position-unreadable')); // prettier-ignore
  it('believe the one who moved last, where both have five', () => {
    const board = '..../OOOOO/XXXXX./......./....../...../....';
    expect(game.outcome(decoded(`${board} O`))).toMatchObject({ ranks: [2, 1], reason: 'five' });
    expect(game.outcome(decoded(`${board} X`))).toMatchObject({ ranks: [1, 2], reason: 'five' });
  });
});
