// The service without a mailbox: Postfix delivers by LMTP and through a pipe, and kills lose and double nothing.
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeMaildir } from '#adapters/maildir/folders.ts';
import { createRandom } from '#games/kit/random.ts';
import { SEED } from '#test/seeds.ts';
import { converse, expectGoodMails, type Setting } from '../e2e/conversation.ts';
import type { Player } from '../e2e/player.ts';
import { builtProgram, NEXPOST, type Program, type Serving } from '../e2e/program.ts';
import { killWhileDelivering, opensBoard, type Outcome, waitTurns } from './delivery.ts';
import { listenAs } from './listening.ts';
import { DOMAIN, PASSWORD, startMailServers, type MailServers } from './mail-servers.ts';
import { startPostgres } from './postgres-server.ts';
import type { DeliveryRoute } from './server-settings.ts';

const KILLS = 5;
const SERVICE = `games@${DOMAIN}`;

const programs: Program[] = [];
const running: MailServers[] = [];
afterAll(async () => {
  for (const program of programs) await program.remove();
  for (const servers of running) await servers.close();
});

interface Delivered {
  readonly program: Program;
  readonly serving: Serving;
  readonly alice: Player;
  readonly bob: Player;
}

const idOf = (file: string, user: string): number =>
  Number(new RegExp(`^${user}:[^:]*:(\\d+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1]);

/** A folder of the user nobody, as a service has one. The service switches to its owner. */
function makeFolders(program: Program, ...names: readonly string[]): void {
  const [nobody, postfix] = [idOf('/etc/passwd', 'nobody'), idOf('/etc/group', 'postfix')];
  chmodSync(program.folder('.'), 0o755);
  for (const name of names) {
    mkdirSync(program.folder(name));
    chownSync(program.folder(name), nobody, postfix);
    // A socket in it is of the group of Postfix.
    chmodSync(program.folder(name), 0o2750);
  }
}

async function startDelivered(routeIn: (program: Program) => DeliveryRoute): Promise<Delivered> {
  const program = builtProgram();
  programs.push(program);
  makeFolders(program, 'data', 'mail', 'run');
  const servers = await startMailServers(true, null, routeIn(program));
  running.push(servers);
  const config = {
    address: SERVICE,
    trustedAuthservIds: [DOMAIN],
    delivery: { maildir: program.folder('mail'), lmtp: program.folder('run/lmtp.sock') },
    smtp: { host: '127.0.0.1', secure: false, user: SERVICE, password: PASSWORD, port: servers.ports.submission },
  };
  writeFileSync(program.folder('config.json'), JSON.stringify(config));
  const words = ['--data', program.folder('data'), '--http-port', '0', '--config', program.folder('config.json')];
  const serving = await program.serve(words);
  const named = (name: string): Player =>
    listenAs({
      ...{ address: `${name}@${DOMAIN}`, user: `${name}@${DOMAIN}`, password: PASSWORD },
      ports: () => ({ smtp: servers.ports.submission, imap: servers.ports.imap }),
    });
  return { program, serving, alice: named('alice'), bob: named('bob') };
}

const talkTo = ({ alice, bob }: Delivered): Setting => ({
  ...{ service: SERVICE, players: { alice, bob }, run: 'real', board: 101 },
  meanwhile: () => Promise.resolve(),
});

const byLmtp = (program: Program): DeliveryRoute => ({
  transport: `lmtp:unix:${program.folder('run/lmtp.sock')}`,
  program: null,
});

const byPipe = (program: Program): DeliveryRoute => ({
  transport: 'nexpost:',
  program: {
    user: 'nobody',
    argv: `${process.execPath} ${NEXPOST} deliver --config ${program.folder('config.json')} \${recipient}`,
  },
});

it('holds the conversation by LMTP, stays healthy, checks itself, and keeps what was done', async () => {
  const delivered = await startDelivered(byLmtp);
  const talk = talkTo(delivered);
  expectGoodMails(talk, await converse(talk));
  const { program, serving } = delivered;
  const health = await fetch(`http://127.0.0.1:${serving.ready.http}/health`);
  expect([health.status, await health.json()]).toMatchObject([200, { ok: true, smtp: 'connected' }]);
  const words = ['--data', program.folder('data'), '--config', program.folder('config.json'), '--mail'];
  expect(await program.start(['check', ...words]).ended).toMatchObject({ code: 0 });
  expect((await serving.terminate()).code).toBe(0);
  expect(readdirSync(program.folder('mail/new'))).toEqual([]);
  expect(readdirSync(program.folder('mail/.Processed/cur')).length).toBeGreaterThan(10);
  expect(statSync(program.folder('mail/.Processed')).uid).toBe(idOf('/etc/passwd', 'nobody'));
});

it('holds the conversation through a pipe', async () => {
  const talk = talkTo(await startDelivered(byPipe));
  expectGoodMails(talk, await converse(talk));
});

/** Each mail took effect once. */
function expectOnce({ answers, boards }: Outcome): void {
  expect(boards).toEqual(boards.map((_, number) => Number(opensBoard(number))));
  const welcomes = answers.map(subjects => subjects.filter(subject => subject.startsWith('Welcome')).length);
  expect(welcomes).toEqual(boards.map(() => 1));
}

it(`loses and doubles nothing in ${KILLS} kills between DATA and the answer, seed ${SEED}`, async () => {
  const program = builtProgram();
  programs.push(program);
  expectOnce(await killWhileDelivering(program, { kills: KILLS, seed: SEED }));
});

it('does so over Postgres', async () => {
  const [program, database] = [builtProgram(), await startPostgres()];
  programs.push(program);
  try {
    expectOnce(await killWhileDelivering(program, { kills: 2, seed: SEED, database: database.url }));
  } finally {
    await database.close();
  }
});

it(`has a mail whole or not at all when the program of the pipe is killed, seed ${SEED}`, async () => {
  const program = builtProgram();
  programs.push(program);
  const [rng, maildir] = [createRandom(SEED), program.folder('mail')];
  await makeMaildir(maildir);
  writeFileSync(program.folder('config.json'), JSON.stringify({ address: SERVICE, delivery: { maildir } }));
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
