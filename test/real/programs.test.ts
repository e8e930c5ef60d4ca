// The programs around the service: neomutt, players of the referee in Python, systemd, and a root who runs verbs for another user.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openJsonStore } from '#adapters/store/json/index.ts';
import { openSigningKey } from '#adapters/store/json/folder.ts';
import { notifyReady } from '#adapters/systemd/systemd.ts';
import { fillClub } from '../cli/club-data.ts';
import { folderHome } from '../e2e/home.ts';
import type { Player } from '../e2e/player.ts';
import type { ReceivedMail } from '../service/received-mail.ts';
import { built, builtProgram, NEXPOST, type Program, type Serving } from '../e2e/program.ts';
import { isAlive, referee, type Traces, traces } from '../e2e/referee-run.ts';
import { players } from '../e2e/setting.ts';
import { silent } from '../service/ports.ts';
import { realBrowser } from './browser.ts';
import { type Writing, writeWithNeomutt } from './neomutt.ts';

const root = join(import.meta.dirname, '..', '..');

let program: Program;
beforeAll(() => {
  program = builtProgram();
});
afterAll(() => program.remove());

describe('neomutt', () => {
  const browser = realBrowser();
  let serving: Pick<Serving, 'ready'>;
  let alice: Player;
  let bob: Player;
  let service: string;
  beforeAll(async () => {
    serving = await folderHome(() => program).serve('data');
    const { service: address, players: people } = players(() => serving.ready, 'neomutt');
    [alice, bob, service] = [people.alice, people.bob, address];
    await alice.send({ to: service, subject: 'signup alice', messageId: '<1@client.test>' });
    await bob.send({ to: service, subject: 'signup bob', messageId: '<2@client.test>' });
    await newest(alice, 1);
    await newest(bob, 1);
  });

  async function newest(who: Player, count: number): Promise<ReceivedMail> {
    const mails = await who.awaits(count);
    expect(mails.length).toBe(count);
    return mails.at(-1)!;
  }

  const write = (writing: Omit<Writing, 'program' | 'ready'>): Promise<void> =>
    writeWithNeomutt({ program, ready: serving.ready, ...writing });

  it('replies to a board with a move above the quoted mail', async ({ signal }) => {
    const [before, others] = [(await alice.inbox()).length, (await bob.inbox()).length];
    await alice.send({ to: service, subject: 'nex challenge -size=5 alice bob', messageId: '<board@client.test>' });
    const { subject } = await newest(alice, before + 1);
    const [, number] = /Board (\d+)/.exec(subject)!;
    await newest(bob, others + 1);
    const edit = `{ echo 'b3,a3'; echo; cat "$1"; } >"$1.new" && mv "$1.new" "$1"`;
    await write({ edit, begin: [], keys: '<last-entry><reply>', signal });
    const told = await newest(bob, others + 2);
    expect([told.subject, told.text]).toEqual([
      `Nex Board ${number} bob: your turn`,
      expect.stringContaining('alice played b3,a3') as string,
    ]);
  });

  it('sends the mail that the page of a board begins for a visitor without a token', async ({ signal }) => {
    const [before, others] = [(await alice.inbox()).length, (await bob.inbox()).length];
    await alice.send({ to: service, subject: 'hex challenge -size=5 alice bob', messageId: '<link@client.test>' });
    const { subject } = await newest(alice, before + 1);
    const [, number] = /Board (\d+)/.exec(subject)!;
    await newest(bob, others + 1);
    const { page } = await browser.visitor();
    await page.goto(`http://127.0.0.1:${serving.ready.http}/hex/${number}`);
    await page.locator('.spot[value=c3]').click();
    const link = (await page.locator('.send').getAttribute('href'))!;
    // neomutt sends no mail that has not been edited.
    await write({ edit: 'echo "Good luck!" >>"$1"', begin: [link], signal });
    const told = await newest(bob, others + 2);
    expect([told.subject, told.text]).toEqual([
      `Hex Board ${number} bob: your turn **`,
      expect.stringMatching(/alice played c3[^]*Good luck!/),
    ]);
  });
});

