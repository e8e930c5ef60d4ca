// What the sender makes of a mail server's answers: sent, never to be sent, or to be sent again with the same bytes.
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { smtpSender } from '#adapters/smtp/sender.ts';
import type { Outgoing, Sender } from '#service/ports.ts';

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

/** An answer to a command, null: none, ever; 'cut': the connection breaks off. `BODY` is the end of the mail. */
type Answers = Readonly<Record<string, string | null>>;

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
      const text = command in answers ? answers[command] : USUAL[command];
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
        inBody = command === 'DATA' && (answers['DATA'] ?? '354').startsWith('354');
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

function senderTo(port: number, connections = 1): Sender {
  const settings = {
    host: '127.0.0.1',
    port,
    secure: false,
    user: 'games@example.test',
    password: 'secret',
    connections,
  };
  const sender = smtpSender(settings, { info: () => undefined, warn: () => undefined, error: () => undefined });
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
    expect(await senderTo(port).send(mail())).toEqual({ kind: 'sent' });
    expect(taken).toEqual([RAW]);
    expect(envelopes).toEqual(['MAIL FROM:<games@example.test>', 'RCPT TO:<bob@example.test>']);
  });

  it('sends with the null sender', async () => {
    const { port, envelopes } = await server({});
    expect(await senderTo(port).send({ ...mail(), from: '' })).toEqual({ kind: 'sent' });
    expect(envelopes[0]).toBe('MAIL FROM:<>');
  });

  it.each([
    ['a greeting of 421', { CONNECT: '421 too busy' }],
    ['a greeting of 554', { CONNECT: '554 no service here' }],
    ['4xx to MAIL', { MAIL: '451 later' }],
    ['5xx to MAIL, which is about us, not about the mail', { MAIL: '550 5.4.5 daily quota exceeded' }],
    ['4xx to RCPT', { RCPT: '450 mailbox busy' }],
    ['4xx to DATA', { DATA: '451 later' }],
    ['4xx to the mail', { BODY: '452 disk full' }],
    ['a refused login', { AUTH: '535 wrong' }],
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
    ['RCPT', { RCPT: '550 5.1.1 no such user' }],
    ['DATA', { DATA: '554 no' }],
    ['the mail', { BODY: '554 5.7.1 spam' }],
  ] as const)('takes 5xx to %s for the last word', async (_, answers) => {
    const { port } = await server(answers);
    const result = await senderTo(port).send(mail());
    expect(result).toMatchObject({ kind: 'rejected' });
    expect('why' in result && result.why).toMatch(/55\d/);
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

  it('sends many at once through few connections', async () => {
    const { port, taken, heard } = await server({});
    const sender = senderTo(port, 3);
    const results = await Promise.all(Array.from({ length: 40 }, () => sender.send(mail())));
    expect(results.every(({ kind }) => kind === 'sent')).toBe(true);
    expect(taken.length).toBe(40);
    expect(heard.filter(command => command === 'CONNECT').length).toBeLessThanOrEqual(3);
  });
});
