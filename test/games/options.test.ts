// Options of a challenge: what becomes a setup, and what is said of the rest.
import { describe, expect, it } from 'vitest';
import type { GivenOptions } from '#games/game.ts';
import { findGame } from '#games/registry/index.ts';
import { readSentences } from '#adapters/templates/templates.ts';
import { say } from '#core/kernel/sentence.ts';

const nex = findGame('nex')!;
const hex = findGame('Hex')!;

describe('setups', () => {
  it('have defaults', () => {
    expect(nex.setup([])).toEqual({ ok: true, value: { size: '13x13', endgame: 'neto' } });
    expect(hex.setup([])).toEqual({ ok: true, value: { size: '11x11' } });
  });

  it.each([
    ['5', '5x5'],
    ['9x11', '9x11'],
    ['9X11', '9x11'],
    ['9×11', '9x11'],
    [' 9 x 11 ', '9x11'],
    ['02', '2x2'],
    ['19', '19x19'],
  ])('read the size %j as %s', (typed, size) => {
    expect(nex.setup([['size', typed]])).toMatchObject({ ok: true, value: { size } });
  });

  it('read names and values in any case', () => {
    const given: GivenOptions = [['Endgame', 'NexC'], ['SIZE', '4']]; // prettier-ignore
    expect(nex.setup(given)).toEqual({ ok: true, value: { size: '4x4', endgame: 'nexc' } });
  });
});

it.each<[GivenOptions, string]>([
  [[['size', '1']], "-size can't be '1'. It can be 2 to 19, or rows x columns such as 2x3."],
  [[['size', '20']], "-size can't be '20'. It can be 2 to 19, or rows x columns such as 2x3."],
  [[['size', '2x20']], "-size can't be '2x20'. It can be 2 to 19, or rows x columns such as 2x3."],
  [[['size', '5,5']], "-size can't be '5,5'. It can be 2 to 19, or rows x columns such as 2x3."],
  [[['size', '5.5']], "-size can't be '5.5'. It can be 2 to 19, or rows x columns such as 2x3."],
  [[['size', '']], '-size needs a value. It can be 2 to 19, or rows x columns such as 2x3.'],
  [[['size', true]], '-size needs a value. It can be 2 to 19, or rows x columns such as 2x3.'],
  [[['endgame', 'draw']], "-endgame can't be 'draw'. It can be neto, nexc."],
  [[['swap', 'on']], "This game has no option 'swap'. It has -size, -endgame."],
  [[['size', '5'], ['Size', '6']], 'You gave -size twice. Once is enough.'], // prettier-ignore
])('%j is refused: %s', (given, sentence) => {
  const setup = nex.setup(given);
  expect(setup.ok ? 'fine' : say(readSentences(), setup.reason)).toBe(sentence);
});

describe('position texts', () => {
  const setup = { size: '13x13', endgame: 'nexc' };
  const read = (text: string): string => {
    const position = nex.decode(setup, text);
    return position.ok ? nex.encode(position.value) : position.reason.code;
  };

  it.each(['.../.../... B', '..?/..B/... W', '../WB B'])('%j is one', text => expect(read(text)).toBe(text));
  it.each([
    '',
    'B',
    '.. B',
    '.../.. B',
    '.../.../...',
    '.../.../... ?',
    '.x./.../... B',
    '././. B',
    '.../.../.../ B',
    `${'.'.repeat(20)}/${'.'.repeat(20)} B`,
  ])(
    '%j is none',
    text => expect(read(text)).toBe('position-unreadable'), // prettier-ignore
  );
  it('have no neutral stones in hex', () => {
    expect(hex.decode({ size: '11x11' }, '..?/..B/... W')).toMatchObject({
      ok: false,
      reason: { code: 'position-unreadable' },
    });
  });
  it('keep the other options of the setup', () => {
    const position = nex.decode(setup, 'BB/?W W');
    expect(position.ok && nex.outcome(position.value)).toMatchObject({ ranks: [1, 1], reason: 'no-move' });
  });
});
