// Two mails at once: whatever each was decided from still stands when it takes effect.
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '#test/memory-store.ts';
import type { Account } from '#core/players/account.ts';
import type { DocumentKey } from '#core/kernel/documents.ts';
import type { Match } from '#core/board/match-document.ts';
import type { Store } from '#service/ports.ts';
import { createService } from '#service/create-service.ts';
import { inboxMail, lab, mail } from './lab.ts';
import { testPorts, testSettings } from './ports.ts';

const ALICE = 'alice@example.test';
const BOB = 'bob@example.test';

const document = async <Document>(store: Store, key: DocumentKey): Promise<Document | null> =>
  (await store.read([key])).documents.get(key) as Document | null;

const say = (store: Store, from: string, subject: string): Promise<unknown> =>
  lab({ store }, { areRobotsDeaf: true }).write(from, subject);

/** Carries out one mail, and another at the moment when the first is decided and not yet committed. */
async function atOnce(
  store: Store,
  first: readonly [string, string],
  second: readonly [string, string],
): Promise<void> {
  let isDecided = false;
  const commit: Store['commit'] = async change => {
    if (!isDecided) {
      isDecided = true;
      await say(store, ...second);
    }
    return store.commit(change);
  };
  await say({ ...store, commit }, ...first);
}

async function players(): Promise<Store> {
  const store = createMemoryStore();
  await say(store, ALICE, 'signup alice');
  await say(store, BOB, 'signup bob');
  return store;
}

describe('two mails at once', () => {
  it('nobody leaves and stays at a board that was opened meanwhile', async () => {
    const store = await players();
    await atOnce(store, [ALICE, 'signoff alice'], [BOB, 'nex challenge -size=5 alice bob']);
    const alice = await document<Account>(store, 'account/alice');
    expect(alice?.closed).toBe(true);
    const state = (await document<Match>(store, 'match/nex/101'))?.state;
    // A board that she knew of waits for the days in which she may come back.
    expect(state === 'active').toBe(alice?.leaves !== undefined);
  });

  it('are carried out in the order of arrival where their Subjects name one board', async () => {
    const store = createMemoryStore();
    const { secrets } = testPorts();
    const verify: typeof secrets.verify = async (...words) => {
      for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
      return secrets.verify(...words);
    };
    await say(store, ALICE, 'signup alice secret');
    await say(store, BOB, 'signup bob');
    await say(store, ALICE, 'nex challenge -size=5 alice bob');
    const { inbox } = createService(testPorts({ store, secrets: { ...secrets, verify } }), testSettings());
    const letters = [
      mail({ from: 'alice@work.test', subject: 'nex move 101 alice secret a1,b1' }),
      mail({ from: BOB, subject: 'Nex move board 101 a2,b2' }),
    ];
    const batch = letters.map((text, index) => inboxMail(text, `k${index}`));
    await inbox.processBatch(batch, new AbortController().signal);
    expect((await document<Match>(store, 'match/nex/101'))?.record).toHaveLength(2);
  });

  it('nobody gets beyond the boards they may have against robots', async () => {
    const store = await players();
    for (let board = 0; board < 9; board++) await say(store, ALICE, 'hex challenge -size=3 me robot1');
    await atOnce(store, [ALICE, 'hex challenge -size=3 me robot1'], [ALICE, 'nex challenge -size=5 me robot1']);
    expect(await store.list('running/player/alice', null, 99)).toHaveLength(10);
  });

  it('of two who take the same seek one has it, and the other is shown what is open', async () => {
    const store = await players();
    await say(store, 'carol@example.test', 'signup carol');
    await say(store, 'carol@example.test', 'nex seek -size=5');
    await atOnce(store, [ALICE, 'take 1'], [BOB, 'take 1']);
    expect(await store.list('running/game/nex', null, 99)).toEqual(['match/nex/101']);
    expect((await document<Match>(store, 'match/nex/101'))?.players).toContainEqual({ kind: 'account', userid: 'bob' });
    expect(await store.list('seeks/game/nex', null, 99)).toEqual([]);
  });

  it('two seeks that agree are one board, though they come at once', async () => {
    const store = await players();
    await atOnce(store, [ALICE, 'nex seek'], [BOB, 'nex seek -size=5']);
    expect(await store.list('running/game/nex', null, 99)).toEqual(['match/nex/101']);
    expect(await store.list('seeks/game/nex', null, 99)).toEqual([]);
  });

  it('two players who take a seek of each other at once get one board', async () => {
    const store = await players();
    await say(store, ALICE, 'nex seek -size=5');
    await say(store, BOB, 'nex seek -size=4');
    await atOnce(store, [ALICE, 'take 2'], [BOB, 'take 1']);
    expect(await store.list('running/game/nex', null, 99)).toEqual(['match/nex/101']);
  });

  it('nobody gets a board from a seek who has left', async () => {
    const store = await players();
    await atOnce(store, [ALICE, 'signoff alice'], [ALICE, 'nex seek']);
    await say(store, BOB, 'nex seek');
    expect(await store.list('running/game/nex', null, 99)).toEqual([]);
  });
});
