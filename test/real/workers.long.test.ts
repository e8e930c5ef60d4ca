// A service of several processes over Postgres, from outside.
// What every service is held to, and what only several processes can show.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSecrets } from '#adapters/crypto/secrets.ts';
import { connectPostgres } from '#adapters/store/postgres/database.ts';
import { loadDatabaseKey } from '#adapters/store/postgres/shared-values.ts';
import { writeListToken } from '#core/writing/compose-context.ts';
import type { EmbeddedServers } from '#trial/start-embedded.ts';
import { testClock } from '../e2e/clock.ts';
import { converse, expectGoodMails } from '../e2e/conversation.ts';
import { type Player, player } from '../e2e/player.ts';
import type { ReceivedMail } from '../service/received-mail.ts';
import { builtProgram, type Program, type Serving } from '../e2e/program.ts';
import { testRobots } from '../e2e/robots.ts';
import { players } from '../e2e/setting.ts';
import { clubHome, configuration, databaseOn, mailServersIn } from './club.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

let program: Program;
let server: PostgresServer;
beforeAll(async () => {
  program = builtProgram();
  server = await startPostgres();
});
afterAll(async () => {
  await program.remove();
  await server.close();
});

const club = clubHome(
  () => program,
  () => server,
);

describe('two workers, and a process for every other role', () => {
  it('hold the conversation, end in order, and know everything after a restart', async () => {
    let serving = await club.serve('whole');
    const talk = players(() => serving.ready, 'whole');
    const received = await converse(talk);
    expectGoodMails(talk, received);
    const { code, ms, stderr } = await serving.terminate();
    expect({ code, inTime: ms < 5_000 }, stderr).toEqual({ code: 0, inTime: true });
    serving = await club.serve('whole');
    const { alice } = talk.players;
    expect((await alice.inbox()).map(mail => mail.messageId)).toEqual(received.alice.map(mail => mail.messageId));
    await alice.send({ to: talk.service, subject: 'nex show 101', messageId: '<after@client.test>' });
    expect((await alice.awaits(received.alice.length + 1)).at(-1)!.text).toContain('d3,e1');
    expect((await serving.terminate()).code).toBe(0);
  });

  testRobots(club);
  testClock(club);
});

describe('a process that dies', () => {
  let servers: EmbeddedServers;
  let alice: Player;
  beforeAll(async () => {
    servers = await mailServersIn(program);
    const ports = (): { smtp: number; imap: number } => ({ smtp: servers.smtpPort, imap: servers.imapPort });
    alice = player({
      address: 'alice@example.test',
      user: 'alice@example.test',
      password: 'any',
      ports,
      isMortal: true,
    });
  });
  afterAll(() => servers.close());

  const started = (role: string, store: string): Promise<Serving> => {
    const words = ['--config', configuration(program, servers), '--store', store, '--role', role];
    return program.serve([...words, '--http-port', '0', '--log-level', 'warn']);
  };
  let letters = 0;
  /** Asks, and tells how long the answer took. */
  const asked = async (
    subject: string,
    answers = 1,
  ): Promise<{ readonly ms: number; readonly mails: readonly ReceivedMail[] }> => {
    const before = (await alice.inbox()).length;
    const since = Date.now();
    letters += 1;
    await alice.send({ to: 'games@example.test', subject, messageId: `<${letters}@client.test>` });
    const mails = await alice.awaits(before + answers);
    return { ms: Date.now() - since, mails: mails.slice(before) };
  };

  it('leaves the mailbox to another within ten seconds, killed or silent, and says nothing twice when it comes back', async () => {
    const store = await databaseOn(server, 'readers');
    const first = await started('inbox', store);
    const second = await started('inbox', store);
    const others = await Promise.all(['worker', 'outbox'].map(role => started(role, store)));
    await asked('signup alice');
    first.process.kill('SIGSTOP');
    expect((await asked('help')).ms).toBeLessThan(10_000);
    first.process.kill('SIGCONT');
    expect((await asked('help nex')).mails.map(({ subject }) => subject)).toHaveLength(1);
    await second.kill();
    expect((await asked('help hex')).ms).toBeLessThan(10_000);
    // Time in which a copy of anything would have come.
    const { mails } = await asked('help y');
    expect(mails).toHaveLength(1);
    const all = await alice.inbox();
    expect(new Set(all.map(({ messageId }) => messageId)).size).toBe(all.length);
    expect(all).toHaveLength(5);
    for (const each of [first, ...others]) expect((await each.terminate()).code).toBe(0);
  });

  it('is not needed to end mails: the process of the pages commits that itself', async () => {
    const store = await databaseOn(server, 'readers-of-mails');
    const others = await Promise.all(['inbox', 'worker', 'outbox'].map(role => started(role, store)));
    const pages = await started('web', store);
    await asked('signup alice');
    for (const each of others) await each.kill();
    const database = connectPostgres(store, () => undefined);
    const { sign } = createSecrets(await loadDatabaseKey(database.query));
    const token = writeListToken({ kind: 'tables' }, { kind: 'account', userid: 'alice' }, sign);
    const url = `http://127.0.0.1:${pages.ready.http}/unsubscribe/${token}`;
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('You have unsubscribed')]);
    const [row] = await database.query("select body from documents where key = 'account/alice'");
    expect(row?.['body']).toMatchObject({ settings: { tables: 'none' } });
    await database.close();
    expect((await pages.terminate()).code).toBe(0);
  });

  it('leaves the board at which its robot thinks to another', async () => {
    const store = await databaseOn(server, 'thinkers');
    const others = await Promise.all(['inbox', 'worker', 'outbox'].map(role => started(role, store)));
    const first = await started('robots', store);
    await asked('signup alice');
    const before = (await alice.inbox()).length;
    await asked('nexos challenge robot5 me');
    const second = await started('robots', store);
    await first.kill();
    expect((await alice.awaits(before + 2)).at(-1)!.text).toContain('robot5 played');
    for (const each of [second, ...others]) expect((await each.terminate()).code).toBe(0);
  });
});

