// No help for a rated game by another board with its position: copies, repeated moves, turned and mirrored boards, other colours.
import { describe, expect, it } from 'vitest';
import { clubOf } from '#test/service/lab.ts';
import type { Entry } from '#core/board/match-document.ts';
import { change, commit } from '#test/conformance/store.ts';
import { limits } from '#core/kernel/limits.ts';

const MOVES = ['a2', 'c3', 'd1', 'b4', 'c1'];

/** A club where alice and bob play hex board 101, rated, on 4x5 or another size; it is alice's turn after an even number of moves. */
async function rated(size: string, moves: readonly string[], game = 'hex') {
  const { club, send } = await clubOf(['alice', 'bob']);
  await send('alice', `${game} challenge -size=${size} --swap=off alice bob`);
  for (const [at, move] of moves.entries()) await send(at % 2 === 0 ? 'alice' : 'bob', `${game} move 101 ${move}`);
  const alone = async (ownSize: string, ownMoves: readonly string[], ownGame = game): Promise<void> => {
    await send('alice', `${ownGame} challenge -size=${ownSize} --swap=off alice alice`);
    for (const move of ownMoves) await send('alice', `${ownGame} move 102 ${move}`);
  };
  const ask = async (line: string): Promise<string> =>
    (await send('alice', line)).map(({ text }) => text.replace(/\s+/g, ' ')).join('\n');
  return { club, send, alone, ask };
}

const REFUSED = 'is the position of your';

/** The cell in the same place of a board that was turned by a half turn, or mirrored so that rows are columns. */
const turned = (rows: number, columns: number) => (cell: string) =>
  `${String.fromCharCode(97 + rows - 1 - (cell.charCodeAt(0) - 97))}${columns + 1 - Number(cell.slice(1))}`;
const exchanged = (cell: string): string =>
  `${String.fromCharCode(96 + Number(cell.slice(1)))}${cell.charCodeAt(0) - 96}`;

describe('a hint is refused', () => {
  it.each([
    ['on a copy', ['hex challenge -from=101 alice alice']],
    ['on a copy with a robot', ['hex challenge -from=101 alice robot1']],
    [
      'on an earlier copy that was played on',
      ['hex challenge -from=101#2 alice alice', 'hex move 102 d1', 'hex move 102 b4'],
    ],
    ['on a copy that has gone on', ['hex challenge -from=101 alice alice', 'hex move 102 a4', 'hex move 102 a1']],
    [
      'on a copy of a copy',
      ['hex challenge -from=101 alice alice', 'hex challenge -from=102 alice alice', 'hex resign 102'],
    ],
    ['on a copy of the position two moves ago', ['hex challenge -from=101#2 alice alice']],
  ])('%s', async (_, lines) => {
    const { send, ask } = await rated('4', MOVES.slice(0, 4));
    for (const line of lines) await send('alice', line);
    const number = lines.filter(line => line.includes('challenge')).length + 101;
    const answer = await ask(`hex hint ${number}`);
    expect(answer).toContain(REFUSED);
    expect(answer).toContain('board 101');
    expect(answer).not.toContain('I would play');
  });

  it.each([
    ['the same moves', '4', '4', (cell: string) => cell],
    ['a half turn', '4', '4', turned(4, 4)],
    ['a half turn of a rectangle', '4x5', '4x5', turned(4, 5)],
  ])('after moves with oneself: %s', async (_, size, own, map) => {
    const { alone, ask } = await rated(size, MOVES.slice(0, 4));
    await alone(own, MOVES.slice(0, 4).map(map));
    expect(await ask('hex hint 102')).toContain(REFUSED);
  });

  it('on an empty board while the rated one is empty', async () => {
    const { alone, ask } = await rated('4', []);
    await alone('4', []);
    expect(await ask('hex hint 102')).toContain(REFUSED);
  });

  it('on a board of squares that was mirrored', async () => {
    const moves = ['a1', 'b3', 'e5', 'c2'];
    const { alone, ask } = await rated('6', moves, 'gomoku');
    await alone('6', moves.map(exchanged));
    expect(await ask('gomoku hint 102')).toContain(REFUSED);
  });

  it('in Nexos', async () => {
    const { club, send } = await clubOf(['alice', 'bob']);
    await send('alice', 'nexos challenge -players=2 alice bob');
    await send('alice', 'nexos challenge -from=101 alice alice');
    const [answer] = await send('alice', 'nexos hint 102');
    expect(answer?.text.replace(/\s+/g, ' ')).toContain(REFUSED);
    expect(club.log.join('\n')).not.toContain('mail-failed');
  });
});

