// What systemd gives a service and is told by it: credentials, and that it is ready.
import { execFile } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { reasonOf } from '#games/kit/assert.ts';
import type { Log } from '#service/ports.ts';

/** Reads the passwords that systemd hands to a service as files (LoadCredential=, systemd.exec(5)). */
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
    const credentials = names.map(name => {
      const file = join(folder, name);
      if (statSync(file).size > MAX_BYTES) throw new Error(`${file} has more than ${MAX_BYTES} bytes`);
      // An editor adds the end of the last line.
      return [name, readFileSync(file, 'utf8').replace(/\r?\n$/, '')] as const;
    });
    return { ...Object.fromEntries(credentials), ...environment };
  } catch (error) {
    throw new Error(`The credentials of systemd cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
}

/** Tells systemd that the service has started, by systemd's own program. */
const TIMEOUT_MS = 10_000;

/**
 * Says that the service is ready, for a unit of Type=notify, with a status line for `systemctl status` (sd_notify(3)).
 * Does nothing if systemd has not started the service.
 */
export async function notifyReady(
  environment: Readonly<Record<string, string | undefined>>,
  status: string,
  log: Log,
): Promise<void> {
  if ((environment['NOTIFY_SOCKET'] ?? '') === '') return;
  const options = { timeout: TIMEOUT_MS, env: environment };
  await promisify(execFile)('systemd-notify', ['--ready', `--status=${status}`], options).catch((error: unknown) =>
    log.error('systemd-unreachable', { why: reasonOf(error) }),
  );
}
