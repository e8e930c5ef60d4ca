// `nexpost referee` with players that are real programs, ours and others', well and ill behaved: every game ends, nobody is left behind.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type GameRecord, isAlive, referee, start, type Traces, traces } from './referee-run.ts';

const players = join(import.meta.dirname, 'players');
const FIRST = `sh '${join(players, 'hex.sh')}' first`;
const LAST = `sh '${join(players, 'hex.sh')}' last`;

let left: Traces;
beforeEach(() => {
  left = traces();
});
afterEach(() => {
  left.remove();
});

/** A player that notes its own id and whatever this script notes in $PIDS. */
const noted = (script: string): string => `PIDS=${left.file('pids')}; echo $$ >>"$PIDS"; ${script}`;

describe('players that are not ours', () => {
  it('play a match in the old dialect, started anew for every game', async () => {
    const { status, games, summary, err } = await referee('hex', '-size=3', '--black', FIRST, '--white', noted(`exec ${LAST}`), '--games', '3'); // prettier-ignore
    expect([status, err]).toEqual([0, '']);
    // The first to move takes a1, a2 …, the other c3, c2 …
    expect(games.map(({ moves }) => moves.join(' '))).toEqual([
      'a1 c3 a2 c2 a3 c1', 'c3 a1 c2 a2 c1 a3', 'a1 c3 a2 c2 a3 c1',
    ]); // prettier-ignore
    expect(games.map(({ winner, reason }) => [winner, reason])).toEqual(Array(3).fill(['white', 'connection']));
    expect(games.map(({ black }) => black === FIRST)).toEqual([true, false, true]);
    expect(summary).toMatchObject({
      games: 3,
      programs: [
        { wins: 1, losses: 2, draws: 0, winsBy: { black: 0, white: 1 } },
        { wins: 2, losses: 1, draws: 0, winsBy: { black: 0, white: 2 } },
      ],
      reasons: { connection: 3 },
      averagePlies: 6,
    });
    expect(left.ids()).toHaveLength(3);
    expect(left.ids().filter(isAlive)).toEqual([]);
  });

  it('leave games that nexpost replay can read', async () => {
    const { games } = await referee('hex', '-size=3', '--black', FIRST, '--white', LAST, '--games', '2', '--save', left.file('games')); // prettier-ignore
    for (const { game, moves, winner, plies } of games) {
      const text = readFileSync(left.file(`games/game-00${game}.txt`), 'utf8');
      for (const words of [['hex'], ['hex', '-size=3'], ['hex', '--many']]) {
        const lines = await replayed(words, text);
        const told = lines.map(line => line['move']).filter(move => move !== undefined);
        expect(told).toEqual(moves);
        expect(lines.at(-1)).toMatchObject({ ply: plies, status: 'over', winner });
        expect(lines.every(line => line['error'] === undefined)).toBe(true);
      }
    }
  });

  it('fill a table for people', async () => {
    const { status, out } = await referee(
      'hex',
      '-size=2',
      '--black',
      firstAfter(left.file('said')),
      '--white',
      `echo nonsense; : >${left.file('said')}; cat >&2`,
      '--text',
    );
    expect(status).toBe(0);
    expect(out.split('\n').map(line => line.trimEnd().replace(/ {2,}/g, '  '))).toEqual([
      ' Game  black  white  Winner  Reason  Plies',
      expect.stringMatching(/^ {2}1 {2}until .* {2}echo nonsense .* {2}black {2}protocol {2}0$/),
      "  white: it said 'nonsense' without being asked",
      '', expect.stringContaining('1 won, 0 lost, 0 drawn'), expect.stringContaining('0 won, 1 lost, 0 drawn'), '  0 plies a game', '',
    ]); // prettier-ignore
  });
});

async function replayed(words: readonly string[], text: string): Promise<readonly Record<string, unknown>[]> {
  const { Readable, PassThrough } = await import('node:stream');
  const { runCommandLine: main } = await import('#cli/main.ts');
  const stdout = new PassThrough();
  const read = stdout.setEncoding('utf8').toArray();
  await main(['replay', ...words], { stdin: Readable.from([Buffer.from(text)]), stdout, stderr: new PassThrough() });
  stdout.end();
  return (await read).join('').trim().split('\n').map(line => JSON.parse(line) as Record<string, unknown>); // prettier-ignore
}

/** Answers the first question, then does something else. */
const onceThen = (then: string): string =>
  `while read -r line; do case $line in '?') [ -n "$moved" ] && { ${then}; }; moved=yes; echo b2;; '!') exit 1;; esac; done`;

/** The first player waits for this file, which White makes after it has spoken: White speaks before it is asked. */
const firstAfter = (file: string): string => `until [ -e '${file}' ]; do sleep 0.01; done; exec ${FIRST}`;

/** What became of a game against a player that does this, and of its processes. A script that makes the file $SAID is waited for. */
async function against(script: string, moveTime: string): Promise<{ readonly game: GameRecord; readonly err: string }> {
  const own = traces();
  const said = own.file('said');
  const white = `PIDS=${own.file('pids')}; SAID=${said}; echo $$ >>"$PIDS"; ${script}`;
  const black = script.includes('$SAID') ? firstAfter(said) : FIRST;
  const words = ['hex', '-size=4', '--black', black, '--white', white, '--move-time', moveTime];
  const { status, games, err } = await referee(...words);
  expect([status, games.length]).toEqual([0, 1]);
  expect(own.ids().length).toBeGreaterThan(0);
  expect(own.ids().filter(isAlive)).toEqual([]);
  own.remove();
  return { game: games[0]!, err };
}

