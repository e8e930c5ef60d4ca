// What may be typed in Nexos, and what is said when it cannot be played; and the game file.
import { describe, expect, it } from 'vitest';
import type { GivenOptions, Opaque } from '#games/game.ts';
import { findGame, games } from '#games/registry/index.ts';
import { readSentences } from '#adapters/templates/templates.ts';
import { say } from '#core/kernel/sentence.ts';
import { setupOf } from '../conformance/game.ts';

const nexos = findGame('nexos')!;
const sentences = readSentences();

function decoded(text: string, given: GivenOptions = []): Opaque {
  const read = nexos.decode(setupOf(nexos, given), text);
  if (!read.ok) throw new Error(say(sentences, read.reason));
  return read.value;
}

/** The canonical text of what was typed, or the sentence of the refusal. */
function read(position: Opaque, text: string): string {
  const move = nexos.parse(position, text);
  return move.ok ? nexos.format(position, move.value) : say(sentences, move.reason);
}

const start = decoded('');
/** Blue to move: it has placed V2 and I2, the latter straight over g19. */
const middle = decoded('e20,f21/u20,t21/u6/e6/f19,h19/n19,p19,r19,t19/u8,t9/d7,e8');

describe('reads', () => {
  it.each([
    ['e20', 'e20'],
    ['E20.', 'e20'],
    ['f21,e20', 'e20,f21'],
    [' F21 , E20 , ', 'e20,f21'],
    ['e21-e19', 'e20'],
    ['e21-e19-g19-g17', 'g18,f19,e20'],
    ['e21-e19-g19-g15', 'g16,g18,f19,e20'],
    ['E21 - E19 - G19', 'f19,e20'],
    ['g21-e21,e21-e19', 'e20,f21'],
    ['e21-m21', 'f21,h21,j21,l21'],
    ['m21-e21', 'f21,h21,j21,l21'],
    ['e13-e21', 'e14,e16,e18,e20'],
    ['c21-g21,e23-e19', 'e20,d21,f21,e22'],
    ['e21-e19-g19-g21-e21', 'f19,e20,g20,f21'],
    ['e20,e19-g19', 'f19,e20'],
    ['e21-e19,f19', 'f19,e20'],
    ['e21 e19 g19 g17', 'g18,f19,e20'],
    ['e20-f19', 'f19,e20'],
    ['e20-e18', 'e18,e20'],
    ['V2 e20 f21', 'e20,f21'],
    ['V2 at g21-e21-e19', 'e20,f21'],
    ['piece I4: e21-m21', 'f21,h21,j21,l21'],
    ['1 e20', 'e20'],
  ])('%j as %s', (text, expected) => {
    expect(read(start, text)).toBe(expected);
    expect(nexos.looksLikeMove(text)).toBe(true);
  });
});

describe('refuses, and says why', () => {
  it.each([
    'hello', 'e21-', 'z3', 'a26', 'e99-e21', 'd20', 'e21', 'e19,e20', 'd20-e21', 'e21-g19', 'e21-e21',
    'e20,e20', 'e21-e19-e21', 'e21-e19,e20', 'e21-o21', 'a1-y1,a3-y3', 'e20,f21,f19,g20,g18', 'e20,h19', 'e20,f21,a2,b1', 'u20',
    'e18', 'a2,b1', 'pass', 'PASS.', 'I4', 'F', 'f at e21', 'V2 e20', 'L4 at e20,f21', 'I4 at a1',
  ])('%s at the start', text => expect(`${text}: ${read(start, text)}`).toMatchSnapshot()); // prettier-ignore

  it.each(['e20', 'u20', 'd21,e22', 'g18,g20', 'g16,g18,g20', 'b1', 'a2,b1,c2', 'f9', 'pass', 'V2', 'V2 f9 e10'])(
    '%s in the middle',
    text => expect(`${text}: ${read(middle, text)}`).toMatchSnapshot(),
  );
});

