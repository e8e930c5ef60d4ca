// The version of this package.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '#adapters/package-root.ts';

export const readVersion = (): string =>
  (JSON.parse(readFileSync(join(findPackageRoot(), 'package.json'), 'utf8')) as { readonly version: string }).version;
