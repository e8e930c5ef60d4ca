// Two workers over a Postgres hold the conversation, though one is killed behind its COMMIT.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EmbeddedServers } from '#trial/start-embedded.ts';
import { converse, expectGoodMails, type Setting } from '../e2e/conversation.ts';
import type { Player } from '../e2e/player.ts';
import { builtProgram, type Program } from '../e2e/program.ts';
import { configuration, databaseOn, mailServersIn, type Mortal, mortal } from './club.ts';
import { type Cutting, cutting } from './cutting.ts';
import { listenAs } from './listening.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

const WORKERS = 2;

let program: Program;
let server: PostgresServer;
let mails: EmbeddedServers;
/** The way to the database, for each worker. */
let ways: readonly Cutting[] = [];
beforeAll(async () => {
  program = builtProgram();
  server = await startPostgres();
  ways = await Promise.all(Array.from({ length: WORKERS }, () => cutting(server.port)));
  mails = await mailServersIn(program);
});
afterAll(async () => {
  await program.remove();
  await mails.close();
  for (const way of ways) await way.close();
  await server.close();
});

/** One that reads, one that sends, and the workers. */
async function startProcesses(): Promise<{ readonly all: readonly Mortal[]; readonly workers: readonly Mortal[] }> {
  const config = configuration(program, mails);
  const store = await databaseOn(server, 'club');
  const start = (role: string, url: string): Promise<Mortal> => {
    const words = ['--config', config, '--store', url, '--role', role, '--http-port', '0', '--log-level', 'warn'];
    return mortal(role, () => program.serve(words));
  };
  const workers = ways.map(({ port }) => start('worker', store.replace(String(server.port), String(port))));
  const all = await Promise.all([start('inbox', store), start('outbox', store), ...workers]);
  return { all, workers: all.slice(-WORKERS) };
}

const listener = (name: string): Player => {
  const address = `${name}@example.test`;
  const ports = (): { smtp: number; imap: number } => ({ smtp: mails.smtpPort, imap: mails.imapPort });
  return listenAs({ address, user: address, password: 'any', ports });
};

it('answers every mail once, in order, though a worker is killed that has not heard that its work is done', async () => {
  const { all, workers } = await startProcesses();
  const [alice, bob] = [listener('alice'), listener('bob')];
  const kills: Promise<void>[] = [];
  /** Kills whichever worker is the first to commit, and starts it again; and one that commits at the same moment. */
  const killFirst = (): Promise<void> =>
    Promise.race(
      ways.map(async (way, i) => {
        await way.holdCommit();
        for (const each of ways) each.armed = false;
        const kill = workers[i]!.killAndRestart();
        kills.push(kill);
        await kill;
      }),
    );
  let killing: Promise<void> | null = null;
  const mortalAlice: Player = {
    ...alice,
    // Her first move.
    reply: async (...letter) => {
      killing ??= killFirst();
      await alice.reply(...letter);
      await killing;
    },
  };
  const talk: Setting = {
    ...{ service: 'games@example.test', players: { alice: mortalAlice, bob }, run: 'kill', board: 101 },
    meanwhile: () => Promise.resolve(),
  };
  const received = await converse(talk);
  expectGoodMails(talk, received);
  expect(kills.length).toBeGreaterThan(0);
  await Promise.all(kills);
  const ends = await Promise.all(all.map(each => each.now().terminate()));
  expect(ends.map(({ code }) => code)).toEqual(all.map(() => 0));
});
