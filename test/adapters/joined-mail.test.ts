// Two places where mail comes in, read as one: a mailbox that waits does not hold up the other.
import { expect, it } from 'vitest';
import { joinIncoming, joinMailboxes } from '#composition/incoming-mail.ts';
import type { EndLook, HeldMail, InboxMail, Mailbox } from '#service/ports.ts';
import { withResolvers } from '#test/with-resolvers.ts';

const NEVER = new AbortController().signal;

const mailOf = (key: string): InboxMail => ({ key, size: 1, raw: new Uint8Array(), isWhole: true });

/** A mailbox whose looks and mails a test decides. */
function createMailbox() {
  let calls: { readonly beginLook: () => EndLook; readonly give: (mails: readonly InboxMail[]) => void }[] = [];
  const disposed: string[] = [];
  const mailbox: Mailbox = {
    next: (_, signal, beginLook) => {
      const { promise, resolve } = withResolvers<readonly InboxMail[]>();
      calls.push({ beginLook: beginLook ?? (() => () => undefined), give: resolve });
      signal.addEventListener('abort', () => resolve([]));
      return promise;
    },
    dispose: (keys, to) => {
      disposed.push(...keys.map(key => `${to} ${key}`));
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
  return {
    ...{ mailbox, disposed },
    callCount: () => calls.length,
    look: (isEmpty: boolean) => calls.at(-1)!.beginLook()(isEmpty),
    give: (...keys: readonly string[]) => calls.at(-1)!.give(keys.map(mailOf)),
    forget: () => {
      calls = [];
    },
  };
}

const keysOf = (mails: readonly InboxMail[]): readonly string[] => mails.map(({ key }) => key);

it('gives the mails of the first that has some, and keeps those of the other for the next call', async () => {
  const [one, two] = [createMailbox(), createMailbox()];
  const joined = joinMailboxes([one.mailbox, two.mailbox]);
  const first = joined.next(50, NEVER);
  two.give('a', 'b');
  expect(keysOf(await first)).toEqual(['1/a', '1/b']);
  one.give('a');
  // The pending read of the first mailbox goes on.
  expect(keysOf(await joined.next(50, NEVER))).toEqual(['0/a']);
  expect([one.callCount(), two.callCount()]).toEqual([1, 2]);
});

it('disposes of each mail where it came from', async () => {
  const [one, two] = [createMailbox(), createMailbox()];
  await joinMailboxes([one.mailbox, two.mailbox]).dispose(['0/new/a', '1/7:3', '0/b', 'nonsense'], 'processed');
  expect([one.disposed, two.disposed]).toEqual([['processed new/a', 'processed b'], ['processed 7:3']]);
});

it('lets go when told to stop, and loses no mail that comes then', async () => {
  const [one, two] = [createMailbox(), createMailbox()];
  const joined = joinMailboxes([one.mailbox, two.mailbox]);
  const stop = new AbortController();
  const waiting = joined.next(50, stop.signal);
  stop.abort();
  expect(await waiting).toEqual([]);
  expect(await joined.next(50, stop.signal)).toEqual([]);
  one.give('late');
  expect(keysOf(await joined.next(50, NEVER))).toEqual(['0/late']);
});

it('has looked when it has looked at both since the look began, and is empty if both are', () => {
  const [one, two] = [createMailbox(), createMailbox()];
  const looks: string[] = [];
  let begun = 0;
  void joinMailboxes([one.mailbox, two.mailbox]).next(50, NEVER, () => {
    const number = (begun += 1);
    return isEmpty => void looks.push(`${number} ${isEmpty}`);
  });
  one.look(true);
  one.look(true);
  expect([begun, looks]).toEqual([1, []]);
  two.look(true);
  expect(looks).toEqual(['1 true']);
  two.look(false);
  one.look(true);
  expect(looks).toEqual(['1 true', '2 false']);
  // A later look at the same mailbox counts in place of an earlier one.
  one.look(false);
  one.look(true);
  two.look(true);
  expect(looks).toEqual(['1 true', '2 false', '3 true']);
});

it('finds a quarantined mail in either, and erases in both', async () => {
  const erased: number[] = [];
  const placeOf = (number: number, ids: readonly string[]) => ({
    mailbox: createMailbox().mailbox,
    archive: { erase: () => Promise.resolve(void erased.push(number)) },
    quarantine: {
      list: () => Promise.resolve(ids.map(id => ({ id }) as HeldMail)),
      read: (id: string) => Promise.resolve(ids.includes(id) ? Uint8Array.of(number) : null),
      retry: (id: string) => Promise.resolve(ids.includes(id)),
      drop: (id: string) => Promise.resolve(ids.includes(id)),
    },
  });
  const { quarantine, archive } = joinIncoming(placeOf(1, ['a', 'b']), placeOf(2, ['c']));
  expect((await quarantine.list(2)).map(({ id }) => id)).toEqual(['a', 'b']);
  expect((await quarantine.list(9)).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect([await quarantine.read('c'), await quarantine.read('x')]).toEqual([Uint8Array.of(2), null]);
  expect([await quarantine.retry('c'), await quarantine.drop('a'), await quarantine.drop('x')]).toEqual([true, true, false]); // prettier-ignore
  await archive.erase({ before: 0 });
  expect(erased).toEqual([1, 2]);
});
