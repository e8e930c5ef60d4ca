// The whole service on Dovecot and Postfix: the conversation, and a mail from outside.
import { createTransport } from 'nodemailer';
import { expect, it } from 'vitest';
import { converse, expectGoodMails } from '../e2e/conversation.ts';
import { listenAs } from './listening.ts';
import { DOMAIN } from './mail-servers.ts';
import { startMailService } from './mail-service.ts';

const { alice, service, servers, talk } = startMailService(listenAs);

it('holds the conversation', async () => {
  expectGoodMails(talk, await converse(talk));
});

it('does not believe what comes from outside: asks the owner instead', async () => {
  const before = (await alice.inbox()).length;
  const outside = createTransport({ host: '127.0.0.1', port: servers().ports.smtp, secure: false, ignoreTLS: true });
  await outside.sendMail({
    from: alice.address,
    to: service,
    subject: 'nex challenge alice bob',
    text: '',
    headers: { 'Authentication-Results': `${DOMAIN}; auth=pass smtp.auth=${alice.address}` },
  });
  outside.close();
  const [question, ...more] = (await alice.awaits(before + 1)).slice(before);
  expect([question!.subject, more]).toEqual(['Did you send this mail to nexpost?', []]);
});
