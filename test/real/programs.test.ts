// People's own programs against the embedded service: neomutt, s-nail and alpine play a move each, and Python's smtplib and imaplib hold a conversation.
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Mail, Player } from '../e2e/player.ts';
import { builtProgram, type Program, type Serving } from '../e2e/program.ts';
import { players } from '../e2e/setting.ts';
import { realBrowser } from './browser.ts';
import { onScreen } from './screen.ts';

const run = promisify(execFile);
const here = import.meta.dirname;

const browser = realBrowser();
let program: Program;
let serving: Serving;
beforeAll(async () => {
  program = builtProgram();
  const ports = ['--smtp-port', '0', '--imap-port', '0', '--http-port', '0'];
  serving = await program.serve(['--data', program.folder('data'), ...ports, '--log-level', 'warn']);
});
afterAll(() => program.remove());

async function newest(who: Player, count: number): Promise<Mail> {
  const mails = await who.awaits(count);
  expect(mails.length).toBe(count);
  return mails.at(-1)!;
}

it('plays a game with neomutt and alpine against s-nail', async () => {
  const { players: named, service } = players(() => serving.ready, 'programs');
  const { alice, bob } = named;
  await alice.send({ to: service, subject: 'signup alice', messageId: '<1@client.test>' });
  await bob.send({ to: service, subject: 'signup bob', messageId: '<2@client.test>' });
  await newest(alice, 1);
  await newest(bob, 1);
  await alice.send({ to: service, subject: 'nex challenge -size=5 alice bob', messageId: '<3@client.test>' });
  await newest(alice, 2);

  await neomutt(`{ echo 'b3,a3'; echo; cat "$1"; } >"$1.new" && mv "$1.new" "$1"`, '-e', 'push "<last-entry><reply>"');
  expect(await newest(bob, 3)).toMatchObject({ subject: 'Nex Board 101 bob' });

  await nail('reply $\nc3,b1\n~.\nquit\n');
  const answer = await newest(alice, 4);
  expect(answer.subject).toBe('Nex Board 101 alice');
  expect(answer.text).toMatch(/1 b3,a3 +2 c3,b1/);

  await alpine('I play d3 e3!');
  expect((await newest(bob, 5)).text).toContain('alice played d3,e3');
});

/** Alice's neomutt: what it is told to do; the text of the mail goes through this command of the shell, `$1` is its file. Then she sends. */
async function neomutt(edit: string, ...doing: readonly string[]): Promise<void> {
  const home = program.folder('neomutt');
  mkdirSync(home, { recursive: true });
  const editor = join(home, 'editor.sh');
  writeFileSync(editor, `#!/bin/sh\n${edit}\n`, { mode: 0o755 });
  const { smtp, imap } = serving.ready;
  const settings = [
    `set folder = "imap://127.0.0.1:${imap}/"`,
    'set spoolfile = "+INBOX"',
    `set smtp_url = "smtp://alice%40example.test@127.0.0.1:${smtp}/"`,
    `set editor = "${editor}"`,
    `set tmpdir = "${home}"`,
  ];
  const command = ['neomutt', '-F', join(here, 'neomuttrc'), ...settings.flatMap(each => ['-e', each]), ...doing];
  await onScreen(home, command, async ({ shows, press }) => {
    await shows('y:Send');
    await press('y');
    await shows('Mail sent');
  });
}

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

it('sends with neomutt the mail that the page of a board begins', async () => {
  const { players: named, service } = players(() => serving.ready, 'link');
  const { alice, bob } = named;
  const [before, others] = [(await alice.inbox()).length, (await bob.inbox()).length];
  await alice.send({ to: service, subject: 'hex challenge -size=5 alice bob', messageId: '<link@client.test>' });
  const { subject, replyTo } = await newest(alice, before + 1);
  const [, number] = /Board (\d+)/.exec(subject)!;
  await newest(bob, others + 1);
  const { page } = await browser.visitor();
  await page.goto(`http://127.0.0.1:${serving.ready.http}/hex/${number}#reply=${/\+(.*)@/.exec(replyTo)![1]!}`);
  await page.locator('.spot[value=c3]').click();
  const link = (await page.locator('.send').getAttribute('href'))!;
  // A mail nobody has touched neomutt would not send.
  await neomutt('echo "Good luck!" >>"$1"', link);
  const told = await newest(bob, others + 2);
  expect([told.subject, told.text]).toEqual([
    `Hex Board ${number} bob **`,
    expect.stringMatching(/alice played c3[^]*Good luck!/),
  ]);
});
