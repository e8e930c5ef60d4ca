// Board pages a second over a hundred thousand boards, and how long the slowest visitor in a hundred waits; and what page views cost the mails dealt with beside them.
import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { games } from '#games/index.ts';
import { secrets } from '#adapters/crypto/secrets.ts';
import { mime } from '#adapters/mime/index.ts';
import { createMemoryStore } from '#adapters/store/memory.ts';
import { loadTemplates } from '#adapters/templates/templates.ts';
import { startWeb } from '#adapters/web/thread.ts';
import type { Match } from '#core/board/match-document.ts';
import { matchKey } from '#core/kernel/documents.ts';
import { createInMemoryLeases } from '#service/leases.ts';
import { createService, type Service } from '#service/create-service.ts';
import type { Log, Store } from '#service/ports.ts';
import { moves } from './moves.ts';
import type { Views, Visit } from './visitors.ts';

const BOARDS = Number(process.argv[2] ?? 100_000);
const SECONDS = 8;
const MAILS = 400;
const ROUNDS = 3;
const VIEWS_PER_SECOND = 200;
const quiet: Log = { info: () => undefined, warn: () => undefined, error: console.error };
const nothing = (): Promise<void> => Promise.resolve();

/** Boards as long as a game in its middle. */
async function fill(store: Store): Promise<void> {
  const board: Omit<Match, 'number'> = {
    ...{ game: 'nex', setup: { size: '11x11', endgame: 'neto' }, swap: false, challenger: 'carol' },
    players: ['carol', 'dave'].map(userid => ({ kind: 'account', userid })),
    record: Array.from({ length: 20 }, (_, ply) => ({
      ...{ kind: 'move', at: 0 },
      text: `${'abcdefghij'.charAt(ply % 10)}${ply < 10 ? 1 : 3},${'abcdefghij'.charAt(ply % 10)}${ply < 10 ? 2 : 4}`,
    })),
    ...{ state: 'active', comment: null, threads: [null, null], opened: 0 },
  };
  for (let number = 101; number < 101 + BOARDS; number++) {
    // Each with a record of its own: none is remembered played through.
    const documents = new Map([[matchKey({ game: 'nex', number }), { ...board, number, record: [...board.record] }]]);
    await store.commit({ cause: `board ${number}`, expect: new Map(), documents, outgoing: [], at: 0 });
  }
  const counter = new Map([['counter/nex', { next: 101 + BOARDS }]] as const);
  await store.commit({ cause: 'counter', expect: new Map(), documents: counter, outgoing: [], at: 0 });
}

const serviceOn = (store: Store): Service =>
  createService(
    {
      ...{ store, claims: createInMemoryLeases(), mime, log: quiet, secrets: secrets(Buffer.alloc(32, 1)) },
      archive: { erase: nothing },
      mailbox: { next: () => Promise.resolve([]), dispose: nothing, close: nothing },
      sender: { send: () => Promise.resolve({ kind: 'sent' }), close: nothing },
      engines: { search: () => Promise.reject(new Error('no robot plays here')), close: nothing },
      raster: { png: () => Promise.resolve(null), close: nothing },
      inHand: { suspicion: () => 'none', take: () => undefined, drop: () => undefined },
      clock: { now: () => Date.now(), sleep: nothing },
      fingerprint: text => createHash('sha256').update(text).digest('hex'),
    },
    {
      ...{ own: { local: 'games', domain: 'example.test' }, servers: ['example.test'], name: 'nexpost' },
      ...{ pictures: false, webUrl: '', games, robots: [], guessLanguage: () => null },
      templates: loadTemplates(games.map(({ name }) => name)),
    },
  );

async function visited(child: ChildProcess, visit: Visit): Promise<Views> {
  child.send(visit);
  const [views] = (await once(child, 'message')) as [Views];
  return views;
}

/** Moves a second, one mail after the other. */
async function mailsPerSecond({ context, inbox }: Service): Promise<number> {
  const mails = await moves(context, MAILS);
  const begin = performance.now();
  for (const raw of mails)
    await inbox.work([{ key: '1', size: raw.length, raw, isWhole: true }], new AbortController().signal);
  return (MAILS * 1_000) / (performance.now() - begin);
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const store = createMemoryStore();
const service = serviceOn(store);
for (const name of ['carol', 'dave']) {
  const raw = Buffer.from(
    `Authentication-Results: example.test; auth=pass smtp.auth=${name}@example.test\r\nFrom: ${name}@example.test\r\n` +
      `To: games@example.test\r\nSubject: signup ${name}\r\nMessage-ID: <${name}@client.test>\r\n\r\n`,
  );
  await service.inbox.work([{ key: '1', size: raw.length, raw, isWhole: true }], new AbortController().signal);
}
await fill(store);
const web = await startWeb(
  new URL('../src/composition/web-thread.js', import.meta.url),
  {
    ...{ host: '127.0.0.1', port: 0, address: 'games@example.test', connect: null, hasRobots: false },
    ...{ trustedProxies: ['127.0.0.1'], clock: null },
  },
  { store, log: quiet, health: () => Promise.reject(new Error('nobody asks')) },
);
const child = fork(join(import.meta.dirname, 'visitors.js'));
await once(child, 'message');
const visit = { port: web.port, boards: BOARDS, seconds: SECONDS, atOnce: 16 };
await visited(child, { ...visit, seconds: 3, rate: 0 });
const many = await visited(child, { ...visit, rate: 0 });
const some = await visited(child, { ...visit, rate: VIEWS_PER_SECOND });
await mailsPerSecond(service);
const [alone, beside]: [number[], number[]] = [[], []];
for (let round = 0; round < ROUNDS; round++) {
  alone.push(await mailsPerSecond(service));
  const views = visited(child, { ...visit, seconds: 2 * SECONDS, rate: VIEWS_PER_SECOND });
  beside.push(await mailsPerSecond(service));
  await views;
}
child.kill();
await web.close();
const told = (value: number): number => Number(value.toFixed(2));
console.log(
  JSON.stringify({
    ...{ bench: 'web', boards: BOARDS, pagesPerSecond: told(many.perSecond), p99: told(many.p99) },
    ...{ at200: { p50: told(some.p50), p99: told(some.p99), failed: some.failed } },
    ...{ mailsPerSecond: told(median(alone)), with200Views: told(median(beside)) },
    ratio: told(median(beside) / median(alone)),
  }),
);
