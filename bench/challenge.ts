// What a challenge costs two players who have finished many boards, against their first: it must not matter what was ever played.
import { createHash } from 'node:crypto';
import { games } from '#games/index.ts';
import { secrets } from '#adapters/crypto/secrets.ts';
import { mime } from '#adapters/mime/index.ts';
import { createMemoryStore } from '#adapters/store/memory.ts';
import { loadTemplates } from '#adapters/templates/templates.ts';
import type { Match } from '#core/board/match-document.ts';
import { matchKey } from '#core/kernel/documents.ts';
import { DAY_MS } from '#core/kernel/time.ts';
import { createInMemoryLeases } from '#service/leases.ts';
import { createService, type Service } from '#service/create-service.ts';
import type { Log, Store } from '#service/ports.ts';
import { median } from './median.ts';

const FINISHED = Number(process.argv[2] ?? 3_000);
const CHALLENGES = 40;
const quiet: Log = { info: () => undefined, warn: () => undefined, error: console.error };
const nothing = (): Promise<void> => Promise.resolve();

/** Boards that are over, as long as a game is. */
async function finish(store: Store, count: number): Promise<void> {
  const board: Omit<Match, 'number'> = {
    game: 'nex',
    setup: { size: '11x11', endgame: 'neto' },
    swap: false,
    players: ['alice', 'bob'].map(userid => ({ kind: 'account', userid })),
    challenger: 'alice',
    record: Array.from({ length: 20 }, (_, ply) => ({
      ...{ kind: 'move', at: 0 },
      text: `${'abcdefghij'.charAt(ply % 10)}${ply < 10 ? 1 : 3},${'abcdefghij'.charAt(ply % 10)}${ply < 10 ? 2 : 4}`,
    })),
    state: 'over',
    comment: null,
    threads: [null, null],
    opened: 0,
  };
  for (let number = 101; number < 101 + count; number++) {
    const documents = new Map([[matchKey({ game: 'nex', number }), { ...board, number }]]);
    await store.commit({ cause: `board ${number}`, expect: new Map(), documents, outgoing: [], at: 0 });
  }
  const counter = new Map([['counter/nex', { next: 101 + count }]] as const);
  await store.commit({ cause: 'counter', expect: new Map(), documents: counter, outgoing: [], at: 0 });
}

function serviceOn(store: Store, now: () => number): Service {
  return createService(
    {
      ...{ store, claims: createInMemoryLeases(), mime, log: quiet, secrets: secrets(Buffer.alloc(32, 1)) },
      archive: { erase: () => Promise.resolve() },
      mailbox: { next: () => Promise.resolve([]), dispose: nothing, close: nothing },
      sender: { send: () => Promise.resolve({ kind: 'sent' }), close: nothing },
      engines: { search: () => Promise.reject(new Error('no robot plays here')), close: nothing },
      raster: { png: () => Promise.resolve(null), close: nothing },
      inHand: { suspicion: () => 'none', take: () => undefined, drop: () => undefined },
      clock: { now, sleep: nothing },
      fingerprint: text => createHash('sha256').update(text).digest('hex'),
    },
    {
      ...{ own: { local: 'games', domain: 'example.test' }, servers: ['example.test'], name: 'nexpost' },
      ...{
        pictures: false,
        webUrl: '',
        games,
        robots: [],
        templates: loadTemplates(games.map(({ name }) => name)),
        guessLanguage: () => null,
      },
    },
  );
}

/** Milliseconds of each challenge; every one is taken back, on a day of its own. */
async function challenges(finished: number): Promise<readonly number[]> {
  const store = createMemoryStore();
  let now = 0;
  let mails = 0;
  const { inbox } = serviceOn(store, () => now);
  const write = async (from: string, subject: string): Promise<number> => {
    const head = `Authentication-Results: example.test; auth=pass smtp.auth=${from}\r\nFrom: ${from}\r\nTo: games@example.test`;
    const raw = Buffer.from(`${head}\r\nSubject: ${subject}\r\nMessage-ID: <${(mails += 1)}@client.test>\r\n\r\n`);
    const begin = performance.now();
    await inbox.work([{ key: '1', size: raw.length, raw, isWhole: true }], new AbortController().signal);
    return performance.now() - begin;
  };
  await write('alice@example.test', 'signup alice');
  await write('bob@example.test', 'signup bob');
  await finish(store, finished);
  const times: number[] = [];
  for (let number = 101 + finished; times.length < CHALLENGES; number++) {
    times.push(await write('alice@example.test', 'nex challenge -size=11 alice bob'));
    await write('alice@example.test', `nex resign ${number}`);
    now += DAY_MS;
  }
  return times;
}

await challenges(0);
const [first, later] = [median(await challenges(0)), median(await challenges(FINISHED))];
console.log(`a challenge with no finished board: ${first.toFixed(2)} ms; with ${FINISHED}: ${later.toFixed(2)} ms`);
console.log(JSON.stringify({ bench: 'challenge', finished: FINISHED, first, later, ratio: later / first }));
