// Credentials of systemd: files named as variables, each with its limit.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addCredentials } from '#adapters/systemd/systemd.ts';

function makeFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'credentials-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

it('sets what a file of the folder is named after, without the end of its line', () => {
  const folder = makeFolder({ NEXPOST_IMAP_PASSWORD: ' two  words \n', NEXPOST_STORE: 'postgres://…', other: 'x' });
  expect(addCredentials({ CREDENTIALS_DIRECTORY: folder, HOME: '/' })).toEqual({
    ...{ CREDENTIALS_DIRECTORY: folder, HOME: '/' },
    ...{ NEXPOST_IMAP_PASSWORD: ' two  words ', NEXPOST_STORE: 'postgres://…' },
  });
});

it('gives precedence to the environment', () => {
  const folder = makeFolder({ NEXPOST_IMAP_PASSWORD: 'of the file' });
  const environment = { CREDENTIALS_DIRECTORY: folder, NEXPOST_IMAP_PASSWORD: 'of the environment' };
  expect(addCredentials(environment)).toEqual(environment);
});

it('changes nothing without a folder', () => {
  for (const environment of [{}, { CREDENTIALS_DIRECTORY: '' }]) expect(addCredentials(environment)).toBe(environment);
});

it('names what cannot be read', () => {
  const large = makeFolder({ NEXPOST_IMAP_PASSWORD: 'x'.repeat(10_001) });
  expect(() => addCredentials({ CREDENTIALS_DIRECTORY: large })).toThrow(
    'NEXPOST_IMAP_PASSWORD has more than 10000 bytes',
  );
  const folder = makeFolder({});
  mkdirSync(join(folder, 'NEXPOST_STORE'));
  expect(() => addCredentials({ CREDENTIALS_DIRECTORY: folder })).toThrow(
    'The credentials of systemd cannot be read: ',
  );
  expect(() => addCredentials({ CREDENTIALS_DIRECTORY: join(folder, 'none') })).toThrow('cannot be read: ');
});
