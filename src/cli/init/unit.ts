// The unit of systemd for this installation, from config/nexpost.service.
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { findPackageRoot } from '#adapters/package-root.ts';

/** The paths of the unit in the package. */
const PROGRAM = '/usr/bin/nexpost';
export const UNIT_CONFIG = '/etc/nexpost.json';

/** The program as a unit may call it: the one in PATH if it is usual, or Node with the file of this process. */
export async function findProgram(script: string, nodePath: string): Promise<string> {
  const own = await realpath(script);
  const isUsual = (await realpath(PROGRAM).catch(() => null)) === own;
  return isUsual ? PROGRAM : `${nodePath} ${own}`;
}

/** A unit with `ProtectHome=yes` cannot read these folders. */
export const isInHome = (program: string): boolean => /(?:^| )\/(?:home|root|run\/user)\//.test(program);

export async function readUnit(program: string, config: string): Promise<string> {
  const unit = await readFile(join(findPackageRoot(), 'config', 'nexpost.service'), 'utf8');
  return unit.replace(`ExecStart=${PROGRAM} `, () => `ExecStart=${program} `).replace(UNIT_CONFIG, () => config);
}
