// Measures pages a second and the wait for a page, alone and beside mails that make moves.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '#adapters/clock.ts';
import { openJsonStore } from '#adapters/store/json/index.ts';
import { startWeb } from '#adapters/web/thread.ts';
import { threadFile } from '#adapters/workers/thread.ts';
import type { Match } from '#core/board/match-document.ts';
import { matchKey } from '#core/kernel/documents.ts';
import { createService, type Service } from '#service/create-service.ts';
import type { Store } from '#service/ports.ts';
import { mail } from '#test/service/lab.ts';
import { testPorts, testSettings } from '#test/service/ports.ts';
import {
  accountOf,
  addressOf,
  boardOf,
  compare,
  moveAt,
  PLAYED,
  print,
  processMail,
  put,
  putBoards,
  quiet,
} from './kit.ts';

const BOARDS = 10_000;
const ROUNDS = 3;
const SECONDS = 5;
/** Each pair of players has its share of the boards. A player gets fewer mails than the limit of an hour. */
const PAIRS = 500;
const VISITORS = 16;

async function visit(port: number) {
  const waits: number[] = [];
  const began = performance.now();
  const viewInTurn = async (visitor: number): Promise<void> => {
    while (performance.now() < began + SECONDS * 1_000) {
      const asked = performance.now();
      const number = 101 + ((waits.length * 7919 + visitor) % BOARDS);
      // Each view has another address, since the pages limit the requests of one.
      const address = `10.${visitor}.${(waits.length >> 8) & 255}.${waits.length & 255}`;
      const page = await fetch(`http://127.0.0.1:${port}/nex/${number}`, { headers: { 'X-Forwarded-For': address } });
      await page.text();
      if (page.status !== 200) throw new Error(`board ${number}: ${page.status}`);
      waits.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, (_, visitor) => viewInTurn(visitor)));
  const pagesPerSecond = (waits.length * 1_000) / (performance.now() - began);
  const sorted = waits.toSorted((a, b) => a - b);
  const waitOf = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? NaN;
  return { pagesPerSecond, p50Ms: waitOf(0.5), p99Ms: waitOf(0.99) };
}

type Views = Awaited<ReturnType<typeof visit>>;

async function ask(visitors: ChildProcess, port: number): Promise<Views> {
  visitors.send(port);
  const [views] = (await Promise.race([once(visitors, 'message'), once(visitors, 'exit')])) as [Views | number];
  if (typeof views === 'number') throw new Error('a page failed');
  return views;
}

const namesOf = (number: number): readonly [string, string] => [`alice${number % PAIRS}`, `bob${number % PAIRS}`];

/** Writes players, and boards whose clocks have just begun. */
async function fillStore(store: Store): Promise<void> {
  for (const userid of Array.from({ length: PAIRS }, (_, pair) => namesOf(pair)).flat())
    await put(store, [
      [`account/${userid}`, accountOf(userid)],
      [`address/${addressOf(userid)}`, { userid }],
    ]);
  await putBoards(store, BOARDS, number => {
    const board = boardOf(number, namesOf(number), false);
    return { ...board, opened: Date.now(), record: board.record.map(entry => ({ ...entry, at: Date.now() })) };
  });
}

let played = 0;

/** Has the service process the mail of the next move, and checks that it was played. */
async function playNext({ inbox, context }: Service): Promise<void> {
  const [number, ply] = [101 + (played % BOARDS), PLAYED + Math.floor(played / BOARDS)];
  played += 1;
  const from = addressOf(namesOf(number)[ply % 2]!);
  await processMail(inbox, mail({ from, subject: `nex move ${number} ${moveAt(ply)}` }));
  const key = matchKey({ game: 'nex', number });
  const board = (await context.store.read([key])).documents.get(key) as Match;
  if (board.record.length !== ply + 1) throw new Error(`board ${number}: the mail was no move`);
}

/** Plays until `end`. Returns moves a second. */
async function play(service: Service, end: Promise<unknown>): Promise<number> {
  const stop = new AbortController();
  void end.finally(() => stop.abort());
  const [first, began] = [played, performance.now()];
  while (!stop.signal.aborted) {
    await playNext(service);
    await service.outbox.deliver();
  }
  return ((played - first) * 1_000) / (performance.now() - began);
}

async function measure(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'nexpost-bench-'));
  const store = await openJsonStore(dir, quiet);
  await fillStore(store);
  const ports = testPorts({ store, clock: systemClock, log: quiet });
  const service = createService(ports, testSettings({ robots: [], pictures: false }));
  const settings = {
    host: '127.0.0.1',
    port: 0,
    address: addressOf('games'),
    connect: null,
    hasRobots: false,
    webUrl: '',
  };
  const web = await startWeb(
    threadFile('composition/web-thread.js'),
    { ...settings, webUrl: '', trustedProxies: ['127.0.0.1'], clock: null },
    {
      ...{
        store,
        log: quiet,
        findFeedOwner: () => Promise.resolve(null),
        visitorActs: {
          find: () => Promise.resolve(null),
          leave: () => Promise.resolve(null),
          post: () => Promise.resolve(null),
          readLog: () => Promise.resolve(null),
        },
      },
      health: () => Promise.reject(new Error('no visitor asks for health')),
      metrics: () => Promise.resolve(''),
    },
  );
  const visitors = fork(import.meta.filename, ['visit']);
  const rounds: (Views & { readonly movesPerSecond: number })[][] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const alone = { ...(await ask(visitors, web.port)), movesPerSecond: await play(service, sleep(SECONDS * 1_000)) };
    const views = ask(visitors, web.port);
    const movesPerSecond = await play(service, views);
    // The first round warms up.
    if (round > 0) rounds.push([alone, { ...(await views), movesPerSecond }]);
  }
  for (const what of ['pagesPerSecond', 'p50Ms', 'p99Ms', 'movesPerSecond'] as const) {
    const [alone, together] = compare(rounds.map(each => each.map(facts => facts[what])));
    print('web', { what, boards: BOARDS, alone: alone?.middle, together: together?.middle, ratio: together?.ratio });
  }
  visitors.kill();
  for (const each of [web, store]) await each.close();
  await rm(dir, { recursive: true });
}

if (process.argv[2] === 'visit') process.on('message', port => void visit(Number(port)).then(v => process.send?.(v)));
else await measure();
