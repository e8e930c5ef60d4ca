// The service without a mailbox: Postfix delivers by LMTP and through a pipe, and kills lose and double nothing.
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { SEED } from '#test/seeds.ts';
import { converse, expectGoodMails, type Setting } from '../e2e/conversation.ts';
import type { Player } from '../e2e/player.ts';
import { builtProgram, NEXPOST, type Program, type Serving } from '../e2e/program.ts';
import { killWhileDelivering, opensBoard } from './delivery.ts';
import { listenAs } from './listening.ts';
import { DOMAIN, PASSWORD, startMailServers, type MailServers } from './mail-servers.ts';
import type { DeliveryRoute } from './server-settings.ts';

const KILLS = 8;
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

it(`loses and doubles nothing in ${KILLS} kills between DATA and the answer, seed ${SEED}`, async () => {
  const program = builtProgram();
  programs.push(program);
  const { sent, answers, boards } = await killWhileDelivering(program, KILLS, SEED);
  expect(sent).toBeGreaterThanOrEqual(KILLS / 2);
  expect(boards).toEqual(boards.map((_, number) => Number(opensBoard(number))));
  expect(answers.map(subjects => subjects.filter(subject => subject.startsWith('Welcome')).length)).toEqual(boards.map(() => 1)); // prettier-ignore
});
