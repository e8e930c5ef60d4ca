// Hexafive beyond the common suite: the diagrams of its help text, the endless cycle, stones in hand.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { GivenOptions, Opaque } from '#games/game.ts';
import { createRandom } from '#games/kit/random.ts';
import { renderAscii } from '#core/writing/picture/text.ts';
import { decoded, DIAGRAM_4, from, hexafive as game, played, started } from './hexafive-support.ts';
import { CYCLE } from './slow-hexafive.ts';

const drawing = (position: Opaque): string[] => [...renderAscii(game.picture(position, { seat: null }))];

describe('the diagrams of the help text', () => {
  it('3: the last of five in a row wins, and is marked', () => {
    const before =
      '....../......./......../........./..X......./...X.X...../...XOOOXO./...X...../...O..../......./...... X';
    const won = played(decoded(before), ['D2']);
    expect(game.outcome(won)).toEqual({ ranks: [2, 1], reason: 'five', scores: null });
    expect(drawing(won)).toEqual([
      '            1 2 3 4 5 6',
      '           / / / / / / 7',
      '       A- . . . . . . / 8',
      '      B- . . . . . . . / 9',
      '     C- . . . . . . . . / 10',
      '    D- .>X . . . . . . . / 11',
      '   E- . .*X . . . . . . . /',
      '  F- . . .*X . X . . . . .',
      '   G- . . .*X O O O X O .',
      '    H- . . .*X . . . . .',
      '     I- . . . O . . . .',
      '      J- . . . . . . .',
      '       K- . . . . . .',
    ]);
  });

  it('4: one of four stones may be taken, and a pair that moved in is safe', () => {
    const position = decoded(DIAGRAM_4);
    expect(from(position, 'C4')).toEqual(['C4,D4', 'C4,D5', 'C4,E4', 'C4,E6']);
    expect(from(decoded(DIAGRAM_4, [['capture', 'may']]), 'C4')).toEqual(['C4', 'C4,D4', 'C4,D5', 'C4,E4', 'C4,E6']);
    expect(from(position, 'F3')).toEqual(['F3']);
    const captures = [...game.moves(position)]
      .map(move => game.format(position, move))
      .filter(text => text.includes(','));
    expect(captures.every(text => text.startsWith('C4'))).toBe(true);
  });

  it('1 and 2: the boards of 80 and of 91 cells', () => {
    expect(drawing(started([]))[7]).toBe('  F- . . . . . . . . . . .');
    expect(drawing(started([['special', '1']])).slice(0, 8)).toEqual([
      '            1 2 3 4 5 6',
      '           / / / / / / 7',
      '       A- . . . . .   / 8',
      '      B- . . . . . .   / 9',
      '     C- . . . . . . .   / 10',
      // The help text has a number 11 here, without any cell.
      '    D- . . . . . . . .   /',
      '   E- . . . . . . . . .',
      '  F- . . . . . . . . . .',
    ]);
    expect(game.countMoves(started([]))).toBe(91);
    expect(game.countMoves(started([['special', '1']]))).toBe(80);
  });
});

it('shows in its rules the boards as they are drawn', () => {
  const rules = readFileSync(new URL('../../games/hexafive/RULES.md', import.meta.url), 'utf8').split('\n').map(line => line.trim()); // prettier-ignore
  const boards = [played(started([['radius', '4']]), ['C2', 'C3', 'E4', 'C4', 'C5,C4']), started([['special', '1']])];
  for (const line of boards.flatMap(drawing)) expect(rules).toContain(line.trim());
});

describe('the endless cycle', () => {
  const before = played(started([]), CYCLE.before);

  it.each([[[]], [[['capture', 'may']]], [[['pieces', '20']]]] as [GivenOptions][])(
    'ends at the third occurrence, %j',
    given => {
      const twice = played(started(given), [...CYCLE.before, ...CYCLE.again, ...CYCLE.again]);
      expect(game.outcome(twice)).toBeNull();
      const thrice = played(twice, [CYCLE.again[0]]);
      expect(game.outcome(thrice)).toEqual({ ranks: [1, 1], reason: 'repetition', scores: null });
      expect(game.countMoves(thrice)).toBe(0);
    },
  );

  it('begins anew after a move that takes nothing, and after a text', () => {
    const back = played(before, CYCLE.again);
    // The stones stand as before, but now a cell is forbidden: that is another position.
    expect(game.encode(back)).toBe(`${game.encode(before)} ban=E4`);
    const forgotten = decoded(game.encode(played(back, CYCLE.again)));
    expect(game.outcome(played(forgotten, CYCLE.again))).toBeNull();
    expect(game.outcome(played(forgotten, [...CYCLE.again, ...CYCLE.again]))).toMatchObject({ reason: 'repetition' });
    const interrupted = played(back, [...CYCLE.again, 'A1', 'A6', ...CYCLE.again, ...CYCLE.again]);
    expect(game.outcome(interrupted)).toBeNull();
  });

  it('is seen by random games', () => {
    const twice = played(before, [...CYCLE.again, ...CYCLE.again]);
    const rng = createRandom(1);
    const rounds = 20_000;
    const ends = Array.from({ length: rounds }, () => game.playout(twice, rng));
    const repeated = ends.filter(({ outcome, plies }) => outcome.reason === 'repetition' && plies === 1).length;
    const expected = rounds / game.countMoves(twice);
    expect(Math.abs(repeated - expected)).toBeLessThan(4 * Math.sqrt(expected));
  });

  it('holds no more than the captures since the last quiet move', () => {
    expect(JSON.stringify(played(before, CYCLE.again)).length - JSON.stringify(before).length).toBeLessThan(200);
    expect(JSON.stringify(played(before, [...CYCLE.again, 'A1', 'A6'])).length).toBeLessThan(
      JSON.stringify(before).length + 5,
    );
  });
});

describe('stones in hand', () => {
  it('go back to the owner of a captured stone', () => {
    const position = played(started([['special', '1']]), ['C2', 'C3', 'E4', 'C4', 'C5,C4']);
    expect(game.encode(position)).toMatch(/ X ban=C4 stock=33,35$/);
  });

  it('are not counted where they are unlimited, or a text does not tell', () => {
    expect(game.encode(started([['pieces', '10000']]))).not.toContain('stock');
    expect(game.encode(decoded('.../..../...../..../... O', [['pieces', '5']]))).toBe('.../..../...../..../... O');
  });

  it('draw the game when the side to move has none, unless five is made', () => {
    const blocked = decoded('OOO/..../XX.XX/..../... O stock=1,0');
    expect(game.outcome(played(blocked, ['C3']))).toMatchObject({ ranks: [1, 1], reason: 'stock' });
    const line = decoded('OO./..../OO.OO/..../X.. O stock=1,0');
    expect(game.outcome(played(line, ['C3']))).toMatchObject({ ranks: [1, 2], reason: 'five' });
    const given = decoded('.../..../.XXO./..../... O stock=1,0');
    expect(game.outcome(played(given, ['C1,C2']))).toBeNull();
  });
});
