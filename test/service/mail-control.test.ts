// The operator's hand on mails: lists by state and address, and retries or drops what was named or matches.
import { beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStore } from '#test/memory-store.ts';
import { limits } from '#core/kernel/limits.ts';
import { executeCommand } from '#service/control.ts';
import { createService } from '#service/create-service.ts';
import { MAIL_STATES } from '#service/mail-control.ts';
import { sendingPauseOf } from '#service/sending-pause.ts';
import type { HeldMail, Log, Store } from '#service/ports.ts';
import { change, commit, outgoing } from '../conformance/store.ts';
import { silent, START, testPorts, testSettings } from './ports.ts';

let store: Store;
let held: HeldMail[];
let acts: string[];
let log: string[];

beforeEach(async () => {
  store = createMemoryStore();
  [acts, log] = [[], []];
  held = [
    { id: 'q1', state: 'quarantined', from: 'eve@example.test', subject: 'odd', size: 9, came: START },
    { id: 'q2', state: 'undecided', from: 'bob@example.org', subject: 'move', size: 9, came: null },
  ];
  const mails = ['a1', 'b1', 'b2', 'c1'].map(id => outgoing(id, `${id[0]}@example.test`));
  await commit(store, change('c1', [], { at: START, outgoing: mails }));
  await store.markMail('b1', { kind: 'later', due: START + 60_000, tries: 3 });
  await store.markMail('c1', { kind: 'failed', why: '550 no such user' });
});

async function ask(fields: object): Promise<Record<string, unknown>> {
  const note: Log['info'] = (event, facts = {}) => void log.push(`${event} ${JSON.stringify(facts)}`);
  const act =
    (name: string) =>
    (id: string): Promise<boolean> => {
      acts.push(`${name} ${id}`);
      return Promise.resolve(held.some(mail => mail.id === id && mail.state === 'quarantined'));
    };
  const quarantine = {
    list: (limit: number) => Promise.resolve(held.slice(0, limit)),
    read: (id: string) => Promise.resolve(id === 'q1' ? Buffer.from('Subject: odd\r\n') : null),
    ...{ retry: act('retry'), drop: act('drop') },
  };
  const { context } = createService(testPorts({ store, quarantine, log: { ...silent, info: note } }), testSettings());
  return JSON.parse(await executeCommand(JSON.stringify(fields), context)) as Record<string, unknown>;
}

const ALL = { states: MAIL_STATES, address: '' };

const list = async (filter: object = {}): Promise<readonly string[]> => {
  const { rows } = await ask({ query: 'mails', after: '', ...ALL, ...filter });
  return (rows as readonly { id: string; state: string }[]).map(({ id, state }) => `${id} ${state}`);
};