describe('a player loses its game that', () => {
  describe.concurrent('does what it may not:', () => {
    it.each([
      ['cannot be started', 'no-such-program-anywhere', 'crash', /^it exited with status 127$/],
      ['exits at once', 'echo Out of memory >&2; exit 3', 'crash', /^it exited with status 3$/],
      ['crashes in the middle', onceThen('kill -SEGV $$'), 'crash', /^it was ended by SIGSEGV$/],
      ['exits in the middle', onceThen('exit 0'), 'crash', /^it exited with status 0$/],
      ['closes its output', 'exec >&-; while sleep 1; do :; done', 'crash', /^it closed its output$/],
      ['closes its input', 'exec <&-; while sleep 1; do :; done', 'crash', /^it closed its input$/],
      [
        'exits and leaves children that hold its output',
        'sleep 300 & echo $! >>"$PIDS"; setsid sleep 300 & echo $! >>"$PIDS"; exit 4',
        'crash',
        /^it exited with status 4$/,
      ],
      ['says what is no move', onceThen('echo pass'), 'illegal', /^it said 'pass': /],
      ['plays on a stone', onceThen('echo b2'), 'illegal', /^it said 'b2': b2 is taken by /],
      [
        'talks',
        'echo Hello, referee; : >"$SAID"; cat >&2',
        'protocol',
        /^it said 'Hello, referee' without being asked$/,
      ],
      // Whether it speaks before the referee listens is chance: it is heard all the same.
      [
        'moves before it is asked',
        'echo c1; : >"$SAID"; sleep 300 & echo $! >>"$PIDS"; wait',
        'protocol',
        /^it said 'c1' without/,
      ],
      ['moves twice', onceThen('printf "c1\\nc2\\n"'), 'protocol', /^it said 'c2' without being asked$/],
      ['floods with lines', 'echo y; : >"$SAID"; yes', 'protocol', /^it said 'y' without being asked$/],
      ['floods with one line', 'cat /dev/zero | tr "\\0" x', 'protocol', /^it said more than any message has/],
    ])('%s', async (_, script, reason, message) => {
      const { game, err } = await against(script, '10');
      expect(game).toMatchObject({ winner: 'black', reason, faults: [{ by: 'white' }] });
      expect(game.faults![0]!.message).toMatch(message);
      expect(err.length).toBeLessThan(2_100);
    });
  });

  describe.concurrent('lets the time pass:', () => {
    it.each([
      ['hangs', 'while sleep 1; do :; done', 'move'],
      ['hangs in the middle', onceThen('while sleep 1; do :; done'), 'move'],
      ['says no second ok', 'read -r line; echo ok; read -r line; while sleep 1; do :; done', "(?:move|'ok')"],
      ['hangs and will not be told', 'trap "" TERM HUP INT; while sleep 1; do :; done', 'move'],
      [
        'hangs, and has children of its own',
        'sleep 300 & echo $! >>"$PIDS"; (trap "" TERM; setsid sleep 300 & echo $! >>"$PIDS"; wait); wait',
        'move',
      ],
      ['floods its stderr', 'yes >&2', 'move'],
    ])('%s', async (_, script, due) => {
      const { game, err } = await against(script, '2');
      expect(game).toMatchObject({ winner: 'black', reason: 'timeout', faults: [{ by: 'white' }] });
      expect(game.faults![0]!.message).toMatch(new RegExp(`^no ${due} came in 2000 ms$`));
      expect(err.length).toBeLessThan(2_100);
    });
  });

  it('crashes, but not the next one; and its last words are told', async () => {
    const { games, err } = await referee('hex', '-size=2', '--black', 'echo Out of memory >&2; exit 3', '--white', FIRST, '--games', '2'); // prettier-ignore
    expect(games.map(({ winner, reason }) => [winner, reason])).toEqual([['white', 'crash'], ['black', 'crash']]); // prettier-ignore
    expect(err).toContain('Game 1, the last words of black:\nOut of memory\n');
    expect(err).toContain('Game 2, the last words of white:\nOut of memory\n');
  });
});

describe('the command line', () => {
  it.each([
    ['hex --black x', '--white needs a program, unless one connects to a --port.'],
    ['chess --black x --white y', /^There is no game 'chess'; there is nex, /],
    ['nex hex --black x --white y', /'hex' is too much/],
    ['nexos -players=4 --black x --white y', 'The referee takes games of two players; with these options Nexos has 4.'],
    ['nex -size=99 --black x --white y', /^-size can't be '99'/],
    ['nex --black x --white y --games 0', "--games is a number from 1 to 10000, not '0'."],
    [
      'nex --black x --white y --move-time soon',
      /^--move-time is a number of seconds from [\d.]+ to \d+, not 'soon'\./,
    ],
    ['nex --black x --white y --port 4000', /^Nobody is left to connect/],
    ['nex --black x --port 99999', "--port is a number from 0 to 65535, not '99999'."],
    ['nex --black player:deep --white y', /^player:deep: There is no player 'deep'; there is random, /],
    ['nex --black x --white y --quick', "'--quick' is no option of this verb."],
  ])('%s is wrong', async (words, why) => {
    const { status, out, err } = await start(['referee', ...words.split(' ')]).ended;
    expect([status, out]).toEqual([2, '']);
    expect(err.split('\n')[0]).toEqual(typeof why === 'string' ? why : expect.stringMatching(why));
    expect(err).toContain('\nUsage: nexpost referee ');
  });
});
