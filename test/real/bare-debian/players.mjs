// Alice and Bob of friends.test: their mail server, and a game of Hex by mail with the service of club.test.
import console from 'node:console';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import process from 'node:process';
import { clearTimeout, setTimeout } from 'node:timers';

const require = createRequire('/usr/lib/nexpost/package.json');
const nodemailer = require('nodemailer');
const { SMTPServer } = require('smtp-server');
const { simpleParser } = require('mailparser');

const SERVICE = 'games@club.test';
const arrived = [];
let wake = () => undefined;

const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData: (stream, session, done) => {
    simpleParser(stream).then(mail => {
      arrived.push({ to: session.envelope.rcptTo[0].address, mail });
      wake();
      done();
    }, done);
  },
});
server.listen(2525, '127.0.0.1');

const transport = nodemailer.createTransport({
  ...{ host: '203.0.113.1', port: 25, localAddress: '198.51.100.7', name: 'friends.test' },
  tls: { rejectUnauthorized: false },
  dkim: { domainName: 'friends.test', keySelector: 'one', privateKey: readFileSync('/srv/friends.key', 'utf8') },
});

/** Waits for a mail with this Subject. */
async function receive(name, subject) {
  for (;;) {
    const index = arrived.findIndex(({ to, mail }) => to === `${name}@friends.test` && subject.test(mail.subject));
    if (index !== -1) return arrived.splice(index, 1)[0].mail;
    await new Promise(resolve => (wake = resolve));
  }
}

const send = (name, mail) => transport.sendMail({ from: `${name}@friends.test`, to: SERVICE, text: '', ...mail });

const reply = (name, { from, replyTo, subject, messageId }, text) =>
  send(name, { to: (replyTo ?? from).value[0].address, subject: `Re: ${subject}`, inReplyTo: messageId, text });

const fail = setTimeout(() => {
  console.error(
    'The mails so far:',
    arrived.map(({ to, mail }) => [to, mail.subject, mail.text]),
  );
  process.exit(1);
}, 180_000);

for (const name of ['alice', 'bob']) {
  await send(name, { subject: `signup ${name}` });
  const { subject, headers } = await receive(name, /welcome/i);
  console.log(`${name}: ${subject}`);
  if (!headers.has('dkim-signature')) throw new Error('The mail of the service is not signed.');
}
await send('alice', { subject: 'nex challenge -size=5 alice bob' });
const first = await receive('alice', /Nex Board .*your turn/);
console.log(`alice: ${first.subject}`);
await receive('bob', /Nex Board/);
await reply('alice', first, 'b3,a3');
const second = await receive('bob', /your turn/);
console.log(`bob: ${second.subject}`);
await reply('bob', second, 'c2,d2');
await reply('alice', await receive('alice', /your turn/), 'resign');
console.log(`bob: ${(await receive('bob', /you won/)).subject}`);
clearTimeout(fail);
server.close();
transport.close();
