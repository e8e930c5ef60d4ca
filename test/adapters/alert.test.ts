// The second way to tell the operator: a web hook or a program gets each line as JSON, and a failure is only logged.
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAlert } from '#adapters/alert.ts';
import type { Facts } from '#service/ports.ts';
import { withResolvers } from '../with-resolvers.ts';

const LINE = { kind: 'service-ill store', event: 'service-ill', facts: { what: 'store', why: 'The disk is full.' } };

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'nexpost-alert-'));
});
afterAll(() => rm(dir, { recursive: true }));

/** A log whose next line resolves the promise. */
function nextLine(): { readonly log: Parameters<typeof createAlert>[1]; readonly line: Promise<string> } {
  const { promise, resolve } = withResolvers<string>();
  const write = (event: string, { why = '' }: Facts = {}): void => resolve(`${event}: ${String(why)}`);
  return { log: { info: write, warn: write, error: write }, line: promise };
}

it('posts JSON to a web hook, and logs a hook that refuses', async () => {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then(body => {
      bodies.push(body);
      response.writeHead(bodies.length === 1 ? 500 : 204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { log, line } = nextLine();
  createAlert(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, log)(LINE);
  expect(await line).toBe('alert-failed: the hook answered 500');
  expect(bodies.map(body => JSON.parse(body) as unknown)).toEqual([
    { event: 'service-ill', what: 'store', why: 'The disk is full.' },
  ]);
  server.close();
  server.closeAllConnections();
});

it('gives JSON to a program on its input, without a shell, and logs a program that fails', async () => {
  const file = join(dir, 'told');
  const program = join(dir, 'tell me; exit 3');
  await writeFile(program, `#!/bin/sh\ncat > '${file}'\nexit 7\n`);
  await chmod(program, 0o700);
  const { log, line } = nextLine();
  createAlert(program, log)({ ...LINE, facts: { why: '$(touch x) "quoted"' } });
  expect(await line).toBe('alert-failed: the command ended with 7');
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ event: 'service-ill', why: '$(touch x) "quoted"' });
});

it('logs a program that is not there, and does nothing without a setting', async () => {
  const { log, line } = nextLine();
  createAlert('', log)(LINE);
  createAlert(join(dir, 'missing'), log)(LINE);
  expect(await line).toContain('ENOENT');
});

it('runs at most three at once', async () => {
  const { promise: asked, resolve: noteAsked } = withResolvers();
  const server = createServer(() => noteAsked()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { log, line } = nextLine();
  const alert = createAlert(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, log);
  for (let i = 0; i < 4; i++) alert(LINE);
  expect(await line).toBe('alert-failed: earlier alerts are still running');
  await asked;
  server.close();
  server.closeAllConnections();
});
