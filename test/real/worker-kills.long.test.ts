// kill -9 under load: what was accepted is applied and answered, once, in order.
// It hits workers, readers, senders and Postgres itself, with a network that is cut behind a COMMIT, and clocks a minute apart.
import type { Document, DocumentKey } from '#core/kernel/documents.ts';
import { listLedgerFaults } from '#test/ledger/ledger-faults.ts';
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Match } from '#core/board/match-document.ts';
import { createRandom } from '#games/kit/random.ts';
import type { EmbeddedServers } from '#trial/start-embedded.ts';
import { SEED } from '#test/seeds.ts';
import { type Player, player } from '../e2e/player.ts';
import type { ReceivedMail } from '../service/received-mail.ts';
import { builtProgram, type Program } from '../e2e/program.ts';
import { configuration, databaseOn, mailServersIn, type Mortal, mortal } from './club.ts';
import { type Cutting, cutting } from './cutting.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

const KILLS = Number(process.env['KILLS'] ?? 24);
const SETTLING_MS = 240_000;

const PLAYERS = Array.from({ length: 12 }, (_, i) => `p${String.fromCharCode(97 + i)}`);
const SIZE = 19;

let program: Program;
let server: PostgresServer;
let mails: EmbeddedServers;
let cut: Cutting;
beforeAll(async () => {
  program = builtProgram();
  server = await startPostgres();
  cut = await cutting(server.port);
  mails = await mailServersIn(program);
});
afterAll(async () => {
  await program.remove();
  await mails.close();
  await cut.close();
  await server.close();
});

/** A module that sets a process's own clock wrong. */
function shiftedClock(name: string, ms: number): Readonly<Record<string, string>> {
  const file = program.folder(`${name}.mjs`);
  writeFileSync(file, `const now = Date.now; Date.now = () => now() + (${ms});`);
  return { NODE_OPTIONS: `--import=${file}` };
}

async function processes(): Promise<readonly Mortal[]> {
  const config = configuration(program, mails);
  const store = await databaseOn(server, 'club');
  const throughCut = store.replace(String(server.port), String(cut.port));
  const started = (role: string, url = store, environment = {}): Promise<Mortal> => {
    const words = ['--config', config, '--store', url, '--role', role, '--http-port', '0', '--log-level', 'warn'];
    return mortal(role, () => program.serve(words, environment));
  };
  return Promise.all([
    started('inbox'),
    started('inbox'),
    started('worker'),
    started('worker', store, shiftedClock('early', -60_000)),
    started('worker', store, shiftedClock('late', 60_000)),
    started('worker', throughCut),
    started('outbox'),
    started('outbox', store, shiftedClock('late-too', 60_000)),
  ]);
}

/** A move for every ply, on cells of its own; along the rows, where nobody wins for long. */
const moveOf = (ply: number): string => {
  const cell = (at: number): string => `${String.fromCharCode(97 + (at % SIZE))}${1 + Math.floor(at / SIZE)}`;
  return `${cell(2 * ply)},${cell(2 * ply + 1)}`;
};
const MOST_MOVES = 80;

/** Plays both sides of a board of their own, and waits for no answer: the mails of one sender keep their order. */
async function plays(who: Player, board: number, isOver: () => boolean, pause: () => number): Promise<number> {
  let sent = 0;
  while (!isOver() && sent < MOST_MOVES) {
    const subject = `nex move ${board} ${moveOf(sent)}#${sent + 1}`;
    await who.send({ to: 'games@example.test', subject, messageId: `<${board}.${sent}@client.test>` });
    sent += 1;
    await sleep(pause());
  }
  return sent;
}

interface Found {
  readonly moves: readonly string[];
  /** Of those that came. */
  readonly distinct: readonly ReceivedMail[];
  /** The same bytes with the same Message-ID. */
  readonly copies: number;
}

async function foundBy(who: Player, board: number): Promise<Found> {
  const client = new Client({ connectionString: await databaseOn(server, 'club') });
  await client.connect();
  const { rows } = await client.query<{ body: Match }>('select body from documents where key = $1', [
    `match/nex/${board}`,
  ]);
  await client.end();
  const came = await who.inbox();
  const distinct = [...new Map(came.toReversed().map(mail => [mail.messageId, mail])).values()].toReversed();
  const moves = rows[0]!.body.record.flatMap(entry => (entry.kind === 'move' ? [entry.text] : []));
  return { moves, distinct, copies: came.length - distinct.length };
}

