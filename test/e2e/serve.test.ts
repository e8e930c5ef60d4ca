// `nexpost serve` from outside, through SMTP and IMAP alone: the conversation, an orderly end, a restart, and what is said when it cannot start.
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { converse, expectGoodMails } from './conversation.ts';
import { builtProgram, type Program, type Serving } from './program.ts';
import { players } from './setting.ts';

let program: Program;
beforeAll(() => {
  program = builtProgram();
});
afterAll(() => program.remove());

const ANY_PORTS = ['--smtp-port', '0', '--imap-port', '0', '--http-port', '0'];
const on = (data: string): readonly string[] => ['--data', program.folder(data), ...ANY_PORTS, '--log-level', 'warn'];

describe('nexpost serve', () => {
  it('holds the conversation, ends in order, and knows everything after a restart', async () => {
    let serving = await program.serve(on('whole'));
    expect(serving.ready).toMatchObject({ ready: true, pid: serving.process.pid, address: 'games@example.test' });
    const talk = players(() => serving.ready, 'whole');
    const received = await converse(talk);
    expectGoodMails(talk, received);

    const { code, ms, stderr } = await serving.terminate();
    expect({ code, inTime: ms < 5_000 }, stderr).toEqual({ code: 0, inTime: true });

    serving = await program.serve(on('whole'));
    const { alice } = talk.players;
    expect((await alice.inbox()).map(mail => mail.messageId)).toEqual(received.alice.map(mail => mail.messageId));
    await alice.send({ to: talk.service, subject: 'nex show 101', messageId: '<after@client.test>' });
    const shown = (await alice.awaits(received.alice.length + 1)).at(-1)!;
    expect(shown.subject).toBe('Nex Board 101');
    expect(shown.text).toContain('d3,e1');
    expect((await serving.terminate()).code).toBe(0);
  });

  it('never answers automatic mail, lists, bounces or itself', async () => {
    const serving = await program.serve(on('silent'));
    const { players: named, service } = players(() => serving.ready, 'silent');
    const automatic: readonly Readonly<Record<string, string>>[] = [
      { 'Auto-Submitted': 'auto-replied' },
      { Precedence: 'bulk' },
      { 'List-Id': '<friends.example.test>' },
      { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=x' },
    ];
    for (const [index, headers] of automatic.entries()) {
      await named.alice.send({ to: service, subject: 'help', messageId: `<auto-${index}@client.test>`, headers });
    }
    await named.alice.send({ to: service, subject: 'help', messageId: '<asked@client.test>' });
    // Mails are answered in the order they came: when the last has its answer, the others have none.
    expect((await named.alice.awaits(1)).map(mail => mail.references)).toEqual([['<asked@client.test>']]);
    await serving.terminate();
  });

  it('says in one sentence why it cannot start', async () => {
    const serving = await program.serve(on('first'));
    const busy = serving.ready.imap;
    const port = await program.start(['serve', ...on('second'), '--imap-port', String(busy)]).ended;
    expect(port).toMatchObject({ code: 1, stdout: '' });
    expect(port.stderr.trim()).toBe(
      `Port ${busy} on 127.0.0.1 is already in use; choose another one with --imap-port (0 means any free port).`,
    );
    const pages = await program.start(['serve', ...on('third'), '--http-port', String(serving.ready.http)]).ended;
    expect(pages).toMatchObject({ code: 1, stdout: '' });
    expect(pages.stderr).toContain(`Port ${serving.ready.http} on 127.0.0.1 is already in use;`);
    const data = await program.start(['serve', ...on('first')]).ended;
    expect(data).toMatchObject({ code: 1, stdout: '' });
    expect(data.stderr.trim()).toMatch(
      /^\S+ is in use by process \d+\. Stop that one first, or choose another folder with --data\.$/,
    );
    await serving.terminate();
  });

  it.each([40, 60, 150])('says so in one sentence where it may open %i files only', async most => {
    const { code, stdout, stderr } = await program.start(['serve', ...on('few')], {}, most).ended;
    expect({ code, stdout }, stderr).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^nexpost may not open enough files here: it needs \d+ at once\. [^\n]*\n$/);
  });

  it.each([
    [['--colour', 'red'], /^'--colour' is no option of this verb\.$/m],
    [['--smtp-port', 'eleven'], /^--smtp-port cannot be 'eleven'/m],
    [['--data'], /^--data needs a value\.$/m],
  ])('answers the wrong command line %j with the usage', async (args, sentence) => {
    const { code, stdout, stderr } = await program.start(['serve', ...args]).ended;
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(stderr).toMatch(/^Usage: nexpost serve /m);
  });

  it('ends within 5 seconds even when its mail servers never answer', async () => {
    const silent = await silentServer();
    const config = program.folder('silent.json');
    const server = { host: '127.0.0.1', port: silent.port, secure: false, user: 'games', password: 'secret' };
    writeFileSync(config, JSON.stringify({ address: 'games@example.test', imap: server, smtp: server }));
    const serving = await program.serve([...on('unheard'), '--config', config]);
    await silent.visited;
    const { code, ms, stderr } = await serving.terminate();
    expect({ code, inTime: ms < 5_000 }, `${ms} ms; ${stderr}`).toEqual({ code: 0, inTime: true });
    await silent.close();
  });

  it('ends within 5 seconds while a client holds its connections open', async () => {
    const serving: Serving = await program.serve(on('held'));
    const sockets = [serving.ready.smtp, serving.ready.imap, serving.ready.http].map(port =>
      // A service that ends may cut the connection: that is what is tested.
      connect(port, '127.0.0.1').on('error', () => undefined),
    );
    await Promise.all(sockets.map(socket => new Promise(resolve => socket.once('connect', resolve))));
    const { code, ms } = await serving.terminate();
    expect({ code, inTime: ms < 5_000 }).toEqual({ code: 0, inTime: true });
    for (const socket of sockets) socket.destroy();
  });
});

interface SilentServer {
  readonly port: number;
  readonly visited: Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** Takes connections and says nothing, ever. */
async function silentServer(): Promise<SilentServer> {
  const sockets = new Set<Socket>();
  const server: Server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    visited: new Promise(resolve => server.once('connection', resolve)),
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
}
