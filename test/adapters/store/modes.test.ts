// Who may read the data: what is ours is closed to others, also in a folder made open before us; what is not ours is named.
import { chmod, lstat, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkModes } from '#adapters/store/json/folder.ts';
import { account, change, commit, outgoing } from '#test/conformance/store.ts';
import { checkpointed, kept, newFolder, quiet, openHasty } from './support.ts';

/** A file as others left it: whatever mask this process has. */
async function leave(path: string, mode: number): Promise<void> {
  await writeFile(path, 'Subject: x');
  await chmod(path, mode);
}

async function openOnes(dir: string): Promise<readonly string[]> {
  const names = await readdir(dir, { recursive: true });
  const modes = await Promise.all(
    names.map(async name => [name, (await lstat(join(dir, name))).mode & 0o077] as const),
  );
  return modes.filter(([, mode]) => mode !== 0).map(([name]) => name);
}

it('closes everything of ours, old and new, and names the rest', async () => {
  const dir = await newFolder();
  await chmod(dir, 0o755);
  for (const folder of ['accounts', 'failed', 'mail', 'mail/users', 'mail/users/alice']) {
    await mkdir(join(dir, folder));
    await chmod(join(dir, folder), 0o755);
  }
  await leave(join(dir, 'failed/old.eml'), 0o644);
  await leave(join(dir, 'mail/users/alice/1.eml'), 0o666);
  await leave(join(dir, 'key'), 0o644);
  await leave(join(dir, 'notes.txt'), 0o644);
  await symlink('/etc/hostname', join(dir, 'link'));
  const { log, lines } = kept();
  const store = await openHasty(dir, log);
  await commit(store, change('c1', [['account/alice', account('alice')]], { outgoing: [outgoing('m1')] }));
  await store.markMail('m1', { kind: 'failed', why: '550' });
  await checkpointed(dir);
  await store.close();
  expect((await openOnes(dir)).filter(name => name !== 'link')).toEqual(['notes.txt']);
  expect(lines.filter(line => line.includes('others may read it'))).toHaveLength(1);
  expect(lines[0]).toContain('"where":"notes.txt"');
});

it('names what others may read, and not what lies in a folder that is closed to them', async () => {
  const dir = await newFolder();
  await (await openHasty(dir, quiet)).close();
  await mkdir(join(dir, 'accounts'), { recursive: true, mode: 0o700 });
  await leave(join(dir, 'accounts/alice.json'), 0o644);
  expect(await checkModes(dir, false)).toEqual([]);
  await chmod(join(dir, 'accounts'), 0o711);
  expect(await checkModes(dir, false)).toEqual([
    {
      ...{ level: 'warn', where: 'accounts/alice.json' },
      what: 'others may read it and 1 more files and folders of the service; the next start closes them',
    },
  ]);
  expect(await checkModes(dir, true)).toEqual([]);
  expect(await openOnes(dir)).toEqual([]);
});

it('leaves alone what is closed', async () => {
  const dir = await newFolder();
  await (await openHasty(dir, quiet)).close();
  const { log, lines } = kept();
  await (await openHasty(dir, log)).close();
  expect(lines).toEqual([]);
});
