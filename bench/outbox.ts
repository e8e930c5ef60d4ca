// Measures what a mail costs to send while few mails wait, and while 100,000 wait.
import { createMemoryStore } from '#test/memory-store.ts';
import { createService } from '#service/create-service.ts';
import type { Instant } from '#core/kernel/time.ts';
import type { Outgoing, Store } from '#service/ports.ts';
import { testPorts, testSettings } from '#test/service/ports.ts';
import { compare, print } from './kit.ts';

const SIZES = [10, 100_000];
/** Mails sent in a round. */
const SENT = 5_000;
const ROUNDS = 5;
const SOON = 1_000;
const LATE = Number.MAX_SAFE_INTEGER / 2;

const mailOf = (name: string): Outgoing => ({
  ...{ id: name, from: 'games@example.test', to: [`${name}@example.test`], messageId: `<${name}@example.test>` },
  ...{ raw: Buffer.from('Subject: x\r\n\r\nHello.\r\n'), tries: 0 },
});

/** Commits mails that wait until this instant. */
async function addMails(store: Store, names: readonly string[], due: Instant): Promise<void> {
  const outgoing = names.map(mailOf);
  await store.commit({ cause: names.join(' '), expect: new Map(), documents: new Map(), outgoing, at: SOON });
  if (due !== SOON) for (const { id } of outgoing) await store.markMail(id, { kind: 'later', tries: 1, due });
}

const namesOf = (prefix: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

/** Microseconds of CPU a mail. `due`: of the mails that wait besides. */
async function measure(waiting: number, due: Instant, round: number): Promise<number> {
  const store = createMemoryStore();
  await addMails(store, namesOf('early', SENT), SOON);
  await addMails(store, namesOf('w', waiting), due);
  // A mail that was put off is met once more at the first look.
  await store.dueReaders(SOON, SENT);
  let sent = 0;
  const stop = new AbortController();
  const sender = {
    connections: 5,
    send: () => {
      if ((sent += 1) === SENT) stop.abort();
      return Promise.resolve({ kind: 'sent' } as const);
    },
    close: () => Promise.resolve(),
  };
  const clock = { now: () => SOON + round, sleep: () => Promise.resolve() };
  const { outbox } = createService(testPorts({ store, sender, clock }), testSettings());
  const before = process.cpuUsage();
  await outbox.run(stop.signal);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / SENT;
}

for (const [what, due] of Object.entries({ due: SOON, 'put off': LATE })) {
  const rounds: number[][] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const costs: number[] = [];
    for (const waiting of SIZES) costs.push(await measure(waiting, due, round));
    // The first round warms up.
    if (round > 0) rounds.push(costs);
  }
  const found = compare(rounds);
  print('outbox', { what, waiting: SIZES, microseconds: found.map(({ middle }) => middle), ratio: found[1]?.ratio });
}