describe('the referee', () => {
  const scripts = join(root, 'test', 'e2e', 'players');
  const manual = readFileSync(join(root, 'docs', 'referee.md'), 'utf8');
  const shown = /```python\n([\s\S]*?)```/.exec(manual)?.[1] ?? '';

  let left: Traces;
  beforeEach(() => {
    left = traces();
  });
  afterEach(() => {
    left.remove();
  });

  it('plays a match in the later dialect, one process for all games', async () => {
    writeFileSync(left.file('player.py'), shown);
    const command = `echo $$ >>'${left.file('pids')}'; exec python3 '${left.file('player.py')}'`;
    const { status, games, summary, err } = await referee('nex', '-size=4', '--black', command, '--white', command, '--games', '6'); // prettier-ignore
    expect([status, err, games.length]).toEqual([0, '', 6]);
    expect(games.flatMap(({ faults = [] }) => faults)).toEqual([]);
    expect(games.filter(({ reason }) => !['connection', 'no-move'].includes(reason))).toEqual([]);
    expect(summary).toMatchObject({ summary: 'nex', options: { size: '4x4', endgame: 'neto' }, games: 6 });
    expect(left.ids()).toHaveLength(2);
    expect(left.ids().filter(isAlive)).toEqual([]);
  });

  it('needs no lines', async () => {
    const black = `python3 '${join(scripts, 'hex-characters.py')}'`;
    const white = `sh '${join(scripts, 'hex.sh')}' last`;
    const { games } = await referee('hex', '-size=2', '--black', black, '--white', white, '--games', '2');
    expect(games.map(({ moves, winner, reason }) => [moves.join(' '), winner, reason])).toEqual([
      ['a1 b2 a2 b1', 'white', 'connection'],
      ['b2 a1 b1 a2', 'white', 'connection'],
    ]);
  });
});

/** Prints what arrives in one datagram, as systemd would read it, after a line that says it listens. Node has no such sockets. */
const LISTENER = `
import socket, sys
receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
receiver.bind(sys.argv[1])
receiver.settimeout(20)
print('listens', flush=True)
print(receiver.recv(4096).decode())
`;

describe('the unit of systemd', () => {
  const unit = join(root, 'config', 'nexpost.service');

  it('is rated 1.5 or less by systemd itself', () => {
    const rated = execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', unit], {
      encoding: 'utf8',
    });
    expect(Number(/level for nexpost\.service: ([0-9.]+)/.exec(rated)?.[1])).toBeLessThanOrEqual(1.5);
  });

  it('starts the service with options that there are', () => {
    const [, line = ''] = /^ExecStart=(.*)$/m.exec(readFileSync(unit, 'utf8')) ?? [];
    const options = line.match(/--[a-z-]+/g) ?? [];
    expect(options).not.toEqual([]);
    const usage = execFileSync(process.execPath, [NEXPOST, 'serve', '--help'], { encoding: 'utf8' });
    for (const option of options) expect(usage).toContain(`[${option} `);
  });

  it('tells systemd that it has started, and its address', async () => {
    const socket = join(mkdtempSync(join(tmpdir(), 'notify-')), 'socket');
    const listener = spawn('python3', ['-c', LISTENER, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface(listener.stdout)[Symbol.asyncIterator]();
    expect((await lines.next()).value).toBe('listens');
    await notifyReady({ ...process.env, NOTIFY_SOCKET: socket }, 'answers games@example.org', silent);
    const heard = [await lines.next(), await lines.next()].map(({ value }) => String(value));
    expect(heard.toSorted()).toEqual(['READY=1', 'STATUS=answers games@example.org']);
  });
});

describe('root, while the service is stopped,', () => {
  /** A user that need not exist. */
  const OWNER = 47_011;
  /** Nor this one. */
  const OTHER = 47_012;

  let home = '';
  let data = '';
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'owner-'));
    // The owner must reach the folder.
    chmodSync(home, 0o755);
    data = join(home, 'data');
    const store = await openJsonStore(data, silent, 10);
    await fillClub(store, await openSigningKey(data));
    await store.close();
    execFileSync('chown', ['-R', `${OWNER}:${OWNER}`, data]);
  });
  afterAll(() => rmSync(home, { recursive: true }));

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
    const script = `import { switchToOwner } from '${built('src/cli/shell/store-place.js')}';
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
});
