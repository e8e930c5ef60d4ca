// `nexpost play`: whole sittings at a terminal that is no terminal, as golden files: typed lines in, everything shown out.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { games } from '#games/registry/index.ts';
import { createRandom } from '#games/kit/random.ts';
import { runCommandLine } from '#cli/main.ts';
import { listCompletions, formatGameFile, beginTerminalGame, handleLine } from '#cli/play/terminal-game.ts';
import { setupOf } from '../conformance/game.ts';

const scratch = mkdtempSync(join(tmpdir(), 'nexpost-play-'));
afterAll(() => {
  rmSync(scratch, { recursive: true });
});

async function sit(args: readonly string[], typed: string): Promise<{ status: number; out: string; err: string }> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const text = (stream: PassThrough): Promise<string> =>
    stream.toArray().then(parts => Buffer.concat(parts).toString());
  const [out, err] = [text(stdout), text(stderr)];
  const status = await runCommandLine(['play', ...args], { stdin: Readable.from([typed]), stdout, stderr });
  stdout.end();
  stderr.end();
  return { status, out: await out, err: await err };
}

/** A golden file: `$ play …`, the lines typed each behind `> `, and what is shown. */
const folder = join(import.meta.dirname, '..', 'golden', 'play');

async function replay(text: string): Promise<string> {
  const [head = '', ...rest] = text.split('\n');
  const typed = rest.filter(line => line.startsWith('> ')).map(line => line.slice(2));
  const { status, out, err } = await sit(head.replace(/^\$ play /, '').split(' '), `${typed.join('\n')}\n`);
  expect(err).toBe('');
  expect(status).toBe(0);
  // What is typed is echoed by a terminal; here it is put where it was read.
  const shown = out.split('> ').map((part, i) => (i === 0 ? part : `> ${typed[i - 1] ?? ''}\n${part}`));
  return `${head}\n${shown.join('').trimEnd()}\n`;
}

describe('golden sittings', () => {
  for (const name of readdirSync(folder)) {
    it(name.replace('.txt', '').replaceAll('-', ' '), async () => {
      const file = join(folder, name);
      await expect(await replay(readFileSync(file, 'utf8'))).toMatchFileSnapshot(file);
    });
  }
});

describe('nexpost play', () => {
  it('saves what nexpost replay and --load read, and never over another file', async () => {
    const file = join(scratch, 'saved');
    const first = await sit(['hex', '-size=3'], `b2\na1\nsave ${file}\nsave ${file}\n`);
    expect(first.out).toContain(`Saved in ${file}.`);
    expect(first.out).toContain('is there already');
    const again = await sit(['hex', '-size=3', '--load', file], 'list\n');
    expect(again.out).toContain('   1 Black   b2\n   2 White   a1\n');
    const replayed = await runCommandLine(['replay', 'hex', '-size=3'], {
      stdin: Readable.from([readFileSync(file)]),
      stdout: new PassThrough().resume(),
      stderr: new PassThrough().resume(),
    });
    expect(replayed).toBe(0);
  });

  it('goes on with a game that the referee saved, on the board that its first line names', async () => {
    const file = join(scratch, 'refereed');
    writeFileSync(file, '# Hex, game 1\noptions: -size=4\nb2\nd4\n');
    const { out, status } = await sit(['hex', '--load', file], 'list\n');
    expect(status).toBe(0);
    expect(out).toContain('   1 Black   b2\n   2 White   d4\n');
    expect(out).toContain('d\\  ');
  });

  it('says what is wrong with a command line, a position, a file', async () => {
    const bad = join(scratch, 'bad');
    writeFileSync(bad, 'b2\nb2\n');
    for (const [args, status, why] of [
      [[], 2, 'play needs the name of a game'],
      [['chess'], 2, "There is no game 'chess'"],
      [['hex', '-size=0'], 2, 'size'],
      [['hex', '--player', 'green=mcts'], 2, 'black, white'],
      [['hex', '--player', 'black=deepblue'], 2, "There is no player 'deepblue'"],
      [['hex', '--speed', '9'], 2, "'--speed' is no option"],
      [['hex', '--position', 'XX'], 1, '--position:'],
      [['hex', '--load', join(scratch, 'none')], 1, 'There is no file'],
      [['hex', '--load', bad], 1, 'line 2'],
    ] as const) {
      const told = await sit(args, '');
      expect([told.status, told.err.includes(why)], `${args.join(' ')}: ${told.err}`).toEqual([status, true]);
      expect(told.out).toBe('');
    }
    expect(existsSync(join(scratch, 'none'))).toBe(false);
  });
});

describe('a terminal game', () => {
  it('takes any line in any game without complaint, and undoes to the beginning', () => {
    for (const game of games) {
      const rng = createRandom(5);
      let state = beginTerminalGame(game, setupOf(game, []), game.start(setupOf(game, [])));
      const lines = ['help', 'moves', 'list', 'position', 'board', 'nonsense', '', 'x,y,z', 'resign', 'undo'];
      for (let i = 0; i < 12; i++) {
        const move = game.toMove(state.position) === null ? null : game.randomMove(state.position, rng);
        const line = i % 3 === 2 || move === null ? lines[rng.below(lines.length)]! : game.format(state.position, move);
        state = handleLine(state, line, () => false).state;
      }
      for (let i = 0; i < 20; i++) state = handleLine(state, 'undo', () => false).state;
      expect(game.encode(state.position)).toBe(game.encode(state.start));
      expect(formatGameFile(state)).toMatch(new RegExp(`^# nexpost replay ${game.name}[^\\n]*\\n$`));
    }
  });

  it('takes back the answer of a program with the move it answered', () => {
    const hex = games.find(game => game.name === 'hex')!;
    const setup = setupOf(hex, [['size', '3']]);
    const played = ['b2', 'a1', 'c1'].reduce(
      (state, line) => handleLine(state, line, () => false).state,
      beginTerminalGame(hex, setup, hex.start(setup)),
    );
    const { state } = handleLine({ ...played, plies: played.plies.slice(0, 2) }, 'undo', colour => colour === 'white');
    expect(hex.encode(state.position)).toBe('.../.../... B');
  });

  it('completes cells behind what is typed, and commands at the beginning', () => {
    const nex = games.find(game => game.name === 'nex')!;
    const setup = setupOf(nex, [['size', '3']]);
    const state = beginTerminalGame(nex, setup, nex.start(setup));
    expect(listCompletions(state, 'b2,a')).toEqual([['a1', 'a2', 'a3'], 'a']);
    expect(listCompletions(state, 'mo')).toEqual([['moves'], 'mo']);
    expect(listCompletions(state, 'B2,C')[0]).toEqual(['c1', 'c2', 'c3']);
  });
});
