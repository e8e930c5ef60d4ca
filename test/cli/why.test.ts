// `nexpost why`: tells from the log of a service what happened to a mail and to its answers.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMemoryStore } from '#test/memory-store.ts';
import { runCommandLine } from '#cli/main.ts';
import { createService } from '#service/create-service.ts';
import type { Log } from '#service/ports.ts';
import { testPorts, testSettings } from '../service/ports.ts';

let dir = '';
let log = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'nexpost-why-'));
  log = await writeLog();
});
afterAll(() => rm(dir, { recursive: true }));

const mail = (messageId: string, more = ''): Buffer =>
  Buffer.from(
    `From: alice@example.test\r\nTo: games@example.test\r\nSubject: help\r\nMessage-ID: ${messageId}\r\n${more}\r\n\r\n`,
  );

/** The log of a service that reads four mails and cannot send the second answer at once. */
async function writeLog(): Promise<string> {
  const lines: string[] = [];
  const write =
    (level: number): Log['info'] =>
    (event, facts) =>
      void lines.push(JSON.stringify({ level, time: '2026-11-21T10:00:00.000Z', event, ...facts }));
  let sends = 0;
  const service = createService(
    testPorts({
      store: createMemoryStore(),
      log: { info: write(30), warn: write(40), error: write(50) },
      sender: {
        send: () =>
          Promise.resolve(
            (sends += 1) === 1
              ? { kind: 'sent', answer: '250 2.0.0 Ok: queued as 4F' }
              : { kind: 'failed', why: '451 later' },
          ),
        close: () => Promise.resolve(),
      },
    }),
    testSettings(),
  );
  const raws = [
    mail('<one@mail.test>'),
    mail('<one@mail.test>'),
    mail('<auto@mail.test>', 'Auto-Submitted: auto-replied\r\n'),
    mail('<two@mail.test>'),
  ];
  for (const [index, raw] of raws.entries()) {
    const inboxMail = { key: String(index), size: raw.length, raw, isWhole: true };
    await service.inbox.processBatch([inboxMail], new AbortController().signal);
    await service.outbox.deliver();
  }
  return ['Nov 26 host nexpost[7]: no JSON', ...lines.map(line => `Nov 26 host nexpost[7]: ${line}`), ''].join('\n');
}

async function why(
  word: string,
  ...more: readonly string[]
): Promise<{ readonly code: number; readonly told: string }> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  stdin.end(log);
  const code = await runCommandLine(['why', word, ...more], { stdin, stdout, stderr });
  stdout.end();
  stderr.end();
  const told = (await text(stdout)) + (await text(stderr));
  return { code, told: told.replaceAll('2026-11-21T10:00:00.000Z  ', '').replaceAll(/\b[a-z2-7]{16}\b/g, 'ID') };
}

const ONE = [
  'It was read and decided. Nothing proved its sender. 1 mail was written.',
  'The SMTP server took mail ID, and said "250 2.0.0 Ok: queued as 4F".',
  'It was not answered again, because it took effect before: the same sender and Message-ID came twice.',
  '',
].join('\n');

it('tells what became of a mail and of its answer, and that it came twice', async () => {
  expect(await why('<one@mail.test>')).toEqual({ code: 0, told: ONE });
  expect(await why('one@mail.test')).toEqual({ code: 0, told: ONE });
});

it('knows a mail by its file, and reads the log from a file', async () => {
  const [file, logFile] = [join(dir, 'mail.eml'), join(dir, 'log')];
  await writeFile(file, mail('<one@mail.test>'));
  await writeFile(logFile, log);
  expect(await why(file)).toEqual({ code: 0, told: ONE });
  expect(await why('one@mail.test', '--log', logFile)).toEqual({ code: 0, told: ONE });
});

it('says why a mail was not answered, and that an answer waits', async () => {
  expect((await why('auto@mail.test')).told).toBe(
    'It was not answered, because a program wrote it: its header says so, or its Subject.\n',
  );
  expect((await why('two@mail.test')).told).toMatch(
    /^It was read and decided\..* 1 mail was written\.\nThe SMTP server did not take mail ID now \(try 1\): 451 later\.\nNo line says that mail ID was sent\./,
  );
});

it('says that the log does not know a mail', async () => {
  expect(await why('three@mail.test')).toEqual({
    code: 1,
    told: 'The log does not know this mail: the service did not read it. The log begins at 2026-11-21T10:00:00.000Z.\n',
  });
  expect((await why(join(dir, 'missing.eml'))).code).toBe(2);
});