describe('the operator', () => {
  it('sees why a mail waits that could be sent', async () => {
    const digest = { ...outgoing('d1', 'd@example.test'), priority: 'digest' } as const;
    await commit(store, change('c2', [], { at: START, outgoing: [digest] }));
    const reasons = async (): Promise<readonly unknown[]> =>
      (
        (await ask({ query: 'mails', after: '', states: ['waiting', 'delayed'], address: '' }))['rows'] as readonly {
          why: string | null;
        }[]
      ).map(({ why }) => why);
    await store.updatePace(() => [{ perHour: 2, sent: [[START - 60_000, 1]] }, null]);
    const why = `smtp.perHour is 2: the next mail can be sent at ${new Date(START + 1_750_000).toISOString()}`;
    expect(await reasons()).toEqual([null, null, null, why]);
    await store.updatePace(() => [{ perHour: 2, sent: [[START - 60_000, 2]] }, null]);
    const later = `smtp.perHour is 2: the next mail can be sent at ${new Date(START + 3_550_000).toISOString()}`;
    expect(await reasons()).toEqual([later, null, later, later]);
  });

  it('sees that sending is paused', async () => {
    const sender = {
      send: () => Promise.resolve({ kind: 'limited', why: '550 5.4.5 Daily user sending limit exceeded' } as const),
      close: () => Promise.resolve(),
    };
    const { context, outbox } = createService(testPorts({ store, sender }), testSettings());
    await outbox.deliver();
    const query = JSON.stringify({ query: 'mails', after: '', states: ['waiting', 'delayed'], address: '' });
    const { rows } = JSON.parse(await executeCommand(query, context)) as { rows: { id: string; why: string | null }[] };
    const why = `the SMTP server takes none of our mail: sending is paused until ${new Date(START + sendingPauseOf(0)).toISOString()}`;
    expect(Object.fromEntries(rows.map(row => [row.id, row.why]))).toEqual({ a1: why, b1: why, b2: why });
  });

  it('sees every mail that waits, with its state', async () => {
    expect(await list()).toEqual([
      'a1 waiting',
      'b1 delayed',
      'b2 waiting',
      'c1 failed',
      'q1 quarantined',
      'q2 undecided',
    ]);
    expect((await ask({ query: 'mails', after: '', ...ALL, states: ['delayed', 'failed'] }))['rows']).toEqual([
      { id: 'b1', state: 'delayed', priority: 'board', to: ['b@example.test'], tries: 3, written: '2026-11-21T10:00:00.000Z', due: '2026-11-21T10:01:00.000Z', why: null }, // prettier-ignore
      { id: 'c1', state: 'failed', priority: 'board', to: ['c@example.test'], tries: 0, written: '2026-11-21T10:00:00.000Z', due: null, why: '550 no such user' }, // prettier-ignore
    ]);
  });

  it('filters by state and by address', async () => {
    expect(await list({ states: ['failed'] })).toEqual(['c1 failed']);
    expect(await list({ address: 'B@example' })).toEqual(['b1 delayed', 'b2 waiting', 'q2 undecided']);
    expect(await list({ states: ['waiting'], address: 'b@' })).toEqual(['b2 waiting']);
    expect(await list({ states: [] })).toEqual([]);
  });

  it('pages through many mails, and misses none', async () => {
    const many = Array.from({ length: 2 * limits.adminRows + 5 }, (_, n) => outgoing(`m${n}`, `m${n}@example.test`));
    await commit(store, change('c2', [], { at: START, outgoing: many }));
    const seen: string[] = [];
    let after: unknown = '';
    for (let pages = 1; after !== null; pages++) {
      const { rows, next }: Record<string, unknown> = await ask({ query: 'mails', after, ...ALL, states: ['waiting'] });
      seen.push(...(rows as readonly { id: string }[]).map(({ id }) => id));
      after = next;
      expect(pages).toBeLessThan(5);
    }
    expect(seen).toEqual(['a1', 'b2', ...many.map(({ id }) => id)]);
  });

  it('reads a mail, cut after 20,000 characters', async () => {
    const raw = Buffer.from(`Subject: x\r\n\r\n${'x'.repeat(30_000)}`);
    await commit(store, change('c2', [], { at: START, outgoing: [{ ...outgoing('m1'), raw }] }));
    const { rows } = await ask({ query: 'mail', id: 'm1' });
    expect(rows).toEqual([{ id: 'm1', size: raw.length, text: raw.toString().slice(0, 20_000), isCut: true }]);
    expect((await ask({ query: 'mail', id: 'q1' }))['rows']).toMatchObject([
      { text: 'Subject: odd\r\n', isCut: false },
    ]);
    expect((await ask({ query: 'mail', id: 'none' }))['rows']).toEqual([]);
  });

  it('undoes a sending limit by one line', async () => {
    for (const id of ['a1', 'b1', 'b2']) await store.markMail(id, { kind: 'failed', why: '550 5.4.5 Daily limit' });
    expect(await ask({ act: 'retry-mail', ids: null, ...ALL, states: ['failed'] })).toEqual({ done: true, mails: 4 });
    expect((await store.dueMail(START, 9)).map(({ id, tries }) => `${id} ${tries}`)).toEqual([
      'a1 0',
      'b1 0',
      'b2 0',
      'c1 0',
    ]);
    expect(log).toEqual(['operator-act {"act":"retry-mail","mails":4}']);
  });

  it('retries and drops the mails that are named, and says when there is none', async () => {
    expect(await ask({ act: 'retry-mail', ids: ['b1', 'q1', 'zz'], ...ALL })).toEqual({ done: true, mails: 2 });
    expect(await ask({ act: 'drop-mail', ids: ['a1', 'c1', 'q1', 'q2'], ...ALL })).toEqual({ done: true, mails: 3 });
    expect(acts).toEqual(['retry q1', 'retry zz', 'drop q1', 'drop q2']);
    expect(await list({ states: ['waiting', 'delayed', 'failed'] })).toEqual(['b1 waiting', 'b2 waiting']);
    expect(await ask({ act: 'drop-mail', ids: ['a1'], ...ALL })).toEqual({ done: false, mails: 0 });
  });

  it.each([
    { query: 'mails', after: '', states: ['odd'], address: '' },
    { query: 'mails', after: '', states: 'failed', address: '' },
    { query: 'mails', states: [], address: '' },
    { query: 'mail' },
    { act: 'drop-mail', ids: null },
    { act: 'drop-mail', ids: [7], ...ALL },
    { act: 'drop-mail', ...ALL },
  ])('is refused %j', async fields => {
    expect(await ask(fields)).toEqual({ why: 'This service does not know what it was asked to do.' });
    expect(await list()).toHaveLength(6);
  });
});
