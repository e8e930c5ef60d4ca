// `nexpost read`: what it makes of real mail programs' mails (test/golden/replies), and how it behaves as a command.
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSecrets } from '#adapters/crypto/secrets.ts';
import { openSigningKey } from '#adapters/store/json/folder.ts';
import { runCommandLine } from '#cli/main.ts';
import { limits } from '#core/kernel/limits.ts';
import type { Store } from '#service/ports.ts';
import { openUnhurried, quiet } from '../adapters/store/support.ts';
import { readMails } from '../fuzz/damage.ts';
import { type Lab, lab, mail, type Received } from '../service/lab.ts';

const FOLDER = join(import.meta.dirname, '..', 'golden', 'replies');

interface Run {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

async function run(input: Buffer | string, ...args: readonly string[]): Promise<Run> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const read = async (stream: PassThrough): Promise<string> => (await stream.setEncoding('utf8').toArray()).join('');
  const texts = Promise.all([read(stdout), read(stderr)]);
  const status = await runCommandLine(['read', ...args], {
    stdin: Readable.from([Buffer.from(input)]),
    stdout,
    stderr,
  });
  stdout.end();
  stderr.end();
  const [out, err] = await texts;
  return { status, out, err };
}

const report = ({ out }: Run): Record<string, unknown> => JSON.parse(out) as Record<string, unknown>;

describe('mails of real mail programs', () => {
  const names = (end: string): string[] =>
    readdirSync(FOLDER)
      .filter(name => name.endsWith(end))
      .map(name => name.slice(0, -end.length));

  it('stand beside what is made of them', () => {
    expect(names('.eml')).toEqual(names('.json'));
    expect(names('.eml').length).toBeGreaterThanOrEqual(50);
  });

  it.each(readMails(FOLDER).map(({ name, raw }) => [name.replace('.eml', ''), raw] as const))(
    '%s',
    async (name, raw) => {
      const done = await run(raw);
      const expected = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as { verdict: string };
      expect(report(done)).toEqual({ asks: [], ...expected });
      expect(done).toMatchObject({ status: expected.verdict === 'refused' ? 1 : 0, err: '' });
    },
  );
});

describe('the command', () => {
  it('prints one line, its fields in the order of the contract', async () => {
    const { out, status } = await run(
      'From: alice@example.test\nSubject: Re: Nex Board 101 alice\n\nb3,a3\n\nWell met!\n',
    );
    expect(status).toBe(0);
    expect(out).toBe(
      '{"verdict":"read","reason":null,"from":"alice@example.test","proof":"none","text":"b3,a3\\n\\nWell met!","commands":["b3,a3"],"comment":"Well met!","asks":[]}\n',
    );
  });

  it('names the lines that prepare moves, and leaves a sentence that begins like one to the comment', async () => {
    const lines = ['b3,a3', 'if c2,d2 then b4,a1 if a1,b2 then c4', 'else resign'];
    const words = 'If you go there I am lost.';
    const done = await run(`From: a@example.test\nSubject: Re: Nex Board 101 a\n\n${[...lines, words].join('\n')}\n`);
    expect(report(done)).toMatchObject({ commands: lines, comment: words });
    const queued = await run('From: a@example.test\nSubject: Re: Nex Board 101 a\n\nqueue b3,a3\n');
    expect(report(queued)).toMatchObject({ commands: ['queue b3,a3'] });
  });

  it('refuses a mail that is too large, without reading all of it', async () => {
    const large = `From: alice@example.test\nSubject: x\n\n${'b3,a3\n'.repeat(limits.mailBytes / 5)}`;
    const done = await run(large);
    expect(done.status).toBe(1);
    expect(report(done)).toMatchObject({
      verdict: 'refused',
      reason: 'too-large',
      from: 'alice@example.test',
      commands: [],
    });
  });

  it('answers nobody when there is nothing', async () => {
    expect(report(await run(''))).toMatchObject({ verdict: 'silent', reason: 'from', from: null });
  });

  it('tells a wrong command line', async () => {
    expect(await run('', '--nothing')).toMatchObject({ status: 2, out: '' });
    expect((await run('', '--data', '/nowhere/at/all')).err).toContain('There is no service in /nowhere/at/all:');
    expect((await run('', '--config', '/nowhere.json')).status).toBe(2);
  });

  it('explains itself', async () => {
    const { out, status } = await run('', '--help');
    expect(status).toBe(0);
    for (const word of ['--data DIR', '--config FILE', 'too-large', 'Exit status']) expect(out).toContain(word);
  });

  it('believes the servers the configuration names, and knows its own address', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'read-'));
    const file = join(folder, 'service.json');
    const server = { host: 'mail.test', user: 'x', password: 'x' };
    const settings = { address: 'play@club.test', trustedAuthservIds: ['mx.club.test'], imap: server, smtp: server };
    const { writeFile } = await import('node:fs/promises');
    await writeFile(file, JSON.stringify(settings));
    const text =
      'Authentication-Results: mx.club.test; auth=pass smtp.auth=bob@example.test\nFrom: bob@example.test\nTo: play+b.hex101.0.0.abcd@club.test\nSubject: x\n\nb3\n';
    expect(report(await run(text, '--config', file))).toMatchObject({
      proof: 'authentication-results',
      commands: ['b3'],
    });
    expect(report(await run(text))).toMatchObject({ proof: 'none' });
    await rm(folder, { recursive: true });
  });
});

