// The IMAP mailbox against a server that refuses, lies, falls silent or falls over: `next` never throws, nothing is hammered, and once
// the server behaves the mail comes. (An unheard rejection anywhere fails the test run.)
import { afterAll, describe, expect, it } from 'vitest';
import { systemClock } from '#adapters/clock.ts';
import { createImapMailbox } from '#adapters/imap/mailbox.ts';
import type { InboxMail, Mailbox } from '#service/ports.ts';
import { scriptedServer, type Script, type ScriptedServer, type Talk } from './scripted-server.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  await Promise.all(cleanups.reverse().map(cleanup => cleanup()));
});

const mailOf = (number: number): Buffer => Buffer.from(`Subject: mail ${number}\r\n\r\nb3,a3\r\n`);

interface Bench {
  readonly server: ScriptedServer;
  readonly box: Mailbox;
  readonly log: readonly string[];
  /** Milliseconds it meant to sleep, one by one. */
  readonly naps: readonly number[];
  readonly next: () => Promise<readonly InboxMail[]>;
}

/** Longer than any test takes: a server that answers is never taken for dead, however slow the machine is. */
const PATIENT_MS = 3_600_000;
/** For a server that says nothing. Longer than a process of the tests is held up. */
const IMPATIENT_MS = 500;

/** A sleep is never longer than `nap`; a server that says nothing for `silenceMs` is taken for dead. */
async function bench(
  script: Script,
  { host = '127.0.0.1', mails = 1, nap = 10, silenceMs = PATIENT_MS } = {},
): Promise<Bench> {
  const server = await scriptedServer({ ...script, host });
  cleanups.push(server.close);
  for (let number = 1; number <= mails; number++) server.mails.set(number, mailOf(number));
  const log: string[] = [];
  const naps: number[] = [];
  const write = (event: string): void => {
    log.push(event);
  };
  const clock = {
    now: systemClock.now,
    sleep: (ms: number, signal: AbortSignal): Promise<void> => {
      naps.push(ms);
      return systemClock.sleep(Math.min(ms, nap), signal);
    },
  };
  const settings = { host, port: server.port, secure: false, user: 'games', password: 'secret' };
  const box = createImapMailbox(
    { ...settings, inbox: 'INBOX', processed: 'Processed', quarantine: 'Quarantine', sweepSeconds: 60 },
    { mailBytes: 10_000, silenceMs },
    clock,
    { info: write, warn: write, error: write },
  );
  cleanups.push(box.close);
  return { server, box, log, naps, next: () => box.next(50, new AbortController().signal) };
}

const keysOf = (mails: readonly InboxMail[]): readonly string[] => mails.map(({ key }) => key);
const bodies = (mails: readonly InboxMail[]): readonly string[] => mails.map(({ raw }) => Buffer.from(raw).toString());
const ALL = [mailOf(1).toString()];

const hasHeard =
  (command: string, times = 1) =>
  ({ heard }: Pick<ScriptedServer, 'heard'>): boolean =>
    heard.filter(each => each === command).length >= times;

/** Does this the first times, then all is well. */
const atFirst =
  (times: number, act: (talk: Talk) => void) =>
  (talk: Talk): void => {
    if (talk.time <= times) act(talk);
    else talk.asUsual();
  };

