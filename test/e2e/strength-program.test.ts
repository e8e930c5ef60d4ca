// The measuring of strength against a program in another process.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findGame } from '#games/registry/index.ts';
import { randomEngine } from '#engines/engine.ts';
import { NO_GAMES, playPair } from '#bench/strength/match.ts';
import {
  createEnginePlayer,
  createGtpPlayer,
  measureCpu,
  parseCpuTime,
  startGtpProgram,
} from '#bench/strength/players.ts';
import { setupOf } from '../conformance/game.ts';

const hex = findGame('hex')!;
const setup = setupOf(hex, [['size', '4']]);
const terms = { game: hex, setup, plies: 2, seed: 5 };

it('measures one of our engines against a GTP program', async () => {
  const program = startGtpProgram(`python3 '${join(import.meta.dirname, 'players', 'gtp-hex.py')}'`);
  try {
    const gtp = createGtpPlayer(program, { game: hex, setup, notation: hex.gtp! });
    const ours = createEnginePlayer(randomEngine, { game: hex, setup, network: null, nodes: 1 });
    const tally = await playPair(terms, [ours, gtp], NO_GAMES);
    expect(tally.games).toBe(2);
    expect(tally.moves[1]).toBeGreaterThan(2);
    await expect(program.ask('fly')).rejects.toThrow("it refuses 'unknown command'");
  } finally {
    program.close();
  }
  await expect(program.ask('name')).rejects.toThrow(/it has ended|it reads no more/);
});

it('reads CPU times beside any name of a process', () => {
  expect(parseCpuTime('7 (a ) b) S 1 7 7 0 -1 4194304 100 0 0 0 123 4 50 6 20 0 1 0 9')).toBe(1830);
});

it('counts the CPU time of a program that a script has started', async () => {
  const work = 'for i in range(2000000): pass\nprint("= done\\n", flush=True)\nimport sys\nsys.stdin.read()';
  const program = startGtpProgram(`/bin/sh -c 'python3 -c "$0"; true' '${work}'`);
  try {
    await program.ask('work');
    expect(program.cpu()).toBeGreaterThan(0);
  } finally {
    program.close();
  }
  expect(measureCpu(2 ** 30)).toBe(0);
});
