// The folder that mails are delivered to: a mail is there whole or not at all, and is read until it is done.
import { mkdir, mkdtemp, readdir, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#adapters/clock.ts';
import { createMaildirArchive, createMaildirMailbox, createMaildirQuarantine } from '#adapters/maildir/mailbox.ts';
import { claimMaildir, createDeliverMail, findOldestMs, makeMaildir, writeMail } from '#adapters/maildir/folders.ts';
import { listParties } from '#adapters/mime/parse.ts';
import type { Clock, Mailbox } from '#service/ports.ts';
import { withResolvers } from '#test/with-resolvers.ts';
import { mailOf, numbersOf, range } from '#test/conformance/mailbox-bench.ts';
import { watchedLog } from '#test/conformance/watched-log.ts';

const MAIL_BYTES = 50_000;
const NOW = Date.UTC(2026, 10, 26);
const NEVER = new AbortController().signal;

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'nexpost-maildir-'));
  await makeMaildir(dir);
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const write = async (...numbers: readonly number[]): Promise<void> => {
  for (const number of numbers) await writeMail(dir, mailOf(number));
};
const next = async (box: Mailbox, limit = 50): Promise<readonly number[]> => numbersOf(await box.next(limit, NEVER));
const namesIn = (...folder: readonly string[]): Promise<readonly string[]> =>
  readdir(join(dir, ...folder)).catch(() => []);

function open(clock: Clock = systemClock, sweepMs = 3_600_000) {
  const log = watchedLog();
  return { log, box: createMaildirMailbox({ dir, sweepMs, mailBytes: MAIL_BYTES }, clock, log.log) };
}

describe('the mailbox', () => {
  it('gives mails in the order of their arrival, at most so many, until they are done', async () => {
    const { box } = open();
    await write(...range(7));
    expect(await next(box, 3)).toEqual([1, 2, 3]);
    const [one, two, ...more] = await box.next(50, NEVER);
    expect(numbersOf(more)).toEqual([3, 4, 5, 6, 7]);
    await box.dispose([one!.key], 'processed');
    await box.dispose([two!.key], 'quarantined');
    expect(await next(box)).toEqual([3, 4, 5, 6, 7]);
    expect([await namesIn('.Processed', 'cur'), await namesIn('.Quarantine', 'cur')].map(all => all.length)).toEqual([
      1, 1,
    ]);
  });

  it('gives every byte as it is, and of a large mail the beginning', async () => {
    const { box } = open();
    const all = Buffer.from(Array.from({ length: 512 }, (_, at) => at % 256));
    await writeMail(dir, all);
    await writeMail(dir, Buffer.alloc(300_000, 'x'));
    const [small, large] = await box.next(50, NEVER);
    expect(Buffer.from(small!.raw).equals(all)).toBe(true);
    expect([small!.size, small!.isWhole]).toEqual([512, true]);
    expect([large!.size, large!.isWhole, large!.raw.length]).toEqual([300_000, false, 64_000]);
  });

  it('hears of new mail at once, and lets go when told to stop', async () => {
    const waiting = withResolvers();
    const { box } = open({
      now: systemClock.now,
      sleep: (ms, signal) => {
        waiting.resolve();
        return systemClock.sleep(ms, signal);
      },
    });
    const first = next(box);
    await waiting.promise;
    await write(1);
    expect(await first).toEqual([1]);
    await box.dispose(
      (await box.next(50, NEVER)).map(({ key }) => key),
      'processed',
    );
    const stop = new AbortController();
    const second = box.next(50, stop.signal);
    stop.abort();
    expect(await second).toEqual([]);
  });

  it('tells of each look, and whether there was mail', async () => {
    const { box } = open();
    const looks: boolean[] = [];
    const beginLook = () => (isEmpty: boolean) => void looks.push(isEmpty);
    const stop = new AbortController();
    const none = box.next(50, stop.signal, beginLook);
    await systemClock.sleep(0, NEVER);
    await write(1);
    expect(numbersOf(await none)).toEqual([1]);
    expect([looks[0], looks.at(-1)]).toEqual([true, false]);
  });

  it('reads what other programs deliver or have shown', async () => {
    const { box } = open();
    await write(2);
    const [name = ''] = await namesIn('new');
    await rename(join(dir, 'new', name), join(dir, 'cur', `${name}:2,S`));
    await writeFile(join(dir, 'new', '1.old.host'), mailOf(1));
    await writeFile(join(dir, 'new', '.hidden'), mailOf(3));
    const mails = await box.next(50, NEVER);
    expect(numbersOf(mails)).toEqual([1, 2]);
    await box.dispose(
      mails.map(({ key }) => key),
      'processed',
    );
    expect((await namesIn('.Processed', 'cur')).toSorted()).toEqual(['1.old.host:2,S', `${name}:2,S`]);
  });

  it('puts aside what is no mail, and reads the others', async () => {
    const { box, log } = open();
    await mkdir(join(dir, 'new', '1.folder'));
    await symlink('/etc/passwd', join(dir, 'new', '2.link'));
    await write(3);
    expect(await next(box)).toEqual([3]);
    expect(log.events).toEqual(['mail-broken', 'mail-broken']);
    expect((await namesIn('.Quarantine', 'cur')).toSorted()).toEqual(['1.folder:2,S', '2.link:2,S']);
  });

  it('forgives mails that vanished, and keys it never gave', async () => {
    const { box, log } = open();
    await write(1, 2);
    const [one, two] = await box.next(50, NEVER);
    await rm(join(dir, one!.key));
    await box.dispose([one!.key, '../../etc/passwd', 'new/..', 'cur/', two!.key], 'processed');
    expect(await namesIn('.Processed', 'cur')).toHaveLength(1);
    expect(log.events).toEqual([]);
  });

  it('waits while a mail cannot be moved, and gives the others', async () => {
    let now = 0;
    const sleeps: number[] = [];
    const { box, log } = open({
      now: () => now,
      sleep: ms => {
        sleeps.push(ms);
        now += ms;
        return Promise.resolve();
      },
    });
    await write(1);
    await writeFile(join(dir, '.Processed'), 'in the way');
    const [one] = await box.next(50, NEVER);
    await box.dispose([one!.key], 'processed');
    await write(2);
    expect(await next(box)).toEqual([2]);
    expect(log.events).toEqual(['mail-not-moved']);
    await rm(join(dir, '.Processed'));
    now += 5_000;
    expect(await next(box)).toEqual([1, 2]);
    expect(sleeps).toEqual([]);
  });

  it('says once that the folder is away, and reads on when it is back', async () => {
    let tries = 0;
    const { box, log } = open({
      now: systemClock.now,
      sleep: async () => {
        if ((tries += 1) === 3) await rename(`${dir}.away`, dir);
      },
    });
    await write(1);
    await rename(dir, `${dir}.away`);
    expect(await next(box)).toEqual([1]);
    expect(log.events).toEqual(['maildir-unreadable', 'maildir-readable']);
  });
});

