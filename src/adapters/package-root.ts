// Finds the folder of the package, with its templates, games and built files.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assert } from '#games/kit/assert.ts';

/** The folder that holds package.json: above src/ in the tree, above dist/ when built. */
export function findPackageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    assert(folder !== dirname(folder), 'this file lies inside the package');
    folder = dirname(folder);
  }
  return folder;
}
