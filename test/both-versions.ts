// Writes the old and the new version of a golden side by side, where the golden itself holds a short form or a hash.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
/** Git ignores it. */
const FOLDER = join('.cache', 'goldens');
type Version = 'old' | 'new';

const pathOf = (version: Version, name: string): string => join(FOLDER, version, name);
const hashed = (name: string, text: string): string => `${createHash('sha256').update(text).digest('hex')}  ${name}`;

function readIfThere(path: string): string {
  const file = join(root, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function writeIfNew(path: string, text: string): void {
  const file = join(root, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Gives the line that says where both are, for the message of the test. `old` null: it is not known here. */
export function writeBothVersions(name: string, old: string | null, text: string): string {
  writeIfNew(pathOf('new', name), text);
  if (old === null) rmSync(join(root, pathOf('old', name)), { force: true });
  else writeIfNew(pathOf('old', name), old);
  return old === null ? `changed: ${pathOf('new', name)}\n` : `diff -u ${pathOf('old', name)} ${pathOf('new', name)}\n`;
}

/**
 * The hashes of texts, a line each as `sha256sum` has it, and the message of the test if the golden file has others. A text that
 * has its hash is kept as the old version of the next change.
 */
export function hashTexts(
  golden: string,
  texts: Readonly<Record<string, string>>,
): { readonly hashes: string; readonly message: string } {
  const held = new Set(readIfThere(golden).split('\n'));
  const changes: string[] = [];
  for (const [name, text] of Object.entries(texts)) {
    const old = readIfThere(pathOf('old', name));
    if (held.has(hashed(name, text))) {
      writeIfNew(pathOf('old', name), text);
      rmSync(join(root, pathOf('new', name)), { force: true });
    } else changes.push(writeBothVersions(name, held.has(hashed(name, old)) ? old : null, text));
  }
  if (changes.some(change => change.startsWith('changed: ')))
    changes.push('To have the old version beside it: git stash, run this test, git stash pop, run it again.\n');
  const hashes = Object.entries(texts).map(([name, text]) => hashed(name, text));
  return { hashes: `${hashes.join('\n')}\n`, message: changes.join('') };
}
