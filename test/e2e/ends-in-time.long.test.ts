// `nexpost serve` ends within five seconds, whatever its mail servers do.
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { steadyClock } from '#adapters/clock.ts';
import { builtProgram, type Program } from './program.ts';
import { players } from './setting.ts';
import { silentServer } from './silent-server.ts';

let program: Program;
beforeAll(() => {
  program = builtProgram();
});
afterAll(() => program.remove());

const on = (data: string): readonly string[] => [
  ...['--data', program.folder(data), '--smtp-port', '0', '--imap-port', '0', '--http-port', '0'],
  ...['--log-level', 'warn'],
];

it('when they never answer', async () => {
  const silent = await silentServer();
  const config = program.folder('silent.json');
  const server = { host: '127.0.0.1', port: silent.port, secure: false, user: 'games', password: 'secret' };
  writeFileSync(config, JSON.stringify({ address: 'games@example.test', imap: server, smtp: server }));
  // It is never ready.
  const serving = program.start(['serve', ...on('unheard'), '--config', config]);
  await silent.visited;
  const since = steadyClock.now();
  serving.process.kill('SIGTERM');
  const { code, stderr } = await serving.ended;
  const ms = steadyClock.now() - since;
  expect({ code, inTime: ms < 5_000 }, `${ms} ms; ${stderr}`).toEqual({ code: 0, inTime: true });
  await silent.close();
});

it('when a mail has just been answered', async () => {
  const serving = await program.serve(on('answered'));
  const { players: named, service } = players(() => serving.ready, 'answered');
  await named.alice.send({ to: service, subject: 'signup alice', messageId: '<1@client.test>' });
  await named.alice.awaits(1);
  const { code, ms, stderr } = await serving.terminate();
  expect({ code, inTime: ms < 5_000 }, `${ms} ms; ${stderr}`).toEqual({ code: 0, inTime: true });
});
