// The mail store on disk: nothing acknowledged is lost, no uid comes twice, whatever the last run left behind.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type MailAccount, MailStore } from '#trial/mailserver/account.ts';
import type { StoredMailbox } from '#trial/mailserver/mailbox.ts';
import { afterwards, freshFolder } from './support.ts';

interface Opened {
  readonly store: MailStore;
  readonly account: MailAccount;
  readonly inbox: StoredMailbox;
}

async function open(dir: string, name = 'INBOX'): Promise<Opened> {
  const store = await MailStore.open(dir);
  afterwards(() => store.close());
  const account = await store.account('bob');
  const inbox = await account.open(name);
  if (!inbox) throw new Error(`no ${name}`);
  return { store, account, inbox };
}

const incoming = (text: string, digest?: string) => ({
  chunks: [Buffer.from(text)],
  flags: [],
  date: 1000,
  ...(digest === undefined ? {} : { digest }),
});

function contents(mailbox: StoredMailbox): string[] {
  const texts: string[] = [];
  for (const uid of mailbox.messages.keys()) texts.push(`${uid} ${mailbox.read(uid)?.toString() ?? 'lost'}`);
  return texts;
}

const files = (dir: string): string[] => readdirSync(join(dir, 'users', 'bob', 'INBOX')).sort();
const indexOf = (dir: string): string => join(dir, 'users', 'bob', 'INBOX', 'index');

