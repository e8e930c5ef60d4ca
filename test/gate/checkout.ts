// What git knows of the project's folder, and which files are there where git knows nothing of it.
import { spawnSync } from 'node:child_process';
import { readdirSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';

/** What is made, not written: .gitignore lists more, which nobody has where there is no git. */
const MADE = new Set(['.git', 'node_modules', 'dist']);

function run(root: string, words: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync('git', words, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(stderr.trim().split('\n')[0]);
  return stdout.trim();
}

/** What git says in the root of a checkout. Where that is none it throws, with the reason that git gives. */
export function askGit(root: string, ...words: readonly string[]): string {
  const top = run(root, ['rev-parse', '--show-toplevel']);
  if (realpathSync(top) !== realpathSync(root)) throw new Error(`the folder lies in the checkout ${top}`);
  return run(root, words);
}

/** The files of the project, from its root: those git does not ignore; without a checkout all but what is made. */
export function listFiles(root: string): readonly string[] {
  try {
    return askGit(root, 'ls-files', '-co', '--exclude-standard').split('\n');
  } catch {
    return filesIn(root).map(path => relative(root, path));
  }
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !MADE.has(name))
    .flatMap(entry => (entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)]));
