// `npm run demo:workers`: a service of six processes over a Postgres of this machine, a club that plays by mail, and a worker that is killed in the middle of it; nothing may be lost, nothing doubled.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { postgres, type Query } from '#adapters/store/postgres/database.ts';
import { openPostgresStore } from '#adapters/store/postgres/index.ts';
import type { Match } from '#core/board/match-document.ts';
import type { Store } from '#service/ports.ts';
import { opening, player, type Player, tallyOf } from './demo-players.ts';
import { localPostgres } from './local-postgres.ts';
import { serve, type ServiceProcess } from './service-process.ts';

const NAMES = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'grace', 'henry'];
const { values: given } = parseArgs({
  options: { players: { type: 'string', default: '8' }, pace: { type: 'string', default: '2' } },
});
const [PLAYERS, PACE_MS] = [Math.min(NAMES.length, Math.max(2, Number(given.players))), 1_000 * Number(given.pace)];
/** By then it has failed. */
const LATEST_MS = 180_000;
const TELL_MS = 1_000;
/** Somebody who does not watch a terminal is told less often. */
const TELL_EVERY = process.stderr.isTTY ? 1 : 5;

/** What the logs of the processes have told: how many mails each worker has done, and the moves of robots. */
const done = new Map<string, number>();
let robotMoves = 0;

const heard = (name: string) => (line: string) => {
  if (line.includes('"mail-done"')) done.set(name, (done.get(name) ?? 0) + 1);
  if (line.includes('"robot-moved"')) robotMoves += 1;
};

interface Club {
  readonly query: Query;
  readonly store: Store;
  readonly players: readonly Player[];
}

const counted = async ({ query }: Club, table: string): Promise<number> =>
  Number((await query(`select count(*) as count from ${table}`))[0]?.['count']);

