// Answers nexC's six Nex problems by computing: runs the stages, keeps what they find in results.json, writes README.md from page.md and its pictures. Run: npm run research:nex
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { foundIn, type Kept, page, type Results } from './page.ts';
import { type Found, isStage, type Run, STAGES } from './stages.ts';
import { findPackageRoot } from '#adapters/package-root.ts';
import { pictures } from './pictures.ts';

const folder = join(findPackageRoot(), 'research', 'nex');
const file = join(folder, 'results.json');
const run: Run = {
  clock: () => performance.now(),
  tell: line => void process.stderr.write(`${line}\n`),
  known: name => (known() as unknown as Results)[name].found,
};

const known = (): Record<string, Kept<unknown>> =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Kept<unknown>>) : {};

function keep(name: keyof Found): void {
  const began = performance.now();
  const found = STAGES[name](run);
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  run.tell(`${name}: ${seconds} s`);
  const all = { ...known(), [name]: { seconds, node: process.version, found } };
  // The order of the stages, not that of their last runs.
  const ordered = Object.keys(STAGES).flatMap(stage => (all[stage] === undefined ? [] : [[stage, all[stage]]]));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(ordered), null, 1)}\n`);
}

/** The page and its pictures, once all stages have been run. */
function write(): void {
  const results = known();
  const missing = Object.keys(STAGES).filter(name => results[name] === undefined);
  if (missing.length > 0) {
    run.tell(`No page yet: ${missing.join(', ')} still to be run.`);
    return;
  }
  const whole = results as unknown as Results;
  const template = readFileSync(join(folder, 'page.md'), 'utf8');
  writeFileSync(join(folder, 'README.md'), page(template, whole));
  for (const [name, drawing] of Object.entries(pictures(foundIn(whole))))
    writeFileSync(join(folder, 'pictures', name), drawing);
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
  run.tell(`Usage: answer [--only [stage ...]]; stages: ${Object.keys(STAGES).join(', ')}; none: the page alone`);
  process.exitCode = 2;
} else {
  mkdirSync(join(folder, 'pictures'), { recursive: true });
  for (const name of stages) keep(name);
  write();
}
