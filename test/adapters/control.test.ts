// The control socket: one line in, one line out, and no client that keeps the service from stopping.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { askControl, openControl } from '#adapters/control.ts';
import { must } from '#games/kit/assert.ts';
import { withResolvers } from '#test/with-resolvers.ts';

async function createFolder(): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'control-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  return data;
}

async function connectTo(data: string, text: string): Promise<Socket> {
  const socket = connect(join(data, 'control.sock')).on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  await new Promise(resolve => socket.write(text, resolve));
  return socket;
}

it('answers a line, and ends a client that sends too long a one', async () => {
  const data = await createFolder();
  const control = must(await openControl(data, line => Promise.resolve(`<${line}>`)), 'the path is short');
  expect(await askControl(data, 'users')).toBe('<users>');
  expect(await askControl(data, 'x'.repeat(300_000))).toBeNull();
  await control.close();
  expect(await askControl(data, 'users')).toBeNull();
});

it('takes an answer that is longer than any command', async () => {
  const data = await createFolder();
  const control = must(await openControl(data, () => Promise.resolve('x'.repeat(10_000_000))), 'the path is short');
  onTestFinished(control.close);
  expect(await askControl(data, 'users')).toHaveLength(10_000_000);
});

it('stops beside a client without a whole command', async () => {
  const data = await createFolder();
  const control = must(await openControl(data, () => Promise.resolve('')), 'the path is short');
  const socket = await connectTo(data, '{"act":');
  const ended = once(socket, 'close');
  // Only a connection that was accepted delays the end.
  await askControl(data, 'users');
  await control.close();
  await ended;
});

it.each([
  ['answers the command that is being executed when it stops', undefined, 'done'],
  ['leaves a command unanswered that takes too long when it stops', 1, null],
])('%s', async (_, farewellMs, expected) => {
  const data = await createFolder();
  const [begun, finished] = [withResolvers(), withResolvers<string>()];
  const answer = (): Promise<string> => {
    begun.resolve();
    return finished.promise;
  };
  const control = must(await openControl(data, answer, farewellMs), 'the path is short');
  const asked = askControl(data, 'pause');
  await begun.promise;
  const closed = control.close();
  if (farewellMs === undefined) finished.resolve('done');
  await closed;
  expect(await asked).toBe(expected);
});
