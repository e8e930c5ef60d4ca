// One mail the server breaks on: the others come all the same, in their order, and that one is moved away unread; a server that is broken itself loses nobody's mail.
import { afterEach, describe, expect, it } from 'vitest';
import { createImapMailbox } from '#adapters/imap/mailbox.ts';
import type { Mailbox } from '#service/ports.ts';
import { scriptedServer, type Handlers, type ScriptedServer, type Talk } from './scripted-server.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const BROKEN = 5;
const MAILS = 10;

interface Bench {
  readonly server: ScriptedServer;
  readonly box: Mailbox;
  readonly errors: readonly string[];
  /** Takes what comes, as the postman would, until so many were taken or nothing more happens. */
  readonly take: (most: number) => Promise<readonly string[]>;
}

/** Longer than any test takes: a server that answers is never taken for dead, however slow the machine is. */
const PATIENT_MS = 3_600_000;
/** For a server that says nothing. Longer than a process of the tests is held up. */
const IMPATIENT_MS = 500;

/** Time is simulated: whoever sleeps is awake at once, and it is later. */
async function bench(handlers: Handlers, silenceMs = PATIENT_MS): Promise<Bench> {
  const server = await scriptedServer({ handlers });
  cleanups.push(server.close);
  for (let number = 1; number <= MAILS; number++)
    server.mails.set(number, Buffer.from(`Subject: ${number}\r\n\r\nb3,a3\r\n`));
  let now = 0;
  let idle = 0;
  const errors: string[] = [];
  const stop = new AbortController();
  const box = createImapMailbox(
    {
      ...{ host: '127.0.0.1', port: server.port, secure: false, user: 'games', password: 'secret' },
      ...{ inbox: 'INBOX', processed: 'Processed', quarantine: 'Quarantine', sweepSeconds: 60 },
    },
    { mailBytes: 10_000, silenceMs },
    {
      now: () => now,
      sleep: ms => {
        now += Math.min(ms, 3_600_000);
        idle += 1;
        if (idle > 60) stop.abort();
        return new Promise(resolve => setImmediate(resolve));
      },
    },
    {
      info: () => undefined,
      warn: () => undefined,
      error: (event, facts) => errors.push(`${event} ${JSON.stringify(facts)}`),
    },
  );
  cleanups.push(box.close);
  const take = async (most: number): Promise<readonly string[]> => {
    const taken: string[] = [];
    while (taken.length < most && !stop.signal.aborted) {
      const mails = await box.next(50, stop.signal);
      taken.push(...mails.map(({ raw }) => /Subject: (\d+)/.exec(Buffer.from(raw).toString())?.[1] ?? ''));
      await box.dispose(
        mails.map(({ key }) => key),
        'processed',
      );
    }
    return taken;
  };
  return { server, box, errors, take };
}

const names = ({ args }: Talk): boolean =>
  (args.split(' ')[0] ?? '').split(',').some(part => {
    const [first = 0, last = first] = part.split(':').map(Number);
    return first <= BROKEN && BROKEN <= last;
  });

const mischief: Readonly<Record<string, (talk: Talk) => void>> = {
  'hangs up': ({ hangUp }) => hangUp(),
  'says NO': ({ tag, send }) => send(`${tag} NO [SERVERBUG] cannot read it\r\n`),
  'says nothing': () => undefined,
  'talks garbage': ({ send, hangUp }) => {
    send('* 5 FETCH (UID 5 RFC822.SIZE (((( \r\n');
    hangUp();
  },
  'breaks off in the middle of it': ({ send, hangUp }) => {
    send('* 5 FETCH (UID 5 RFC822.SIZE 5000 BODY[] {5000}\r\nSubject: ha');
    hangUp();
  },
};

const others = Array.from({ length: MAILS }, (_, index) => `${index + 1}`).filter(subject => subject !== `${BROKEN}`);

describe.each(Object.entries(mischief))('a server that %s at one mail', (_, act) => {
  it('gives all the others, and that one is put aside', async () => {
    const moved: string[] = [];
    const { errors, take } = await bench(
      {
        FETCH: talk => (names(talk) ? act(talk) : talk.asUsual()),
        MOVE: talk => {
          moved.push(talk.args);
          talk.asUsual();
        },
      },
      act === mischief['says nothing'] ? IMPATIENT_MS : PATIENT_MS,
    );
    expect(await take(MAILS)).toEqual(others);
    expect(errors).toEqual([`mail-broken {"mail":"7:${BROKEN}","folder":"Quarantine"}`]);
    expect(moved.filter(args => args.endsWith('/Quarantine'))).toEqual([
      expect.stringMatching(new RegExp(`^${BROKEN} `)),
    ]);
  });
});

it('a server that leaves one mail out of its answers: the same', async () => {
  const without = (talk: Talk): void => {
    const { mails } = talk;
    const kept = mails.get(BROKEN);
    // It is found, and never given.
    mails.set(BROKEN, undefined as unknown as Buffer);
    talk.asUsual();
    if (kept !== undefined) mails.set(BROKEN, kept);
  };
  const { errors, take } = await bench({ FETCH: talk => (names(talk) ? without(talk) : talk.asUsual()) });
  expect(await take(MAILS)).toEqual(others);
  expect(errors).toHaveLength(1);
});

it('a server that gives no mail at all: none is put aside, and all come when it is well', async () => {
  const { server, errors, take } = await bench({
    FETCH: talk => (talk.time <= 30 ? talk.send(`${talk.tag} NO [UNAVAILABLE] later\r\n`) : talk.asUsual()),
  });
  const taken = await take(MAILS);
  expect([...taken].sort((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: MAILS }, (_, index) => `${index + 1}`),
  );
  expect([errors, server.mails.size]).toEqual([[], 0]);
});
