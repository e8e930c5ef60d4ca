// Boards of Nexos: goldens as text, HTML and words, the lines within pieces, the pieces in hand, and the board turned to each player.
import { expect, it } from 'vitest';
import type { Opaque } from '#games/game.ts';
import type { Picture } from '#games/kit/picture.ts';
import { findGame } from '#games/registry/index.ts';
import { readSentences } from '#adapters/templates/templates.ts';
import { renderAscii } from '#core/writing/picture/text.ts';
import { say } from '#core/kernel/sentence.ts';
import { randomGame, setupOf } from '#test/conformance/game.ts';
import { testBoards } from './golden-boards.ts';

const nexos = findGame('nexos')!;
const sentences = readSentences();

function after(moves: string, players: '2' | '4' = '2'): Opaque {
  const read = nexos.decode(setupOf(nexos, [['players', players]]), moves);
  if (!read.ok) throw new Error(read.reason.code);
  return read.value;
}

const drawn = (position: Opaque, seat: number | null = null): Picture => nexos.picture(position, { seat });

const few = after('g20,f21,h21,i22/u20/u6/e6/g18,g16');
const random = [...randomGame(nexos, setupOf(nexos, [['players', '4']]), 3)];

const boards: Record<string, Picture> = {
  'nexos-start': drawn(after('')),
  'nexos-few': drawn(few),
  'nexos-late': drawn(random.at(-8)!),
  'nexos-over': drawn(random.at(-1)!),
  'nexos-turned': drawn(after('e20,f21', '4'), 2),
};

testBoards('nexos-boards', boards);

it('draws the board of the sample mail to the letter', () => {
  const lines = renderAscii(drawn(after('g20,f21,h21,i22/u20')));
  expect(lines.slice(0, 7).map(line => line.slice(0, 22))).toEqual([
    '     a b c d e f g h i',
    ' 25  + . + . + . + . +',
    ' 24  .   .   .   .   .',
    ' 23  + . + . + . + . +',
    ' 22  .   .   .   .   B',
    ' 21  + . + . + B + B +',
    ' 20  .   .   .   B   .',
  ]);
  expect(lines).toHaveLength(27);
  expect(lines[0]).toBe(lines[26]);
  expect(lines[6]!.slice(-20)).toBe('  .  >Y   .   .   20');
});

it('shows where colours start until they have, in small letters', () => {
  const hints = (position: Opaque): string[] =>
    drawn(position).spots.flatMap(({ name, hint }) => (hint === null ? [] : [`${hint.letter} ${name}`]));
  expect(hints(after('')).sort()).toEqual(['b e21', 'g e5', 'r u5', 'y u21']);
  expect(hints(after('e20/u20')).sort()).toEqual(['g e5', 'r u5']);
});

it('turns the board until the first colour of the seat starts at the bottom left', () => {
  const start = after('', '4');
  for (const [seat, name] of ['e21', 'u21', 'u5', 'e5'].entries()) {
    const { spots } = drawn(start, seat);
    expect(spots.find(spot => spot.name === name)).toMatchObject({ x: 2, y: 10 });
    // Clockwise from there, as on the board itself.
    const next = ['u21', 'u5', 'e5', 'e21'][seat];
    expect(spots.find(spot => spot.name === next)).toMatchObject({ x: 2, y: 2 });
    // A segment still joins the two points its neighbours are.
    for (const { x, y, shape } of spots) {
      if (shape !== 'point') expect([x % 1 !== 0, y % 1 !== 0]).toEqual([shape === 'across', shape === 'upright']);
    }
  }
});

it('puts the name of a segment at its margins however the board is turned', () => {
  for (const seat of [null, 0, 1, 2, 3]) {
    const { spots, labels } = drawn(after('', '4'), seat);
    for (const spot of spots) {
      const beside = labels.filter(label => label.y === spot.y).map(({ text }) => text);
      const above = labels.filter(label => label.x === spot.x && label.column === spot.column).map(({ text }) => text);
      expect([beside.length, above.length]).toEqual([2, 2]);
      expect([`${above[0]!}${beside[0]!}`, `${beside[0]!}${above[0]!}`]).toContain(spot.name);
      expect([above[1], beside[1]]).toEqual([above[0], beside[0]]);
    }
  }
});

it('joins what belongs to one piece, from the middles of its segments to where they meet', () => {
  const { joints } = drawn(after('e20,f21/u20'));
  expect(joints).toEqual([
    { tone: 'blue', from: [2, 2.5], to: [2, 2] },
    { tone: 'blue', from: [2.5, 2], to: [2, 2] },
  ]);
  const ends = ({ from, to }: (typeof joints)[number]): number => Math.hypot(from[0] - to[0], from[1] - to[1]);
  for (const joint of boards['nexos-turned']!.joints) expect(ends(joint)).toBe(0.5);
});

it('has the pieces in hand, each colour on its tray', () => {
  const { trays } = drawn(few);
  expect(trays.map(({ title, shapes }) => [title, shapes.length])).toEqual([['Blue', 22], ['Yellow', 23], ['Red', 23], ['Green', 23]]); // prettier-ignore
  expect(trays[0]!.shapes.map(({ name }) => name).join(' ')).toBe(
    'I4 L4 Y N V4 W Z4 T4 U4 X F H J G O I3 L3 T3 Z3 U3 V2 1',
  );
  expect(trays[1]!.shapes.at(-1)).toEqual({ name: 'I2', strokes: [[0, 0, 0, 1], [0, 1, 0, 2]] }); // prettier-ignore
  for (const { strokes } of trays[1]!.shapes) {
    expect(Math.min(...strokes.flat())).toBe(0);
    for (const [x1, y1, x2, y2] of strokes) expect(Math.abs(x1 - x2) + Math.abs(y1 - y2)).toBe(1);
  }
});

it('tells the points, those of both players where they have two colours, and who is out', () => {
  const told = (position: Opaque): string[] => drawn(position).notes.map(note => say(sentences, note));
  expect(told(few)).toEqual([
    'Points: Blue 6, Yellow 1, Red 1, Green 1.',
    'Blue and Red 7 points, Yellow and Green 2 points.',
  ]);
  expect(told(nexos.retire(after('e20', '4'), 0))).toEqual([
    'Points: Blue 1, Yellow 0, Red 0, Green 0.',
    'Blue has resigned.',
  ]);
  expect(told(random.at(-2)!).slice(1).sort()).toEqual(["Blue can't place any more pieces.", "Green can't place any more pieces.", "Yellow can't place any more pieces."]); // prettier-ignore
  expect(told(random.at(-1)!)).toHaveLength(1);
});
