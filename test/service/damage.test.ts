// A service on damaged data: a board, an account, an address or a counter is gone or broken, and everything else goes on.
import { beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStore } from '#test/memory-store.ts';
import type { Account } from '#core/players/account.ts';
import { type DocumentKey, matchKey } from '#core/kernel/documents.ts';
import type { Match } from '#core/board/match-document.ts';
import type { Snapshot, Store } from '#service/ports.ts';
import { lab, type Lab } from './lab.ts';

const ALICE = 'alice@example.test';
const BOB = 'bob@example.test';

/** A memory whose documents can be damaged or lost. */
function fragile(): { readonly store: Store; readonly damaged: Set<DocumentKey>; readonly lost: Set<DocumentKey> } {
  const inner = createMemoryStore();
  const damaged = new Set<DocumentKey>();
  const lost = new Set<DocumentKey>();
  const read = async (keys: readonly DocumentKey[]): Promise<Snapshot> => {
    const { documents, versions } = await inner.read(keys);
    const isHidden = (key: DocumentKey): boolean => damaged.has(key) || lost.has(key);
    return {
      documents: new Map([...documents].map(([key, value]) => [key, isHidden(key) ? null : value])),
      versions: new Map([...versions].map(([key, version]) => [key, damaged.has(key) ? 0 : version])),
      damaged: keys.filter(key => damaged.has(key)),
    };
  };
  const commit: Store['commit'] = async change => {
    if ([...change.documents.keys()].some(key => damaged.has(key)))
      return { result: 'conflict', durable: Promise.resolve() };
    return inner.commit({ ...change, expect: new Map([...change.expect].filter(([key]) => !damaged.has(key))) });
  };
  return { store: { ...inner, read, commit }, damaged, lost };
}

let service: Lab;
let disk: ReturnType<typeof fragile>;
let disposals: string[];

beforeEach(async () => {
  disk = fragile();
  disposals = [];
  service = lab({
    store: disk.store,
    mailbox: {
      next: () => Promise.resolve([]),
      dispose: (_, to) => {
        disposals.push(to);
        return Promise.resolve();
      },
      close: () => Promise.resolve(),
    },
  });
  for (const name of ['alice', 'bob']) await service.write(name, `signup ${name}`);
  await challenge();
  await challenge();
});

const say = (from: string, subject: string): ReturnType<Lab['deliver']> => service.write(from, subject);
const challenge = (): ReturnType<Lab['deliver']> => say(ALICE, 'nex challenge -size=5 alice bob');
/** The lines about damage, without the id of the mail. */
const told = (): readonly string[] =>
  service.log
    .filter(line => line.startsWith('board-damaged') || line.startsWith('document-damaged'))
    .map(line => line.replace(/"mail":"[0-9a-f]{12}",/, ''));

async function matchAt(number: number): Promise<Match> {
  const key = matchKey({ game: 'nex', number });
  return (await disk.store.read([key])).documents.get(key) as Match;
}

/** Writes what no move of ours would: as by hand, or by a disk. */
async function overwrite(number: number, change: Partial<Match>): Promise<void> {
  const key = matchKey({ game: 'nex', number });
  const { versions } = await disk.store.read([key]);
  const documents = new Map([[key, { ...(await matchAt(number)), record: [], ...change }]]);
  await disk.store.commit({ cause: `by hand ${number}`, expect: versions, documents, outgoing: [], at: 0 });
}

const spoil: Readonly<Record<string, () => Promise<void>>> = {
  'that cannot be read': () => Promise.resolve(void disk.damaged.add('match/nex/101')),
  'with an illegal move': () => overwrite(101, { record: [{ kind: 'move', text: 'z9,z8', at: 0 }] }),
  'with a swap before any move': () => overwrite(101, { record: [{ kind: 'swap', after: 1, at: 0 }] }),
  'with a seat that is none': () => overwrite(101, { record: [{ kind: 'retire', seat: 7, why: 'resigned', at: 0 }] }),
  'with a player too few': async () => overwrite(101, { players: (await matchAt(101)).players.slice(1) }),
  'with a setup of another game': () => overwrite(101, { setup: { radius: '99' } }),
};

