// Answers nexC's six Nex problems by computing: runs the stages, keeps what they find in docs/nex-problems.json, writes docs/nex-problems.md and its pictures. Run: npm run docs:nex-problems
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Found, Run } from './problems/stages.ts';
import { packageRoot } from '../src/adapters/templates/sentences.ts';
import { isStage, STAGES } from './problems/stages.ts';

/** How long a stage took, and what it found. */
interface Kept {
  readonly seconds: number;
  readonly node: string;
  readonly found: unknown;
}

const docs = join(packageRoot(), 'docs');
const file = join(docs, 'nex-problems.json');
const run: Run = {
  clock: () => performance.now(),
  tell: line => void process.stderr.write(`${line}\n`),
};

const known = (): Record<string, Kept> =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Kept>) : {};

function keep(name: keyof Found): void {
  const began = performance.now();
  const found = STAGES[name](run);
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  run.tell(`${name}: ${seconds} s`);
  const all = { ...known(), [name]: { seconds, node: process.version, found } };
  writeFileSync(file, `${JSON.stringify(all, null, 1)}\n`);
}

/** The stages named behind --only; all of them where there is none; null: there is no such stage. */
function wanted(words: readonly string[]): readonly (keyof Found)[] | null {
  if (words.length === 0) return Object.keys(STAGES).filter(isStage);
  const [flag, ...names] = words;
  const stages = names.filter(isStage);
  return flag === '--only' && stages.length === names.length ? stages : null;
}

const stages = wanted(process.argv.slice(2));
if (stages === null) {
  run.tell(`Usage: nex-problems [--only [stage ...]]; stages: ${Object.keys(STAGES).join(', ')}; none: the page alone`);
  process.exitCode = 2;
} else {
  mkdirSync(join(docs, 'pictures'), { recursive: true });
  for (const name of stages) keep(name);
}
