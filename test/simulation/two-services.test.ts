// Two services over one store, interleaved by seed at every step they take in it: nothing is lost, nothing is done twice, and every sender's mails take effect in their order.
import { describe, expect, it } from 'vitest';
import { random } from '#games/kit/random.ts';
import { memoryStore } from '#adapters/store/memory.ts';
import { type Match, matchKey } from '#core/state/documents.ts';
import { createService } from '#service/create-service.ts';
import type { InboxMail, Store } from '#service/ports.ts';
import { lab, mail } from '../service/lab.ts';
import { silent, testPorts, testSettings } from '../service/ports.ts';

const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const RUNS = 12;
const PLAYERS = ['alice', 'bob', 'carol', 'dave'];
/** Legal on an empty board of five by five, whoever is to move. */
const MOVES = ['a1,b1', 'a2,b2', 'a3,b3', 'a4,b4', 'a5,b5', 'd1,e1'];

/** Whoever waits for their turn; one of them at a time goes on, by chance. */
class Turns {
  readonly #waiting: (() => void)[] = [];
  readonly #below: (most: number) => number;

  constructor(below: (most: number) => number) {
    this.#below = below;
  }

  readonly next = (): Promise<void> => new Promise(resolve => this.#waiting.push(resolve));

  async until(done: Promise<unknown>): Promise<void> {
    const ended = done.then(() => 'ended' as const);
    while ((await Promise.race([ended, new Promise(setImmediate)])) !== 'ended') {
      const [go] = this.#waiting.splice(this.#below(this.#waiting.length || 1), 1);
      go?.();
    }
  }
}

/** The same store; every step in it waits for its turn before and after. */
function inTurns(store: Store, { next }: Turns): Store {
  const slowly =
    <Args extends readonly unknown[], Value>(act: (...args: Args) => Promise<Value>) =>
    async (...args: Args): Promise<Value> => {
      await next();
      const value = await act(...args);
      await next();
      return value;
    };
  const { read, list, isSeen, commit } = store;
  return { ...store, read: slowly(read), list: slowly(list), isSeen: slowly(isSeen), commit: slowly(commit) };
}

const inboxMail = (raw: string, key: string): InboxMail => {
  const bytes = Buffer.from(raw.replace(/\r?\n/g, '\r\n'));
  return { key, size: bytes.length, raw: bytes, isWhole: true };
};

/** Every player has a board of their own, at which they sit on both sides; the mails of all of them, each sender's in order. */
async function setUp(store: Store): Promise<readonly string[]> {
  const service = lab({ store });
  const from = (name: string): string => `${name}@example.test`;
  for (const name of PLAYERS) await service.deliver(mail({ from: from(name), subject: `signup ${name}` }));
  for (const name of PLAYERS)
    await service.deliver(mail({ from: from(name), subject: `nex challenge -size=5 ${name} ${name}` }));
  return PLAYERS.flatMap((name, board) =>
    MOVES.map((move, ply) => mail({ from: from(name), subject: `nex move ${101 + board} ${move}#${ply + 1}` })),
  );
}

describe(`two services over one store, seed ${SEED}`, () => {
  it.each(Array.from({ length: RUNS }, (_, run) => SEED + run))(
    'lose nothing, double nothing, keep the order: %i',
    async seed => {
      const store = memoryStore();
      const raws = await setUp(store);
      const turns = new Turns(random(seed).below);
      const failures: string[] = [];
      const log = { ...silent, error: (event: string) => void failures.push(event) };
      const working = [1, 2].map(async () => {
        // Both get every mail, as two readers of a mailbox would that do not know of each other.
        let left = raws.map((raw, index) => inboxMail(raw, `${index}`));
        const dispose = (keys: readonly string[]): Promise<void> => {
          left = left.filter(({ key }) => !keys.includes(key));
          return Promise.resolve();
        };
        const mailbox = { ...testPorts().mailbox, dispose };
        const { inbox } = createService(testPorts({ store: inTurns(store, turns), mailbox, log }), testSettings());
        for (let tries = 0; left.length > 0 && tries < 50; tries++)
          await inbox.work(left, new AbortController().signal);
        return left.length;
      });
      await turns.until(Promise.all(working));
      expect(await Promise.all(working)).toEqual([0, 0]);
      expect(failures.filter(event => event !== 'store-failed')).toEqual([]);
      const keys = PLAYERS.map((_, board) => matchKey({ game: 'nex', number: 101 + board }));
      const { documents } = await store.read(keys);
      const records = keys.map(key => (documents.get(key) as Match).record.map(entry => 'text' in entry && entry.text));
      expect(records).toEqual(PLAYERS.map(() => MOVES));
      const sent = await store.dueMail(Number.MAX_SAFE_INTEGER, 10_000);
      expect(sent).toHaveLength(PLAYERS.length * MOVES.length);
      expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(sent.length);
    },
  );
});
