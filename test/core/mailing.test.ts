// Words to everybody: each gets them once, whatever happens between; and nobody writes to everybody often.
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '#test/memory-store.ts';
import { limits } from '#core/kernel/limits.ts';
import { DAY_MS, HOUR_MS } from '#core/kernel/time.ts';
import { commitRequest } from '#service/commit-request.ts';
import { account, change, commit, match } from '#test/conformance/store.ts';
import { type Lab, lab, mail, type Received } from '#test/service/lab.ts';

const announce = async (service: Lab, text: string, isAgain = false): Promise<boolean> => {
  const cause = `operator:${service.now()}:${isAgain}:${text}`;
  return (await commitRequest({ kind: 'announcement', text, isAgain }, cause, service.context)) !== null;
};

const readers = (mails: readonly Received[]): readonly string[] =>
  mails.filter(({ subject }) => /announcement|Broadcast/.test(subject)).map(({ to }) => to[0] ?? '');

const COUNT = 2 * limits.mailingBatch + 50;
const nameOf = (index: number): string => `p${index}`;

/** A store with so many accounts. */
async function crowd(): Promise<ReturnType<typeof createMemoryStore>> {
  const store = createMemoryStore();
  const accounts = Array.from({ length: COUNT }, (_, index) => account(nameOf(index)));
  await commit(
    store,
    change(
      'crowd',
      accounts.map(
        each => [`account/${each.userid}`, { ...each, addresses: [`${each.userid}@example.test`] }] as const,
      ),
    ),
  );
  return store;
}

const everybody = Array.from({ length: COUNT }, (_, index) => `${nameOf(index)}@example.test`).toSorted();

describe('an announcement', () => {
  it('reaches every account once, a batch at a time, though the service is started anew in between', async () => {
    const store = await crowd();
    const first = lab({ store });
    expect(await announce(first, 'hello')).toBe(true);
    // What the first service had sent is out; the next one goes on behind it.
    const { deliver } = first;
    const sent = readers(await deliver(mail({ from: 'x@else.test', subject: 'help' })));
    expect(sent).toHaveLength(limits.mailingBatch);
    const rest = readers(await lab({ store }).live(2 * HOUR_MS));
    expect([...sent, ...rest].toSorted()).toEqual(everybody);
  });

  it('is made once, though its alarm is heard twice at once', async () => {
    const store = await crowd();
    const service = lab({ store });
    await announce(service, 'hello');
    const [alarm] = await store.dueAlarms(service.now(), 1);
    const heard = ['once', 'twice'].map(cause => commitRequest({ kind: 'alarm', ...alarm! }, cause, service.context));
    expect((await Promise.all(heard)).filter(done => done?.result === 'committed')).toHaveLength(1);
    expect(readers(await service.live(2 * HOUR_MS)).toSorted()).toEqual(everybody);
  });

  it('goes out again within the hour only if it is said so, and is forgotten then', async () => {
    const service = lab();
    await service.write('alice', 'signup alice');
    expect(await announce(service, 'hello')).toBe(true);
    expect(await announce(service, 'hello')).toBe(false);
    expect(await announce(service, 'hello', true)).toBe(true);
    expect(readers(await service.live(HOUR_MS / 2))).toHaveLength(2);
    expect(await announce(service, 'hello')).toBe(false);
    expect(readers(await service.live(2 * HOUR_MS))).toEqual([]);
    expect(await announce(service, 'hello')).toBe(true);
  });

  it('may be made again after the hour, though no service ran to forget it', async () => {
    const service = lab();
    expect(await announce(service, 'hello')).toBe(true);
    await service.live(HOUR_MS / 2);
    service.pass(2 * DAY_MS);
    expect(await announce(service, 'hello')).toBe(true);
  });

  it('reaches all others where an account is damaged', async () => {
    const store = await crowd();
    const damaged = 'account/p7';
    const service = lab({
      store: { ...store, read: async keys => ({ ...(await store.read(keys)), damaged: keys.filter(key => key === damaged) }) }, // prettier-ignore
    });
    await announce(service, 'hello');
    expect(readers(await service.live(2 * HOUR_MS)).toSorted()).toEqual(
      everybody.filter(each => !each.startsWith('p7@')),
    );
  });

  it('is not for who came later, nor for who is gone', async () => {
    const service = lab();
    for (const name of ['alice', 'bob']) await service.write(name, `signup ${name}`);
    await announce(service, 'hello');
    await service.write('alice', 'signoff alice');
    service.pass(1);
    await service.write('carol', 'signup carol');
    const later = await service.live(HOUR_MS);
    expect(readers(later)).not.toContain('carol@example.test');
  });
});

describe('broadcasts', () => {
  /** A store in which all of these have finished enough games and take broadcasts. */
  async function regulars(names: readonly string[]): Promise<Lab> {
    const store = createMemoryStore();
    const games = names.flatMap((name, at) =>
      Array.from({ length: limits.broadcastGames }, (_, n) => match(1_000 + at * 100 + n, [name, 'zoe'])),
    );
    await commit(
      store,
      change('regulars', [
        ...names.map(name => {
          const each = account(name);
          const settings = { ...each.settings, broadcast: 'on' as const };
          return [`account/${name}`, { ...each, addresses: [`${name}@example.test`], settings }] as const;
        }),
        ...names.map(name => [`address/${name}@example.test`, { userid: name }] as const),
        ...games.map(each => [`match/nex/${each.number}`, { ...each, state: 'over' as const }] as const),
      ]),
    );
    return lab({ store });
  }

  const NAMES = Array.from({ length: limits.broadcastsPerDay + 3 }, (_, n) => nameOf(n));
  const say = (service: Lab, name: string): Promise<readonly Received[]> =>
    service.write(name, 'broadcast', `hello from ${name}`);

  it('are so many a day of all accounts together, and one a week of each', async () => {
    const service = await regulars(NAMES);
    const all: Received[] = [];
    for (const name of NAMES) all.push(...(await say(service, name)));
    expect(all.filter(({ subject }) => subject === 'nexpost: done')).toHaveLength(limits.broadcastsPerDay);
    all.push(...(await service.live(HOUR_MS)));
    const mails = all.filter(({ subject }) => subject.startsWith('Broadcast'));
    expect(readers(mails)).toHaveLength(limits.broadcastsPerDay * (NAMES.length - 1));
    for (const { raw } of mails) expect(raw).toMatch(/^List-Unsubscribe:\s+<mailto:\S+set%20broadcast%3Doff>\r$/m);
    await service.live(2 * DAY_MS);
    expect((await say(service, NAMES[0]!))[0]!.text).toContain('one broadcast in 7 days');
    expect((await say(service, NAMES.at(-1)!))[0]!.subject).toBe('nexpost: done');
  });

  it('of who has left are sent to nobody', async () => {
    const service = await regulars(['alice', 'bob']);
    const [alice, text] = ['alice@example.test', 'words'];
    await service.write(alice, 'broadcast', text);
    await service.store.commit({
      ...{ cause: 'left', outgoing: [], at: service.now() },
      expect: (await service.store.read(['account/alice'])).versions,
      documents: new Map([['account/alice', { ...account('alice'), closed: true, addresses: [] }]]),
    });
    expect(readers(await service.live(HOUR_MS))).toEqual([]);
  });
});