describe('delivery', () => {
  it('leaves nothing in part, and nothing that others may read', async () => {
    await write(1);
    expect([await namesIn('tmp'), (await namesIn('new')).length]).toEqual([[], 1]);
    const modes = await Promise.all(['', 'new', 'tmp', 'cur'].map(async part => (await stat(join(dir, part))).mode & 0o077)); // prettier-ignore
    expect(modes).toEqual([0, 0, 0, 0]);
  });

  it('rejects, and leaves nothing, when the mail cannot be put there', async () => {
    await rm(join(dir, 'new'), { recursive: true });
    await expect(write(1)).rejects.toThrow('ENOENT');
    expect(await namesIn('tmp')).toEqual([]);
  });

  it('takes no more while a thousand mails wait', async () => {
    const deliver = createDeliverMail(dir);
    for (const number of range(999)) await writeFile(join(dir, 'new', `${number}.x`), '');
    expect(await deliver(mailOf(1))).toBe('delivered');
    expect(await deliver(mailOf(2))).toBe('full');
    await rm(join(dir, 'new', '1.x'));
    expect(await deliver(mailOf(2))).toBe('delivered');
  });
});

/** A mail that was processed or put aside. */
async function put(folder: string, name: string, fields: string, ageDays = 0): Promise<void> {
  await makeMaildir(dir, folder as '.Processed');
  const path = join(dir, folder, 'cur', name);
  await writeFile(path, `${fields}\r\n\r\nhello\r\n`);
  const at = (NOW - ageDays * 86_400_000) / 1_000;
  await utimes(path, at, at);
}

