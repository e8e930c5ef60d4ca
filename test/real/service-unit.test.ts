// The unit of systemd: it can be read, leaves the service few rights, and hears when it is ready.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { notifyReady } from '#adapters/systemd/notify.ts';
import { serve } from '#cli/serve/index.ts';
import { silent } from '../service/ports.ts';

const unit = join(import.meta.dirname, '..', '..', 'config', 'nexpost.service');

it('is rated 1.5 or less by systemd itself', () => {
  const rated = execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', unit], {
    encoding: 'utf8',
  });
  expect(Number(/level for nexpost\.service: ([0-9.]+)/.exec(rated)?.[1])).toBeLessThanOrEqual(1.5);
});

it('starts the service with options that there are', () => {
  const [, line = ''] = /^ExecStart=(.*)$/m.exec(readFileSync(unit, 'utf8')) ?? [];
  const options = line.match(/--[a-z-]+/g) ?? [];
  expect(options).not.toEqual([]);
  for (const option of options) expect(serve.usage).toContain(`[${option} `);
});

/** Prints what arrives in one datagram, as systemd would read it, after a line that says it listens. Node has no such sockets. */
const LISTENER = `
import socket, sys
receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
receiver.bind(sys.argv[1])
receiver.settimeout(20)
print('listens', flush=True)
print(receiver.recv(4096).decode())
`;

it('tells systemd that it has started, and its address', async () => {
  const socket = join(mkdtempSync(join(tmpdir(), 'notify-')), 'socket');
  const listener = spawn('python3', ['-c', LISTENER, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface(listener.stdout)[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe('listens');
  await notifyReady({ ...process.env, NOTIFY_SOCKET: socket }, 'answers games@example.org', silent);
  const heard = [await lines.next(), await lines.next()].map(({ value }) => String(value));
  expect(heard.toSorted()).toEqual(['READY=1', 'STATUS=answers games@example.org']);
});
