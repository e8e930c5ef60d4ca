// `nexpost witness`: signs a log that grows, and tells when it was written anew.
import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockFolder } from '#adapters/store/json/folder.ts';
import { createSigner } from '#ledger/note.ts';
import { createMemoryStore } from '#test/memory-store.ts';
import { website, type Website } from '#test/adapters/web/website.ts';
import { entriesOf, fillLedger } from '#test/ledger/fill-ledger.ts';
import { lab } from '#test/service/lab.ts';
import { runVerb, type VerbRun } from './run-verb.ts';

let dir = '';
let web: Website;
let store = createMemoryStore();
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'nexpost-witness-'));
  store = createMemoryStore();
});
afterEach(async () => {
  await web.close();
  await rm(dir, { recursive: true });
});

let fills = 0;

/** A service whose log has these entries. Each is a new one: it has signed nothing yet. */
async function serve(name: string, size: number): Promise<void> {
  fills += 1;
  await fillLedger(store, entriesOf(name, size), fills);
  web = await website(lab({ store }));
}

async function serveNext(name: string, size: number): Promise<void> {
  await web.close();
  await serve(name, size);
}

const look = (...options: readonly string[]): Promise<VerbRun> =>
  runVerb('witness', `http://127.0.0.1:${web.port}`, '--dir', dir, '--name', 'witness.example', ...options);

const read = (name: string): Promise<string> => readFile(join(dir, name), 'utf8');

it('signs each state of a log that grows', async () => {
  await serve('entry', 1);
  for (const size of [1, 3, 3, 256, 257, 600]) {
    await serveNext('entry', size);
    const { code, stdout } = await look();
    expect([code, stdout.split('\n')[1]], stdout).toEqual([0, `${size}`]);
  }
  expect((await read('seen.mbox')).match(/^From /gm)).toHaveLength(5);
  expect((await runVerb('verify', join(dir, 'seen.mbox'))).stdout).toContain('Everything agrees.');
  expect((await stat(join(dir, 'witness.json'))).mode & 0o077).toBe(0);
});

it('writes the time beside the note into its signature, as C2SP has it', async () => {
  await serve('entry', 5);
  const { stdout } = await look();
  const [, key = ''] = /Seen by witness\.example\+[\da-f]{8}\+(.*)/.exec(stdout)!;
  const typed = Buffer.from(key, 'base64');
  const [text = '', lines = ''] = (await read('checkpoint')).split(/(?<=\n)\n/);
  const signed = Buffer.from(/— witness\.example (.*)/.exec(lines)![1]!, 'base64');
  const time = signed.readBigUInt64BE(4);
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), typed.subarray(1)]);
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
  const message = Buffer.from(`cosignature/v1\ntime ${time}\n${text}`);
  expect([typed[0], signed.length, verify(null, message, publicKey, signed.subarray(12))]).toEqual([4, 76, true]);
});

it.each([
  ['another log of the same length', 'other', 300],
  ['another log that is longer', 'other', 700],
  ['an older state', 'entry', 299],
])('tells of %s', async (_, name, size) => {
  await serve('entry', 300);
  expect((await look()).code).toBe(0);
  const known = await read('checkpoint');
  await serveNext(name, size);
  const { code, stdout } = await look();
  expect([code, stdout]).toEqual([1, expect.stringContaining('The log does not continue what it was.')]);
  expect([await read('checkpoint'), (await read('seen.mbox')).match(/^From /gm)?.length]).toEqual([known, 2]);
  // What it was goes on.
  await serveNext('entry', 301);
  expect((await look()).code).toBe(0);
});

it('keeps to the key that it knows', async () => {
  await serve('entry', 3);
  const { stdout } = await look();
  expect(stdout).toContain('example.test/games');
  const other = createSigner('other', Buffer.alloc(32)).verifier.text;
  const { code, stderr } = await look('--key', other);
  expect([code, stderr]).toEqual([2, expect.stringContaining('The key of the log is')]);
  await rm(join(dir, 'witness.json'));
  const first = await look('--key', other);
  expect([first.code, first.stderr]).toEqual([75, expect.stringContaining(`no checkpoint that ${other} has signed`)]);
});

it('refuses what is no address', async () => {
  await serve('entry', 1);
  for (const words of [[], ['games.example'], ['file:///etc/passwd'], ['http://a', 'http://b']])
    expect((await runVerb('witness', ...words)).code).toBe(2);
});

it('reads no more than a file can have, and follows no other address', async () => {
  await serve('entry', 1);
  const server = createServer((request, response) => {
    if (request.url === '/log/key') response.writeHead(302, { Location: `http://127.0.0.1:${web.port}/log/key` }).end();
    else response.end('x'.repeat(100_000));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const known = createSigner('other', Buffer.alloc(32)).verifier.text;
  try {
    expect(await runVerb('witness', url, '--dir', dir)).toMatchObject({ code: 75 });
    const { code, stderr } = await runVerb('witness', url, '--dir', dir, '--key', known);
    expect([code, stderr]).toEqual([75, expect.stringContaining('it has more than 10000 bytes')]);
  } finally {
    server.close();
  }
});

it('does nothing while another run looks', async () => {
  await serve('entry', 3);
  const lock = await lockFolder(dir);
  try {
    expect(await look()).toMatchObject({ code: 1, stdout: '' });
  } finally {
    await lock.release();
  }
  expect((await look()).code).toBe(0);
});

it('goes on from no state that it did not write', async () => {
  await serve('entry', 3);
  await look();
  const state = JSON.parse(await read('witness.json')) as object;
  for (const change of [{ seen: 'garbage' }, { seed: 'AAAA' }, { name: 'a b' }]) {
    await writeFile(join(dir, 'witness.json'), JSON.stringify({ ...state, ...change }));
    expect(await look(), JSON.stringify(change)).toMatchObject({ code: 1, stdout: '' });
  }
});

it('has a name that a note can hold', async () => {
  await serve('entry', 3);
  for (const name of ['my witness', 'a+b', 'a\nb']) {
    const { code, stderr } = await runVerb('witness', `http://127.0.0.1:${web.port}`, '--dir', dir, '--name', name);
    expect([code, stderr]).toEqual([2, expect.stringContaining('The name of a witness')]);
  }
});

it('promises a state before it shows the signature', async () => {
  await serve('entry', 3);
  await mkdir(join(dir, 'checkpoint'));
  expect((await look()).code).toBe(1);
  expect(JSON.parse(await read('witness.json'))).toMatchObject({ seen: expect.stringContaining('\n3\n') as unknown });
});
