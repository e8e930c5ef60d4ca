// What every Store promises, as one suite: memory and JSON run the same.
import { defaultSettings } from '#core/players/settings.ts';
import { describe, expect, it } from 'vitest';
import type { Change, Outgoing, Store } from '#service/ports.ts';
import type { Priority } from '#core/writing/mail-plan.ts';
import {
  type DocumentKey,
  type DocumentKind,
  type Documents,
  type ListName,
  getDocument,
} from '#core/kernel/documents.ts';
import type { Account } from '#core/players/account.ts';
import type { Match } from '#core/board/match-document.ts';
import type { Quota } from '#core/players/quota.ts';

export const account = (userid: string): Account => ({
  userid,
  addresses: [`${userid}@example.test`],
  wanted: null,
  passwordHash: null,
  settings: defaultSettings,
  opened: 1_000,
  closed: false,
  locked: false,
  passwordFrom: [],
  restorable: null,
});

/** Two accounts with their addresses. */
export const soundAccounts = [
  ['account/alice', account('alice')],
  ['account/bob', account('bob')],
  ['address/alice@example.test', { userid: 'alice' }],
  ['address/bob@example.test', { userid: 'bob' }],
] as const;

export const match = (
  number: number,
  players: readonly string[],
  state: Match['state'] = 'active',
  game = 'nex',
): Match => ({
  game,
  number,
  setup: { size: '3x3', endgame: 'neto' },
  swap: false,
  players: players.map(userid => ({ kind: 'account', userid })),
  challenger: players[0] ?? '',
  record: [
    { kind: 'move', text: 'b2,a1', at: 2_000 },
    { kind: 'proposal', what: 'undo', by: 0, at: 3_000 },
    { kind: 'vote', by: 1, accepts: false, at: 4_000 },
  ],
  state,
  comment: { by: 'alice', text: 'Grüße\nund "Zeichen" \u2028 \\' },
  threads: players.map(() => ({ root: '<r@x>', last: '<l@x>' })),
  opened: 1_000,
});

export const outgoing = (id: string, to = 'bob@example.test'): Outgoing => ({
  id,
  from: 'games@example.test',
  to: [to],
  messageId: `<${id}@example.test>`,
  raw: Buffer.from(`Subject: ${id}\r\n\r\nbytes \x00\xff\xfe end\r\n`, 'latin1'),
  tries: 0,
});

export const change = (
  cause: string,
  documents: readonly (readonly [DocumentKey, Documents[DocumentKind] | null])[],
  more: Partial<Change> = {},
): Change => ({ cause, expect: new Map(), documents: new Map(documents), outgoing: [], at: 5_000, ...more });

/** `open` makes a new store; `reopen` closes it and opens the same again (null: it cannot, it lives in memory). */
export interface StoreFactory {
  readonly open: () => Promise<Store>;
  readonly reopen: ((store: Store) => Promise<Store>) | null;
}

export async function commit(store: Store, what: Change): Promise<string> {
  const { result, durable } = await store.commit(what);
  await durable;
  return result;
}

