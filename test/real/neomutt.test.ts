// Neomutt against the embedded service: a reply to a board, and a mail that a board's page begins.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Mail, Player } from '../e2e/player.ts';
import { builtProgram, type Program, type Serving } from '../e2e/program.ts';
import { realBrowser } from './browser.ts';
import { listenAs } from './listening.ts';
import { type Writing, writeWithNeomutt } from './neomutt.ts';

const browser = realBrowser();
let program: Program;
let serving: Serving;
let alice: Player;
let bob: Player;
let service: string;
beforeAll(async () => {
  program = builtProgram();
  const ports = ['--smtp-port', '0', '--imap-port', '0', '--http-port', '0'];
  serving = await program.serve(['--data', program.folder('data'), ...ports, '--log-level', 'warn']);
  const named = (name: string): Player => {
    const address = `${name}@example.test`;
    return listenAs({ address, user: address, password: 'any', ports: () => serving.ready });
  };
  [alice, bob, service] = [named('alice'), named('bob'), serving.ready.address];
  await alice.send({ to: service, subject: 'signup alice', messageId: '<1@client.test>' });
  await bob.send({ to: service, subject: 'signup bob', messageId: '<2@client.test>' });
  await newest(alice, 1);
  await newest(bob, 1);
});
afterAll(() => program.remove());

async function newest(who: Player, count: number): Promise<Mail> {
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

it('sends the mail that the page of a board begins', async ({ signal }) => {
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
  await write({ edit: 'echo "Good luck!" >>"$1"', begin: [link], signal });
  const told = await newest(bob, others + 2);
  expect([told.subject, told.text]).toEqual([
    `Hex Board ${number} bob: your turn **`,
    expect.stringMatching(/alice played c3[^]*Good luck!/),
  ]);
});
