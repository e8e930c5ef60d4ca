// Game files on the command line: SGF of several programs, and what a file is that is none.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { runVerb, runVerbOn } from './run-verb.ts';

const scratch = mkdtempSync(join(tmpdir(), 'nexpost-files-'));
afterAll(() => rmSync(scratch, { recursive: true }));

function fileOf(name: string, content: string | Buffer): string {
  const path = join(scratch, name);
  writeFileSync(path, content);
  return path;
}

const HEX = '(;FF[4]CA[UTF-8]AP[nexpost]GM[11]SZ[4]RE[W+R]\n;B[c2];W[swap-pieces];B[c2];B[resign])\n';
const LITTLE_GOLEM =
  '(;FF[4]EV[hex.mc.2010]PB[a]PW[b]SZ[13]SO[http://www.littlegolem.com];W[mf];B[gg];W[de];B[resign])';
const NEXOS = '(;GM[Nexos Two-Player]CA[UTF-8]\n;1[e20,f21]\n;2[u20])\n';
const GOMOKU = '(;GM[4]SZ[9];B[ee];W[ff])';
const linesOf = (text: string): readonly unknown[] =>
  text.trim().split('\n').map(line => JSON.parse(line) as unknown); // prettier-ignore

describe('nexpost replay', () => {
  it.each([
    ['ours.sgf', HEX, [{ by: 'black', move: 'b3' }, { ply: 1, swap: 'white' }, { by: 'white', move: 'c2' }, { retire: 'white', winner: 'black', reason: 'resigned' }]],
    ['golem.hsgf', LITTLE_GOLEM, [{ move: 'f13' }, { move: 'g7' }, { move: 'e4' }, { retire: 'white', winner: 'black' }]],
    ['game.blksgf', `\ufeff${NEXOS}`, [{ by: 'blue', move: 'e20,f21' }, { by: 'yellow', move: 'u20', toMove: 'red' }]],
    ['size.hsgf', LITTLE_GOLEM.replace('hex.mc.2010', 'Hex-Size 13.mc'), [{ move: 'f13' }, { move: 'g7' }, { move: 'e4' }, { retire: 'white' }]],
    ['five.SGF', GOMOKU, [{ move: 'e5' }, { move: 'f4' }]],
    ['White first.sgf', '(;GM[11]SZ[3:2];W[c1];B[a2])', [{ by: 'black', move: 'c1' }, { by: 'white', move: 'a2' }]],
    ['moves after a resignation.sgf', '(;GM[11]SZ[4];B[a1];W[resign];B[b1];W[swap-pieces])', [{ move: 'a1' }, { retire: 'white', winner: 'black', reason: 'resigned' }]],
    ['a resignation after the end.sgf', '(;GM[11]SZ[2]RE[B+R];B[a1];W[b1];B[a2];W[resign])', [{ move: 'a1' }, { move: 'a2' }, { move: 'b1', winner: 'black', reason: 'connection' }]],
    ['a result that the moves contradict.sgf', '(;GM[11]SZ[2]RE[W+R];B[a1];W[b1];B[a2])', [{ move: 'a1' }, { move: 'a2' }, { move: 'b1', winner: 'black', reason: 'connection' }]],
  ])('reads %s', async (name, text, wanted) => {
    const { code, stdout } = await runVerb('replay', fileOf(name, text));
    expect(code).toBe(0);
    expect(linesOf(stdout)).toMatchObject([{ ply: 0 }, ...wanted]);
  }); // prettier-ignore

  it.each([['hex', HEX], ['nexos', NEXOS], ['gomoku', GOMOKU], ['hex', '(;SZ[4];B[a1])']])('reads SGF of %s on stdin: %s', async (game, text) => {
    const { code, stdout } = await runVerbOn(Readable.from([Buffer.from(text)]), 'replay', game);
    expect([code, linesOf(stdout).length > 2]).toEqual([0, true]);
  }); // prettier-ignore

  it('writes SGF again as it was', async () => {
    expect((await runVerb('replay', fileOf('again.sgf', HEX), '--record')).stdout).toBe(HEX);
  });

  it.each([
    ['go.sgf', '(;GM[1]SZ[19];B[dd])', 'an SGF of Go'],
    ['plain.sgf', '(;SZ[19];B[dd])', 'does not name its game. Name it'],
    ['golem.sgf', '(;FF[4]EV[null]SZ[13];W[ma];B[swap])', 'does not name its game. Name it'],
    ['other.sgf', '(;GM[Blokus Duo];B[e5])', 'another game, blokus duo'],
    ['cut.sgf', HEX.slice(0, 60), 'breaks off'],
    ['stones.sgf', '(;GM[11]AB[a1];W[b2])', 'pieces on the board'],
    ['empty.sgf', '\ufeff \n', 'is empty'],
    ['picture.sgf', Buffer.from('89504e470d0a1a0a00', 'hex'), 'a picture'],
    ['photo.jpeg', Buffer.from('ffd8ffe000', 'hex'), 'a picture'],
    ['games.zip', 'PK\u0003\u0004', 'unpacked first'],
    ['page.html', '<!doctype html>', 'a web page'],
    ['marked.html', '\ufeff <!doctype html>', 'a web page'],
    ['wide.sgf', Buffer.from(HEX, 'utf16le'), 'no text in UTF-8'],
    ['huge.sgf', `(;C[${'x'.repeat(1_000_000)}])`, 'more than 1000000 bytes'],
    ['moves.txt', 'b3\nc2\n', 'comes from stdin'],
  ])('says what %s is', async (name, content, what) => {
    const { code, stdout, stderr } = await runVerb('replay', fileOf(name, content));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(what);
  });

  it.each([
    ['picture', Buffer.from('89504e470d0a1a0a00', 'hex'), 'a picture'],
    ['photo', Buffer.from('ffd8ffe000', 'hex'), 'a picture'],
    ['archive', Buffer.from('1f8b0800', 'hex'), 'an archive'],
    ['web page', '\ufeff\n<!doctype html>\n<p>', 'a web page'],
    ['UTF-16', Buffer.from(HEX, 'utf16le'), 'no text in UTF-8'],
  ])('says on stdin that it is a %s', async (_, content, what) => {
    const { code, stdout } = await runVerbOn(Readable.from([Buffer.from(content)]), 'replay', 'hex');
    expect(code).toBe(1);
    expect(linesOf(stdout)).toMatchObject([
      { ply: 0 },
      { error: { message: expect.stringContaining(what) as string } },
    ]);
  });

  it.each([['none.sgf', 'There is no file'], ['.', 'is a folder']])('cannot read %s', async (name, why) => {
    expect((await runVerb('replay', join(scratch, name))).stderr).toContain(why);
  }); // prettier-ignore

  it.each([
    ['two moves of a colour', '(;GM[11]SZ[4];B[a1];B[b1])', "It was not black's turn"],
    ['a move of a colour that has no turn', '(;GM[Nexos];1[e20,f21];1[e22])', "It was not blue's turn", 'nexos'],
    ['an illegal move', '(;GM[11]SZ[4];B[a1];W[a1])', 'taken'],
    ['a board that is too large', '(;GM[11]SZ[99];B[a1])', 'size'],
    ['no move', `(;GM[11]SZ[4];B[${'x'.repeat(5000)}])`, "can't read"],
    ['another game', NEXOS, 'not of Hex'],
  ])('refuses an SGF with %s', async (_, text, why, game = 'hex') => {
    const { code, stdout } = await runVerbOn(Readable.from([Buffer.from(text)]), 'replay', game);
    expect(code).toBe(1);
    expect(linesOf(stdout).at(-1)).toHaveProperty('error.message');
    expect(stdout).toContain(why);
    expect(stdout.length).toBeLessThan(1000);
  });
});

