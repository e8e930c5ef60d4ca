// A folder as a running service left it when it was killed: boards, parked mails, alerts, unsent mail, a journal not carried over. Later versions of the program go on from it as if nothing had happened, and write the same files.
import { withoutLogField } from '#test/ledger/log-field.ts';
import { createHash } from 'node:crypto';
import { cp, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openJsonStore } from '#adapters/store/json/index.ts';
import { checkpointed, kept, newFolder } from './support.ts';
import { lab, type Received } from '#test/service/lab.ts';

const golden = join(import.meta.dirname, '..', '..', 'golden');
const hash = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function filesIn(dir: string): Promise<string> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile() && entry.name.endsWith('.json'));
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  const lines = paths.map(async path => `${hash(await readFile(path))} ${relative(dir, path)}\n`);
  return (await Promise.all(lines)).join('');
}

describe('a data folder of an earlier version', () => {
  it('is understood, its files stay as they are, and its mails are answered', async () => {
    const dir = await newFolder();
    await cp(join(golden, 'data-folder'), dir, { recursive: true });
    const { log, lines } = kept();
    const store = await openJsonStore(dir, log, 10);
    await checkpointed(dir);
    const files = await filesIn(dir);

    const service = lab({ store });
    service.pass(2 * 3_600_000);
    const sent: Received[] = [];
    const write = async (from: string, subject: string, body: string, to?: RegExp): Promise<void> => {
      const replyTo = sent.findLast(each => each.to.includes(from) && to?.test(each.subject) === true);
      expect(replyTo === undefined, `${from} has a mail that is ${String(to)}`).toBe(to === undefined);
      const messageId = `<later-${sent.length}@client.test>`;
      const letter = { from, subject: replyTo === undefined ? subject : `Re: ${replyTo.subject}`, body, messageId };
      sent.push(...(await service.deliver({ ...letter, ...(replyTo === undefined ? {} : { replyTo }) })));
    };
    const [alice, bob, carol] = ['alice@example.test', 'bob@example.test', 'carol@example.test'] as const;
    await write(carol, 'show', '');
    await write(bob, '', 'd1,e2', /^Nex Board 101/);
    await write(carol, '', 'a1,b2\n\nAt last.', /^New Nex Board 103/);
    await write(bob, '', 'yes', /^Please confirm your mail/);
    await write(alice, 'nex challenge -size=4 alice bob', '');
    await store.close();
    expect(lines.filter(line => line.startsWith('error'))).toEqual([]);
    const mails = sent
      .map(({ raw, subject, to }) => `${hash(withoutLogField(raw))} ${to.join(' ')}: ${subject}\n`)
      .join('');
    await expect(`${files}\n${mails}`).toMatchFileSnapshot(join(golden, 'data-folder.sha256'));
  });
});
