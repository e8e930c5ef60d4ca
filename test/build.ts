// Before a test run: what is built (dist/) is made anew if a source is younger, since processes and threads run what is built.
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
/** Touched here and by `npm ci`, since a build may leave it as it was: as young as the last look at the sources. */
const mark = join(root, 'dist', '.tsbuildinfo');

const BUNDLE = 'config/tools/bundle.mjs';

const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const sources = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.ts'))
    .map(path => join(root, folder, path));

export default function build(): void {
  const started = new Date();
  const files = [
    ...sources('src'),
    ...sources('games'),
    ...['tsconfig.json', 'package.json', BUNDLE].map(file => join(root, file)),
  ];
  const builtAt = changedAt(mark);
  if (files.every(file => changedAt(file) < builtAt)) return;
  for (const step of [['node_modules/typescript-7/bin/tsc', '-p', 'config/tools/tsconfig.build.json'], [BUNDLE]])
    execFileSync(process.execPath, step, { cwd: root, stdio: 'inherit' });
  utimesSync(mark, started, started);
}