describe('beside the data of a service', () => {
  let dir: string;
  let store: Store;
  let service: Lab;
  let board: Received;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'read-data-'));
    store = await openUnhurried(dir, quiet);
    const vault = createSecrets(await openSigningKey(dir));
    service = lab({ store, secrets: vault });
    await service.write('alice', 'signup alice secret');
    await service.write('bob', 'signup bob');
    const sent = await service.write('alice', 'nex challenge -size=4 alice bob');
    board = sent.find(({ to }) => to.includes('alice@example.test'))!;
  });

  afterAll(async () => {
    await store.close();
    await rm(dir, { recursive: true });
  });

  const read = async (text: string, data = dir): Promise<Record<string, unknown>> =>
    report(await run(text, '--data', data));

  it('proves a sender by the token', async () => {
    const reply = mail({ from: 'alice@example.test', subject: 'Re: x', body: 'c1,b1', replyTo: board, unproved: true });
    expect(await read(reply)).toMatchObject({ verdict: 'read', proof: 'token', commands: ['c1,b1'] });
    expect(report(await run(reply))).toMatchObject({ proof: 'none', commands: ['c1,b1'] });
  });

  it('does not take a token that was changed', async () => {
    const reply = mail({ from: 'alice@example.test', subject: 'Re: x', body: 'c1,b1', replyTo: board, unproved: true });
    const forged = reply.replaceAll('b.nex101.0.0.', 'b.nex101.0.1.');
    expect(await read(forged)).toMatchObject({ proof: 'none', commands: [] });
  });

  it('proves a command by its password, and only by the right one', async () => {
    const typed = (secret: string): string =>
      mail({ from: 'carol@example.test', subject: `nex move 101 alice ${secret} c1,b1`, unproved: true });
    expect(await read(typed('secret'))).toMatchObject({
      proof: 'password',
      commands: ['nex move 101 alice *** c1,b1'],
    });
    expect(await read(typed('wrong'))).toMatchObject({ proof: 'none', commands: ['nex move 101 alice *** c1,b1'] });
  });

  it('knows a mail that was dealt with', async () => {
    const again = mail({ from: 'bob@example.test', subject: 'nex show 101', messageId: '<twice@client.test>' });
    expect(await read(again)).toMatchObject({ verdict: 'read' });
    await service.deliver(again);
    expect(await read(again)).toMatchObject({ verdict: 'silent', reason: 'duplicate' });
  });

  it('says how it reads a mail that was dealt with, and what became of it', async () => {
    const reply = mail({ from: 'alice@example.test', subject: 'Re: x', body: 'b1,a1', replyTo: board, unproved: true });
    expect(await read(reply)).not.toHaveProperty('done');
    await service.deliver(reply);
    const instant = new Date(service.now()).toISOString();
    expect(await read(reply)).toMatchObject({
      ...{ verdict: 'silent', reason: 'duplicate', proof: 'token', text: 'b1,a1', commands: ['b1,a1'] },
      done: {
        day: instant.slice(0, 10),
        boards: [
          { game: 'nex', number: 101, state: 'active', entries: [{ kind: 'move', text: 'b1,a1', at: instant }] },
        ],
      },
    });
  });

  it('changes nothing, and reads a journal whose last line is torn', async () => {
    const copy = await mkdtemp(join(tmpdir(), 'read-copy-'));
    await cp(dir, copy, { recursive: true });
    const journal = (await readdir(copy))
      .filter(name => name.startsWith('journal-'))
      .sort()
      .at(-1)!;
    const { appendFile } = await import('node:fs/promises');
    await appendFile(join(copy, journal), '{"kind":"change","cau');
    const before = await fingerprints(copy);
    expect(await read(mail({ from: 'alice@example.test', subject: 'nex show 101' }), copy)).toMatchObject({
      verdict: 'read',
    });
    expect(await fingerprints(copy)).toEqual(before);
    await rm(copy, { recursive: true });
  });
});

async function fingerprints(dir: string): Promise<Record<string, string>> {
  const files = (await readdir(dir, { recursive: true, withFileTypes: true })).filter(entry => entry.isFile());
  const found: Record<string, string> = {};
  for (const { parentPath, name } of files) {
    const file = join(parentPath, name);
    found[file] = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  }
  return found;
}