describe('a hostile server', () => {
  it('refuses the login: asked again rarely, and the operator is told', async () => {
    const refuse = atFirst(3, ({ tag, send }) => send(`${tag} NO [AUTHENTICATIONFAILED] wrong\r\n`));
    const { next, log, naps } = await bench({ handlers: { LOGIN: refuse } });
    expect(bodies(await next())).toEqual(ALL);
    expect(log.filter(event => event === 'imap-login-refused').length).toBe(3);
    expect(naps.filter(ms => ms >= 4 * 60_000).length).toBe(3);
  });

  it('cannot check the login now: that is no refused password, and it is asked again soon', async () => {
    const later = atFirst(3, ({ tag, send }) => send(`${tag} NO [UNAVAILABLE] Temporary authentication failure.\r\n`));
    const { next, log, naps } = await bench({ handlers: { LOGIN: later } });
    expect(bodies(await next())).toEqual(ALL);
    expect(log.filter(event => event === 'imap-unreachable').length).toBe(3);
    expect(Math.max(...naps)).toBeLessThan(2_000);
  });

  it('has no IDLE: finds by sweeping what nobody announced', async () => {
    const { server, next, naps } = await bench({ capabilities: 'IMAP4rev1 MOVE UIDPLUS' }, { mails: 0 });
    const waiting = next();
    await server.until(hasHeard('SEARCH'));
    server.mails.set(1, mailOf(1));
    expect(bodies(await waiting)).toEqual(ALL);
    expect(server.heard).not.toContain('IDLE');
    expect(naps).toContain(60_000);
  });

  it('never answers IDLE: the sweep notices, and a new connection finds the mail', async () => {
    const { server, next, log } = await bench(
      { handlers: { IDLE: atFirst(1, () => undefined) } },
      { mails: 0, silenceMs: IMPATIENT_MS },
    );
    const waiting = next();
    await server.until(hasHeard('IDLE'));
    server.mails.set(1, mailOf(1));
    expect(bodies(await waiting)).toEqual(ALL);
    expect(log).toContain('imap-lost');
  });

  it('announces a mail while we look, and never again', async () => {
    const { server, next } = await bench(
      {
        handlers: {
          SEARCH: atFirst(1, ({ tag, send, mails }) => {
            mails.set(1, mailOf(1));
            send(`* SEARCH\r\n* 1 EXISTS\r\n${tag} OK done\r\n`);
          }),
        },
      },
      { mails: 0, nap: 3_600_000 },
    );
    expect(bodies(await next())).toEqual(ALL);
    expect(server.heard.filter(command => command === 'SEARCH').length).toBe(2);
  });

  it('never lets a mail be moved: the ones behind it are read all the same', async () => {
    const refuse = ({ tag, send }: Talk): void => send(`${tag} NO [OVERQUOTA] not here\r\n`);
    const { box, next, log } = await bench({ handlers: { MOVE: refuse } }, { mails: 60 });
    const first = keysOf(await next());
    await box.dispose(first, 'processed');
    const second = keysOf(await next());
    expect([first.length, second.length]).toEqual([50, 10]);
    expect(second.filter(key => first.includes(key))).toEqual([]);
    expect(log).not.toContain('imap-lost');
  });

  it('has no MOVE: the mail is copied, then removed', async () => {
    const { server, box, next } = await bench({ capabilities: 'IMAP4rev1 IDLE UIDPLUS' });
    await box.dispose(keysOf(await next()), 'processed');
    expect(server.mails.size).toBe(0);
    expect(server.heard.slice(-3)).toEqual(['COPY', 'STORE', 'EXPUNGE']);
  });

  it('says NO to MOVE: the mail comes again, and goes later', async () => {
    const { server, box, next, log } = await bench({
      handlers: { MOVE: atFirst(1, ({ tag, send }) => send(`${tag} NO [TRYCREATE] no such folder\r\n`)) },
    });
    await box.dispose(keysOf(await next()), 'processed');
    expect(log).toContain('imap-move-failed');
    await box.dispose(keysOf(await next()), 'processed');
    expect(server.mails.size).toBe(0);
  });

  const mischief: Readonly<Record<string, (talk: Talk) => void>> = {
    'says nothing any more': () => undefined,
    'hangs up': ({ hangUp }) => hangUp(),
    'says BYE': ({ send, hangUp }) => {
      send('* BYE shutting down\r\n');
      hangUp();
    },
    'talks garbage': ({ send }) => send('}{ \x00 (((( "\r\n* 1 FETCH (UID\r\n* 99999999999999999999 EXISTS\r\n'),
    'says NO': ({ tag, send }) => send(`${tag} NO not today\r\n`),
    'says BAD': ({ tag, send }) => send(`${tag} BAD Request is throttled. Suggested Backoff Time: 40 milliseconds\r\n`),
    'promises a literal and hangs up': ({ send, hangUp }) => {
      send('* 1 FETCH (UID 1 RFC822.SIZE 5000 BODY[] {5000}\r\nSubject: ha');
      hangUp();
    },
    'promises far too large a literal': ({ send }) => send('* 1 FETCH (UID 1 BODY[] {4000000000}\r\nSubject: ha'),
  };
  /** After these nothing more comes that the client could go by. */
  const silent = ['says nothing any more', 'talks garbage', 'promises far too large a literal'];
  for (const [name, act] of Object.entries(mischief)) {
    it.concurrent.each(['CONNECT', 'LOGIN', 'SELECT', 'NOOP', 'SEARCH', 'FETCH', 'MOVE'])(
      `${name} at %s, twice, and then behaves`,
      async command => {
        // Nor after what is said in place of a greeting.
        const isSilent = silent.includes(name) || command === 'CONNECT';
        const silenceMs = isSilent ? IMPATIENT_MS : PATIENT_MS;
        const { server, box, next } = await bench({ handlers: { [command]: atFirst(2, act) } }, { silenceMs });
        const mails = await next();
        expect(bodies(mails)).toEqual(ALL);
        for (let tries = 0; tries < 4 && server.mails.size > 0; tries++)
          await box.dispose(keysOf(await next()), 'processed');
        expect(server.mails.size).toBe(0);
      },
    );
  }

  it('fails at every search: asked more and more rarely', async () => {
    const { box, server, naps, log } = await bench({ handlers: { SEARCH: ({ hangUp }) => hangUp() } }, { nap: 1 });
    const stop = new AbortController();
    const waiting = box.next(50, stop.signal);
    await server.until(hasHeard('CONNECT', 12));
    stop.abort();
    expect(await waiting).toEqual([]);
    const rests = naps.slice(0, 10);
    for (const [at, ms] of rests.entries()) expect(ms, `pause ${at}`).toBeGreaterThanOrEqual(0.8 * 250 * 2 ** at);
    expect(log.filter(event => event === 'imap-lost').length).toBeGreaterThanOrEqual(10);
  });

  it('leaves no connection behind when the inbox cannot be opened', async () => {
    const { server, next } = await bench({
      handlers: { SELECT: atFirst(3, ({ tag, send }) => send(`${tag} NO no such mailbox\r\n`)) },
    });
    await next();
    await server.until(({ connections }) => connections() === 1);
  });

  it.each(['CONNECT', 'LOGIN', 'NOOP', 'SEARCH', 'FETCH'])(
    'never answers %s: we stop at once all the same',
    async command => {
      const { box, server } = await bench({ handlers: { [command]: null } });
      const stop = new AbortController();
      const waiting = box.next(50, stop.signal);
      await server.until(hasHeard(command));
      stop.abort();
      expect(await waiting).toEqual([]);
    },
  );

  it('offers no TLS beyond loopback: it never hears the password', async () => {
    const { box, server, log } = await bench({}, { host: '127.0.0.2' });
    const stop = new AbortController();
    const waiting = box.next(50, stop.signal);
    await server.until(hasHeard('CONNECT', 3));
    stop.abort();
    expect(await waiting).toEqual([]);
    expect(server.heard).not.toContain('LOGIN');
    expect(log).toContain('imap-unreachable');
  });
});
