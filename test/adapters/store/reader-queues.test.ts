// The queues of waiting mails by reader find what a look at all mails finds, whatever was added, sent and put off.
import { expect, it } from 'vitest';
import { InMemoryOutbox, createMailCalls } from '#adapters/store/stored-mail.ts';
import { PRIORITIES } from '#core/writing/mail-plan.ts';
import { createRandom } from '#games/kit/random.ts';

const READERS = ['a', 'b', 'c', 'd', 'e'].map(name => `${name}@example.test`);

it.each([1, 2, 3, 4, 5, 6, 7, 8])('after 400 changes with the seed %j', async seed => {
  const rng = createRandom(seed);
  const outbox = new InMemoryOutbox();
  const calls = createMailCalls(
    () => Promise.resolve(outbox),
    () => Promise.resolve(),
  );
  const pick = <Item>(items: readonly Item[]): Item => items[rng.below(items.length)]!;
  const [base, found] = [
    { from: '', messageId: '', raw: '', tries: 0 },
    { readers: 0, mails: 0 },
  ];
  for (let step = 0; step < 400; step++) {
    const [kind, number] = [rng.below(8), rng.below(60)];
    const [id, to] = [`m${number}`, READERS.slice(number % 5)];
    if (kind < 3) outbox.add({ ...base, id, to, due: rng.below(100), priority: pick(PRIORITIES) });
    else if (kind < 5) outbox.mark(id, { kind: 'later', tries: 1, due: rng.below(100) });
    else if (kind < 7) outbox.mark(id, { kind: 'sent' });
    else outbox.mark(id, { kind: 'failed', why: 'no' });
    // The clock runs on, and is now and then set back.
    const [now, lowest, limit] = [rng.below(10) === 0 ? rng.below(100) : step / 4, pick(PRIORITIES), 1 + rng.below(5)];
    const due = await calls.dueMail(now, 1_000, undefined, lowest);
    const readers = [...new Set(due.map(({ to }) => to[0] ?? ''))];
    expect(await calls.dueReaders(now, limit, lowest)).toEqual(readers.slice(0, limit));
    expect(await calls.dueMail(now, 1_000, READERS, lowest)).toEqual(due);
    const heads = READERS.flatMap(reader => outbox.waiting.find(({ to }) => to[0] === reader)?.due ?? []);
    expect(await calls.nextDue()).toBe(heads.length === 0 ? null : Math.min(...heads));
    found.readers += readers.length;
    found.mails += due.length;
  }
  expect(Math.min(found.readers, found.mails)).toBeGreaterThan(400);
});
