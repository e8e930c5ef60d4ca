// The operator stops all clocks and lets them run again, beside a running service and without one.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askControl } from '#adapters/control.ts';
import { builtProgram, type Program } from './program.ts';
import { players } from './setting.ts';

let program: Program;
beforeAll(() => {
  program = builtProgram();
});
afterAll(() => program.remove());

const run = async (...args: readonly string[]): Promise<readonly [number | null, string]> => {
  const { code, stdout, stderr } = await program.start(args).ended;
  return [code, stdout + stderr];
};

const on = (data: string): readonly string[] => [
  ...[
    '--data',
    program.folder(data),
    '--smtp-port',
    '0',
    '--imap-port',
    '0',
    '--http-port',
    '0',
    '--log-level',
    'warn',
  ],
];

describe('nexpost pause and resume', () => {
  it('reach a running service, whose boards say so', async () => {
    const serving = await program.serve(on('running'));
    const data = program.folder('running');
    const { players: named, service } = players(() => serving.ready, 'running');
    const { alice } = named;
    await alice.send({ to: service, subject: 'signup alice', messageId: '<1@client.test>' });
    await alice.awaits(1);
    await alice.send({ to: service, subject: 'nex challenge -size=4 alice robot1', messageId: '<2@client.test>' });
    await alice.awaits(2);
    expect(await run('pause', '--text', '--data', data)).toEqual([
      0,
      'All clocks stand still. `nexpost resume` lets them run again.\n',
    ]);
    await alice.send({ to: service, subject: 'nex show 101', messageId: '<3@client.test>' });
    expect((await alice.awaits(3)).at(-1)!.text).toContain('All clocks stand still.');
    expect(await run('resume', '--data', data)).toEqual([0, '{"done":true,"running":true}\n']);
    await alice.send({ to: service, subject: 'nex show 101', messageId: '<4@client.test>' });
    expect((await alice.awaits(4)).at(-1)!.text).toContain('You have until');
    // Nobody else on the machine may ask, and what is not asked rightly does nothing.
    expect(statSync(join(data, 'control.sock')).mode & 0o777).toBe(0o600);
    expect(await askControl(data, '{"act":"stop"}')).toContain('does not know');
    expect(await askControl(data, 'x'.repeat(300_000))).toBeNull();
    expect((await serving.terminate()).code).toBe(0);
  });

  it('take the folder where none runs, and a service that is killed leaves no riddle behind', async () => {
    let serving = await program.serve(on('killed'));
    const data = program.folder('killed');
    await serving.kill();
    expect((await run('pause', '--data', data))[0]).toBe(0);
    serving = await program.serve(on('killed'));
    expect((await run('resume', '--data', data))[0]).toBe(0);
    expect((await serving.terminate()).code).toBe(0);
  });
});