describe('the archive', () => {
  const archive = () => createMaildirArchive(dir, listParties);

  it('erases what is old, in part written mails too, and leaves the work list', async () => {
    await write(1);
    await put('.Processed', 'old', 'From: a@example.org', 31);
    await put('.Processed', 'young', 'From: a@example.org', 29);
    await put('.Quarantine', 'old', 'From: a@example.org', 31);
    await writeFile(join(dir, 'tmp', 'old'), '');
    await utimes(join(dir, 'tmp', 'old'), 1, 1);
    await archive().erase({ before: NOW - 30 * 86_400_000 });
    expect(await namesIn('.Processed', 'cur')).toEqual(['young']);
    expect([await namesIn('.Quarantine', 'cur'), await namesIn('tmp'), (await namesIn('new')).length]).toEqual([[], [], 1]); // prettier-ignore
  });

  it('erases mails from and to addresses', async () => {
    await put('.Processed', '1', 'From: Alice <ALICE@example.org>');
    await put('.Processed', '2', 'From: bob@example.org\r\nCc: x@y.z, alice@example.org');
    await put('.Processed', '3', 'From: malice@example.org\r\nSubject: alice@example.org');
    await put('.Quarantine', '4', 'Sender: alice@example.org');
    await archive().erase({ of: ['alice@example.org'] });
    expect([await namesIn('.Processed', 'cur'), await namesIn('.Quarantine', 'cur')]).toEqual([['3'], []]);
  });

  it('rejects when the folder is away', async () => {
    await rm(dir, { recursive: true });
    await expect(archive().erase({ of: ['alice@example.org'] })).rejects.toThrow('ENOENT');
  });
});

it('tells how long the oldest mail has waited', async () => {
  expect(await findOldestMs(dir, NOW)).toBeNull();
  await write(1, 2);
  const [oldest = '', newer = ''] = (await namesIn('new')).toSorted();
  await utimes(join(dir, 'new', oldest), 0, NOW / 1_000 - 60);
  await utimes(join(dir, 'new', newer), 0, NOW / 1_000 - 5);
  expect(await findOldestMs(dir, NOW)).toBe(60_000);
  expect(await findOldestMs(join(dir, 'absent'), NOW)).toBeNull();
});

it('the quarantine lists, shows, retries and drops', async () => {
  const quarantine = createMaildirQuarantine(dir, head => ({ from: 'f', subject: Buffer.from(head).toString('latin1', 0, 9) })); // prettier-ignore
  expect(await quarantine.list(10)).toEqual([]);
  for (const number of range(3)) await put('.Quarantine', `${number}.x:2,S`, `Subject: ${number}`);
  const held = await quarantine.list(2);
  expect(held).toMatchObject([1, 2].map(() => ({ state: 'quarantined', from: 'f', subject: 'Subject: ', size: 21 })));
  const [first = '', second = ''] = held.map(({ id }) => id);
  expect(first).toMatch(/^q[0-9a-f]{12}$/);
  expect(String(Buffer.from((await quarantine.read(first))!))).toContain('Subject: 1');
  expect([await quarantine.retry(first), await quarantine.drop(second), await quarantine.drop(second)]).toEqual([true, true, false]); // prettier-ignore
  expect([await namesIn('new'), await namesIn('.Quarantine', 'cur')]).toEqual([['1.x'], ['3.x:2,S']]);
  expect([await quarantine.read('nonsense'), await quarantine.retry('')]).toEqual([null, false]);
});

it('is of one service, until its operator says that the service is gone', async () => {
  const file = join(dir, 'nexpost-service');
  await Promise.all([claimMaildir(dir, 'aaaaaaaa'), claimMaildir(dir, 'aaaaaaaa')]);
  await claimMaildir(dir, 'aaaaaaaa');
  await expect(claimMaildir(dir, 'bbbbbbbb')).rejects.toThrow(
    `Another service reads ${dir} ('delivery.maildir'), and two would share out its mails. If that service is gone, delete ${file}.`,
  );
  await rm(file);
  await claimMaildir(dir, 'bbbbbbbb');
  await expect(claimMaildir(dir, 'aaaaaaaa')).rejects.toThrow('Another service');
});

it('is not claimed by the empty file of a killed process', async () => {
  await writeFile(join(dir, 'nexpost-service'), '');
  await claimMaildir(dir, 'aaaaaaaa');
  await expect(claimMaildir(dir, 'bbbbbbbb')).rejects.toThrow('Another service');
});
