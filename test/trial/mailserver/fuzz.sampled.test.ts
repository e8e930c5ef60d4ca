// Hostile clients: whatever bytes come, the server stays up, keeps others' mail to itself, and serves the next one.
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { limits } from '#trial/mailserver/limits.ts';
import { afterwards, flow, mail, play, running, submit, Talk, type Running } from './support.ts';
import { seedsFor } from '#test/seeds.ts';
import { isLong, times } from '#test/sample.ts';

/** Small, seeded, good enough: mulberry32. */
function random(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return below => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const imapSession = [
  'a LOGIN eve@example.test any',
  'b SELECT INBOX',
  'c FETCH 1:* (UID FLAGS ENVELOPE BODYSTRUCTURE BODY.PEEK[HEADER.FIELDS (SUBJECT FROM)]<0.20> BODY[1.MIME])',
  'd UID SEARCH CHARSET UTF-8 OR (SUBJECT {3+}\r\nabc NOT SEEN) BODY "x" SINCE 1-Jan-2020',
  'e APPEND INBOX (\\Seen $x) " 1-Feb-1994 21:52:25 -0800" {19+}\r\nSubject: x\r\n\r\nhello',
  'f STORE 1:* +FLAGS.SILENT (\\Deleted)',
  'g CREATE "A/../../B"',
  'h UID COPY 1:* A/../../B',
  'i LIST "" "A/%"',
  'j IDLE\r\nDONE',
  'k STATUS INBOX (MESSAGES UIDNEXT)',
  'l RENAME INBOX "&AOQ-"',
  'm EXPUNGE',
  'n AUTHENTICATE PLAIN\r\nAGV2ZQBldmUAeA==',
  'o CLOSE',
];
const smtpSession = [
  'EHLO x',
  `AUTH PLAIN ${Buffer.from('\0eve@example.test\0x').toString('base64')}`,
  'MAIL FROM:<eve@example.test>',
  'RCPT TO:<eve+x@example.test>',
  'DATA',
  'From: eve@example.test\r\nSubject: x\r\n\r\n..\r\n.',
];
const nasty = [
  '{5}',
  '{99999999999}',
  '{26214401+}',
  '(((((((((((((((((((((((((',
  ')',
  '"',
  '\\',
  '\0',
  '\r',
  '\n',
  '\xff',
  '*',
  '../',
  '%',
  '}',
  '[',
  ']',
  '<0.0>',
  '999999999999',
  '-1',
  'NIL',
  'BODY[',
  '&',
  '=?utf-8?q?=',
  '__proto__',
  'constructor',
  'UID UID',
  '\r\n.\r\n',
];

function mutate(lines: readonly string[], next: (below: number) => number): Buffer {
  let text = lines.filter(() => next(8) > 0).join('\r\n') + '\r\n';
  for (let count = next(6); count > 0; count -= 1) {
    const at = next(text.length);
    const kind = next(4);
    if (kind === 0) text = text.slice(0, at) + (nasty[next(nasty.length)] ?? '') + text.slice(at);
    else if (kind === 1) text = text.slice(0, at) + text.slice(at + next(20));
    else if (kind === 2) text = text.slice(0, at) + String.fromCharCode(next(256)) + text.slice(at + 1);
    else text = text.slice(0, at) + text.slice(at, at + next(40)).repeat(1 + next(30)) + text.slice(at);
  }
  if (next(5) === 0) text = text.slice(0, next(text.length));
  return Buffer.from(text, 'latin1');
}

async function attack(port: number, bytes: Buffer, next: (below: number) => number): Promise<string> {
  const talk = new Talk(port);
  for (let at = 0; at < bytes.length;) {
    const size = 1 + next(next(3) === 0 ? 10 : 2000);
    talk.send(bytes.subarray(at, at + size));
    at += size;
    if (next(4) === 0) await turn();
  }
  // Some leave at once, in the midst of what they asked for; most stay to see what comes of it.
  if (next(4) > 0) await talk.end();
  const heard = talk.pending;
  talk.socket.destroy();
  return heard;
}

async function checkGoodService(server: Running, secret: string): Promise<void> {
  await submit(server, { to: ['bob@example.test'], raw: mail({ Subject: 'still there?' }) });
  const client = await flow(server, 'bob@example.test');
  await client.mailboxOpen('INBOX');
  const all = await client.fetchAll('1:*', { source: true });
  expect(all[0]?.source?.toString()).toContain(secret);
  expect(all.at(-1)?.source?.toString()).toContain('still there?');
  await client.logout();
}

describe('a hostile client', () => {
  it.each(seedsFor(import.meta.filename))(
    'cannot bring it down, nor read what is not its own (seed %i)',
    async seed => {
      const next = random(seed);
      const server = await running();
      const crashes: unknown[] = [];
      const note = (cause: unknown): void => void crashes.push(cause);
      process.on('uncaughtException', note).on('unhandledRejection', note);
      afterwards(() => void process.off('uncaughtException', note).off('unhandledRejection', note));
      const secret = 'only bob may read this';
      await submit(server, { to: ['bob@example.test'], raw: mail({ Subject: secret }) });
      let letIn = 0;
      for (let round = 0; round < times(3, 60, seed); round += 1) {
        const attacks = Array.from({ length: 40 }, () => {
          const smtp = next(4) === 0;
          const [login = '', ...rest] = smtp ? [] : imapSession;
          const bytes = smtp
            ? mutate(smtpSession, next)
            : Buffer.concat([Buffer.from(`${login}\r\n`), mutate(rest, next)]);
          return attack(smtp ? server.smtpPort : server.imapPort, bytes, next);
        });
        const heard = await Promise.all(attacks);
        letIn += heard.filter(text => text.includes('\r\nb OK ')).length;
        const because = `round ${round}`;
        expect(heard.join('').includes(secret), because).toBe(false);
        expect(crashes, because).toEqual([]);
        await checkGoodService(server, secret);
      }
      if (isLong) expect(letIn, 'the attacks are too wild to get anywhere').toBeGreaterThan(2);
      // A refusal is the client's affair; a failure would be ours.
      const failures = server.logged.filter(line => line.startsWith('imap command failed'));
      expect(failures).toEqual([]);
    },
  );
});

describe('the limits', () => {
  const login = 'C: a LOGIN bob any\n S: a OK …\n';
  const hello = 'S: * OK …\n';

  it.each([
    ['a line without end', `${hello} C: ${'x'.repeat(9000)}\n S: * BYE the command is too long\n S: <closed>`],
    ['a literal of a stranger', `${hello} C: a LOGIN {20000}\n S: a NO [TOOBIG] …\n C: b NOOP\n S: b OK done`],
    ['a literal that is not awaited', `${hello} C: a LOGIN {20000+}\n S: * BYE [TOOBIG] …\n S: <closed>`],
    [
      'a mail too large',
      `${hello}${login} C: b APPEND INBOX {26214401}\n S: b NO [TOOBIG] …\n C: c NOOP\n S: c OK done`,
    ],
    ['deep lists', `${hello}${login} C: b SEARCH ${'('.repeat(30)}\n S: b BAD too deeply nested`],
    [
      'deep searches',
      `${hello}${login} C: b EXAMINE INBOX\n ${'S: …\n'.repeat(7)} C: c SEARCH ${'NOT '.repeat(30)}ALL\n S: c BAD too deeply nested`,
    ],
    ['an endless stranger', `${hello}${'C: a NOOP\n S: a OK done\n'.repeat(20)} S: * BYE log in sooner\n S: <closed>`],
    [
      'mistakes without end',
      `${hello}${login}${'C: a HUH\n S: a BAD …\n'.repeat(20)} S: * BYE too many mistakes\n S: <closed>`,
    ],
    [
      'searches without end',
      `${hello}${login} C: b EXAMINE INBOX\n ${'S: …\n'.repeat(7)} C: c SEARCH ${'BODY a '.repeat(21)}\n S: c NO [LIMIT] …\n C: d SEARCH ${'ALL '.repeat(201)}\n S: d NO [LIMIT] …`,
    ],
    ['no tag', `${hello} C: (a) NOOP\n S: * BAD …`],
    [
      'names of our own',
      `${hello} C: a constructor\n S: a BAD there is no such command\n C: b __proto__ x\n S: b BAD …`,
    ],
    [
      'too many keywords',
      `${hello}${login} C: b SELECT INBOX\n ${'S: …\n'.repeat(7)} C: c APPEND INBOX (${Array.from({ length: 60 }, (_, at) => `k${at}`).join(' ')}) {1+}\n C: x\n S: c NO [LIMIT] …`,
    ],
  ])('stop %s', async (_, script) => {
    await play((await running()).imapPort, script);
  });

  it.each(['imapPort', 'smtpPort'] as const)('end connections that do not log in, %s', async name => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    try {
      const server = await running();
      const silent = new Talk(server[name]);
      await silent.line();
      vi.advanceTimersByTime(limits.login - 5_000);
      expect(silent.pending).toBe('');
      vi.advanceTimersByTime(5_000);
      expect(await silent.line()).toMatch(/nobody logged in/);
      expect(await silent.line()).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });

  it('let players in, however many connections say nothing', async () => {
    const server = await running();
    const silent = Array.from({ length: limits.imapConnections }, () => new Talk(server.imapPort));
    for (const talk of silent) expect(await talk.line()).toContain('OK');
    const clients = await Promise.all(['alice', 'bob'].map(name => flow(server, `${name}@example.test`)));
    for (const client of clients) await client.logout();
    expect(await silent[0]!.line()).toContain('BYE');
  });

  it('leave places for others, however many connections one user has', async () => {
    const server = await running();
    const greedy = Array.from({ length: limits.imapConnectionsPerUser + 1 }, () => new Talk(server.imapPort));
    const answers: (string | undefined)[] = [];
    for (const talk of greedy) {
      await talk.line();
      answers.push((await talk.ask('a', 'LOGIN eve any')).at(-1));
    }
    expect(answers.filter(each => each?.startsWith('a OK'))).toHaveLength(limits.imapConnectionsPerUser);
    expect(answers.at(-1)).toContain('[LIMIT]');
    greedy[0]!.socket.end();
    await (await flow(server, 'bob@example.test')).logout();
  });

  it('stop somebody who guesses passwords', async () => {
    const server = await running();
    const talk = new Talk(server.imapPort);
    await talk.line();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      talk.send('a LOGIN games@example.test guess\r\n');
      // Nobody else waits for it.
      await (await flow(server, 'bob@example.test')).logout();
      vi.advanceTimersByTime(250);
      await (await flow(server, 'bob@example.test')).logout();
      expect(talk.pending).toBe('');
      vi.advanceTimersByTime(250);
      expect(await talk.line()).toContain('AUTHENTICATIONFAILED');
    } finally {
      vi.useRealTimers();
    }
  });

  it('let no one hold up the others by not reading', async () => {
    const server = await running();
    const client = await flow(server, 'eve@example.test');
    await client.append('INBOX', mail({}, 'x'.repeat(998).concat('\r\n').repeat(8000)));
    const deaf = new Talk(server.imapPort);
    deaf.socket.pause();
    deaf.send('a LOGIN eve any\r\nb SELECT INBOX\r\n');
    for (let at = 0; at < 20; at += 1) deaf.send(`c${at} FETCH 1 BODY[]\r\n`);
    await client.mailboxOpen('INBOX');
    await client.noop();
  });
});