describe('an analysis is refused', () => {
  it.each([
    ['of a copy in play', ['hex challenge -from=101 alice alice', 'hex move 102 a4']],
    ['of a copy that is over', ['hex challenge -from=101 alice alice', 'hex move 102 a4', 'hex resign 102']],
    [
      'of an earlier copy that has come through the position',
      ['hex challenge -from=101#3 alice alice', 'hex move 102 b4', 'hex move 102 c1', 'hex resign 102'],
    ],
  ])('%s', async (_, lines) => {
    const { send, ask } = await rated('4', MOVES.slice(0, 4));
    for (const line of lines) await send('alice', line);
    expect(await ask('hex analyse 102')).toContain(REFUSED);
  });

  it('of the result of a copy that was given up against a robot', async () => {
    const { send } = await rated('4', MOVES.slice(0, 4));
    await send('alice', 'hex challenge -from=101 alice robot1');
    await send('alice', 'hex move 102 a4');
    const mails = await send('alice', 'hex resign 102');
    expect(mails.map(({ text }) => text).join('\n')).not.toMatch(/would have won|lost the game|gave a win away/);
  });
});

describe('help is given', () => {
  it.each([
    ['at another position', '4', ['a1', 'c3', 'd1', 'b4']],
    ['at the position a stone further', '4', ['a2', 'c3', 'd1', 'b3']],
    ['on a board of another size', '5', MOVES.slice(0, 4)],
    ['on an empty board', '4', []],
  ])('%s', async (_, size, moves) => {
    const { alone, ask } = await rated('4', MOVES.slice(0, 4));
    await alone(size, moves);
    expect(await ask('hex hint 102')).toContain('I would play');
  });

  it('to others, and once the rated game is over', async () => {
    const { send, ask } = await rated('4', MOVES.slice(0, 4));
    await send('alice', 'hex challenge -from=101 alice alice');
    await send('carol', 'signup carol');
    await send('carol', 'hex challenge -from=101 carol carol');
    expect((await send('carol', 'hex hint 103'))[0]?.text).toContain('I would play');
    await send('alice', 'hex resign 101');
    expect(await ask('hex hint 102')).toContain('I would play');
  });

  it('in an unrated game while a rated one that began in the same way is further', async () => {
    const { alone, ask } = await rated('4', [...MOVES, 'a4', 'a1', 'b1']);
    await alone('4', MOVES.slice(0, 2));
    expect(await ask('hex hint 102')).toContain('I would play');
  });

  it('by no more work than is bounded: a player of very many moves gets a reason', async () => {
    const { club, send, ask } = await rated('4', MOVES.slice(0, 4));
    await send('alice', 'hex challenge -from=101 alice alice');
    const match = await club.document('match/hex/101');
    const gift: Entry = { kind: 'addtime', by: 0, days: 1, at: match.opened };
    const record = [...match.record, ...Array.from({ length: limits.entriesCompared }, () => gift)];
    const { versions } = await club.store.read(['match/hex/101']);
    await commit(club.store, change('gifts', [['match/hex/101', { ...match, record }]], { expect: versions }));
    expect(await ask('hex hint 102')).toContain('you have too many Hex games');
  });
});
