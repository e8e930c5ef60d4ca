// Proves what every opening of a small board is worth, and has the checker check it.
// Usage: npm run prove -- [--dir DIR] [CLAIM …]   Without names: all claims of `claims.ts`. A line for each claim, and one of the checker.
// The search asks no clock, so that a claim has the same file on every machine.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type SearchRun, beginRun, writeProof } from '#cli/solve/proof-file.ts';
import type { AnyGame, Opaque, Setup } from '#games/game.ts';
import { assert, must } from '#games/kit/assert.ts';
import { findGame } from '#games/registry/index.ts';
import { type Claim, claims } from './claims.ts';

/** Megabytes of the tables. Another size gives other proofs. */
const MEMORY = 1000;
const MOST_ANSWERS = 1e7;
const NEGATED = { win: 'loss', draw: 'draw', loss: 'win' } as const;

/** What is told of a claim whose proof is written. `seconds` are those of one core, `megabytes` the most that the process held. */
interface ProvedClaim extends Pick<Claim, 'openings' | 'proves'> {
  readonly claim: string;
  readonly proofs: number;
  readonly answers: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly nodes: number;
  readonly seconds: number;
  readonly megabytes: number;
}

function beginSearch(game: AnyGame): SearchRun {
  const run = beginRun(game, { time: null, memory: MEMORY }, process.stderr);
  const { solve } = run.solving;
  // Slices of time would make another file each time.
  return { ...run, solving: { solve: position => solve(position, () => false) } };
}

const countProgress = (text: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`${text}\n`);
};

/** Solves a position, and writes the proof if there is a place for it. */
async function solveStart(
  run: SearchRun,
  setup: Setup,
  start: Opaque,
  write: ((text: string, answers: number) => void) | null,
): Promise<keyof typeof NEGATED> {
  const { game } = run;
  const { value, nodes } = run.solving.solve(start, () => false);
  run.nodes += nodes;
  assert(value !== 'unknown', 'a claim is about a board that the solver solves');
  if (write === null) return value;
  const colour = must(game.toMove(start), 'an opening does not end the game');
  const claim = { proof: 'strategy', version: 1, game: game.name, setup, position: game.encode(start), colour, value } as const; // prettier-ignore
  const file = join(tmpdir(), `nexpost-proof-${process.pid}`);
  const written = await writeProof(run, claim, { file, limit: MOST_ANSWERS, start });
  assert(written.ok, 'a proof has an end');
  write(readFileSync(file, 'utf8'), written.value);
  rmSync(file);
  return value;
}

async function prove({ name, game: gameName, given, proves }: Claim, dir: string): Promise<ProvedClaim> {
  const game = must(findGame(gameName) ?? undefined, 'a game of the shelf');
  const setup = game.setup(given);
  assert(setup.ok, 'a claim has a setup');
  const [begun, run, hash] = [process.cpuUsage(), beginSearch(game), createHash('sha256')];
  const file = join(dir, `${name}.jsonl`);
  let [proofs, answers, bytes] = [0, 0, 0];
  const write = (text: string, count: number): void => {
    writeFileSync(file, text, { flag: proofs === 0 ? 'w' : 'a' });
    hash.update(text);
    proofs += 1;
    answers += count;
    bytes += Buffer.byteLength(text);
  };
  const start = game.start(setup.value);
  if (proves === 'board') await solveStart(run, setup.value, start, write);
  const counts = { win: 0, draw: 0, loss: 0 };
  for (const move of game.moves(start)) {
    // A proof knows no earlier positions.
    const after = game.decode(setup.value, game.encode(game.play(start, move)));
    assert(after.ok, 'a position that the game wrote');
    const value = await solveStart(run, setup.value, after.value, proves === 'board' ? null : write);
    counts[NEGATED[value]] += 1;
    countProgress(`${name}: ${game.format(start, move)}, ${run.nodes} nodes`);
  }
  run.stop.release();
  const { user, system } = process.cpuUsage(begun);
  return {
    ...{ claim: name, openings: [counts.win, counts.draw, counts.loss], proves, proofs, answers, bytes },
    ...{ sha256: hash.digest('hex'), nodes: run.nodes, seconds: Math.round((user + system) / 1e5) / 10 },
    megabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  };
}

const options = {
  dir: { type: 'string', default: '.cache/proofs' },
  one: { type: 'boolean', default: false },
} as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
mkdirSync(values.dir, { recursive: true });
const wanted = positionals.length === 0 ? claims.map(({ name }) => name) : positionals;
for (const name of wanted) {
  const claim = must(claims.find(each => each.name === name), `a claim: ${claims.map(each => each.name).join(', ')}`); // prettier-ignore
  if (values.one) {
    const proved = await prove(claim, values.dir);
    console.log(JSON.stringify(proved));
    if (proved.openings.join() !== claim.openings.join()) process.exitCode = 1;
    continue;
  }
  // Each claim has a process of its own, whose memory is told.
  const self = [...process.execArgv, fileURLToPath(import.meta.url)];
  const made = spawnSync(process.execPath, [...self, '--one', '--dir', values.dir, name], { stdio: 'inherit' });
  const checked = spawnSync(process.execPath, ['research/proofs/check.mjs', join(values.dir, `${name}.jsonl`)], { stdio: 'inherit' }); // prettier-ignore
  if (made.status !== 0 || checked.status !== 0) process.exitCode = 1;
}
