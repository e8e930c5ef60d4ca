// `nexpost referee` with programs that speak GTP, well and ill behaved.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAlive, referee, start, type Traces, traces } from './referee-run.ts';

const players = join(import.meta.dirname, 'players');
const gtp = (word = ''): string => `python3 '${join(players, 'gtp-hex.py')}' ${word}`.trim();
const LAST = `sh '${join(players, 'hex.sh')}' last`;
const SWAPS = `sh '${join(players, 'hex.sh')}' swap`;

let left: Traces;
beforeEach(() => {
  left = traces();
});
afterEach(() => {
  left.remove();
});

/** The program notes its id each time it starts. */
const noted = (command: string): string => `gtp:echo $$ >>'${left.file('pids')}'; exec ${command}`;

describe('a program that speaks GTP', () => {
  it('plays all games in one process, against one of the line protocol', async () => {
    const words = ['hex', '-size=3', '--black', noted(gtp()), '--white', LAST, '--games', '3'];
    const { status, games, err } = await referee(...words);
    expect([status, err]).toEqual([0, '']);
    // Its column a is our column 1: it goes down from a1, and the other goes left from c3.
    expect(games.map(({ moves }) => moves.join(' '))).toEqual([
      'a1 c3 b1 c2 c1',
      'c3 a1 c2 b1 c1 a2 b3 b2 a3',
      'a1 c3 b1 c2 c1',
    ]);
    expect(games.map(({ winner, reason }) => [winner, reason])).toEqual([
      ['black', 'connection'],
      ['black', 'connection'],
      ['black', 'connection'],
    ]);
    expect(left.ids()).toHaveLength(1);
    expect(left.ids().filter(isAlive)).toEqual([]);
  });

  it('plays against one of our engines', async () => {
    const words = ['hex', '-size=3', '--black', 'player:random --seed 1', '--white', noted(gtp()), '--games', '2'];
    const { games } = await referee(...words);
    expect(games.map(({ reason }) => reason)).toEqual(['connection', 'connection']);
  });

  it('plays against one of our engines, which swaps openings that are good', async () => {
    const words = ['hex', '-size=3', '-swap', '--white', 'player:network --nodes 8 --seed 1', '--save', left.file('saved')]; // prettier-ignore
    const { games, summary } = await referee(...words, '--black', noted(gtp('first b2')));
    expect(games[0]).toMatchObject({
      swappedAfter: 1,
      black: 'player:network --nodes 8 --seed 1',
      reason: 'connection',
    });
    expect(summary).toMatchObject({ options: { size: '3x3', swap: 'on' } });
    const lines = readFileSync(left.file('saved/game-001.txt'), 'utf8').split('\n').filter(line => !line.startsWith('#')); // prettier-ignore
    expect(lines.slice(0, 3)).toEqual(['options: -size=3x3 -swap=on', 'b2', 'swap']);
    const corner = await referee(...words.slice(0, -2), '--black', noted(gtp('first a1')));
    expect(corner.games[0]).toMatchObject({ swappedAfter: null });
  });

  it('may resign', async () => {
    const { games } = await referee('hex', '-size=4', '--black', noted(gtp('resign')), '--white', LAST);
    expect(games[0]).toMatchObject({ winner: 'white', reason: 'resigned', moves: ['a1', 'd4'] });
    expect(games[0]!.faults).toBeUndefined();
  });

  it.each([
    ['is asked for the other colour after a swap', gtp()],
    ['is told of it in its own word if it would swap back', gtp('first swap-pieces')],
  ])('%s', async (_, command) => {
    const black = noted(command);
    const words = ['hex', '-size=4', '-swap', '--black', black, '--white', SWAPS];
    const { games } = await referee(...words);
    expect(games[0]!.moves.join(' ')).toBe('a1 b1 d4 c1 d3 d1 d2 a2 c4 b2 c3 c2 b4 a3 b3 a4');
    expect(games[0]).toMatchObject({ swappedAfter: 1, winner: 'white', black: SWAPS, white: black });
  });

  it.each(['swap', 'swap-pieces', 'swap-sides'])('may swap by %s, and sets up its board again', async word => {
    const white = noted(gtp(`first ${word}`));
    const { games } = await referee('hex', '-size=4', '-swap=on', '--black', LAST, '--white', white);
    expect(games[0]!.moves.join(' ')).toBe('d4 d3 a1 d2 b1 d1 c1 c4');
    expect(games[0]).toMatchObject({ swappedAfter: 1, black: white, white: LAST, reason: 'connection' });
  });

  describe.concurrent('loses its game if it', () => {
    it.each([
      ['exit', 'crash', /^it exited with status 3$/],
      ['hang', 'timeout', /^no move came in 2000 ms$/],
      ['talk', 'illegal', /^it said 'no answer: thinking about it': /],
      ['refuse', 'protocol', /^it refused 'genmove black: cannot move'$/],
      ['flood', 'protocol', /^it said more than any message has without ending one$/],
      ['A1', 'illegal', /^it said 'a1': a1 is taken by /],
      ['B1', 'illegal', /^it said 'a2': a2 is taken by /],
      ['pass', 'illegal', /^it said 'no vertex: pass': /],
      ['swap-pieces', 'illegal', /^it said 'swap': This game is played without swapping\./],
      ['a-2', 'illegal', /^it said 'no vertex: a-2': /],
    ])('says or does %s', async (word, reason, message) => {
      const white = `sh '${join(players, 'hex.sh')}' first`;
      // The others answer, however slow the machine.
      const seconds = word === 'hang' ? '2' : '100';
      const words = ['hex', '-size=4', '--black', `gtp:${gtp(word)}`, '--white', white, '--move-time', seconds];
      const { status, games } = await referee(...words);
      expect([status, games.length]).toEqual([0, 1]);
      expect(games[0]).toMatchObject({ winner: 'white', reason, faults: [{ by: 'black' }] });
      expect(games[0]!.faults![0]!.message).toMatch(message);
    });
  });

  it('loses if it refuses the board or a command before the first game', async () => {
    const size = await referee('hex', '-size=9', '--black', `gtp:${gtp()}`, '--white', LAST);
    expect(size.games[0]!.faults).toEqual([{ by: 'black', message: "it refused 'boardsize 9: unacceptable size'" }]);
    const words = ['--black-setup', 'boardsize 8', '--black-setup', 'level 3'];
    const setup = await referee('hex', '-size=4', '--black', `gtp:${gtp()}`, ...words, '--white', LAST);
    expect(setup.games[0]!.faults).toEqual([{ by: 'black', message: "it refused 'level 3: unknown command'" }]);
  });
});

it.each([
  ['nex --black gtp:x --white y', /^No program plays Nex by GTP\. GTP is for nexos, hex, /],
  ['hex --black gtp: --white y', /^'gtp:' needs a command line\.$/],
  ['hex --black x --black-setup level --white y', /^--black-setup needs a program that speaks GTP: --black gtp:CMD\.$/],
])('%s is wrong', async (words, why) => {
  const { status, err } = await start(['referee', ...words.split(' ')]).ended;
  expect(status).toBe(2);
  expect(err.split('\n')[0]).toMatch(why);
});
