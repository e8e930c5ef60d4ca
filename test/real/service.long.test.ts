// What happens to real mail servers, Dovecot and Postfix, under the whole service.
import { setTimeout as sleep } from 'node:timers/promises';
import { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { converse, expectGoodMails } from '../e2e/conversation.ts';
import { builtProgram, type Program } from '../e2e/program.ts';
import { DOMAIN, GHOST, PASSWORD, startMailServers, type MailServers } from './mail-servers.ts';
import { mailService, type MailService } from './mail-service.ts';

let program: Program;
let servers: MailServers;
let mail: MailService;
beforeAll(async () => {
  program = builtProgram();
  servers = await startMailServers();
  mail = mailService(program, servers, { isMortal: true });
  await mail.serve();
});
afterAll(async () => {
  await program.remove();
  await servers.close();
});

/** The service's own mailbox, as its operator sees it. */
async function games(): Promise<ImapFlow> {
  const client = new ImapFlow({
    ...{ host: '127.0.0.1', port: servers.ports.imap, secure: false, doSTARTTLS: false, logger: false },
    auth: { user: mail.service, pass: PASSWORD },
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Asks for the board and gets it, and nothing else. */
async function expectAnswer(id: string, meanwhile: () => Promise<void> = () => Promise.resolve()): Promise<void> {
  const before = (await mail.alice.inbox()).length;
  await mail.alice.send({ to: mail.service, subject: 'nex show 101', messageId: `<${id}@client.test>` });
  await meanwhile();
  expect((await mail.alice.awaits(before + 1)).slice(before).map(mail => mail.subject)).toEqual([
    'Nex Board 101: you won',
  ]);
}

// What the tests below go on from, and what mail.test.ts asks as well.
it('holds the conversation', async () => {
  expectGoodMails(mail.talk, await converse(mail.talk));
});

it('survives a restart of Dovecot while it waits', async () => {
  await servers.stopDovecot();
  await sleep(500);
  await servers.startDovecot();
  await expectAnswer('dovecot');
});

it('sends later when Postfix is down, nothing lost and nothing twice', async () => {
  await expectAnswer('postfix-1', async () => {
    await servers.stopPostfix();
    await sleep(1_500);
    await servers.startPostfix();
  });
});

it('does nothing twice when every mail comes again in a renumbered mailbox', async () => {
  const counts = async (): Promise<readonly number[]> => [
    (await mail.alice.inbox()).length,
    (await mail.bob.inbox()).length,
  ];
  const before = await counts();
  await mail.serving().terminate();
  const mailbox = await games();
  await mailbox.mailboxOpen('Processed');
  const { uidMap } = (await mailbox.messageMove('1:*', 'INBOX')) as { readonly uidMap: ReadonlyMap<number, number> };
  expect(uidMap.size).toBeGreaterThan(10);
  mailbox.close();
  await servers.stopDovecot();
  await sleep(1_100);
  await servers.renumber('games');
  await servers.startDovecot();
  await mail.serve();
  await expectAnswer('renumbered');
  expect(await counts()).toEqual([before[0]! + 1, before[1]]);
});

it('never answers a bounce', async () => {
  const ghost = `${GHOST}@${DOMAIN}`;
  const submission = { host: '127.0.0.1', port: servers.ports.submission, secure: false, ignoreTLS: true } as const;
  const transport = createTransport({ ...submission, auth: { user: mail.service, pass: PASSWORD } });
  // A mail of the service's that cannot be delivered: Postfix takes it, Dovecot refuses it, and the report comes back to the service.
  await transport.sendMail({
    envelope: { from: mail.service, to: [ghost] },
    from: mail.service,
    to: ghost,
    subject: 'lost',
    text: '',
  });
  transport.close();
  const mailbox = await games();
  const reports = async (): Promise<number> => {
    await mailbox.mailboxOpen('Processed');
    const found = await mailbox.search({ subject: 'Undelivered Mail Returned to Sender' });
    return found === false || found === undefined ? 0 : found.length;
  };
  for (let tries = 0; tries < 200 && (await reports()) === 0; tries++) await sleep(50);
  expect(await reports()).toBe(1);
  mailbox.close();
  // Had the service answered the report, that answer would have bounced as well.
  await expectAnswer('bounced');
});

it('learns from the reports of Postfix that no mail reaches a player, and hears when one writes again', async () => {
  const [before, invited] = [(await mail.alice.inbox()).length, (await mail.bob.inbox()).length];
  await mail.alice.send({
    to: mail.service,
    subject: 'hex challenge -size=5 alice bob',
    messageId: '<absent-1@client.test>',
  });
  const [board] = (await mail.alice.awaits(before + 1)).slice(before);
  await mail.bob.awaits(invited + 1);
  await servers.refuse(['bob']);
  // Dovecot looks whether the file has changed only once in a second.
  await sleep(1_100);
  await mail.alice.reply(board!, 'c3', '<absent-2@client.test>');
  const [moved, told] = (await mail.alice.awaits(before + 3)).slice(before + 1);
  expect(moved!.text).not.toContain('Mail to bob');
  expect(told!.text).toContain('Mail to bob has been coming back since');
  await servers.refuse([]);
  await sleep(1_100);
  const heard = (await mail.bob.inbox()).length;
  await mail.bob.send({ to: mail.service, subject: 'hex show 101', messageId: '<absent-3@client.test>' });
  const mails = (await mail.bob.awaits(heard + 2)).slice(heard);
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'Hex Board 101 bob: your turn',
    'nexpost: mail to you came back',
  ]);
});

it('ends in order, and goes on after a restart', async () => {
  const { code, ms, stderr } = await mail.serving().terminate();
  expect({ code, inTime: ms < 5_000 }, stderr).toEqual({ code: 0, inTime: true });
  await mail.serve();
  await expectAnswer('restarted');
});
