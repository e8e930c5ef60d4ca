// Mails that want much at once: they are done in few rounds of loading, and nothing is loaded that is not shown.
import { expect, it } from 'vitest';
import { memoryStore } from '#adapters/store/memory.ts';
import type { DocumentKey, Match } from '#core/state/documents.ts';
import { account, change, commit } from '#test/conformance/store.ts';
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
  const match = (await store.read(['match/nex/101'])).documents.get('match/nex/101') as Match;
  expect(match.players[1]).toEqual({ kind: 'account', userid: 'guest161' });
});