describe('the shape of a move', () => {
  it.each([
    'e20',
    'z99',
    'pass',
    'Pass',
    'a1-b2,c3',
    'e21 - e19',
    'e20, f21',
    'a1,b2,c3,d4,e5',
    'e20 f21',
    'e20;f21',
    'I play e20',
    'e4!',
    'h8\nh9',
    'F at e20',
  ])('%j', text => expect(nexos.looksLikeMove(text)).toBe(true));
  it.each([
    '', ' ', '-', 'e', '20', 'e0', 'e100', '-e20', 'e20-', 'passed', 'pass 101', 'ok', 'e4?', 'F', 'Y', 'Q at e20',
    Array.from({ length: 13 }, () => 'e20').join(), 'resign',
  ])('not %j', text => expect(nexos.looksLikeMove(text)).toBe(false)); // prettier-ignore

  it('is found out at once, however long the text', () => {
    for (const piece of ['.', ' ', ',', '-', ' - ', 'e20,', 'e21-', '1', 'pass ', '/', 'e20/']) {
      const text = `${piece.repeat(1_000_000)}x`;
      expect(nexos.looksLikeMove(text)).toBe(false);
      expect(nexos.parsePass(start, text)).toBeNull();
      expect(read(start, text).length).toBeLessThan(150);
      const position = nexos.decode(setupOf(nexos, []), text);
      expect(position.ok ? '' : say(sentences, position.reason).length).toBeLessThan(300);
    }
  });
});

describe('position texts', () => {
  it('name the move that cannot be', () => {
    const refused = (text: string): string => {
      const position = nexos.decode(setupOf(nexos, []), text);
      return position.ok ? 'fine' : say(sentences, position.reason);
    };
    expect(refused('e20/u20/u20')).toMatchInlineSnapshot(
      `"I can't read 'e20/u20/u20' as a position of this game. It needs legal moves joined by / (number 3, 'u20', is none there)."`,
    );
    expect(refused('e20/')).toMatchInlineSnapshot(
      `"I can't read 'e20/' as a position of this game. It needs legal moves joined by / (number 2, '', is none there)."`,
    );
    expect(refused('e20/pass')).toMatchInlineSnapshot(
      `"I can't read 'e20/pass' as a position of this game. It needs legal moves joined by / (number 2, 'pass', is none there)."`,
    );
  });

  it('may be written in any form of a move', () => {
    expect(nexos.encode(decoded(' E21-E19-G19/u20 '))).toBe('f19,e20/u20');
  });
});

describe('options', () => {
  it.each<[GivenOptions, unknown]>([
    [[], { players: '2' }],
    [[['players', '2']], { players: '2' }],
    [[['Players', ' 4 ']], { players: '4' }],
  ])('%j', (given, setup) => expect(nexos.setup(given)).toEqual({ ok: true, value: setup }));

  it('give two seats with two colours each, or four with one', () => {
    expect(nexos.seats({ players: '2' })).toEqual([
      { title: 'Blue and Red', colours: ['blue', 'red'] },
      { title: 'Yellow and Green', colours: ['yellow', 'green'] },
    ]);
    expect(nexos.seats({ players: '4' }).map(({ title }) => title)).toEqual(['Blue', 'Yellow', 'Red', 'Green']);
    expect(nexos.setup([['players', '3']])).toMatchObject({ ok: false, reason: { code: 'option-value' } });
  });
});

describe('the game file', () => {
  const written = (position: Opaque, players: readonly string[]): string =>
    nexos.record!.write({
      ...{ position, setup: setupOf(nexos, []), moves: [], players },
      ...{ swappedAfter: null, outcome: null, date: null },
    });
  const moves = 'e20,f21/u20/u6/e6/f19,h19';

  it('has the moves by colour, and the players by seat', () => {
    expect(nexos.record?.extension).toBe('blksgf');
    expect(written(decoded(moves), ['alice', 'bob'])).toBe(
      '(;GM[Nexos Two-Player]CA[UTF-8]PB[alice]PW[bob]\n;1[e20,f21]\n;2[u20]\n;3[u6]\n;4[e6]\n;1[f19,h19])\n',
    );
    expect(written(decoded('e20', [['players', '4']]), ['a', 'b', 'c', 'd'])).toBe(
      '(;GM[Nexos]CA[UTF-8]P1[a]P2[b]P3[c]P4[d]\n;1[e20])\n',
    );
    expect(written(start, [])).toBe('(;GM[Nexos Two-Player]CA[UTF-8])\n');
  });

  it('lets no name break out of its brackets', () => {
    expect(written(start, ['a]\\;1[e20]', 'b\nc'])).toBe(
      '(;GM[Nexos Two-Player]CA[UTF-8]PB[a\\]\\\\;1[e20\\]]PW[b c])\n',
    );
  });

  it('is there for nexos, and for games that SGF has a number for', () => {
    expect(games.filter(({ record }) => record !== null).map(({ name }) => name)).toEqual(['nexos', 'hex', 'gomoku']);
  });
});