describe.each(Object.keys(spoil))('a board %s', name => {
  it('is answered with a sentence, and the operator told; the other lines are done', async () => {
    await spoil[name]!();
    const [answer, ...others] = await say(ALICE, 'nex move 101 b3,a3');
    expect(others).toEqual([]);
    expect(answer?.text.replace(/\s+/g, ' ')).toContain('Nex board 101 is damaged on this server, so I did nothing.');
    expect(told()).toEqual(['board-damaged {"board":"Nex board 101"}']);
    const both = await service.write(ALICE, 'nex', 'nex move 101 b3,a3\nnex move 102 b3,a3\n');
    expect(both.map(({ subject }) => subject)).toContain('Nex Board 102 bob: to move');
  });

  it('is no reason for anything else to stop: replies, lists, challenges, leaving', async () => {
    const [board] = await say(ALICE, 'nex show 101');
    await spoil[name]!();
    const [reply] = await service.deliver({
      from: ALICE,
      subject: `Re: ${board!.subject}`,
      body: 'b3,a3',
      replyTo: board!,
    });
    expect(reply?.text).toContain('is damaged on this server');
    for (const line of ['nex resign 101', 'nex show 101', 'nex chat 101', 'nex accept 101']) {
      const [answer] = await say(ALICE, line);
      expect(answer?.text, line).toContain('is damaged on this server');
    }
    expect((await say(ALICE, 'games all'))[0]?.text).toContain('102');
    expect((await challenge())[0]?.subject).toBe('New Nex Board 103 alice: your turn');
    expect((await say(BOB, 'signoff bob')).some(({ text }) => text.includes('closed'))).toBe(true);
    expect(disposals).not.toContain('quarantined');
  });
});

describe('a new board', () => {
  it('never takes the number of one there is, when the counter is lost', async () => {
    const before = await matchAt(101);
    disk.lost.add('counter/nex');
    // The version is that of the counter there is: what a store makes of a lost one is its own affair.
    expect((await challenge())[0]?.subject).toBe('New Nex Board 104 alice: your turn');
    expect(await matchAt(101)).toEqual(before);
  });
});

describe.each(['account/bob', 'address/bob@example.test'] as const)('a damaged %s', key => {
  it('stops the mails that need it: answered, kept, the operator told; all else goes on', async () => {
    disk.damaged.add(key);
    disposals.length = 0;
    const answers = await say(BOB, 'nex move 101 b3,a3');
    expect(answers.map(({ to, text }) => [to, text.includes('something that is damaged on this server')])).toEqual([
      [[BOB], true],
    ]);
    expect(disposals).toEqual(['quarantined']);
    expect(told()).toEqual([`document-damaged {"why":"${key} is damaged"}`]);
    expect((await say(ALICE, 'help'))[0]?.to).toEqual([ALICE]);
  });
});

describe.each([
  ['stop', 'optout/bob@example.test'],
  ['signoff bob', 'address/bob@home.test'],
] as const)('%s', (line, key) => {
  it('is answered and put aside where it would write what is damaged, though it never looks at it', async () => {
    const { documents, versions } = await disk.store.read(['account/bob']);
    const bob = documents.get('account/bob') as Account;
    const account: Account = { ...bob, addresses: [BOB, 'bob@home.test'] };
    const changes = new Map([['account/bob', account]] as const);
    await disk.store.commit({ cause: 'by hand', expect: versions, documents: changes, outgoing: [], at: 0 });
    disk.damaged.add(key);
    disposals.length = 0;
    expect((await say(BOB, line)).map(({ text }) => text)).toEqual([expect.stringContaining('damaged on this server')]);
    expect(disposals).toEqual(['quarantined']);
    expect(told()).toEqual([`document-damaged {"why":"${key} is damaged"}`]);
  });
});
