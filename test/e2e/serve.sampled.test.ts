// `nexpost serve` from outside, through SMTP and IMAP alone: the conversation, an orderly end, a restart, and what is said when it cannot start.
import { connect } from 'node:net';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { converse, expectGoodMails } from './conversation.ts';
import { builtProgram, type Program, type Serving } from './program.ts';
import { players } from './setting.ts';
import { silentServer } from './silent-server.ts';
import { sample } from '#test/sample.ts';

let program: Program;
/** Runs for most of the tests. The first one starts it again, and the last one ends it. */
let shared: Serving;
beforeAll(async () => {
  program = builtProgram();
  shared = await program.serve(on('shared'));
});
afterAll(() => program.remove());

const ANY_PORTS = ['--smtp-port', '0', '--imap-port', '0', '--http-port', '0'];
const on = (data: string): readonly string[] => ['--data', program.folder(data), ...ANY_PORTS, '--log-level', 'warn'];

describe('nexpost serve', () => {
  it('holds the conversation, ends in order, and knows everything after a restart', async () => {
    expect(shared.ready).toMatchObject({ ready: true, pid: shared.process.pid, address: 'games@example.test' });
    const talk = players(() => shared.ready, 'whole');
    const received = await converse(talk);
    expectGoodMails(talk, received);

    const { code, stderr } = await shared.terminate();
    expect(code, stderr).toBe(0);
    // Programs read it: whatever is not JSON throws.
    for (const line of stderr.split('\n').filter(Boolean)) expect(JSON.parse(line)).toHaveProperty('level');

    shared = await program.serve(on('shared'));
    const { alice } = talk.players;
    expect((await alice.inbox()).map(mail => mail.messageId)).toEqual(received.alice.map(mail => mail.messageId));
    await alice.send({ to: talk.service, subject: 'nex show 101', messageId: '<after@client.test>' });
    const shown = (await alice.awaits(received.alice.length + 1)).at(-1)!;
    expect(shown.subject).toBe('Nex Board 101: you won');
    expect(shown.text).toContain('d3,e1');
  });

  it('never answers automatic mail, bounces or itself', async () => {
    const { players: named, service } = players(() => shared.ready, 'silent');
    const before = (await named.alice.inbox()).length;
    const automatic: readonly Readonly<Record<string, string>>[] = [
      { 'Auto-Submitted': 'auto-replied' },
      { Precedence: 'bulk' },
      { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=x' },
    ];
    for (const [index, headers] of automatic.entries()) {
      await named.alice.send({ to: service, subject: 'help', messageId: `<auto-${index}@client.test>`, headers });
    }
    await named.alice.send({ to: service, subject: 'help', messageId: '<asked@client.test>' });
    // Mails are answered in the order they came: when the last has its answer, the others have none.
    const answers = (await named.alice.awaits(before + 1)).slice(before);
    expect(answers.map(mail => mail.references)).toEqual([['<asked@client.test>']]);
  });

  it.each([
    ['--imap-port', () => shared.ready.imap],
    ['--http-port', () => shared.ready.http],
  ])('says in one sentence that the port of %s is taken', async (option, port) => {
    const { code, stdout, stderr } = await program.start(['serve', ...on('second'), option, String(port())]).ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trim()).toBe(
      `Port ${port()} on 127.0.0.1 is already in use; choose another one with ${option} (0 means any free port).`,
    );
  });

  it('says in one sentence that the folder is in use', async () => {
    const data = await program.start(['serve', ...on('shared')]).ended;
    expect(data).toMatchObject({ code: 1, stdout: '' });
    expect(data.stderr.trim()).toMatch(
      /^\S+ is in use by process \d+\. Stop that one first, or choose another folder\.$/,
    );
  });

  it.each(sample([40, 60, 150], 3))('says so in one sentence where it may open %i files only', async most => {
    const { code, stdout, stderr } = await program.start(['serve', ...on('few')], {}, most).ended;
    expect({ code, stdout }, stderr).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^nexpost may not open enough files here: it needs \d+ at once\. [^\n]*\n$/);
  });

  it('ends in order while its mail servers have not answered yet', async () => {
    const silent = await silentServer();
    const config = program.folder('silent.json');
    const server = { host: '127.0.0.1', port: silent.port, secure: false, user: 'games', password: 'secret' };
    writeFileSync(config, JSON.stringify({ address: 'games@example.test', imap: server, smtp: server }));
    const running = program.start(['serve', ...on('unheard'), '--config', config]);
    await silent.visited;
    running.process.kill('SIGTERM');
    const { code, stderr } = await running.ended;
    expect(code, stderr).toBe(0);
    await silent.close();
  });

  it('ends in order while a client holds its connections open, and though it is asked twice', async () => {
    const sockets = [shared.ready.smtp, shared.ready.imap, shared.ready.http].map(port =>
      // A service that ends may cut the connection: that is what is tested.
      connect(port, '127.0.0.1').on('error', () => undefined),
    );
    await Promise.all(sockets.map(socket => new Promise(resolve => socket.once('connect', resolve))));
    const ending = shared.terminate();
    shared.process.kill('SIGINT');
    shared.process.kill('SIGTERM');
    expect((await ending).code).toBe(0);
    for (const socket of sockets) socket.destroy();
  });
});
