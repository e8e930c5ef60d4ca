// The alarms of documents: what has served its time is dropped, whatever stands before it.
import { lab } from './lab.ts';
import { expect, it } from 'vitest';
import { createMemoryStore } from '#test/memory-store.ts';
import type { DocumentKey } from '#core/kernel/documents.ts';
import type { Match } from '#core/board/match-document.ts';
import type { ParkedMail } from '#core/players/confirmations.ts';
import type { Quota } from '#core/players/quota.ts';
import { change, commit, match, soundAccounts } from '../conformance/store.ts';

const parked: ParkedMail = {
  ...{ account: 'alice', from: 'alice@example.test', subject: '', text: '', detail: null, messageId: null },
  ...{ at: 0, spent: false },
};
const QUOTA: Quota = { uses: { stranger: { at: [1], until: 1_000 } }, idle: { proved: null, unproved: null } };

it('alarms without effect do not keep those behind them from ringing', async () => {
  const memory = createMemoryStore();
  const { store, service } = lab({
    // Those of quotas rang before, as where a document is put back from a backup.
    store: {
      ...memory,
      commit: what =>
        what.cause.startsWith('alarm:quota/')
          ? Promise.resolve({ result: 'already-seen', durable: Promise.resolve() })
          : memory.commit(what),
    },
  });
  const quotas = Array.from({ length: 250 }, (_, index): [DocumentKey, Quota] => [`quota/user:u${index}`, QUOTA]);
  await commit(store, change('c1', [...quotas, ['parked/p1', parked]]));
  expect(await service.alarms.runDue()).toBe(1);
  expect((await store.read(['parked/p1'])).documents.get('parked/p1')).toBeNull();
});

it('boards that stand on damaged data do not keep those behind them from ringing', async () => {
  const memory = createMemoryStore();
  const { store, service } = lab({
    store: {
      ...memory,
      read: async keys => ({ ...(await memory.read(keys)), damaged: keys.filter(key => key === 'account/alice') }),
    },
  });
  const boards = Array.from({ length: 250 }, (_, index): [DocumentKey, Match] => [
    `match/nex/${101 + index}`,
    { ...match(101 + index, ['alice', 'bob']), wake: 1 },
  ]);
  await commit(memory, change('c1', [...soundAccounts, ...boards, ['parked/p1', parked]]));
  expect(await service.alarms.runDue()).toBe(1);
  expect((await store.read(['parked/p1'])).documents.get('parked/p1')).toBeNull();
});

it('no further alarm is carried out once the service is to end', async () => {
  const { store, service } = lab();
  await commit(store, change('c1', [['parked/p1', parked]]));
  expect(await service.alarms.runDue(AbortSignal.abort())).toBe(0);
});
