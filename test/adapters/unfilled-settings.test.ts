// The example configuration does not run: it is refused with a list of what to fill in.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSettings, refuseUnfilled } from '#adapters/settings/read.ts';
import { runVerb } from '../cli/run-verb.ts';

const example = join(import.meta.dirname, '..', '..', 'config', 'service.example.json');

it('are named, one line each, and no password among them', async () => {
  const settings = await readSettings(example, {});
  expect(() => refuseUnfilled(settings!, 'nexpost.json')).toThrow(
    `nexpost.json still has values of the example:
  address: games@example.org
  operator: postmaster@example.org
  webUrl: https://games.example.org
  trustedAuthservIds: mx.example.org
  imap.host: imap.example.org
  imap.user: games@example.org
  imap.password: the password
  smtp.host: smtp.example.org
  smtp.user: games@example.org
  smtp.password: the password
Fill in your own, or leave out the lines that you do not need.`,
  );
});

it.each([
  ['play@club.example.com', true],
  ['https://example.net/games', true],
  ['games@example.test', false],
  ['games@myexample.org', false],
  ['example.org.uk', false],
  ['imap.example.organic', false],
])('%s is of the example: %s', (address, isExample) => {
  const check = (): void => refuseUnfilled({ address }, null);
  if (isExample) expect(check).toThrow('The environment still has values of the example:');
  else expect(check).not.toThrow();
});

it('stop the service and fail its check', async () => {
  const served = await runVerb('serve', '--config', example);
  expect([served.code, served.stderr]).toEqual([1, expect.stringContaining('  imap.host: imap.example.org')]);
  const checked = await runVerb('check', '--config', example, '--data', join(import.meta.dirname, 'none'));
  expect(checked.stdout).toContain('still has values of the example');
});
