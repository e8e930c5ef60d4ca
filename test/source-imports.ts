// What a source file imports, as paths from the root: for the tests that read the shape of the program.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Where a specifier of `file` leads: './x.ts', '../y.ts', '#core/z.ts' (package.json, imports); null for a package. */
export function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier));
  if (!specifier.startsWith('#')) return null;
  const path = specifier.slice(1);
  return /^(?:games|research|test)\//.test(path) ? path : `src/${path}`;
}

/** The specifiers of a file's imports and re-exports, those of types alone only if asked for. */
export function specifiersOf(file: string, withTypes: boolean): readonly string[] {
  const text = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
  return [...text.matchAll(/^(?:import|export) (type )?(?:[^;']*? from )?'([^']+)'/gm)]
    .filter(([, type]) => withTypes || type === undefined)
    .map(([, , specifier = '']) => specifier);
}

/** The files of ours that a file imports, as paths from the root. */
export const importsOf = (file: string, withTypes: boolean): readonly string[] =>
  specifiersOf(file, withTypes).flatMap(specifier => targetOf(file, specifier) ?? []);
