// The health watch logs an illness once when it has lasted, and once when it is over.
import { expect, it } from 'vitest';
import { createInMemoryLeases, type HealthReport, type Illness } from '#service/shared-ports.ts';
import { watchHealth } from '#service/health.ts';

const MINUTE = 60_000;

/** `minutes`: how long the watch runs. `ill`: the illnesses at a minute. */
async function watch(minutes: number, ill: (minute: number) => readonly Illness['what'][]): Promise<readonly string[]> {
  let now = 0;
  const stop = new AbortController();
  const lines: string[] = [];
  const write = (event: string, { what }: { readonly what?: unknown } = {}): void => {
    lines.push(`${now / MINUTE} ${event} ${String(what)}`);
  };
  const report = (): Promise<HealthReport> => {
    const reasons = ill(Math.floor(now / MINUTE)).map(what => ({ what, why: 'it is so' }));
    return Promise.resolve({ reasons } as unknown as HealthReport);
  };
  const clock = {
    now: () => now,
    sleep: (ms: number) => {
      now += ms;
      if (now > minutes * MINUTE) stop.abort();
      return Promise.resolve();
    },
  };
  const log = { info: write, warn: write, error: write };
  await watchHealth({ report, leases: createInMemoryLeases(), clock, log }, stop.signal);
  return lines;
}

it('logs a mail server that is away for an hour, once, and its return', async () => {
  expect(await watch(300, minute => (minute >= 10 && minute < 200 ? ['imap'] : []))).toEqual([
    '70 service-ill imap',
    '200 service-well imap',
  ]);
});

it('does not log a mail server that is back within the hour', async () => {
  expect(await watch(300, minute => (minute % 60 < 50 ? ['imap', 'mailbox'] : []))).toEqual([]);
});

it('logs an outbox that is stuck at once, and each illness on its own', async () => {
  expect(
    await watch(100, minute => [
      ...(minute < 50 ? (['outbox'] as const) : []),
      ...(minute < 80 ? (['smtp'] as const) : []),
    ]),
  ).toEqual(['0 service-ill outbox', '50 service-well outbox', '60 service-ill smtp', '80 service-well smtp']);
});
