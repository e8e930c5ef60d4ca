// Small mails read at once and larger ones in a thread: the same answers, and an end to what takes too long or too much.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { mime } from '#adapters/mime/index.ts';
import { type ReadingLimits, type ThreadMime, startMimeThread } from '#adapters/mime/thread.ts';
import { built } from '#test/e2e/program.ts';

const MAIL = 'From: alice@example.test\nTo: games@example.test\nSubject: Re: x\n\nb3,a3\n\n> old\n';
const folder = mkdtempSync(join(tmpdir(), 'nexpost-thread-'));
const THREAD = built('src/adapters/workers/thread.js');

/** A thread whose code does this with the text of the mail, once it is up. */
function threadThat(name: string, body: string): URL {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(
    file,
    `import { answerRequests } from ${JSON.stringify(THREAD)};\nanswerRequests(({ raw }) => { const text = Buffer.from(raw).toString(); ${body} });`,
  );
  return pathToFileURL(file);
}

const open: ThreadMime[] = [];
function reader(
  file?: URL,
  limits: Partial<ReadingLimits> = {},
): { readonly mime: ThreadMime; readonly log: string[] } {
  const log: string[] = [];
  const write = (event: string): void => void log.push(event);
  const threaded = startMimeThread(
    { info: write, warn: write, error: write },
    {
      limits: { smallBytes: 0, slowMs: 60_000, latestMs: 60_000, ...limits },
      ...(file && { file }),
    },
  );
  open.push(threaded);
  return { mime: threaded, log };
}

const read = (of: ThreadMime, text: string): Promise<{ readonly kind: string }> =>
  of.read(Buffer.from(text), text.length);

afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

describe('a mail read in the thread', () => {
  it('is what it is here, a sound one and one that is none', async () => {
    const { mime: threaded } = reader();
    for (const text of [MAIL, `${MAIL}${'x'.repeat(500_000)}`, `To: ${'x'.repeat(99_999)}\n${MAIL}`]) {
      expect(await read(threaded, text)).toEqual(await mime.read(Buffer.from(text), text.length));
    }
    expect(await read(threaded, MAIL)).toMatchObject({ kind: 'read', text: 'b3,a3' });
  });

  it('leaves the bytes where they were', async () => {
    const raw = Buffer.from(`before${MAIL}`).subarray(6);
    await reader().mime.read(raw, raw.length);
    expect(raw.toString()).toBe(MAIL);
  });

  it('is told of when it was slow', async () => {
    const { mime: threaded, log } = reader(undefined, { slowMs: 0 });
    await read(threaded, MAIL);
    expect(log).toEqual(['mail-slow']);
  });

  const answer = `return { reading: { kind: 'unreadable' }, names: [], milliseconds: 0 };`;
  it.each([
    ['never ends', `if (text === 'bad') for (;;); ${answer}`],
    [
      'eats all memory',
      `if (text === 'bad') { const all = []; for (;;) all.push(new Array(1e5).fill({})); } ${answer}`,
    ],
    ['ends the thread', `if (text === 'bad') process.exit(3); ${answer}`],
  ])('that %s is given up, and the next one is read', async (name, body) => {
    const limits = { latestMs: name === 'never ends' ? 300 : 60_000 };
    const { mime: threaded } = reader(threadThat(name.replaceAll(' ', '-'), body), limits);
    const kinds = await Promise.all(['good', 'bad', 'good'].map(async text => (await read(threaded, text)).kind));
    expect(kinds).toEqual(['unreadable', 'given-up', 'unreadable']);
  });

  it('is nobody’s fault when the reader is closed', async () => {
    const { mime: threaded } = reader(threadThat('waits', 'for (;;);'));
    const reading = read(threaded, MAIL);
    const expected = expect(reading).rejects.toThrow('ended');
    await threaded.close();
    await expected;
  });

  it('waits where the thread does not start: that is no fault of the mail', async () => {
    const file = join(folder, 'broken.mjs');
    writeFileSync(file, "throw new Error('no memory');");
    const { mime: threaded } = reader(pathToFileURL(file));
    await expect(read(threaded, MAIL)).rejects.toThrow('did not start');
    await expect(read(threaded, MAIL)).rejects.toThrow('did not start');
  });

  it('is read without the thread when it is small, one after the other', async () => {
    const file = pathToFileURL(join(folder, 'broken.mjs'));
    const { mime: small, log } = reader(file, { smallBytes: 300, slowMs: 0 });
    const turns: string[] = [];
    const mails = [MAIL, `${MAIL}2`].map(async text => {
      const answer = await read(small, text);
      expect(answer).toEqual(await mime.read(Buffer.from(text), text.length));
      turns.push('read');
    });
    setImmediate(() => setImmediate(() => turns.push('between')));
    await Promise.all(mails);
    expect(turns).toEqual(['read', 'between', 'read']);
    expect(log).toEqual(['mail-slow', 'mail-slow']);
    await expect(read(small, 'x'.repeat(300))).rejects.toThrow('did not start');
  });
});
