// Reads the passwords that systemd hands to a service as files (LoadCredential=, systemd.exec(5)).
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '#games/kit/assert.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Longer than any password or URL. Bytes. */
const MAX_BYTES = 10_000;

/**
 * The environment, and each file of `$CREDENTIALS_DIRECTORY` that is named as a variable: the file
 * `NEXPOST_IMAP_PASSWORD` sets imap.password. A variable of the environment has precedence. Throws if one cannot be read.
 */
export function addCredentials(environment: Environment): Environment {
  const { CREDENTIALS_DIRECTORY: folder } = environment;
  if (folder === undefined || folder === '') return environment;
  try {
    const names = readdirSync(folder).filter(name => name.startsWith('NEXPOST_'));
    const credentials = names.map(name => [name, readCredential(join(folder, name))] as const);
    return { ...Object.fromEntries(credentials), ...environment };
  } catch (error) {
    throw new Error(`The credentials of systemd cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
}

/** Without the end of the last line, which an editor adds. */
function readCredential(file: string): string {
  if (statSync(file).size > MAX_BYTES) throw new Error(`${file} has more than ${MAX_BYTES} bytes`);
  return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
}
