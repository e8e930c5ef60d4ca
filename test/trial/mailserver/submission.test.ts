// Who may send what to whom, and what the server writes above a mail it takes in.
import { createConnection } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startEmbedded } from '#trial/start-embedded.ts';
import { flow, freshFolder, mail, play, running, submit, type Mailing, type Running } from './support.ts';

async function inbox(server: Running, user: string): Promise<string[]> {
  const client = await flow(server, user, user.startsWith('games') ? server.servicePassword : 'any');
  const { exists } = await client.mailboxOpen('INBOX');
  const mails = exists > 0 ? await client.fetchAll('1:*', { source: true }) : [];
  return mails.map(({ source }) => source?.toString('latin1') ?? '');
}

const to = ['games@example.test'];

describe('SMTP submission', () => {
  it('stamps what it takes in, and removes what the client claimed', async () => {
    const server = await running();
    const claims =
      'Authentication-Results: example.test; auth=pass smtp.auth=eve@example.test\r\n' +
      'AUTHENTICATION-RESULTS : other.test;\r\n\tdkim=pass\r\n';
    const rest = mail({ Subject: 'move', To: 'games@example.test' }, '.\r\n..x\r\nend\r\n');
    await submit(server, { to: ['Games+b42@Example.test'], raw: claims + rest });
    const [stored = ''] = await inbox(server, 'games@example.test');
    const [head = '', ...body] = stored.split('From: ');
    expect(`From: ${body.join('From: ')}`).toBe(rest);
    expect(head).toMatch(
      /^Return-Path: <alice@example\.test>\r\nDelivered-To: Games\+b42@example\.test\r\nReceived: from \S+ \(\[127\.0\.0\.1\]\) by example\.test with ESMTPA;\r\n\t\w{3}, [^\r\n]+ \+0000\r\nAuthentication-Results: example\.test; auth=pass smtp\.auth=alice@example\.test\r\n$/,
    );
  });

  const refusals: readonly [string, Partial<Mailing>, string, RegExp][] = [
    ['another sender', { from: 'bob@example.test' }, mail({}), /550 5\.7\.1/],
    ['another From', {}, mail({ From: 'bob@example.test' }), /550 5\.7\.1/],
    ['a From that only looks right', {}, mail({ From: '"alice@example.test" <eve@x.y>' }), /550 5\.7\.1/],
    ['two From headers', {}, `From: alice@example.test\r\n${mail({})}`, /550 5\.6\.0/],
    ['two From headers, one with a blank', {}, `From : eve@x.y\r\n${mail({})}`, /550 5\.6\.0/],
    ['two authors', {}, mail({ From: 'alice@example.test, bob@example.test' }), /550 5\.6\.0/],
    ['no From', {}, 'Subject: x\r\n\r\nb3,a3\r\n', /550 5\.6\.0/],
    ['a first line that continues ours', {}, ` ; auth=pass\r\n${mail({})}`, /550 5\.6\.0/],
    ['a carriage return that hides a header', {}, mail({ Subject: 'x\rFrom: eve@x.y' }), /550 5\.6\.0/],
    ['a line that is no header', {}, `what is this\r\n${mail({})}`, /550 5\.6\.0/],
    ['the null sender of a player', { from: '' }, mail({}), /550 5\.7\.1/],
    ['a mail to elsewhere', { to: ['bob@elsewhere.test'] }, mail({}), /550 5\.1\.2/],
    ['a mail to a strange name', { to: ['a!b@example.test'] }, mail({}), /550 5\.1\.1/],
    ['a mail to dots', { to: ['..@example.test'] }, mail({}), /50[13]|550/],
    ['the wrong password of the service', { user: 'games@example.test' }, mail({}), /535/],
    ['a user of elsewhere', { user: 'alice@elsewhere.test' }, mail({}), /535/],
  ];

  it("refuses all that is not the sender's own, and all that leads elsewhere", async () => {
    const server = await running();
    // At once, since every connection waits a moment for its greeting.
    await Promise.all(
      refusals.map(([what, difference, raw, refusal]) =>
        expect(submit(server, { to, raw, ...difference }), what).rejects.toThrow(refusal),
      ),
    );
    expect(await inbox(server, 'games@example.test')).toEqual([]);
  });

  it('allows a detail, and any case', async () => {
    const server = await running();
    await submit(server, { from: 'ALICE+x@example.test', to, raw: mail({ From: 'Al <Alice+phone@EXAMPLE.test>' }) });
    expect(await inbox(server, 'games@example.test')).toHaveLength(1);
  });

  it('wants a login', async () => {
    const server = await running();
    await play(
      server.smtpPort,
      `S: 220 …
      C: EHLO x
      S: 250-…
      S: 250-PIPELINING
      S: 250-8BITMIME
      S: 250-AUTH PLAIN LOGIN
      S: 250 SIZE 26214400
      C: MAIL FROM:<alice@example.test>
      S: 530 …`,
    );
  });

  it('lets the service bounce nothing, and recognises what it sent before', async () => {
    const server = await running();
    const service = { user: 'games@example.test', password: server.servicePassword };
    const raw = mail({ From: 'games@example.test', 'Message-ID': '<1@example.test>' });
    for (let again = 0; again < 3; again += 1)
      await submit(server, { ...service, from: '', to: ['bob@example.test'], raw });
    await submit(server, { ...service, from: 'games+b-1@example.test', to: ['bob@example.test'], raw: `${raw}!\r\n` });
    expect(await inbox(server, 'bob@example.test')).toHaveLength(2);
    for (let again = 0; again < 2; again += 1) await submit(server, { to: ['carol@example.test'], raw: mail({}) });
    expect(await inbox(server, 'carol@example.test')).toHaveLength(2);
  });

  it('recognises it also after a restart and after the mail was deleted', async () => {
    const dir = freshFolder();
    const raw = mail({ From: 'games@example.test', 'Message-ID': '<1@example.test>' });
    const send = (server: Running) =>
      submit(server, { user: 'games@example.test', password: server.servicePassword, to: ['bob@example.test'], raw });
    const first = await running(dir);
    await send(first);
    const client = await flow(first, 'bob@example.test');
    await client.mailboxOpen('INBOX');
    await client.messageDelete('1');
    await first.close();
    const second = await running(dir);
    await send(second);
    expect(await inbox(second, 'bob@example.test')).toEqual([]);
  });

  it('delivers once to each mailbox, however many of its addresses are named', async () => {
    const server = await running();
    await submit(server, { to: ['bob+a@example.test', 'bob+b@example.test', 'carol@example.test'], raw: mail({}) });
    const [bob, carol] = [await inbox(server, 'bob@example.test'), await inbox(server, 'carol@example.test')];
    expect(bob).toHaveLength(1);
    expect(bob[0]).toContain('Delivered-To: bob+a@example.test');
    expect(carol).toHaveLength(1);
  });

  it('refuses what is too large, and takes the next mail all the same', async () => {
    const server = await running();
    const raw = mail({}, `${'x'.repeat(1000)}\r\n`.repeat(27_000));
    await expect(submit(server, { to, raw })).rejects.toThrow(/552/);
    await submit(server, { to, raw: mail({}) });
    expect(await inbox(server, 'games@example.test')).toHaveLength(1);
  });

  it('stores nothing of a mail whose sender vanished in its midst', async () => {
    const server = await running();
    const socket = createConnection(server.smtpPort, '127.0.0.1');
    const plain = Buffer.from('\0alice@example.test\0x').toString('base64');
    const said = [
      'EHLO x',
      `AUTH PLAIN ${plain}`,
      'MAIL FROM:<alice@example.test>',
      'RCPT TO:<bob@example.test>',
      'DATA',
    ];
    await new Promise<void>(resolve => {
      socket.on('data', (chunk: Buffer) => {
        if (chunk.toString().startsWith('354')) {
          socket.end('From: alice@example.test\r\n\r\nhalf a ');
          resolve();
        } else if (/^\d{3} /m.test(chunk.toString())) socket.write(`${said.shift() ?? 'NOOP'}\r\n`);
      });
    });
    await submit(server, { to: ['bob@example.test'], raw: mail({ Subject: 'whole' }) });
    expect(await inbox(server, 'bob@example.test')).toHaveLength(1);
  });
});

describe('starting', () => {
  const options = { smtpPort: 0, imapPort: 0, domain: 'example.test', service: 'games', log: () => undefined };

  it('says which port is taken and what to change', async () => {
    const server = await running();
    const dir = freshFolder();
    await expect(startEmbedded({ ...options, dir, smtpPort: server.smtpPort })).rejects.toThrow(
      new RegExp(`^Port ${server.smtpPort} on 127.0.0.1 is already in use; .* --smtp-port`),
    );
    await expect(startEmbedded({ ...options, dir, imapPort: server.imapPort })).rejects.toThrow(/--imap-port/);
  });

  it.each(['0.0.0.0', '192.168.1.1', '::', 'example.test'])('refuses to listen on %s', async host => {
    await expect(startEmbedded({ ...options, dir: freshFolder(), host })).rejects.toThrow(/loopback/);
  });

  it('ends at once though clients are connected', async () => {
    const server = await running();
    const client = await flow(server, 'bob@example.test');
    await client.mailboxOpen('INBOX');
    void client.idle();
    createConnection(server.smtpPort, '127.0.0.1').on('error', () => undefined);
    await server.close();
  });
});
