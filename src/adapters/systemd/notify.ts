// Tells systemd that the service has started, by systemd's own program.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { reasonOf } from '#games/kit/assert.ts';
import type { Log } from '#service/ports.ts';

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