describe('embedded mail servers whose process is killed', () => {
  it('come back elsewhere, and whoever reads the mailbox by then reads it there', async () => {
    const store = await databaseOn(server, 'moving');
    const all = (): Promise<Serving> =>
      program.serve(['--data', program.folder('moving'), '--store', store, '--smtp-port', '0', '--imap-port', '0', '--http-port', '0', '--log-level', 'warn']); // prettier-ignore
    let first = await all();
    const second = await all();
    expect(second.ready).toMatchObject({ smtp: first.ready.smtp, imap: first.ready.imap });
    const alice = player({ address: 'alice@example.test', user: 'alice@example.test', password: 'any', ports: () => first.ready, isMortal: true }); // prettier-ignore
    await alice.send({ to: first.ready.address, subject: 'signup alice', messageId: '<1@client.test>' });
    await alice.awaits(1);
    await first.kill();
    // The other one has the mailbox by then.
    await new Promise(done => setTimeout(done, 2_000));
    first = await all();
    expect(first.ready.imap).not.toBe(second.ready.imap);
    await alice.send({ to: first.ready.address, subject: 'help', messageId: '<2@client.test>' });
    await alice.awaits(2);
    for (const each of [second, first]) expect((await each.terminate()).code).toBe(0);
  });
});

describe('nexpost serve', () => {
  it('refuses a role over a data folder, in a sentence', async () => {
    const { code, stderr } = await program.start(['serve', '--data', program.folder('alone'), '--role', 'worker'])
      .ended;
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('share a database') as string });
  });

  it('refuses a database of a newer version, one that is not there, and what is none', async () => {
    const store = await databaseOn(server, 'newer');
    const first = await program.serve(['--data', program.folder('newer'), '--store', store, '--smtp-port', '0', '--imap-port', '0', '--http-port', '0']); // prettier-ignore
    await first.terminate();
    const { Client } = await import('pg');
    const client = new Client({ connectionString: store });
    await client.connect();
    await client.query('insert into migrations values (1000)');
    await client.end();
    const refused = async (url: string): Promise<string> => {
      const { code, stdout, stderr } = await program.start(['serve', '--data', program.folder('x'), '--store', url])
        .ended;
      expect({ code: code === 0, stdout }).toEqual({ code: false, stdout: '' });
      return stderr;
    };
    expect(await refused(store)).toMatch(/was written by a newer version of nexpost/);
    const away = await refused('postgres://me:secret@127.0.0.1:9/none');
    expect(away).toMatch(/The database postgres:\/\/me:\*\*\*@127.0.0.1:9\/none cannot be used/);
    expect(away).not.toContain('secret');
    expect(await refused('./data')).toContain('--store is a database such as postgres://');
  });
});
