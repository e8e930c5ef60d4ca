// What happens to real mail servers, Dovecot and Postfix, under the whole service.
import { setTimeout as sleep } from 'node:timers/promises';
import { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import { expect, it } from 'vitest';
import { converse, expectGoodMails } from '../e2e/conversation.ts';
import { player } from '../e2e/player.ts';
import { DOMAIN, GHOST, PASSWORD } from './mail-servers.ts';
import { startMailService } from './mail-service.ts';

const { alice, bob, service, servers, serve, serving, talk } = startMailService(account =>
  player({ ...account, isMortal: true }),
);

/** The service's own mailbox, as its operator sees it. */
async function games(): Promise<ImapFlow> {
  const client = new ImapFlow({
    ...{ host: '127.0.0.1', port: servers().ports.imap, secure: false, doSTARTTLS: false, logger: false },
    auth: { user: service, pass: PASSWORD },
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Asks for the board and gets it, and nothing else. */
async function expectAnswer(id: string, meanwhile: () => Promise<void> = () => Promise.resolve()): Promise<void> {
  const before = (await alice.inbox()).length;
  await alice.send({ to: service, subject: 'nex show 101', messageId: `<${id}@client.test>` });
  await meanwhile();
  expect((await alice.awaits(before + 1)).slice(before).map(mail => mail.subject)).toEqual(['Nex Board 101: you won']);
}

// What the tests below go on from, and what service.test.ts asks as well.
it('holds the conversation', async () => {
  expectGoodMails(talk, await converse(talk));
});

it('survives a restart of Dovecot while it waits', async () => {
  await servers().stopDovecot();
  await sleep(500);
  await servers().startDovecot();
  await expectAnswer('dovecot');
});

it('sends later when Postfix is down, nothing lost and nothing twice', async () => {
  await expectAnswer('postfix-1', async () => {
    await servers().stopPostfix();
    await sleep(1_500);
    await servers().startPostfix();
  });
});

it('does nothing twice when every mail comes again in a renumbered mailbox', async () => {
  const counts = async (): Promise<readonly number[]> => [(await alice.inbox()).length, (await bob.inbox()).length];
  const before = await counts();
  await serving().terminate();
  const mailbox = await games();
  await mailbox.mailboxOpen('Processed');
  const { uidMap } = (await mailbox.messageMove('1:*', 'INBOX')) as { readonly uidMap: ReadonlyMap<number, number> };
  expect(uidMap.size).toBeGreaterThan(10);
  mailbox.close();
  await servers().stopDovecot();
  await sleep(1_100);
  await servers().renumber('games');
  await servers().startDovecot();
  await serve();
  await expectAnswer('renumbered');
  expect(await counts()).toEqual([before[0]! + 1, before[1]]);
});

it('never answers a bounce', async () => {
  const ghost = `${GHOST}@${DOMAIN}`;
  const submission = { host: '127.0.0.1', port: servers().ports.submission, secure: false, ignoreTLS: true } as const;
  const transport = createTransport({ ...submission, auth: { user: service, pass: PASSWORD } });
  // A mail of the service's that cannot be delivered: Postfix takes it, Dovecot refuses it, and the report comes back to the service.
  await transport.sendMail({
    envelope: { from: service, to: [ghost] },
    from: service,
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
  const [before, invited] = [(await alice.inbox()).length, (await bob.inbox()).length];
  await alice.send({ to: service, subject: 'hex challenge -size=5 alice bob', messageId: '<absent-1@client.test>' });
  const [board] = (await alice.awaits(before + 1)).slice(before);
  await bob.awaits(invited + 1);
  await servers().refuse(['bob']);
  // Dovecot looks whether the file has changed only once in a second.
  await sleep(1_100);
  await alice.reply(board!, 'c3', '<absent-2@client.test>');
  const [moved, told] = (await alice.awaits(before + 3)).slice(before + 1);
  expect(moved!.text).not.toContain('Mail to bob');
  expect(told!.text).toContain('Mail to bob has been coming back since');
  await servers().refuse([]);
  await sleep(1_100);
  const heard = (await bob.inbox()).length;
  await bob.send({ to: service, subject: 'hex show 101', messageId: '<absent-3@client.test>' });
  const mails = (await bob.awaits(heard + 2)).slice(heard);
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'Hex Board 101 bob: your turn',
    'nexpost: mail to you came back',
  ]);
});

it('ends in order, and goes on after a restart', async () => {
  const { code, ms, stderr } = await serving().terminate();
  expect({ code, inTime: ms < 5_000 }, stderr).toEqual({ code: 0, inTime: true });
  await serve();
  await expectAnswer('restarted');
});