describe('the mail store', () => {
  it('recovers from an index cut at any byte of its last line', async () => {
    const dir = freshFolder();
    const { store, inbox } = await open(dir);
    for (const text of ['one', 'two', 'three']) await inbox.add(incoming(text, text));
    await store.close();
    const whole = readFileSync(indexOf(dir));
    const lastLine = whole.lastIndexOf('\n', -2) + 1;
    for (let cut = lastLine; cut <= whole.length; cut += 1) {
      const copy = join(freshFolder(), 'copy');
      cpSync(dir, copy, { recursive: true });
      truncateSync(indexOf(copy), cut);
      const again = await open(copy);
      const expected = cut === whole.length ? ['1 one', '2 two', '3 three'] : ['1 one', '2 two'];
      expect(contents(again.inbox), `cut at ${cut}`).toEqual(expected);
      expect(await again.inbox.add(incoming('next'))).toBe(expected.length + 1);
      await again.store.close();
      expect(contents((await open(copy)).inbox)).toEqual([...expected, `${expected.length + 1} next`]);
    }
  });

  it('takes a mail without a line for one that was never delivered, and a line without a mail for one that is gone', async () => {
    const dir = freshFolder();
    const { store, inbox } = await open(dir);
    for (const text of ['one', 'two']) await inbox.add(incoming(text));
    await store.close();
    const folder = join(dir, 'users', 'bob', 'INBOX');
    writeFileSync(join(folder, '3.eml'), 'half');
    writeFileSync(join(folder, 'readme'), 'not ours');
    rmSync(join(folder, '1.eml'));
    const again = await open(dir);
    expect(contents(again.inbox)).toEqual(['2 two']);
    expect(files(dir)).toEqual(['2.eml', 'index', 'readme']);
    expect(await again.inbox.add(incoming('three'))).toBe(3);
  });

  it('takes all mails in again when the disk damaged the index', async () => {
    const dir = freshFolder();
    const { store, inbox } = await open(dir);
    const { uidvalidity } = inbox;
    for (const text of ['one', 'two', 'three']) await inbox.add(incoming(text));
    await store.close();
    const lines = readFileSync(indexOf(dir), 'utf8').split('\n');
    writeFileSync(indexOf(dir), lines.with(2, '\0\0\0').join('\n'));
    const again = await open(dir);
    expect(contents(again.inbox)).toEqual(['1 one', '2 two', '3 three']);
    await again.store.close();
    writeFileSync(indexOf(dir), lines.with(0, 'garbage').join('\n'));
    const anew = await open(dir);
    expect(contents(anew.inbox)).toEqual(['1 one', '2 two', '3 three']);
    expect(anew.inbox.uidvalidity).toBeGreaterThan(uidvalidity);
  });

  it('never gives a uid twice, not even when all mails are gone', async () => {
    const dir = freshFolder();
    const first = await open(dir);
    await first.inbox.add(incoming('one'));
    await first.inbox.expunge([1]);
    await first.store.close();
    expect(files(dir)).toEqual(['index']);
    for (let round = 2; round < 5; round += 1) {
      const { store, inbox } = await open(dir);
      expect(inbox.uidnext).toBe(round);
      expect(await inbox.add(incoming('x'))).toBe(round);
      await inbox.expunge([round]);
      await store.close();
    }
  });

  it('gives a new UIDVALIDITY to every mailbox, also one made or renamed under an old name', async () => {
    const dir = freshFolder();
    const { account, store } = await open(dir);
    const seen: number[] = [];
    const note = async (name: string): Promise<void> => {
      const mailbox = await account.open(name);
      expect(mailbox?.uidvalidity).toBeGreaterThan(seen.at(-1) ?? 0);
      seen.push(mailbox?.uidvalidity ?? 0);
    };
    await account.create('A');
    await note('A');
    await account.create('B');
    await note('B');
    await account.remove('B', undefined);
    await account.rename('A', 'B', undefined);
    await note('B');
    await account.remove('B', undefined);
    await account.create('B');
    await note('B');
    await store.close();
    expect((await open(dir, 'B')).inbox.uidvalidity).toBe(seen.at(-1));
  });

  it('keeps mails and flags through a rename', async () => {
    const dir = freshFolder();
    const { account, store } = await open(dir);
    await account.create('Games/Old');
    const box = await account.open('Games/Old');
    await box?.add(incoming('one'));
    await box?.editFlags([1], () => ['\\Seen']);
    expect(await account.rename('Games', 'Played', undefined)).toBeUndefined();
    await expect(box?.add(incoming('late'))).rejects.toThrow();
    expect(account.names).toEqual(['INBOX', 'Played', 'Played/Old']);
    await store.close();
    const again = await open(dir, 'Played/Old');
    expect(contents(again.inbox)).toEqual(['1 one']);
    expect(again.inbox.messages.get(1)?.flags).toEqual(['\\Seen']);
    expect(again.account.names).toEqual(['INBOX', 'Played', 'Played/Old']);
  });

  it('makes a long index short, and forgets nothing by it', async () => {
    const dir = freshFolder();
    const { store, inbox } = await open(dir);
    for (let at = 0; at < 5; at += 1) await inbox.add(incoming(`${at}`, `digest ${at}`));
    for (let at = 0; at < 120; at += 1) await inbox.editFlags([2], () => [`k${at}`]);
    await inbox.expunge([5]);
    await store.close();
    const again = await open(dir);
    expect(readFileSync(indexOf(dir), 'utf8').split('\n').length).toBeLessThan(60);
    expect(contents(again.inbox)).toEqual(['1 0', '2 1', '3 2', '4 3']);
    expect(again.inbox.messages.get(2)?.flags).toEqual(['k119']);
    expect(again.inbox.uidnext).toBe(6);
    expect(await again.inbox.add(incoming('4', 'digest 4'))).toBeUndefined();
  });

  it('remembers the latest digests only', async () => {
    const dir = freshFolder();
    const { store, inbox } = await open(dir);
    await Promise.all(Array.from({ length: 201 }, (_, at) => inbox.add(incoming('x', `${at}`))));
    await store.close();
    const again = await open(dir);
    expect(await again.inbox.add(incoming('x', '1'))).toBeUndefined();
    expect(await again.inbox.add(incoming('x', '0'))).toBe(202);
  });

  it('keeps order and uids when much happens at once', async () => {
    const { account, inbox } = await open(freshFolder());
    await account.create('Done');
    const done = await account.open('Done');
    if (!done) throw new Error('no Done');
    const seen: number[] = [];
    inbox.watch({
      changed: change => {
        if ('add' in change) seen.push(change.add);
      },
      vanished: () => undefined,
    });
    const adding = Array.from({ length: 100 }, (_, at) => inbox.add(incoming(`${at}`, `${at % 50}`)));
    const flagging = inbox.editFlags([1, 2], flags => [...flags, '\\Seen']);
    const uids = await Promise.all(adding);
    await flagging;
    expect(uids.slice(0, 50)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1));
    expect(uids.slice(50).every(uid => uid === undefined)).toBe(true);
    expect(seen).toEqual([...inbox.messages.keys()]);
    const pairs = await done.copyFrom(inbox, [2, 99, 4]);
    expect(pairs).toEqual([
      [2, 1],
      [4, 2],
    ]);
    await inbox.expunge(pairs.map(([uid]) => uid));
    expect(contents(done)).toEqual(['1 1', '2 3']);
  });

  it('fails alone when a mail cannot be written', async () => {
    const dir = freshFolder();
    const { inbox } = await open(dir);
    await inbox.add(incoming('one'));
    rmSync(join(dir, 'users', 'bob', 'INBOX'), { recursive: true });
    await expect(inbox.add(incoming('two'))).rejects.toThrow(/ENOENT/);
    expect([...inbox.messages.keys()]).toEqual([1]);
    expect(inbox.read(1)).toBeUndefined();
  });

  it('keeps every name within its folder', async () => {
    const dir = freshFolder();
    const { account, store } = await open(dir);
    const names = ['..', '../..', 'a/../../b', '.', '~', 'CON', 'a\\b', 'Größe', '日本', 'x'.repeat(190)];
    for (const name of names) await account.create(name);
    expect(await account.create('x'.repeat(201))).toBe('CANNOT');
    expect(await account.create('日'.repeat(30))).toBe('CANNOT');
    await store.close();
    const again = await open(dir);
    for (const name of names) expect(again.account.names).toContain(name);
    expect(readdirSync(dir).sort()).toEqual(['uidvalidity', 'users']);
    expect(readdirSync(join(dir, 'users'))).toEqual(['bob']);
    expect(existsSync(join(dir, '..', 'b'))).toBe(false);
  });
});
