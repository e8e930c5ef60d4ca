// A service of several processes over Postgres, from outside: what every service is held to, and what only several processes can show.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testClock } from '../e2e/clock.ts';
import { converse, expectGoodMails } from '../e2e/conversation.ts';
import { builtProgram, type Program } from '../e2e/program.ts';
import { testRobots } from '../e2e/robots.ts';
import { players } from '../e2e/setting.ts';
import { clubHome, databaseOn } from './club.ts';
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