/** Reads the documents as they are in the database. */
async function findLedgerFaults(boards: readonly DocumentKey[]): Promise<readonly string[]> {
  const client = new Client({ connectionString: await databaseOn(server, 'club') });
  await client.connect();
  const { rows } = await client.query<{ key: DocumentKey; body: Document }>('select key, body from documents');
  await client.end();
  const stored = new Map(rows.map(({ key, body }) => [key, body]));
  const read = (keys: readonly DocumentKey[]) =>
    Promise.resolve({
      documents: new Map(keys.map(key => [key, stored.get(key) ?? null])),
      versions: new Map(),
      damaged: [],
    });
  return listLedgerFaults({ read }, boards);
}

/** Nothing waits any more, to be read, worked on or sent. */
async function settled(): Promise<void> {
  const client = new Client({ connectionString: await databaseOn(server, 'club') });
  await client.connect();
  const until = Date.now() + SETTLING_MS;
  for (let quiet = 0; quiet < 10;) {
    if (Date.now() > until) throw new Error('mails still wait');
    const { rows } = await client.query<{ count: number }>(
      'select ((select count(*) from inbox) + (select count(*) from outbox where failed is null))::integer as count',
    );
    quiet = rows[0]!.count === 0 ? quiet + 1 : 0;
    await sleep(200);
  }
  await client.end();
}

/** Most kills are of workers; now and then of everything else there is. */
async function kill(kills: number, all: readonly Mortal[], below: (n: number) => number): Promise<void> {
  const of = (role: string): readonly Mortal[] => all.filter(each => each.role === role);
  for (let at = 0; at < kills; at++) {
    await sleep(below(600));
    cut.armed = true;
    if (at % 16 === 7) {
      await server.kill();
      await server.start();
      continue;
    }
    const role = at % 10 === 4 ? 'outbox' : at % 10 === 9 ? 'inbox' : 'worker';
    const some = of(role);
    // Now and then all of them at once.
    const victims = at % 20 === 11 ? some : [some[below(some.length)]!];
    await Promise.all(victims.map(each => each.killAndRestart()));
  }
}

it(`${KILLS} kills (seed ${SEED}): accepted is applied is answered`, { timeout: 1_500_000 }, async () => {
  const rng = createRandom(SEED);
  const all = await processes();
  const ports = (): { smtp: number; imap: number } => ({ smtp: mails.smtpPort, imap: mails.imapPort });
  const people = PLAYERS.map(name =>
    player({ address: `${name}@example.test`, user: `${name}@example.test`, password: 'any', ports, isMortal: true }),
  );
  for (const [i, who] of people.entries()) {
    const name = PLAYERS[i]!;
    await who.send({ to: 'games@example.test', subject: `signup ${name}`, messageId: `<${name}.s@client.test>` });
    await who.awaits(1);
    const subject = `nex challenge -size=${SIZE} ${name} ${name}`;
    await who.send({ to: 'games@example.test', subject, messageId: `<${name}.c@client.test>` });
    await who.awaits(2);
  }
  let isOver = false;
  const killing = kill(KILLS, all, n => rng.below(n)).finally(() => {
    isOver = true;
  });
  killing.catch(() => undefined);
  const pause = (): number => 200 + rng.below(1_600 * Math.max(1, KILLS / 24));
  const accepted = await Promise.all(people.map((who, i) => plays(who, 101 + i, () => isOver, pause)));
  await killing;
  await settled();
  const found = await Promise.all(people.map((who, i) => foundBy(who, 101 + i)));
  for (const [i, { moves, distinct }] of found.entries()) {
    const sent = Array.from({ length: accepted[i]! }, (_, ply) => moveOf(ply));
    expect(moves, `the moves of board ${101 + i}`).toEqual(sent);
    const boards = distinct.slice(2);
    expect(boards.length, `what ${PLAYERS[i]} was answered`).toBe(accepted[i]);
    for (const [ply, { text }] of boards.entries()) {
      expect(text, `answer ${ply + 1} of board ${101 + i}`).toContain(moveOf(ply));
      expect(text, `answer ${ply + 1} of board ${101 + i}`).not.toContain(moveOf(ply + 1));
    }
  }
  const copies = found.reduce((sum, each) => sum + each.copies, 0);
  const total = accepted.reduce((sum, each) => sum + each, 0);
  process.stdout.write(
    `${KILLS} kills: ${total} accepted, applied and answered; ${copies} copies with the same Message-ID\n`,
  );
  expect(await findLedgerFaults(people.map((_, i): DocumentKey => `match/nex/${101 + i}`))).toEqual([]);
  // At most one for each connection that was open when a sender died.
  expect(copies).toBeLessThanOrEqual(5 * KILLS);
  const ends = await Promise.all(all.map(each => each.now().terminate()));
  expect(ends.map(({ code }) => code)).toEqual(all.map(() => 0));
});
