// What the sender makes of a mail server's answers: sent, never to be sent, or to be sent again with the same bytes.
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type SmtpSettings, createSmtpSender, checkSmtpServer } from '#adapters/smtp/sender.ts';
import type { Log, Outgoing, Sender } from '#service/ports.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

interface Server {
  readonly port: number;
  /** Mails taken, as they came after DATA. */
  readonly taken: readonly string[];
  readonly envelopes: readonly string[];
  readonly heard: readonly string[];
  readonly close: () => Promise<void>;
}

/** An answer to a command, several: one after the other; null: none, ever; 'cut': the connection breaks off. `BODY` is the end of the mail. */
type Answers = Readonly<Record<string, string | null | readonly string[]>>;

const USUAL: Answers = {
  CONNECT: '220 ready',
  EHLO: '250-test\r\n250 AUTH PLAIN',
  AUTH: '235 welcome',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  BODY: '250 taken',
  RSET: '250 ok',
  QUIT: '221 bye',
};

async function server(answers: Answers): Promise<Server> {
  const sockets = new Set<Socket>();
  const heard: string[] = [];
  const envelopes: string[] = [];
  const taken: string[] = [];
  const listening = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    const answer = (command: string): void => {
      heard.push(command);
      const known = command in answers ? answers[command] : USUAL[command];
      const text = Array.isArray(known)
        ? (known as readonly string[])[heard.filter(each => each === command).length - 1]
        : (known as string | null | undefined);
      if (text === 'cut') socket.destroy();
      else if (text !== null) socket.write(`${text ?? '500 what?'}\r\n`);
    };
    answer('CONNECT');
    let input = '';
    let inBody = false;
    socket.setEncoding('latin1').on('data', (piece: string) => {
      input += piece;
      for (;;) {
        const end = input.indexOf(inBody ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const text = input.slice(0, end);
        input = input.slice(end + (inBody ? 5 : 2));
        if (inBody) {
          taken.push(`${text}\r\n`.replace(/^\.\./gm, '.'));
          inBody = false;
          answer('BODY');
          continue;
        }
        const command = text.slice(0, 4).toUpperCase();
        if (/^(MAIL|RCPT)/i.test(text)) envelopes.push(text);
        answer(command);
        inBody = command === 'DATA' && String(answers['DATA'] ?? '354').startsWith('354');
      }
    });
  });
  await new Promise<void>(resolve => listening.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise(resolve => listening.close(resolve));
  };
  cleanups.push(close);
  return { port: (listening.address() as AddressInfo).port, taken, envelopes, heard, close };
}

const unheard: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const settingsFor = (port: number, connections = 1): SmtpSettings => ({
  ...{ host: '127.0.0.1', port, secure: false },
  ...{ user: 'games@example.test', password: 'secret', connections },
});

function senderTo(port: number, connections = 1, log = unheard): Sender {
  const sender = createSmtpSender(settingsFor(port, connections), log);
  cleanups.push(sender.close);
  return sender;
}

const RAW =
  'From: games@example.test\r\nMessage-ID: <m1@example.test>\r\nSubject: =?utf-8?q?Z=C3=BCge?=\r\n\r\n.\r\n..two dots\r\n\r\nThe end.\r\n';
const mail = (raw = RAW): Outgoing => ({
  ...{ id: 'm1', from: 'games@example.test', to: ['bob@example.test'], messageId: '<m1@example.test>' },
  raw: Buffer.from(raw, 'latin1'),
  tries: 0,
});

