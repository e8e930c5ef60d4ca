// The intake: one process reads the mailbox, what it read is in the queue before it leaves INBOX, and nobody else decides on what it has not read.
import { expect, it } from 'vitest';
import { games } from '#games/registry/index.ts';
import { type Leases, type QueuedMail, createInMemoryLeases } from '#service/shared-ports.ts';
import { MAILBOX_LEASE, runIntake } from '#service/intake.ts';
import type { InboxMail, Mailbox } from '#service/ports.ts';
import { mail } from './lab.ts';
import { START, fingerprint, testPorts } from './ports.ts';

interface Desk {
  readonly story: string[];
  readonly run: () => Promise<void>;
  readonly stop: AbortController;
  readonly queue: { length: number; faults: number };
}

const inboxMail = (subject: string): InboxMail => {
  const raw = Buffer.from(
    mail({ from: 'alice@example.test', subject, messageId: `<${subject.replace(/ /g, '-')}@x>` }),
  );
  return { key: subject, size: raw.length, raw, isWhole: true };
};

/** A mailbox with these batches; when they are through it is empty and the reader stops, unless a test stops it. */
function desk(batches: readonly (readonly string[])[], claims: Leases, doesWait = false): Desk {
  const story: string[] = [];
  const stop = new AbortController();
  const queue = { length: 0, faults: 0 };
  let left = batches.map(batch => batch.map(inboxMail));
  let empty = -Infinity;
  const mailbox: Mailbox = {
    next: (_, signal, look) => {
      const looked = look?.();
      const [batch] = left;
      looked?.(batch === undefined);
      if (batch === undefined && doesWait)
        return new Promise(resolve => {
          signal.addEventListener('abort', () => {
            story.push('let go');
            resolve([]);
          });
        });
      if (batch === undefined) stop.abort();
      return Promise.resolve(signal.aborted ? [] : (batch ?? []));
    },
    dispose: keys => {
      story.push(`moved ${keys.join(', ')}`);
      left = left.slice(1);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
  let naps = 0;
  const parts = {
    ...{
      mailbox,
      leases: claims,
      games,
      fingerprint,
      mime: testPorts().mime,
      own: { local: 'games', domain: 'example.test' },
    },
    queue: {
      put: (mails: readonly QueuedMail[]) => {
        if (queue.faults-- > 0) return Promise.reject(new Error('the store is away'));
        story.push(`put ${mails.map(({ mail: { key }, keys, cause }) => `${key} [${keys.join(', ')}]${cause === null ? ' ?' : ''}`).join('; ')}`); // prettier-ignore
        return Promise.resolve();
      },
      count: () => Promise.resolve({ waiting: queue.length, aside: 0, oldestMs: null }),
      note: (at: number) => {
        story.push(`empty at ${at}`);
        return Promise.resolve();
      },
      emptyAt: () => Promise.resolve(empty),
    },
    beginLook: () => (isEmpty: boolean) => {
      if (isEmpty) empty = 7;
    },
    emptyAt: () => empty,
    storeHeartbeat: () => {
      story.push('presence');
      return Promise.resolve();
    },
    clock: {
      now: () => START,
      sleep: async () => {
        naps += 1;
        if (naps > 50 && !doesWait) stop.abort();
        await new Promise(setImmediate);
      },
    },
    log: {
      ...testPorts().log,
      error: (event: string) => story.push(event),
      info: (event: string) => story.push(event),
    },
  };
  return { story, stop, queue, run: () => runIntake(parts, stop.signal) };
}

/** What is told again and again is told once. */
const told = (story: readonly string[]): readonly string[] =>
  story.filter(line => !line.startsWith('empty at -Infinity'));

it('puts into the queue what it read, with what it has in common, and moves it then', async () => {
  const { story, run } = desk([['nex move 101 b2,a1', 'help']], createInMemoryLeases());
  await run();
  expect(told(story)).toEqual([
    'mailbox-claimed',
    'presence',
    'put nex move 101 b2,a1 [from alice@example.test, match/nex/101]; help [from alice@example.test]',
    'moved nex move 101 b2,a1, help',
    'empty at 7',
  ]);
});

it('leaves in the mailbox what the queue did not take, and tries again', async () => {
  const { story, run, queue } = desk([['help']], createInMemoryLeases());
  queue.faults = 1;
  await run();
  expect(told(story)).toEqual([
    ...['mailbox-claimed', 'presence', 'intake-failed', 'presence', 'put help [from alice@example.test]'],
    ...['moved help', 'empty at 7'],
  ]);
});

it('waits while so much waits that whoever works could not look through it', async () => {
  const { story, run, queue } = desk([['help']], createInMemoryLeases());
  queue.length = 1_000;
  await run();
  expect(told(story)).toEqual(['mailbox-claimed']);
});

it('reads nothing while somebody else reads, says so once, and follows when they are gone', async () => {
  const claims = createInMemoryLeases();
  await claims.take([MAILBOX_LEASE]);
  const standby = desk([['help']], claims);
  const running = standby.run();
  for (let i = 0; i < 20; i++) await new Promise(setImmediate);
  expect(standby.story).toEqual(['mailbox-standby']);
  await claims.drop([MAILBOX_LEASE]);
  await running;
  expect(told(standby.story)).toContain('moved help');
});

it('lets the mailbox go when the claim is lost, and goes on when it has it again', async () => {
  const claims = createInMemoryLeases();
  let isLost = false;
  const losing: Leases = { ...claims, holds: name => !isLost && claims.holds(name) };
  const { story, run, stop } = desk([], losing, true);
  const running = run();
  while (!story.includes('empty at 7')) await new Promise(setImmediate);
  isLost = true;
  while (!story.includes('let go')) await new Promise(setImmediate);
  isLost = false;
  while (story.filter(line => line === 'mailbox-claimed').length < 2) await new Promise(setImmediate);
  stop.abort();
  await running;
});
