// Mails that want much at once: they are done in few rounds of loading, and nothing is loaded that is not shown.
import { expect, it } from 'vitest';
import { memoryStore } from '#adapters/store/memory.ts';
import type { DocumentKey, Match } from '#core/state/documents.ts';
import { limits } from '#core/limits.ts';
import type { Store } from '#service/ports.ts';
import { account, change, commit, match, soundAccounts } from '#test/conformance/store.ts';
import { lab, mail } from './lab.ts';

const ALICE = 'alice@example.test';

it('fifty lines open fifty boards', async () => {
  const service = lab();
  await service.deliver(mail({ from: ALICE, subject: 'signup alice' }));
  const body = Array.from({ length: 50 }, () => 'nex challenge -size=5 alice alice').join('\n');
  await service.deliver(mail({ from: ALICE, subject: 'boards', body }));
  expect(await service.store.list('running/game/nex', null, 99)).toHaveLength(50);
});

it('an invitation is accepted though the names of sixty guests are taken', async () => {
  const store = memoryStore();
  const guests = Array.from({ length: 60 }, (_, at) => `guest${101 + at}`);
  await commit(
    store,
    change(
      'guests',
      guests.map((name): [DocumentKey, ReturnType<typeof account>] => [`account/${name}`, account(name)]),
    ),
  );
  const service = lab({ store });
  await service.deliver(mail({ from: ALICE, subject: 'signup alice' }));
  const [invitation] = await service.deliver(
    mail({ from: ALICE, subject: 'nex challenge -size=5 alice new@else.test' }),
  );
  await service.deliver(
    mail({ from: 'new@else.test', subject: 'Re: invitation', body: 'accept', replyTo: invitation! }),
  );
  const board = (await store.read(['match/nex/101'])).documents.get('match/nex/101') as Match;
  expect(board.players[1]).toEqual({ kind: 'account', userid: 'guest161' });
});

it('a list of boards loads those it shows, however many there are', async () => {
  const store = memoryStore();
  const boards = Array.from({ length: 2_000 }, (_, at): [DocumentKey, Match] => [
    `match/nex/${101 + at}`,
    match(101 + at, ['alice', 'bob'], at % 2 === 0 ? 'over' : 'active'),
  ]);
  await commit(store, change('boards', [...soundAccounts, ...boards]));
  const loaded = new Set<DocumentKey>();
  const read: Store['read'] = keys => {
    for (const key of keys) if (key.startsWith('match/')) loaded.add(key);
    return store.read(keys);
  };
  const service = lab({ store: { ...store, read } }, { areRobotsDeaf: true });
  const body = 'nex games all\nnex games inactive\nnex games active\nnex games alice bob inactive';
  const [answer] = await service.deliver(mail({ from: ALICE, subject: 'lists', body }));
  expect(answer?.text).toContain('2100');
  expect(loaded.size).toBeLessThanOrEqual(2 * limits.gamesListed);
});
