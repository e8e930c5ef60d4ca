// Kills the service at the worst moments: while mails are delivered to it, and behind a COMMIT. It loses and doubles nothing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { makeMaildir } from '#adapters/maildir/folders.ts';
import { createRandom } from '#games/kit/random.ts';
import { SEED } from '#test/seeds.ts';
import type { EmbeddedServers } from '#trial/start-embedded.ts';
import { converse, expectGoodMails, type Setting } from '../e2e/conversation.ts';
import type { Player } from '../e2e/player.ts';
import { builtProgram, NEXPOST, type Program } from '../e2e/program.ts';
import { players } from '../e2e/setting.ts';
import { configuration, databaseOn, mailServersIn, type Mortal, mortal } from './club.ts';
import { type Cutting, cutting } from './cutting.ts';
import { killWhileDelivering, opensBoard, type Outcome, waitTurns } from './delivery.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

const KILLS = 5;
const WORKERS = 2;

let postgres: PostgresServer;
let program: Program;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());
beforeEach(() => {
  program = builtProgram();
});
afterEach(() => program.remove());

/** Each mail took effect once. */
function expectOnce({ answers, boards }: Outcome): void {
  expect(boards).toEqual(boards.map((_, number) => Number(opensBoard(number))));
  const welcomes = answers.map(subjects => subjects.filter(subject => subject.startsWith('Welcome')).length);
  expect(welcomes).toEqual(boards.map(() => 1));
}

it(`loses and doubles nothing in ${KILLS} kills between DATA and the answer, seed ${SEED}`, async () => {
  expectOnce(await killWhileDelivering(program, { kills: KILLS, seed: SEED }));
});

it('does so over Postgres', async () => {
  const database = await databaseOn(postgres, 'delivery');
  expectOnce(await killWhileDelivering(program, { kills: 2, seed: SEED, database }));
});

it(`has a mail whole or not at all when the program of the pipe is killed, seed ${SEED}`, async () => {
  const [rng, maildir] = [createRandom(SEED), program.folder('mail')];
  await makeMaildir(maildir);
  writeFileSync(program.folder('config.json'), JSON.stringify({ address: 'games@lab.test', delivery: { maildir } }));
  const body = 'b3,a3\r\n'.repeat(50_000);
  const deliver = async (number: number, turns: number): Promise<number | null> => {
    const child = spawn(process.execPath, [NEXPOST, 'deliver', '--config', program.folder('config.json')]);
    child.stdin.on('error', () => undefined);
    child.stdin.end(`Message-ID: <${number}@client.test>\r\n\r\n${body}`, () => {
      void waitTurns(turns).then(() => child.kill('SIGKILL'));
    });
    const [code] = (await once(child, 'close')) as [number | null];
    return code;
  };
  const delivered: number[] = [];
  for (let number = 0; number < 12; number += 1)
    if ((await deliver(number, rng.below(20_000))) === 0) delivered.push(number);
  const mails = readdirSync(join(maildir, 'new')).map(name => readFileSync(join(maildir, 'new', name), 'latin1'));
  expect(mails.every(mail => mail.endsWith(body))).toBe(true);
  const found = mails.map(mail => Number(/^Message-ID: <(\d+)@/m.exec(mail)?.[1]));
  expect(delivered.filter(number => !found.includes(number))).toEqual([]);
});

/** One that reads, one that sends, and the workers. */
async function startProcesses(
  mails: EmbeddedServers,
  ways: readonly Cutting[],
): Promise<{ readonly all: readonly Mortal[]; readonly workers: readonly Mortal[] }> {
  const config = configuration(program, mails);
  const store = await databaseOn(postgres, 'club');
  const start = (role: string, url: string): Promise<Mortal> => {
    const words = ['--config', config, '--store', url, '--role', role, '--http-port', '0', '--log-level', 'warn'];
    return mortal(role, () => program.serve(words));
  };
  const workers = ways.map(({ port }) => start('worker', store.replace(String(postgres.port), String(port))));
  const all = await Promise.all([start('inbox', store), start('outbox', store), ...workers]);
  return { all, workers: all.slice(-WORKERS) };
}

it('answers every mail once, in order, though a worker is killed that has not heard that its work is done', async () => {
  const mails = await mailServersIn(program);
  const ways = await Promise.all(Array.from({ length: WORKERS }, () => cutting(postgres.port)));
  onTestFinished(async () => {
    await mails.close();
    for (const way of ways) await way.close();
  });
  const { all, workers } = await startProcesses(mails, ways);
  const people = { address: 'games@example.test', smtp: mails.smtpPort, imap: mails.imapPort };
  const { alice, bob } = players(() => people, 'kill').players;
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