export function testStore(name: string, factory: StoreFactory): void {
  const again = async (store: Store): Promise<Store> => (factory.reopen === null ? store : factory.reopen(store));

  describe(`store: ${name}`, () => {
    it('gives null and version 0 for what is not there', async () => {
      const store = await factory.open();
      const { documents, versions } = await store.read(['account/nobody']);
      expect([documents.get('account/nobody'), versions.get('account/nobody')]).toEqual([null, 0]);
      await store.close();
    });

    it('gives back what was committed, also after it was opened again', async () => {
      let store = await factory.open();
      const documents: readonly (readonly [DocumentKey, Documents[DocumentKind]])[] = [
        ['account/alice', account('alice')],
        ['address/alice+x%/..@example.test', { userid: 'alice' }],
        ['match/nex/101', match(101, ['alice', 'bob'])],
        ['counter/nex', { next: 102 }],
      ];
      expect(await commit(store, change('c1', documents))).toBe('committed');
      store = await again(store);
      const read = await store.read(documents.map(([key]) => key));
      for (const [key, document] of documents) {
        expect(read.documents.get(key)).toEqual(document);
        expect(read.versions.get(key)).toBe(1);
      }
      await store.close();
    });

    it('has another version after every change, and the same one while nothing changes', async () => {
      const store = await factory.open();
      const seen = [await store.version()];
      const versions = (next: number): Partial<Change> => ({ expect: new Map([['counter/nex', next]]) });
      await commit(store, change('c1', [['counter/nex', { next: 102 }]]));
      seen.push(await store.version());
      await commit(store, change('c2', [['counter/nex', { next: 103 }]], versions(1)));
      seen.push(await store.version());
      const { versions: read } = await store.read(['counter/nex']);
      await commit(store, change('c3', [['counter/nex', null]], { expect: read }));
      seen.push(await store.version());
      expect(new Set(seen).size).toBe(4);
      await store.read(['counter/nex']);
      await store.list('running/game/nex', null, 10);
      expect(await store.version()).toBe(seen.at(-1));
      await store.close();
    });

    it('counts versions, and refuses a change made from an old one', async () => {
      const store = await factory.open();
      await commit(store, change('c1', [['counter/nex', { next: 102 }]], { expect: new Map([['counter/nex', 0]]) }));
      expect(
        await commit(store, change('c2', [['counter/nex', { next: 103 }]], { expect: new Map([['counter/nex', 0]]) })),
      ).toBe('conflict');
      expect((await store.read(['counter/nex'])).documents.get('counter/nex')).toEqual({ next: 102 });
      expect(await store.isSeen('c2')).toBe(false);
      expect(
        await commit(store, change('c3', [['counter/nex', { next: 103 }]], { expect: new Map([['counter/nex', 1]]) })),
      ).toBe('committed');
      await store.close();
    });

    it('never overwrites what was not looked at', async () => {
      let store = await factory.open();
      await commit(store, change('c1', [['match/nex/101', match(101, ['alice', 'bob'])]]));
      store = await again(store);
      const theirs = change('c2', [['match/nex/101', match(101, ['carol', 'dave'])]], { outgoing: [outgoing('m1')] });
      expect(await commit(store, theirs)).toBe('conflict');
      const { documents } = await store.read(['match/nex/101']);
      expect(documents.get('match/nex/101')).toEqual(match(101, ['alice', 'bob']));
      expect([await store.isSeen('c2'), await store.nextDue()]).toEqual([false, null]);
      expect(await commit(store, { ...theirs, expect: new Map([['match/nex/101', 1]]) })).toBe('committed');
      await store.close();
    });

    it('lets a cause take effect once', async () => {
      let store = await factory.open();
      await commit(store, change('c1', [['counter/nex', { next: 102 }]], { outgoing: [outgoing('m1')] }));
      store = await again(store);
      expect(await store.isSeen('c1')).toBe(true);
      expect(await commit(store, change('c1', [['counter/nex', { next: 999 }]], { outgoing: [outgoing('m2')] }))).toBe(
        'already-seen',
      );
      expect((await store.read(['counter/nex'])).documents.get('counter/nex')).toEqual({ next: 102 });
      expect((await store.dueMail(9_000, 10)).map(mail => mail.id)).toEqual(['m1']);
      await store.close();
    });

    it('lists the boards of a player and of a game, running ones and those that are over, in pages', async () => {
      let store = await factory.open();
      await commit(store, change('c0', [['match/hex/101', match(101, ['alice', 'bob'], 'invited', 'hex')]]));
      await commit(store, change('c1', [['match/nex/110', match(110, ['alice', 'bob'])]]));
      await commit(store, change('c2', [['match/nex/109', match(109, ['bob', 'carol'])]]));
      await commit(store, change('c3', [['match/nex/103', match(103, ['alice', 'carol'], 'removed')]]));
      await commit(store, change('c4', [['match/nex/104', match(104, ['alice', 'bob'])]]));
      const over = [['match/nex/104', match(104, ['alice', 'bob'], 'over')]] as const;
      await commit(store, change('c5', over, { expect: (await store.read(['match/nex/104'])).versions }));
      const listed = async (name: ListName, from: DocumentKey | null = null, most = 10): Promise<readonly string[]> =>
        (await store.list(name, from, most)).map(key => key.split('/').slice(1).join(' '));
      for (const isAgain of [false, true]) {
        if (isAgain) store = await again(store);
        expect(await listed('running/player/alice')).toEqual(['hex 101', 'nex 110']);
        expect(await listed('running/player/bob')).toEqual(['hex 101', 'nex 109', 'nex 110']);
        expect(await listed('over/player/bob')).toEqual(['nex 104']);
        expect(await listed('running/player/bob', null, 2)).toEqual(['hex 101', 'nex 109']);
        expect(await listed('running/player/bob', 'match/nex/109', 2)).toEqual(['nex 110']);
        expect(await listed('running/player/bob', 'match/hex/999', 1)).toEqual(['nex 109']);
        expect(await listed('running/game/nex')).toEqual(['nex 109', 'nex 110']);
        const newest = async (before: DocumentKey | null = null, most = 10): Promise<readonly string[]> =>
          (await store.newest('running/player/bob', before, most)).map(key => key.split('/').slice(1).join(' '));
        expect(await newest()).toEqual(['nex 110', 'nex 109', 'hex 101']);
        expect([await newest('match/nex/110', 1), await newest('match/hex/101')]).toEqual([['nex 109'], []]);
        expect(await listed('over/game/hex')).toEqual([]);
      }
      await store.close();
    });

    it('keeps mails until they are marked, byte for byte, oldest first', async () => {
      let store = await factory.open();
      await commit(store, change('c1', [], { outgoing: [outgoing('m1'), outgoing('m2')] }));
      await commit(store, change('c2', [], { outgoing: [outgoing('m3')] }));
      store = await again(store);
      const due = await store.dueMail(9_000, 10);
      expect(due.map(mail => mail.id)).toEqual(['m1', 'm2', 'm3']);
      expect(due.map(mail => ({ ...mail, raw: Buffer.from(mail.raw) }))).toEqual(
        ['m1', 'm2', 'm3'].map(id => outgoing(id)),
      );
      expect((await store.dueMail(9_000, 2)).map(mail => mail.id)).toEqual(['m1', 'm2']);
      expect(await store.dueMail(4_999, 10)).toEqual([]);
      expect(await store.nextDue()).toBe(5_000);
      await store.close();
    });

    it('marks mails: sent and failed ones go, postponed ones come back later with the tries that are counted', async () => {
      let store = await factory.open();
      await commit(store, change('c1', [], { outgoing: [outgoing('m1'), outgoing('m2'), outgoing('m3')] }));
      await store.markMail('m1', { kind: 'sent' });
      await store.markMail('m2', { kind: 'later', due: 20_000, tries: 0 });
      await store.markMail('m2', { kind: 'later', due: 20_000, tries: 7 });
      await store.markMail('m3', { kind: 'failed', why: '550 no such user' });
      await store.markMail('unknown', { kind: 'sent' });
      store = await again(store);
      expect(await store.dueMail(9_000, 10)).toEqual([]);
      expect((await store.dueMail(20_000, 10)).map(({ id, tries }) => ({ id, tries }))).toEqual([
        { id: 'm2', tries: 7 },
      ]);
      expect(await store.nextDue()).toBe(20_000);
      await store.close();
    });

    it("keeps each reader's mails in their order: none is due while an earlier one waits", async () => {
      let store = await factory.open();
      const ids = ['m9', 'm3', 'm7', 'm1'];
      const mails = [...ids.map(id => outgoing(id)), outgoing('m5', 'alice@example.test')];
      await commit(store, change('c1', [], { outgoing: mails }));
      await store.markMail('m9', { kind: 'later', due: 20_000, tries: 1 });
      store = await again(store);
      expect((await store.dueMail(9_000, 10)).map(mail => mail.id)).toEqual(['m5']);
      await store.markMail('m5', { kind: 'sent' });
      store = await again(store);
      expect((await store.dueMail(20_000, 10)).map(mail => mail.id)).toEqual(ids);
      expect((await store.dueMail(20_000, 2, ['bob@example.test'])).map(mail => mail.id)).toEqual(ids.slice(0, 2));
      const waiting = [
        await store.nextDue(),
        await store.dueReaders(20_000, 10),
        (await store.countMails(20_000, 0)).due,
      ];
      expect(waiting).toEqual([20_000, ['bob@example.test'], 4]);
      await store.close();
    });

    it('counts mails that are due, that wait and that were given up, and knows the oldest', async () => {
      let store = await factory.open();
      expect(await store.countMails(9_000, 0)).toEqual({
        ...{ due: 0, waiting: 0, failed: 0, oldest: null, oldestSince: null, oldestDueBoard: null },
      });
      await commit(
        store,
        change('c1', [], { at: 2_000, outgoing: [outgoing('m1'), outgoing('m2', 'a@example.test')] }),
      );
      await commit(store, change('c2', [], { at: 3_000, outgoing: [outgoing('m3', 'c@example.test')] }));
      await commit(store, change('c3', [], { at: 4_000, outgoing: [outgoing('m4', 'd@example.test')] }));
      await store.markMail('m1', { kind: 'later', due: 20_000, tries: 1 });
      await store.markMail('m3', { kind: 'failed', why: '550 no such user' });
      await store.markMail('m4', { kind: 'later', due: 30_000, tries: 1 });
      store = await again(store);
      const counts = { due: 1, waiting: 3, failed: 1, oldest: 2_000, oldestDueBoard: 2_000 };
      expect(await store.countMails(9_000, -Infinity)).toEqual({ ...counts, oldestSince: 2_000 });
      expect(await store.countMails(9_000, 2_000)).toEqual({ ...counts, oldestSince: 4_000 });
      expect(await store.countMails(25_000, 4_000)).toEqual({ ...counts, due: 2, oldestSince: null });
      await store.close();
    });

    it('gives mails by priority, and an earlier mail to a reader the priority of a later one', async () => {
      let store = await factory.open();
      const mails = [
        { ...outgoing('m1', 'a@example.test'), priority: 'mailing' },
        { ...outgoing('m2', 'b@example.test'), priority: 'digest' },
        { ...outgoing('m3', 'c@example.test'), priority: 'mailing' },
        outgoing('m4', 'c@example.test'),
        { ...outgoing('m5', 'c@example.test'), priority: 'digest' },
        outgoing('m6', 'd@example.test'),
      ] as const;
      await commit(store, change('c1', [], { outgoing: mails }));
      store = await again(store);
      const idsOf = async (limit: number, ...more: [(readonly string[])?, Priority?]): Promise<readonly string[]> =>
        (await store.dueMail(9_000, limit, ...more)).map(({ id }) => id);
      expect(await idsOf(10)).toEqual(['m3', 'm4', 'm6', 'm2', 'm5', 'm1']);
      expect(await idsOf(10, undefined, 'digest')).toEqual(['m3', 'm4', 'm6', 'm2', 'm5']);
      expect(await idsOf(2, ['c@example.test', 'd@example.test'], 'board')).toEqual(['m3', 'm4']);
      const readersOf = async (limit: number, lowest?: Priority): Promise<string> =>
        (await store.dueReaders(9_000, limit, lowest)).map(reader => reader[0]).join('');
      expect([
        await readersOf(9),
        await readersOf(9, 'digest'),
        await readersOf(9, 'board'),
        await readersOf(1),
      ]).toEqual(['cdba', 'cdb', 'cd', 'c']);
      expect((await store.dueMail(9_000, 1, ['a@example.test']))[0]?.priority).toBe('mailing');
      expect((await store.listMails(null, 2)).map(({ priority }) => priority)).toEqual(['mailing', 'digest']);
      await store.markMail('m4', { kind: 'later', due: 20_000, tries: 1 });
      expect(await idsOf(10)).toEqual(['m3', 'm6', 'm2', 'm1']);
      expect((await store.countMails(9_000, 0)).oldestDueBoard).toBe(5_000);
      await store.close();
    });

    it('keeps one record of the mails sent lately, changed by one caller after the other', async () => {
      let store = await factory.open();
      expect(await store.readPace()).toBeNull();
      const calls = Array.from({ length: 20 }, (_, call) =>
        store.updatePace(record => {
          const mails = (record?.sent[0]?.[1] ?? 0) + 1;
          return [{ perHour: 7, sent: [[1_000, mails]] }, `${call} ${mails}`];
        }),
      );
      expect(new Set((await Promise.all(calls)).map(answer => answer.split(' ')[1])).size).toBe(20);
      store = await again(store);
      expect(await store.readPace()).toEqual({ perHour: 7, sent: [[1_000, 20]] });
      await store.close();
    });

    it('lists, shows, retries and drops mails for the operator, also those that were given up', async () => {
      let store = await factory.open();
      const mails = ['m9', 'm3', 'm7', 'm1'].map(id => outgoing(id, `${id}@example.test`));
      await commit(store, change('c1', [], { at: 2_000, outgoing: mails }));
      await store.markMail('m3', { kind: 'later', due: 20_000, tries: 2 });
      for (const id of ['m9', 'm1']) await store.markMail(id, { kind: 'failed', why: '550 no such user' });
      store = await again(store);
      const idsAfter = async (after: string | null, limit: number): Promise<readonly string[]> =>
        (await store.listMails(after, limit)).map(({ id }) => id);
      expect(await idsAfter(null, 10)).toEqual(['m3', 'm7', 'm1', 'm9']);
      expect([await idsAfter(null, 1), await idsAfter('m3', 2), await idsAfter('m1', 10)]).toEqual([['m3'], ['m7', 'm1'], ['m9']]); // prettier-ignore
      expect((await store.listMails(null, 3)).slice(0, 1)).toEqual([
        {
          ...{ id: 'm3', state: 'waiting', priority: 'board', to: ['m3@example.test'], tries: 2 },
          ...{ written: 2_000, due: 20_000, why: null },
        },
      ]);
      expect((await store.listMails('m1', 1))[0]).toMatchObject({
        state: 'failed',
        due: null,
        why: '550 no such user',
      });
      const bytes = await Promise.all(['m9', 'm3'].map(id => store.readMail(id)));
      expect(bytes.map(raw => Buffer.from(raw!))).toEqual([mails[0]!.raw, mails[1]!.raw]);
      expect(await store.readMail('m0')).toBeNull();
      for (const id of ['m3', 'm9', 'm0']) await store.markMail(id, { kind: 'later', due: 9_000, tries: 0 });
      for (const id of ['m1', 'm0']) await store.markMail(id, { kind: 'sent' });
      store = await again(store);
      expect((await store.dueMail(9_000, 10)).map(({ id, tries }) => ({ id, tries }))).toEqual(
        ['m3', 'm7', 'm9'].map(id => ({ id, tries: 0 })),
      );
      await store.markMail('m7', { kind: 'sent' });
      expect((await store.countMails(9_000, 0)).failed).toBe(0);
      store = await again(store);
      expect(await idsAfter(null, 10)).toEqual(['m3', 'm9']);
      await store.close();
    });

    it('forgets old seen-marks', async () => {
      const store = await factory.open();
      await commit(store, change('old', [], { at: Date.UTC(2026, 0, 1) }));
      await commit(store, change('new', [], { at: Date.UTC(2026, 5, 1) }));
      await store.forget(Date.UTC(2026, 3, 1));
      expect([await store.isSeen('old'), await store.isSeen('new')]).toEqual([false, true]);
      await store.close();
    });

    it('rings the alarms of its documents, and drops what a change drops', async () => {
      let store = await factory.open();
      const quota = (until: number): Quota => ({
        uses: { stranger: { at: [1], until } },
        idle: { proved: null, unproved: null },
      });
      await commit(
        store,
        change('c1', [
          ['quota/a@x.test', quota(1_000)],
          ['quota/user:b', quota(3_000)],
          ['counter/nex', { next: 102 }],
          ['account/alice', account('alice')],
        ]),
      );
      store = await again(store);
      expect(await store.nextAlarm()).toBe(1_000);
      expect(await store.dueAlarms(999, 9)).toEqual([]);
      expect(await store.dueAlarms(3_000, 1)).toEqual([{ key: 'quota/a@x.test', at: 1_000 }]);
      const expected = new Map([['quota/a@x.test', 1]] as const);
      const dropped = await commit(store, change('c2', [['quota/a@x.test', null]], { expect: expected }));
      expect(dropped).toBe('committed');
      const keys: readonly DocumentKey[] = ['quota/a@x.test', 'quota/user:b', 'counter/nex'];
      for (const isAgain of [false, true]) {
        if (isAgain) store = await again(store);
        expect([...(await store.read(keys)).versions.values()]).toEqual([0, 1, 1]);
        expect(await store.dueAlarms(9_999, 9)).toEqual([{ key: 'quota/user:b', at: 3_000 }]);
      }
      await commit(store, change('c3', [['quota/a@x.test', quota(5_000)]]));
      expect(await store.nextAlarm()).toBe(3_000);
      await store.close();
    });

    it('refuses a change made from a document that was dropped, and made anew by somebody else', async () => {
      const store = await factory.open();
      const key: DocumentKey = 'account/alice';
      await commit(store, change('c1', [[key, account('alice')]]));
      const { versions } = await store.read([key]);
      expect(await commit(store, change('c2', [[key, null]], { expect: versions }))).toBe('committed');
      expect(await commit(store, change('c3', [[key, account('alice')]]))).toBe('committed');
      expect(await commit(store, change('c4', [[key, account('alice')]], { expect: versions }))).toBe('conflict');
      await store.close();
    });

    it('shows a change to the next reader before it is durable', async () => {
      const store = await factory.open();
      const { durable } = await store.commit(change('c1', [['counter/nex', { next: 102 }]]));
      expect((await store.read(['counter/nex'])).documents.get('counter/nex')).toEqual({ next: 102 });
      await durable;
      await store.close();
    });

    it('completes changes that are sealed one after the other, so that none is in conflict', async () => {
      let store = await factory.open();
      const place = async (read: Store['read']): Promise<Pick<Change, 'expect' | 'documents' | 'outgoing'>> => {
        const { documents, versions } = await read(['counter/nex']);
        const { next } = getDocument(documents, 'counter/nex') ?? { next: 101 };
        return {
          expect: versions,
          documents: new Map<DocumentKey, Documents[DocumentKind]>([
            ['counter/nex', { next: next + 1 }],
            [`optout/place-${next}`, { at: next }],
          ]),
          outgoing: [outgoing(`m${next}`)],
        };
      };
      const others = Array.from({ length: 5 }, (_, i) => change(`o${i}`, [[`optout/other-${i}`, { at: i }]]));
      const sealed = Array.from({ length: 20 }, (_, i) => change(`c${i}`, [], { seal: place }));
      const results = await Promise.all([...sealed, ...others].map(each => commit(store, each)));
      expect(results).toEqual(results.map(() => 'committed'));
      const broken = change('broken', [], { seal: () => Promise.reject(new Error('no place')) });
      await expect(commit(store, broken)).rejects.toThrow('no place');
      expect(await commit(store, change('c0', [], { seal: place }))).toBe('already-seen');
      const stale = change('stale', [], { seal: async read => ({ ...(await place(read)), expect: new Map([['counter/nex', 1]]) }) }); // prettier-ignore
      expect(await commit(store, stale)).toBe('conflict');
      expect(await commit(store, change('last', [], { seal: place }))).toBe('committed');
      store = await again(store);
      expect(getDocument((await store.read(['counter/nex'])).documents, 'counter/nex')).toEqual({ next: 122 });
      expect((await store.dueMail(9_000, 100)).map(({ id }) => id).sort()).toEqual(
        Array.from({ length: 21 }, (_, i) => `m${101 + i}`),
      );
      await store.close();
    });

    it('takes many changes at once', async () => {
      let store = await factory.open();
      const boards = Array.from(
        { length: 200 },
        (_, i) => [`match/nex/${101 + i}`, match(101 + i, ['alice', 'bob'])] as const,
      );
      const results = await Promise.all(boards.map(each => commit(store, change(each[0], [each]))));
      expect(new Set(results)).toEqual(new Set(['committed']));
      store = await again(store);
      expect((await store.list('running/game/nex', null, 999)).length).toBe(200);
      await store.close();
    });
  });
}