const SEEN = "seen where cause like 'mail:%'";
const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);
const out = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function told(club: Club): Promise<void> {
  const { players } = club;
  const workers = [...done].map(([name, mails]) => `${name} ${mails}`).join(', ');
  const [waiting, leaving] = [await counted(club, 'inbox'), await counted(club, 'outbox')];
  const line = `${Math.round(process.uptime())} s: mails written ${sum(players.map(each => each.sent()))}, done by ${workers}; waiting ${waiting}; robots moved ${robotMoves}; mails received ${sum(players.map(({ received }) => received.length))}, leaving ${leaving}; boards over ${sum(players.map(each => each.over()))} of ${3 * players.length} seats`;
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${line}` : `${line}\n`);
}

async function telling(club: Club, signal: AbortSignal): Promise<void> {
  for (let tick = 1; !signal.aborted; tick++) {
    await sleep(TELL_MS);
    if (tick % TELL_EVERY === 0) await told(club);
  }
  if (process.stderr.isTTY) process.stderr.write('\n');
}

/** In the middle of the games, and while a mail is in hand: every one of them has a move behind it. */
async function killed(club: Club, worker: ServiceProcess, signal: AbortSignal): Promise<void> {
  const { players } = club;
  while (sum(players.map(each => each.sent())) < 7 * players.length && !signal.aborted) await sleep(50);
  const inHand = (): Promise<number> => counted(club, 'inbox where tries > 0');
  let mails = await inHand();
  for (let tries = 0; mails === 0 && tries < 2_000 && !signal.aborted; tries++) mails = await inHand();
  await worker.kill();
  out(
    `\nkill -9 ${worker.pid}: worker 1 is dead; ${mails} ${mails === 1 ? 'mail was' : 'mails were'} in the hands of workers just then. Worker 2 goes on.`,
  );
}

interface Part {
  readonly name: string;
  readonly role: string;
}

const PARTS: readonly Part[] = [
  { name: 'worker 1', role: 'worker' },
  { name: 'worker 2', role: 'worker' },
  { name: 'outbox', role: 'outbox' },
  { name: 'robots', role: 'robots' },
  { name: 'web', role: 'web' },
];

/** The mail servers first: all others look for them. */
async function processes(url: string, dir: string): Promise<ReadonlyMap<string, ServiceProcess>> {
  const args = ['--store', url, '--data', dir, '--smtp-port', '0', '--imap-port', '0', '--http-port', '0'];
  const started = async ({ name, role }: Part): Promise<readonly [string, ServiceProcess]> => {
    const running = await serve([...args, '--role', role], heard(name));
    out(`${name.padEnd(8)} process ${running.pid}, ready after ${Math.round(running.readyMs)} ms`);
    return [name, running];
  };
  const inbox = await started({ name: 'inbox', role: 'inbox' });
  return new Map([inbox, ...(await Promise.all(PARTS.map(started)))]);
}

/** Everything that was sent has come when no mail waits anywhere. */
async function settled(club: Club, signal: AbortSignal): Promise<void> {
  while ((await counted(club, 'inbox')) + (await counted(club, 'outbox')) > 0 && !signal.aborted) await sleep(100);
}

async function summed(club: Club, signal: AbortSignal): Promise<boolean> {
  const { store, players } = club;
  const keys = await store.list('over/game/nex', null, 1_000);
  const boards = [...(await store.read(keys)).documents.values()] as readonly Match[];
  const [sent, answered] = [sum(players.map(each => each.sent())), await counted(club, SEEN)];
  const { lost, doubled } = tallyOf(players, boards);
  const isAll = boards.length === 2 * players.length && !signal.aborted;
  out(
    `mails sent by players ${sent}, answered ${answered}; mails received ${sum(players.map(({ received }) => received.length))}; lost ${Math.max(lost, sent - answered)}, doubled ${Math.max(doubled, answered - sent)}`,
  );
  out(`boards played to the end: ${boards.length} of ${2 * players.length}; mails done by ${[...done].map(([name, mails]) => `${name} ${mails}`).join(', ')}; robots moved ${robotMoves} times`); // prettier-ignore
  return isAll && lost === 0 && doubled === 0 && sent === answered;
}

async function played(url: string, running: ReadonlyMap<string, ServiceProcess>, stop: AbortSignal): Promise<boolean> {
  const database = postgres(url, () => undefined);
  const store = await openPostgresStore(database);
  const { smtp, imap } = running.get('inbox')!;
  const table = { smtpPort: smtp!, imapPort: imap!, address: 'games@example.test', store, paceMs: PACE_MS };
  const players = await Promise.all(NAMES.slice(0, PLAYERS).map((name, index) => player(name, index, table)));
  const club: Club = { query: database.query, store, players };
  const ended = new AbortController();
  const tellingEnds = telling(club, AbortSignal.any([ended.signal, stop]));
  try {
    await opening(players);
    await Promise.all([...players.map(({ play }) => play(stop)), killed(club, running.get('worker 1')!, stop)]);
    await settled(club, stop);
    ended.abort('over');
    await tellingEnds;
    return await summed(club, stop);
  } finally {
    ended.abort('over');
    await tellingEnds;
    await Promise.all(players.map(({ close }) => close()));
    await store.close();
  }
}

async function main(stop: AbortSignal): Promise<boolean> {
  const server = await localPostgres();
  const dir = await mkdtemp(join(tmpdir(), 'nexpost-demo-workers-'));
  let running: ReadonlyMap<string, ServiceProcess> = new Map();
  try {
    out(`The database: ${server.what}, ${server.url}`);
    running = await processes(server.url, dir);
    out(`Its pages: http://127.0.0.1:${running.get('web')?.http}/   An inbox of everybody: http://127.0.0.1:${running.get('web')?.http}/inbox`); // prettier-ignore
    return await played(server.url, running, stop);
  } finally {
    await Promise.all([...running.values()].map(each => each.stop()));
    await server.close();
    await rm(dir, { recursive: true, force: true });
  }
}

const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort('interrupted'));
/** null: it could not be played, for the reason that was said. */
const isWell = await main(AbortSignal.any([interrupted.signal, AbortSignal.timeout(LATEST_MS)])).catch(
  (error: unknown) => {
    out(error instanceof Error ? error.message : String(error));
    return null;
  },
);
if (isWell !== null) out(isWell ? 'Nothing was lost, and nothing was done twice.' : 'That is not as it should be.');
process.exitCode = isWell === true ? 0 : 1;
