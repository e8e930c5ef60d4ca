// What root runs while the service is stopped: files stay the service's user's, and what is wrong is said.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSigningKey } from '#adapters/store/json/key.ts';
import { openJsonStore } from '#adapters/store/json/index.ts';
import { fillClub } from '../cli/club-data.ts';
import { built, builtProgram, NEXPOST, type Program } from '../e2e/program.ts';
import { silent } from '../service/ports.ts';

/** A user that need not exist. */
const OWNER = 47_011;
/** Nor this one. */
const OTHER = 47_012;

let program: Program;
let home = '';
let data = '';
beforeAll(async () => {
  program = builtProgram();
  home = mkdtempSync(join(tmpdir(), 'owner-'));
  // The owner must reach the folder.
  chmodSync(home, 0o755);
  data = join(home, 'data');
  const store = await openJsonStore(data, silent, 10);
  await fillClub(store, await openSigningKey(data));
  await store.close();
  execFileSync('chown', ['-R', `${OWNER}:${OWNER}`, data]);
});
afterAll(async () => {
  await program.remove();
  rmSync(home, { recursive: true });
});

function filesOfOthers(dir: string): readonly string[] {
  const files = ['.', ...readdirSync(dir, { recursive: true, encoding: 'utf8' })];
  return files.filter(file => {
    const { uid, gid } = statSync(join(dir, file));
    return uid !== OWNER || gid !== OWNER;
  });
}

/** A link of the other user. */
function symlinkTo(target: string, path: string): void {
  symlinkSync(target, path);
  lchownSync(path, OTHER, OTHER);
}

/** As whom a verb of root acts in this folder. */
const userIn = (folder: string): number => {
  const script = `import { switchToOwner } from '${built('src/cli/shell/service-folder.js')}';
    await switchToOwner(process.argv[1]);
    console.log(process.geteuid());`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', script, folder], { encoding: 'utf8' }));
};

it('leaves the folder to its owner, whichever verb acts', async () => {
  const news = join(home, 'news.txt');
  writeFileSync(news, 'We move on Sunday.\n', { mode: 0o600 });
  for (const words of [['pause'], ['admin', 'ban', 'bob'], ['announce', news], ['ratings', 'rebuild']])
    expect(await program.start([...words, '--data', data]).ended).toMatchObject({ code: 0, stderr: '' });
  expect(filesOfOthers(data)).toEqual([]);
});

it('serves, and copies, as the owner of the folder', async () => {
  const serving = await program.serve(['--data', data, '--smtp-port', '0', '--imap-port', '0', '--http-port', '0']);
  await serving.terminate();
  const copy = join(home, 'copy');
  mkdirSync(copy);
  chownSync(copy, OWNER, OWNER);
  const { code, stderr } = await program.start(['store', 'copy', '--from', data, '--to', copy]).ended;
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  expect([filesOfOthers(data), filesOfOthers(copy)]).toEqual([[], []]);
});

it.each([
  ['the key', (folder: string) => symlinkTo(join(data, 'key'), join(folder, 'key'))],
  ['a file of root', (folder: string) => symlinkTo(process.execPath, join(folder, 'key'))],
])('does not stay root because the key in a folder of another user is a link to %s', (_, make) => {
  const folder = mkdtempSync(join(home, 'foreign-'));
  make(folder);
  chownSync(folder, OTHER, OTHER);
  expect(userIn(folder)).toBe(OTHER);
});

it('does not stay root because another user made a link to a folder of root', () => {
  const [folder, link] = [mkdtempSync(join(home, 'roots-')), join(home, 'link')];
  symlinkTo(folder, link);
  expect([userIn(folder), userIn(link)]).toEqual([0, OTHER]);
});

it('refuses another user than the owner, and says who may', () => {
  const { status, stderr } = spawnSync(process.execPath, [NEXPOST, 'pause', '--data', data], {
    ...{ uid: OWNER + 1, gid: OWNER + 1, encoding: 'utf8' },
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining(`belongs to the user ${OWNER}.`)]);
});

it('says once what is doubtful about the settings, and why a folder cannot be used', async () => {
  const config = join(home, 'service.json');
  const server = { host: '127.0.0.1', user: 'games', password: 'secret' };
  writeFileSync(
    config,
    JSON.stringify({ address: 'games@club.test', webUrl: 'http://club.test', imap: server, smtp: server }),
  );
  chmodSync(config, 0o644);
  const { code, stderr } = await program.start(['serve', '--config', config, '--data', '/proc/x/data']).ended;
  expect(stderr.match(/"event":"settings-finding","where":"[^"]*"/g)).toEqual([
    `"event":"settings-finding","where":"${config}"`,
    '"event":"settings-finding","where":"webUrl"',
  ]);
  expect([code, stderr]).toEqual([1, expect.stringContaining('The folder /proc/x/data cannot be made: ')]);
});
