// Chooses the seed of a test run: the same for the same tree of files, a fresh one in the long run.
import { randomInt } from 'node:crypto';
import { askGit } from './checkout.ts';

export interface Seed {
  readonly value: number;
  /** What it was made from, for the line that prints it. */
  readonly source: string;
}

/** Seeds are below this, so that a test may add small numbers to one. */
const BOUND = 1_000_000;
/** The seed where git tells no tree. */
const WITHOUT_GIT = 271_828;

/** The first 32 bits of a git object's name, below BOUND. */
export const seedOfTree = (tree: string): number => Number.parseInt(tree.slice(0, 8), 16) % BOUND;

/** `given` is the variable SEED, which decides if it is set. */
export function chooseSeed(root: string, { given, isFresh }: { given: string | undefined; isFresh: boolean }): Seed {
  if (given !== undefined) {
    if (!/^\d{1,9}$/.test(given)) throw new Error(`SEED=${given} is not a number below a billion`);
    return { value: Number(given), source: 'SEED' };
  }
  if (isFresh) return { value: randomInt(BOUND), source: 'fresh' };
  try {
    const tree = askGit(root, 'rev-parse', 'HEAD^{tree}');
    return { value: seedOfTree(tree), source: `tree ${tree.slice(0, 8)}` };
  } catch (error) {
    return { value: WITHOUT_GIT, source: `always the same here: ${(error as Error).message}` };
  }
}
