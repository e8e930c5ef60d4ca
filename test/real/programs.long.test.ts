// People's own programs against the embedded service.
// Neomutt, s-nail and alpine play a move each, and Python's smtplib and imaplib hold a conversation.
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Player } from '../e2e/player.ts';
import type { ReceivedMail } from '../service/received-mail.ts';
import { builtProgram, type Program, type Serving } from '../e2e/program.ts';
import { players } from '../e2e/setting.ts';
import { writeWithNeomutt } from './neomutt.ts';
import { onScreen } from './screen.ts';

const run = promisify(execFile);
const here = import.meta.dirname;

let program: Program;
let serving: Serving;
beforeAll(async () => {
  program = builtProgram();
  const ports = ['--smtp-port', '0', '--imap-port', '0', '--http-port', '0'];
  serving = await program.serve(['--data', program.folder('data'), ...ports, '--log-level', 'warn']);
});
afterAll(() => program.remove());

async function newest(who: Player, count: number): Promise<ReceivedMail> {
  const mails = await who.awaits(count);
  expect(mails.length).toBe(count);
  return mails.at(-1)!;
}

it('plays a game with neomutt and alpine against s-nail', async ({ signal }) => {
  const { players: named, service } = players(() => serving.ready, 'programs');
  const { alice, bob } = named;
  await alice.send({ to: service, subject: 'signup alice', messageId: '<1@client.test>' });
  await bob.send({ to: service, subject: 'signup bob', messageId: '<2@client.test>' });
  await newest(alice, 1);
  await newest(bob, 1);
  await alice.send({ to: service, subject: 'nex challenge -size=5 alice bob', messageId: '<3@client.test>' });
  await newest(alice, 2);

  const edit = `{ echo 'b3,a3'; echo; cat "$1"; } >"$1.new" && mv "$1.new" "$1"`;
  const { ready } = serving;
  await writeWithNeomutt({ program, ready, edit, begin: [], keys: '<last-entry><reply>', signal });
  expect(await newest(bob, 3)).toMatchObject({ subject: 'Nex Board 101 bob: your turn' });

  await nail('reply $\nc3,b1\n~.\nquit\n');
  const answer = await newest(alice, 4);
  expect(answer.subject).toBe('Nex Board 101 alice: your turn');
  expect(answer.text).toMatch(/1 b3,a3 +2 c3,b1/);

  await alpine('I play d3 e3!');
  expect((await newest(bob, 5)).text).toContain('alice played d3,e3');
});

/** Alice opens her inbox in alpine, replies to the newest mail with this first line, and sends. */
async function alpine(line: string): Promise<void> {
  const home = program.folder('alpine');
  mkdirSync(home);
  const { smtp, imap } = serving.ready;
  const settings = [
    'personal-name=Alice',
    'user-domain=example.test',
    'alt-addresses=alice@example.test',
    'customized-hdrs=From: alice@example.test',
    `smtp-server=127.0.0.1:${smtp}/user=alice@example.test`,
    `inbox-path={127.0.0.1:${imap}/user=alice@example.test/novalidate-cert/notls}INBOX`,
    'incoming-startup-rule=last',
    'default-fcc=""',
    'feature-list=quell-dead-letter-on-cancel,allow-changing-from,quit-without-confirm,send-without-confirm',
    'last-version-used=6.26',
  ];
  writeFileSync(join(home, 'pinerc'), settings.join('\n'));
  await onScreen(home, ['alpine', '-p', join(home, 'pinerc'), '-i'], async ({ shows, press }) => {
    const logIn = async (): Promise<void> => {
      await shows('ENTER PASSWORD');
      await press('any', 'Enter');
      await shows('Preserve password');
      await press('n');
    };
    await logIn();
    await shows('Folder: INBOX');
    await press('r');
    await shows('Include original message');
    await press('y');
    await shows('Use "Reply-To:"');
    await press('y');
    await shows('wrote:');
    await press(line, 'Enter', 'C-x');
    await logIn();
    // What it says of the sending stands there for a moment only.
    await shows('MESSAGE INDEX');
    await shows('4 of 4 ANS');
  });
}

/** Bob types this into s-nail, opened on his inbox. */
async function nail(input: string): Promise<void> {
  const { smtp, imap } = serving.ready;
  const settings = [
    '-X',
    `source ${join(here, 'nailrc')}`,
    '-X',
    `set mta=smtp://bob%40example.test:any@127.0.0.1:${smtp}`,
  ];
  const mailbox = `imap://bob%40example.test:any@127.0.0.1:${imap}/INBOX`;
  const child = run('s-nail', ['-n', '-#', '-Sv15-compat', ...settings, '-f', mailbox], {
    timeout: 30_000,
    env: { ...process.env, HOME: program.folder('.'), LC_ALL: 'C.UTF-8' },
  });
  child.child.stdin!.end(input);
  await child;
}

it('holds a conversation with smtplib and imaplib', async () => {
  const { smtp, imap } = serving.ready;
  const { stdout } = await run(
    'python3',
    [join(here, 'outside.py'), String(smtp), String(imap), serving.ready.address],
    { timeout: 60_000 },
  );
  expect(stdout.trim()).toBe('the conversation holds');
});
