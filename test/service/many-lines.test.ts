// Mails that want much at once: they are done in few rounds of loading, and nothing is loaded that is not shown.
import { expect, it } from 'vitest';
import { createMemoryStore } from '#test/memory-store.ts';
import type { DocumentKey } from '#core/kernel/documents.ts';
import type { Match } from '#core/board/match-document.ts';
import { limits } from '#core/kernel/limits.ts';
import type { Store } from '#service/ports.ts';
import { account, change, commit, match, soundAccounts } from '#test/conformance/store.ts';
import { lab } from './lab.ts';

const ALICE = 'alice@example.test';

it('fifty lines open fifty boards', async () => {
  const service = lab();
  await service.write(ALICE, 'signup alice');
  const names = Array.from({ length: 50 }, (_, at) => `bob${101 + at}`);
  for (const name of names) await service.write(name, `signup ${name}`);
  const body = names.map(name => `nex challenge -size=5 alice ${name}`).join('\n');
  await service.write(ALICE, 'boards', body);
  expect(await service.store.list('running/game/nex', null, 99)).toHaveLength(50);
});

it('an invitation is accepted though the names of sixty guests are taken', async () => {
  const store = createMemoryStore();
  const guests = Array.from({ length: 60 }, (_, at) => `guest${101 + at}`);
  await commit(
    store,
    change(
      'guests',
      guests.map((name): [DocumentKey, ReturnType<typeof account>] => [`account/${name}`, account(name)]),
    ),
  );
  const service = lab({ store });
  await service.write(ALICE, 'signup alice');
  const [invitation] = await service.write(ALICE, 'nex challenge -size=5 alice new@else.test');
  await service.deliver({ from: 'new@else.test', subject: 'Re: invitation', body: 'accept', replyTo: invitation! });
  const board = (await store.read(['match/nex/101'])).documents.get('match/nex/101') as Match;
  expect(board.players[1]).toEqual({ kind: 'account', userid: 'guest161' });
});

it('a list of boards loads those it shows, however many there are', async () => {
  const store = createMemoryStore();
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
  const [answer] = await service.write(ALICE, 'lists', body);
  expect(answer?.text).toContain('2100');
  expect(loaded.size).toBeLessThanOrEqual(2 * limits.gamesListed);
});

it('moves at fifty boards, and giving all of them up, are told to fifty who follow one each', async () => {
  const service = lab();
  const write = (name: string, subject: string, body = ''): ReturnType<typeof service.deliver> =>
    service.write(name, subject, body);
  await write('alice', 'signup alice');
  const boards = Array.from({ length: limits.commandsPerMail }, (_, at) => 101 + at);
  for (const number of boards) {
    await write(`bob${number}`, `signup bob${number}`);
    await write(`fan${number}`, `signup fan${number}`);
    await write('alice', `hex challenge -size=3 alice bob${number}`);
    await write(`fan${number}`, `hex subscribe ${number}`);
  }
  const told = ({ to }: { readonly to: readonly string[] }): boolean => to[0]?.startsWith('fan') === true;
  const moved = await write('alice', 'moves', boards.map(number => `hex move ${number} b2`).join('\n'));
  expect(moved.filter(told)).toHaveLength(boards.length);
  for (const number of boards) await write(`bob${number}`, `hex move ${number} a1`);
  expect((await write('alice', 'signoff alice')).filter(told)).toHaveLength(boards.length);
});

it.each(['stats', 'nex standings', 'nex games', 'nex history', 'all show', 'message', 'block', 'nex challenge'])(
  'a line may name a hundred players: %s',
  async line => {
    const store = createMemoryStore();
    const names = Array.from({ length: 100 }, (_, at) => `p${at}`);
    const documents = names.map((name): [DocumentKey, ReturnType<typeof account>] => [
      `account/${name}`,
      account(name),
    ]);
    await commit(store, change('many', [...soundAccounts, ...documents]));
    const service = lab({ store });
    const subject = line === 'message' || line === 'block' ? `signup carol` : 'help';
    await service.write('carol', subject);
    const body = `${line} ${names.join(' ')}`;
    const mails = await service.write('carol', 'many', body);
    expect(mails.map(({ to }) => to)).toContainEqual(['carol@example.test']);
    expect(service.log.filter(each => each.includes('mail-failed'))).toEqual([]);
  },
);
