// `nexpost deliver`: what a mail server's pipe gets for an exit status, and what lies in the folder then.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeMaildir } from '#adapters/maildir/folders.ts';
import { limits } from '#core/kernel/limits.ts';
import { runVerbOn } from './run-verb.ts';

const MAIL = 'From: alice@example.org\r\nSubject: nex challenge bob\r\n\r\nb3,a3\r\n';

let dir = '';
let maildir = '';
let config = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'nexpost-deliver-'));
  maildir = join(dir, 'mail');
  config = join(dir, 'service.json');
  // No mail server is named: it needs none.
  await writeFile(config, JSON.stringify({ address: 'games@example.test', delivery: { maildir } }));
  await makeMaildir(maildir);
});
afterEach(() => rm(dir, { recursive: true }));

const deliver = (mail: string | Buffer | Readable, ...recipients: readonly string[]) =>
  runVerbOn(mail instanceof Readable ? mail : Readable.from([Buffer.from(mail)]), 'deliver', '--config', config, ...recipients); // prettier-ignore

async function delivered(): Promise<readonly string[]> {
  const names = await readdir(join(maildir, 'new'));
  return Promise.all(names.map(name => readFile(join(maildir, 'new', name), 'latin1')));
}

it('puts a mail into the folder, byte for byte, below the recipients and a Received', async () => {
  expect(await deliver(MAIL, 'Games+b.x@example.test')).toEqual({ code: 0, stdout: '', stderr: '' });
  const [mail = '', ...more] = await delivered();
  expect(more).toEqual([]);
  expect(mail).toMatch(
    /^Delivered-To: games\+b\.x@example\.test\r\nReceived: by example\.test with nexpost deliver;\r\n\t/,
  );
  expect(mail.endsWith(`+0000\r\n${MAIL}`)).toBe(true);
});

it('needs no recipient, and drops the line that an mbox would have', async () => {
  const mail = `From alice@example.org  Thu Nov 26 10:00:00 2026\nReturn-Path: <alice@example.org>\n${MAIL.replaceAll('\r', '')}`;
  expect(await deliver(mail)).toMatchObject({ code: 0 });
  expect((await delivered())[0]).toMatch(/^Received: .*\r\n\t.*\r\nReturn-Path: <alice@example\.org>\nFrom: alice/);
});

it.each<readonly [string, () => ReturnType<typeof deliver>, number, RegExp]>([
  ['the recipient is another', () => deliver(MAIL, 'bob@example.test'), 67, /^5\.1\.1 /],
  ['one recipient is another', () => deliver(MAIL, 'games@example.test', 'bob@example.test'), 67, /^5\.1\.1 /],
  ['there is no mail', () => deliver(''), 65, /^5\.6\.0 /],
  ['the mail is too large', () => deliver('x'.repeat(limits.mailBytes + 1)), 65, /^5\.3\.4 /],
  ['it is too large with its new header', () => deliver(`${'x'.repeat(limits.mailBytes - 1)}\n`), 65, /^5\.3\.4 /],
  ['the mail ends within a line', () => deliver(MAIL.slice(0, -4)), 75, /^4\.6\.0 /],
  ['the mail ends within its header', () => deliver(MAIL.slice(0, 20)), 75, /^4\.6\.0 /],
  ['the pipe breaks', () => deliver(brokenPipe()), 75, /^4\.3\.0 .*EPIPE/],
  ['the command line is wrong', () => deliver(MAIL, '--to', 'x'), 75, /^4\.3\.0 /],
  [
    'the configuration is away',
    () => runVerbOn(Readable.from([MAIL]), 'deliver', '--config', '/nowhere'),
    75,
    /^4\.3\.0 /,
  ],
  ['there is no configuration', () => runVerbOn(Readable.from([MAIL]), 'deliver'), 75, /^4\.3\.0 /],
])('refuses it, or asks for it again later, when %s', async (_, run, code, sentence) => {
  const result = await run();
  expect(result).toMatchObject({ code, stdout: '' });
  expect(result.stderr).toMatch(sentence);
  expect(await delivered()).toEqual([]);
});

const brokenPipe = (): Readable =>
  new Readable({
    read() {
      this.push(MAIL);
      this.destroy(new Error('EPIPE'));
    },
  });

it('asks for it again later where no service has made the folder, and where the configuration names none', async () => {
  await rm(maildir, { recursive: true });
  const withoutFolder = await deliver(MAIL);
  expect([withoutFolder.code, withoutFolder.stderr]).toEqual([75, expect.stringContaining('start the service first')]);
  await writeFile(config, JSON.stringify({ address: 'games@example.test' }));
  const withoutSetting = await deliver(MAIL);
  expect([withoutSetting.code, withoutSetting.stderr]).toEqual([75, expect.stringContaining("'delivery.maildir' is missing")]); // prettier-ignore
});