describe('nexpost play --load', () => {
  const load = (game: string, name: string, text: string): ReturnType<typeof runVerb> =>
    runVerbOn(Readable.from(['list\nquit\n']), 'play', game, '--load', fileOf(name, text));

  it.each([
    ['hex', HEX, '1 Black   b3', '2 White   c2'],
    ['nexos', NEXOS, '1 Blue    e20,f21', '2 Yellow  u20'],
    ['gomoku', GOMOKU, '1 Black   e5', '2 White   f4'],
  ])('goes on with an SGF of %s', async (game, text, ...listed) => {
    const { code, stdout } = await load(game, 'load.sgf', text);
    expect(code).toBe(0);
    for (const line of listed) expect(stdout).toContain(line);
  });

  it.each([
    ['of another game', NEXOS, 'an SGF of Nexos, not of Hex'],
    ['with an illegal move', '(;GM[11]SZ[4];B[a1];W[a1])', '--load: 2. a1: '],
    ['that is empty', '', 'is empty'],
  ])('refuses a file %s', async (_, text, why) => {
    const { code, stdout, stderr } = await load('hex', 'bad.sgf', text);
    expect([code === 0, stdout]).toEqual([false, '']);
    expect(stderr).toContain(why);
    expect(stderr).not.toContain('{');
  });
});

describe('nexpost player --gtp', () => {
  it('loads a file by its path, and no other game', async () => {
    const [hex, nexos] = [fileOf('a game.sgf', '(;GM[11]SZ[4];B[c2])'), fileOf('n.blksgf', NEXOS)];
    const lines = `loadsgf ${hex}\nplay w c2\nplay w c3\nloadsgf ${nexos}\nloadsgf ${hex}x\n`;
    const { stdout } = await runVerbOn(Readable.from([lines]), 'player', 'random', 'hex', '--gtp');
    expect(stdout.split('\n\n').map(line => line.slice(0, 55))).toEqual([
      ...['= ', '? illegal move', '= ', '? cannot load file: This is an SGF of Nexos, not of Hex'],
      expect.stringMatching(/^\? cannot load file: /),
      '',
    ]);
  });
});
