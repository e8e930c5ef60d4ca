// The search of `nexpost solve` in slices, and the proofs it writes and verifies.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import {
  type Hero,
  type ProofClaim,
  type VerifiedProof,
  listHeroes,
  readAnswer,
  readClaim,
  verifyProof,
} from '#engines/proof/verify.ts';
import { type AnyGame, type Opaque, type Setup, type Solution, type SolverRun, findSeat } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { type Result, no, ok } from '#games/kit/result.ts';
import { findGame } from '#games/registry/index.ts';
import { type StopSignal, stopSignal } from '../shell/verb.ts';

/** The length of a slice. Between slices, signals and progress come through. Milliseconds. */
const SLICE_MS = 250;
/** Between two lines of progress. Milliseconds. */
const PROGRESS_MS = 2000;

export interface SearchRun {
  readonly game: AnyGame;
  readonly solving: SolverRun<Opaque, Opaque>;
  readonly stderr: Writable;
  readonly began: number;
  /** When to give up. Infinity: never. */
  readonly deadline: number;
  nodes: number;
  readonly stop: StopSignal;
  told: number;
  /** What is being looked at, for the line of progress. */
  stage: string;
}

/** Opens a search. A first SIGINT or SIGTERM stops it, and it prints its results so far. */
export function beginRun(game: AnyGame, options: { time: number | null; memory: number }, stderr: Writable): SearchRun {
  const now = performance.now();
  return {
    game,
    solving: must(game.solver, 'only games with a solver come here').open(options.memory * 1_000_000),
    stderr,
    began: now,
    deadline: options.time === null ? Infinity : now + options.time * 1000,
    nodes: 0,
    stop: stopSignal(),
    told: now,
    stage: '',
  };
}

export const isOver = (run: SearchRun): boolean => run.stop.signal.aborted || performance.now() >= run.deadline;

/** Lets signals in, and tells the progress now and then. */
export async function pause(run: SearchRun): Promise<void> {
  const now = performance.now();
  if (now - run.told >= PROGRESS_MS) {
    run.told = now;
    run.stderr.write(`${run.stage}: ${run.nodes} nodes, ${Math.round((now - run.began) / 1000)} s\n`);
  }
  await breathe();
}

/** The value of the position. It is unknown when the time is up, or the solver cannot tell. */
export async function solveWithin(run: SearchRun, position: Opaque): Promise<Solution<Opaque>> {
  for (;;) {
    const until = Math.min(performance.now() + SLICE_MS, run.deadline);
    const solution = run.solving.solve(position, () => performance.now() >= until);
    run.nodes += solution.nodes;
    // Before its time is up only what cannot be known is unknown.
    if (solution.value !== 'unknown' || performance.now() < until) return solution;
    await pause(run);
    if (isOver(run)) return solution;
  }
}

/** Signals are let in once in this number of positions. */
const BATCH = 500;

interface ProofWriter {
  readonly run: SearchRun;
  readonly setup: Setup;
  readonly limit: number;
  readonly answers: Map<string, string>;
}

/** The next positions: after the answer, or after every reply. null: the search was stopped. */
async function listNextPositions(
  writing: ProofWriter,
  hero: Hero,
  position: Opaque,
): Promise<readonly Opaque[] | null> {
  const { run, setup, answers } = writing;
  const { game } = run;
  const toMove = game.toMove(position);
  if (toMove === null) return [];
  if (findSeat(game, setup, toMove) !== hero.seat)
    return [...game.moves(position)].map(move => game.play(position, move));
  const { value, move } = await solveWithin(run, position);
  if (value === 'unknown' || move === null) return null;
  answers.set(game.encode(position), game.format(position, move));
  return [game.play(position, move)];
}

async function writeStrategy(writing: ProofWriter, hero: Hero, start: Opaque): Promise<string | null> {
  const { run, setup, answers, limit } = writing;
  const { game } = run;
  const met = new Set([game.encode(start)]);
  const open = [start];
  for (let position = open.pop(); position !== undefined; position = open.pop()) {
    const next = await listNextPositions(writing, hero, position);
    if (next === null || isOver(run)) return `the search was stopped after ${answers.size} answers`;
    if (answers.size > limit) return `it would hold more than ${limit} answers; --proof-limit allows more`;
    for (const each of next) {
      const text = game.encode(each);
      if (met.has(text)) continue;
      met.add(text);
      // A proof knows no earlier positions.
      const read = game.decode(setup, text);
      open.push(read.ok ? read.value : each);
    }
    if (met.size % BATCH === 0) await pause(run);
  }
  return null;
}

const sealOf = (body: string): string => createHash('sha256').update(body).digest('hex');

/** Writes down the strategies that prove what was found, or says why not. The answer is how many answers that took. */
export async function writeProof(
  run: SearchRun,
  claim: ProofClaim,
  to: { readonly file: string; readonly limit: number; readonly start: Opaque },
): Promise<Result<number, string>> {
  run.stage = 'writing the proof';
  const writing: ProofWriter = { run, setup: claim.setup, limit: to.limit, answers: new Map() };
  for (const hero of listHeroes(findSeat(run.game, claim.setup, claim.colour), claim.value)) {
    const why = await writeStrategy(writing, hero, to.start);
    if (why !== null) return no(why);
  }
  // The text of a proof: the claim, the answers, and how many they are with the hash of all before.
  const answers = [...writing.answers];
  const body = [claim, ...answers].map(line => `${JSON.stringify(line)}\n`).join('');
  await writeFile(to.file, `${body}${JSON.stringify({ answers: answers.length, sha256: sealOf(body) })}\n`);
  return ok(writing.answers.size);
}

/** The lines as JSON. null: a line is not JSON. */
function parseLines(lines: readonly string[]): readonly unknown[] | null {
  try {
    return lines.map(line => JSON.parse(line) as unknown);
  } catch {
    return null;
  }
}

interface CheckedProof extends VerifiedProof {
  readonly claim: ProofClaim;
}

/** Is this text a proof, and sound? What is said where it is not is for people. */
export function checkProof(text: string): Result<CheckedProof, string> {
  const lines = text.split('\n');
  if (lines.pop() !== '') return no('its last line is cut off');
  const seal = lines.pop() ?? '';
  const values = parseLines(lines);
  const claim = readClaim(values?.[0]);
  if (values === null || claim === null) return no('it is not a proof as nexpost writes them');
  const body = lines.map(line => `${line}\n`).join('');
  if (seal !== JSON.stringify({ answers: lines.length - 1, sha256: sealOf(body) })) {
    return no('it was changed after it was written: its last line does not fit the others');
  }
  const answers = values.slice(1).map(readAnswer);
  if (answers.includes(null)) return no('one of its lines is no answer');
  // Equal texts must be equal positions: that is asked of games with a solver.
  const found: AnyGame | null = findGame(claim.game);
  const game = found?.solver ? found : null;
  if (game === null) return no('it is about a game that has no proofs');
  const verified = verifyProof(game, claim, answers.map(answer => must(answer, 'none is missing'))); // prettier-ignore
  return verified.ok ? ok({ ...verified.value, claim }) : verified;
}

export async function checkFile(file: string): Promise<Result<CheckedProof, string>> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => error as Error);
  return typeof text === 'string' ? checkProof(text) : no(`it cannot be read: ${text.message}`);
}