describe('sender', () => {
  it('sends every byte as it is, from whom and to whom it was told', async () => {
    const { port, taken, envelopes } = await server({});
    expect(await senderTo(port).send(mail())).toMatchObject({ kind: 'sent' });
    expect(taken).toEqual([RAW]);
    expect(envelopes).toEqual(['MAIL FROM:<games@example.test>', 'RCPT TO:<bob@example.test>']);
  });

  it.each([
    ['there is no such mailbox', '550 5.1.1 no such user', true],
    ['an old server says so without a code', '551 User not local', true],
    ['an old server says so in several lines', '550-Sorry\r\n550 No such user here', true],
    ['it is us that it does not want', '550 5.7.1 relaying denied', false],
    ['we have sent too much today', '550 5.4.5 Daily user sending limit exceeded', false],
    ['its mailbox is full', '552 5.2.2 mailbox full', false],
    ['it gives no reason', '550 no', false],
    ['it may take it later', '450 4.2.1 busy', false],
  ])('says of an address that it is dead where %s', async (_, answer, isDead) => {
    const { port } = await server({ RCPT: answer });
    const result = await senderTo(port).send(mail());
    expect('undeliverable' in result ? result.undeliverable : []).toEqual(isDead ? ['bob@example.test'] : []);
  });

  it('says which of several addresses is dead, the mail being sent to the others', async () => {
    const { port } = await server({ RCPT: ['250 ok', '550 5.1.1 no such user'] });
    const to = ['bob@example.test', 'gone@example.test'];
    expect(await senderTo(port).send({ ...mail(), to })).toEqual({
      kind: 'sent',
      answer: '250 taken',
      undeliverable: ['gone@example.test'],
    });
  });

  it('says which address is dead where the answer comes after the whole mail, unless there are several', async () => {
    const { port } = await server({ BODY: '554 5.1.1 This user does not exist' });
    const sender = senderTo(port);
    expect(await sender.send(mail())).toMatchObject({ kind: 'rejected', undeliverable: ['bob@example.test'] });
    const to = ['bob@example.test', 'carol@example.test'];
    expect(await sender.send({ ...mail(), to })).toMatchObject({ kind: 'rejected', undeliverable: [] });
  });

  it.each([
    [['550 5.1.1 no such user', '550 5.1.1 no such user'], 'rejected'],
    [['550 5.1.1 no such user', '550 no'], 'rejected'],
    [['550 5.1.1 no such user', '450 4.2.1 busy'], 'failed'],
    [['552 5.2.2 mailbox full', '550 5.1.1 no such user'], 'failed'],
    [['550 5.4.5 Daily user sending limit exceeded', '550 5.1.1 no such user'], 'limited'],
    [['450 4.2.1 busy', '550 5.4.5 Daily user sending limit exceeded'], 'limited'],
  ])('answers with the most cautious of %j where no address is taken', async (answers, kind) => {
    const { port } = await server({ RCPT: answers });
    const to = ['bob@example.test', 'carol@example.test'];
    expect((await senderTo(port).send({ ...mail(), to })).kind).toBe(kind);
  });

  it.each([
    [['550 5.7.1 Access denied', '550 Command rejected for policy reasons'], true],
    [['550 5.7.1 Access denied', '550 5.4.5 Daily user sending limit exceeded'], false],
    [['550 5.7.1 Access denied', '554 5.1.8 Bad outbound sender'], false],
  ])('says of %j whether it may be the policy of one domain: %j', async (answers, isDoubtful) => {
    const { port } = await server({ RCPT: answers });
    const to = ['bob@example.test', 'carol@example.test'];
    expect(await senderTo(port).send({ ...mail(), to })).toMatchObject({ kind: 'limited', isDoubtful });
  });

  it.each([
    ['a recipient is busy', { RCPT: '450 4.2.1 mailbox busy' }, true],
    ['a recipient is refused for now', { RCPT: '451 4.7.1 Greylisted' }, true],
    ['the mail is refused for now', { BODY: '450 4.7.1 try later' }, true],
    ['the server has a fault', { RCPT: '451 4.3.5 Server configuration error' }, false],
    ['the server has a fault without a status', { BODY: '451 local error' }, false],
    ['no recipient was named', { MAIL: '450 4.7.1 later' }, false],
  ] as const)('says whether it was refused for now where %s', async (_, answers, isRefused) => {
    const { port } = await server(answers);
    expect(await senderTo(port).send(mail())).toMatchObject({ kind: 'failed', isRefused });
  });

  it('names domains with other letters as servers without SMTPUTF8 take them', async () => {
    const { port, envelopes } = await server({});
    await senderTo(port).send({ ...mail(), from: 'games@brettspäle.test', to: ['bob@müller.test'] });
    expect(envelopes.slice(0, 2)).toEqual([
      'MAIL FROM:<games@xn--brettsple-12a.test>',
      'RCPT TO:<bob@xn--mller-kva.test>',
    ]);
  });

  it('sends with the null sender', async () => {
    const { port, envelopes } = await server({});
    expect(await senderTo(port).send({ ...mail(), from: '' })).toMatchObject({ kind: 'sent' });
    expect(envelopes[0]).toBe('MAIL FROM:<>');
  });

  it.each([
    ['a greeting of 421', { CONNECT: '421 too busy' }],
    ['4xx to MAIL', { MAIL: '451 later' }],
    ['4xx to RCPT', { RCPT: '450 mailbox busy' }],
    ['a full mailbox', { RCPT: '552 5.2.2 mailbox full' }],
    ['4xx to DATA', { DATA: '451 later' }],
    ['4xx to the mail', { BODY: '452 disk full' }],
    ['a login that cannot be checked now', { AUTH: '454 later' }],
    ['a connection cut at once', { CONNECT: 'cut' }],
    ['a connection cut at RCPT', { RCPT: 'cut' }],
    ['a connection cut after the mail, its fate unknown', { BODY: 'cut' }],
    ['garbage', { EHLO: 'hello yourself', HELO: '}{' }],
  ] as const)('keeps the mail for later at %s', async (_, answers) => {
    const { port } = await server(answers);
    expect(await senderTo(port).send(mail())).toMatchObject({ kind: 'failed' });
  });

  it.each([
    ['a greeting of 554', { CONNECT: '554 no service here' }],
    ['a refused login', { AUTH: '535 wrong' }],
    ['5xx to MAIL', { MAIL: '550 who are you' }],
    ['a limit at MAIL', { MAIL: '450 4.7.1 Error: too much mail from 192.0.2.7' }],
    ['a limit at RCPT', { RCPT: '550-5.4.5 Daily user sending limit\r\n550 5.4.5 exceeded.' }],
    ['a limit at RCPT with 4xx', { RCPT: '452 Too many emails per second' }],
    ['a limit at DATA', { DATA: '550 5.4.5 Daily user sending limit exceeded' }],
    ['a limit to the mail', { BODY: '454 Throttling failure: Daily message quota exceeded.' }],
    ['a block', { BODY: '550 5.7.508 Access denied, sending IP address has exceeded permitted limits' }],
  ] as const)('tells a limit from a fault of the mail at %s', async (_, answers) => {
    const { port } = await server(answers);
    expect(await senderTo(port).send(mail())).toMatchObject({ kind: 'limited' });
  });

  it.each([
    ['RCPT', { RCPT: '550 5.1.1 no such user' }],
    ['DATA', { DATA: '554 no' }],
    ['the mail', { BODY: '554 5.6.0 spam' }],
  ] as const)('takes 5xx to %s for the last word', async (_, answers) => {
    const { port } = await server(answers);
    const result = await senderTo(port).send(mail());
    expect(result).toMatchObject({ kind: 'rejected' });
    expect('why' in result && result.why).toMatch(/55\d/);
  });

  it.each([
    ['connected', {}],
    ['refused', { AUTH: '535 5.7.8 wrong' }],
    ['unreachable', { AUTH: '454 4.7.0 Temporary authentication failure: Connection lost to authentication server' }],
    ['unreachable', { CONNECT: '421 too busy' }],
    ['unreachable', { CONNECT: 'cut' }],
  ] as const)('says that the server stands %s where it answers %j', async (standing, answers) => {
    const { port } = await server(answers);
    const told: string[] = [];
    const write = (event: string): void => void told.push(event);
    const log = { info: write, warn: write, error: write };
    expect(await checkSmtpServer(settingsFor(port), log)).toBe(standing);
    await senderTo(port, 1, log).send(mail());
    // Asked and met while sending: the same.
    expect(told.length).toBe(2);
    expect(new Set(told).size, told.join()).toBe(1);
  });

  it('is not thought away where it does not want one mail', async () => {
    const { port } = await server({ RCPT: '450 mailbox busy' });
    const told: string[] = [];
    const write = (event: string): void => void told.push(event);
    await senderTo(port, 1, { info: write, warn: write, error: write }).send(mail());
    expect(told).toEqual([]);
  });

  it('keeps the mail when nobody listens', async () => {
    const { port, close } = await server({});
    await close();
    cleanups.length = 0;
    expect(await senderTo(port).send(mail())).toMatchObject({
      kind: 'failed',
      why: expect.stringContaining('ECONNREFUSED') as string,
    });
  });

  it('goes on with the next mail after one that was cut', async () => {
    let isFirst = true;
    const answers = {
      get BODY(): string {
        const answer = isFirst ? 'cut' : '250 taken';
        isFirst = false;
        return answer;
      },
    };
    const { port, taken } = await server(answers);
    const sender = senderTo(port);
    expect((await sender.send(mail())).kind).toBe('failed');
    expect((await sender.send(mail())).kind).toBe('sent');
    expect(taken).toEqual([RAW, RAW]);
  });

  it.each([
    ['says 421 to the next mail', { MAIL: ['250 ok', '421 idle for too long', '250 ok'] }],
    ['breaks off at the next mail', { MAIL: ['250 ok', 'cut', '250 ok'] }],
    ['breaks off at its recipient', { RCPT: ['250 ok', 'cut', '250 ok'] }],
  ] as const)('sends over another connection when the server %s', async (_, answers) => {
    const { port, taken, heard } = await server(answers);
    const told: string[] = [];
    const write = (event: string): void => void told.push(event);
    const sender = senderTo(port, 1, { info: write, warn: write, error: write });
    for (let count = 0; count < 2; count++) expect((await sender.send(mail())).kind).toBe('sent');
    expect([taken.length, heard.filter(command => command === 'CONNECT').length]).toEqual([2, 2]);
    expect(told).toEqual(['smtp-connected']);
  });

  it('sends a mail once when the server may have taken it before the connection broke', async () => {
    const { port, taken } = await server({ BODY: ['250 taken', 'cut'] });
    const sender = senderTo(port);
    expect([(await sender.send(mail())).kind, (await sender.send(mail())).kind]).toEqual(['sent', 'failed']);
    expect(taken.length).toBe(2);
  });

  it('goes on over the same connection after a mail that was refused, and over another if it cannot', async () => {
    const { port, heard } = await server({ RCPT: ['550 no', '550 no', '250 ok'], RSET: ['250 ok', 'cut'] });
    const sender = senderTo(port);
    const kinds = [await sender.send(mail()), await sender.send(mail()), await sender.send(mail())];
    expect(kinds.map(({ kind }) => kind)).toEqual(['rejected', 'rejected', 'sent']);
    expect(heard.filter(command => command === 'CONNECT' || command === 'RSET')).toEqual([
      ...['CONNECT', 'RSET', 'RSET', 'CONNECT'],
    ]);
  });

  it('sends many at once through few connections', async () => {
    const { port, taken, heard } = await server({});
    const sender = senderTo(port, 3);
    const results = await Promise.all(Array.from({ length: 40 }, () => sender.send(mail())));
    expect(results.every(({ kind }) => kind === 'sent')).toBe(true);
    expect(taken.length).toBe(40);
    expect(heard.filter(command => command === 'CONNECT').length).toBeLessThanOrEqual(3);
  });
});
