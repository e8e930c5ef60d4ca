// The inbox as somebody uses it: reading and writing mails as anybody of the embedded mail server, seen as they arrive.
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inboxLimits } from '#trial/inbox/limits.ts';
import { findInboxServers } from '#trial/inbox/routes.ts';
import type { InboxFacts, ShownMail } from '#trial/inbox/shapes.ts';
import { replyTo } from '#browser/inbox/page-address.ts';
import { lab } from '#test/service/lab.ts';
import { type InboxSite, inboxSite, type Stream } from './inbox-site.ts';
import { website } from './website.ts';
import { systemClock } from '#adapters/clock.ts';

let site: InboxSite;

beforeAll(async () => {
  site = await inboxSite();
});
afterAll(() => site.close());

const at = (name: string): string => `${name}@example.test`;

/** A picture of one point. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const untilAnswered = async (ask: () => Promise<number>, status: number): Promise<void> => {
  while ((await ask()) !== status);
};

describe('the page', () => {
  it('offers to be alice, and says how to send', async () => {
    const { status, text, headers } = await site.ask('/inbox');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=UTF-8']);
    expect(text).toContain('Play as alice@example.test');
    const facts = JSON.parse(
      /data-facts="([^"]*)"/.exec(text)![1]!.replaceAll('&quot;', '"').replaceAll('&#39;', "'"),
    ) as InboxFacts;
    expect(facts).toMatchObject({ secret: 'sesame', service: 'games@example.test', locale: 'en-GB' });
    expect(Object.values(facts.words).every(word => typeof word === 'string')).toBe(true);
    for (const [path, type] of [
      ['/assets/inbox.js', 'text/javascript; charset=utf-8'],
      ['/assets/inbox.css', 'text/css; charset=utf-8'],
    ] as const)
      expect((await site.ask(path)).headers['content-type']).toBe(type);
  });

  it('speaks the language of the visitor', async () => {
    const { text } = await site.ask('/inbox', { headers: { 'Accept-Language': 'pt' } });
    expect(text).toContain('Jogar como alice@example.test');
    const refused = await site.ask('/inbox/games/mails', { headers: { 'Accept-Language': 'pt' } });
    expect(refused.text).toContain('Não existe essa caixa.');
  });
});

describe('a mailbox', () => {
  it('is there for any name, and empty at first', async () => {
    expect(await site.mails('anna')).toEqual([]);
    expect(await site.mails('o.k_1-2')).toEqual([]);
  });

  it('is not opened for the service, nor for what is no name', async () => {
    const long = 'x'.repeat(inboxLimits.nameLength + 1);
    for (const name of [
      'games',
      'Games',
      'GAMES',
      'games+x',
      'games%40example.test',
      '..',
      '%2e%2e',
      'a..b',
      '%00',
      long,
    ]) {
      for (const path of [`/inbox/${name}/mails`, `/inbox/${name}/1`, `/inbox/live?as=${name}`])
        expect((await site.ask(path)).status, path).toBe(404);
      // What leads out of the inbox is looked at only.
      expect([404, 405], name).toContain((await site.post(`/inbox/${name}/send`, {})).status);
    }
  });

  it('is told of as it changes: as it is, with each mail, and when one is read', async () => {
    const stream = await site.live('carol', 'dave');
    const first = [await stream.next(), await stream.next()];
    expect(first).toEqual([
      { name: 'carol', mails: [] },
      { name: 'dave', mails: [] },
    ]);
    await site.deliver(at('x'), at('dave'), { subject: 'Olá, Dave', text: 'one' });
    const second = await stream.next();
    expect(second).toMatchObject({ name: 'dave', mails: [{ from: at('x'), subject: 'Olá, Dave', isUnread: true }] });
    await site.deliver(at('x'), at('dave'), { subject: 'again', text: 'two' });
    let third = await stream.next();
    while (third.mails.length < 2) third = await stream.next();
    expect(third.mails.map(({ subject }) => subject)).toEqual(['again', 'Olá, Dave']);
    expect((await site.post(`/inbox/dave/${third.mails[0]!.uid}/seen`, {})).status).toBe(204);
    let fourth = await stream.next();
    while (fourth.mails[0]!.isUnread) fourth = await stream.next();
    expect(fourth.mails.map(({ isUnread }) => isUnread)).toEqual([false, true]);
    stream.close();
  });
});

describe('a mail', () => {
  it('is read as text, as HTML with its pictures, and as it came', async () => {
    await site.deliver(at('x'), at('erin'), {
      from: { name: 'Zoë', address: at('x') },
      replyTo: 'games+token@example.test',
      subject: 'Grüße',
      text: 'b3,a3 – or not',
      html: '<p style="color:red">Hello</p><img src="cid:board" alt="a board"><a href="mailto:games%2Bt@example.test?subject=Re%3A%20x&amp;body=resign">resign</a>',
      attachments: [
        { filename: 'board.png', cid: 'board', content: Buffer.from(PNG, 'base64') },
        { filename: 'game 1.sgf', content: '(;FF[4])' },
      ],
    });
    const mail = await site.newest('erin');
    expect(mail).toMatchObject({
      ...{ subject: 'Grüße', from: `Zoë <${at('x')}>`, to: at('erin'), replyTo: 'games+token@example.test' },
      ...{ text: 'b3,a3 – or not', hasHtml: true, files: ['game 1.sgf'], isCut: false },
    });
    expect(Date.parse(mail.date)).toBeLessThanOrEqual(systemClock.now() + 1_000);
    const path = `/inbox/erin/${mail.uid}`;
    const { text: html } = await site.ask(`${path}/html`);
    expect(html).toContain(`<img alt="a board" src="data:image/png;base64,${PNG}">`);
    expect(html).toContain('<p style="color:red">Hello</p>');
    expect(html).toContain(
      'href="/inbox#write=erin&amp;to=games%2Bt%40example.test&amp;subject=Re%3A+x&amp;text=resign" target="_top"',
    );
    const source = await site.ask(`${path}/source`);
    expect(source.headers['content-type']).toMatch(/^text\/plain/);
    expect(source.text).toMatch(/^Return-Path: <x@example\.test>\r\n/);
    expect(source.text).toContain('Content-Type: multipart/');
    const file = await site.ask(`${path}/files/0`);
    expect([file.text, file.headers['content-disposition']]).toEqual(['(;FF[4])', 'attachment; filename="game_1.sgf"']);
    // To look at it is not yet to have read it.
    expect((await site.mails('erin'))[0]!.isUnread).toBe(true);
  });

  it('that is HTML alone has a text, and one that is text alone no HTML', async () => {
    await site.deliver(at('x'), at('frank'), { subject: 'html', html: '<p>One</p><p>Two <b>three</b></p>' });
    expect((await site.newest('frank')).text).toMatch(/^One\n+Two three$/);
    await site.deliver(at('x'), at('frank'), { subject: 'text', text: 'plain' });
    const { uid, hasHtml } = await site.newest('frank');
    expect(hasHtml).toBe(false);
    expect((await site.ask(`/inbox/frank/${uid}/html`)).status).toBe(404);
  });

  it.each(['0', '99', '-1', 'x', '1e3', '4294967296'])('of the number %s there is none', async uid => {
    expect((await site.ask(`/inbox/frank/${uid}`)).status).toBe(404);
    expect((await site.ask(`/inbox/frank/${uid}/source`)).status).toBe(404);
  });
});

describe('writing', () => {
  it('sends from the mailbox it is written in', async () => {
    const sent = await site.post('/inbox/gina/send', {
      to: at('hugo'),
      subject: 'Até já',
      text: 'c4,d4\n\n– g.',
      answers: null,
    });
    expect(sent.status).toBe(204);
    expect(await site.newest('hugo')).toMatchObject({ from: at('gina'), subject: 'Até já', text: 'c4,d4\n\n– g.\n' });
  });

  it('answers as mail programs do: where the mail says, in its thread, the mail quoted below', async () => {
    await site.deliver(at('x'), at('iris'), {
      ...{ subject: 'Nex Board 101', text: 'Your turn.\n\n> quoted', replyTo: at('hugo') },
      ...{ messageId: '<two@example.test>', references: ['<zero@example.test>', '<one@example.test>'] },
    });
    const draft = replyTo(await site.newest('iris'), 'On Sat, 21 Nov 2026 at 10:00, x <x@example.test> wrote:');
    expect(draft).toMatchObject({ to: at('hugo'), subject: 'Re: Nex Board 101' });
    expect((await site.post('/inbox/iris/send', { ...draft, text: `b3,a3${draft.text}` })).status).toBe(204);
    const { uid } = await site.newest('hugo');
    const mail = await simpleParser((await site.ask(`/inbox/hugo/${uid}/source`)).text);
    expect(mail.inReplyTo).toBe('<two@example.test>');
    expect(mail.references).toEqual(['<zero@example.test>', '<one@example.test>', '<two@example.test>']);
    expect(mail.text!.trimEnd().split('\n')).toEqual([
      ...['b3,a3', '', 'On Sat, 21 Nov 2026 at 10:00, x <x@example.test> wrote:'],
      ...['> Your turn.', '>', '>> quoted'],
    ]);
    // An answer to an answer keeps its Subject.
    expect(replyTo({ ...(await site.newest('hugo')), subject: 'RE: x' } satisfies ShownMail, '').subject).toBe('RE: x');
  });

  it('says why a mail was not sent', async () => {
    const foreign = await site.post('/inbox/gina/send', { to: 'x@example.org', subject: '', text: '', answers: null });
    expect(foreign.status).toBe(422);
    expect((JSON.parse(foreign.text) as { why: string }).why).toMatch(/^Not sent\. The mail server said: 5\d\d/);
  });

  const good = { to: at('hugo'), subject: 's', text: 't', answers: null };
  it.each<readonly [string, unknown]>([
    ['without an address', { ...good, to: '' }],
    ['with another line in its Subject', { ...good, subject: 'a\r\nBcc: everybody@example.test' }],
    ['with another line in its address', { ...good, to: 'a@example.test\nBcc: b@example.test' }],
    ['with a Subject beyond the limit', { ...good, subject: 'x'.repeat(inboxLimits.subjectLength + 1) }],
    ['with an address beyond the limit', { ...good, to: 'x'.repeat(inboxLimits.toLength + 1) }],
    ['with a text beyond the limit', { ...good, text: 'x'.repeat(inboxLimits.writtenLength + 1) }],
    ['whose text is a file', { ...good, text: { path: '/etc/passwd' } }],
    ['with a field of its own', { ...good, attachments: [{ path: '/etc/passwd' }] }],
    ['that answers what is no number', { ...good, answers: '1:*' }],
    ['that answers a number no mail has', { ...good, answers: 2 ** 32 }],
    ['that is none', null],
  ])('refuses a mail %s', async (_, mail) => {
    const before = (await site.mails('hugo')).length;
    expect((await site.post('/inbox/gina/send', mail)).status).toBe(400);
    expect(await site.mails('hugo')).toHaveLength(before);
  });
});

describe('limits', () => {
  it('a request to send is no longer than it may be', async () => {
    const { status } = await site.post('/inbox/gina/send', { text: 'x'.repeat(inboxLimits.postBytes) });
    expect(status).toBe(413);
  });

  it('the newest mails are listed, not all', async () => {
    const subject = (i: number): string => `${i} ${'y'.repeat(500)}`;
    await Promise.all(
      Array.from({ length: inboxLimits.mailsListed + 2 }, (_, i) =>
        site.deliver(at('x'), at('kate'), { subject: subject(i) }),
      ),
    );
    await site.deliver(at('x'), at('kate'), { subject: subject(999) });
    const all = await site.mails('kate');
    expect(all).toHaveLength(inboxLimits.mailsListed);
    expect(all[0]!.subject).toBe(subject(999).slice(0, inboxLimits.lineLength));
  });

  it('a mail that is too long is cut, and says so', async () => {
    await site.deliver(at('x'), at('lea'), { subject: 'long', text: 'word '.repeat(inboxLimits.mailBytes / 4) });
    const mail = await site.newest('lea');
    expect([mail.isCut, mail.text.length]).toEqual([true, inboxLimits.textLength]);
    const { text } = await site.ask(`/inbox/lea/${mail.uid}/source`);
    expect(text).toHaveLength(inboxLimits.sourceBytes);
  });

  it('pages that wait are so many at most, and one that goes makes room', async () => {
    const streams: Stream[] = [];
    for (let i = 0; i < inboxLimits.streams; i++) streams.push(await site.live('mona'));
    expect(streams.every(({ status }) => status === 200)).toBe(true);
    expect((await site.live('mona')).status).toBe(503);
    streams.pop()!.close();
    await untilAnswered(async () => {
      const stream = await site.live('mona');
      if (stream.status === 200) streams.push(stream);
      return stream.status;
    }, 200);
    for (const stream of streams) stream.close();
  });

  it('mailboxes that are watched are so many at most; others make room', async () => {
    for (let i = 0; i < inboxLimits.mailboxes + 2; i++) expect(await site.mails(`n${i}`)).toEqual([]);
    const streams: Stream[] = [];
    for (let i = 0; i < inboxLimits.mailboxes; i++) {
      const stream = await site.live(`o${i}`);
      await stream.next();
      streams.push(stream);
    }
    expect((await site.ask('/inbox/pia/mails')).status).toBe(503);
    streams.pop()!.close();
    await untilAnswered(async () => (await site.ask('/inbox/pia/mails')).status, 200);
    for (const stream of streams) stream.close();
    const many = Array.from({ length: inboxLimits.besides + 1 }, (_, i) => `q${i}`);
    expect((await site.live(...many)).status).toBe(404);
    expect((await site.live()).status).toBe(404);
  });
});

describe('there is no inbox', () => {
  const settings = { host: '127.0.0.1', port: 0, address: at('games'), connect: { smtp: 1, imap: 2, key: 'abc' } };
  const rest = { webUrl: '', hasRobots: false, trustedProxies: [], clock: null };

  it('with real mail servers, or where others than this machine see the pages', () => {
    expect(findInboxServers({ ...settings, ...rest })).toMatchObject({ smtp: 1, imap: 2, service: at('games') });
    expect(findInboxServers({ ...settings, ...rest })!.secret).not.toBe(
      findInboxServers({ ...settings, ...rest })!.secret,
    );
    expect(findInboxServers({ ...settings, ...rest, connect: null })).toBeNull();
    for (const host of ['0.0.0.0', '::', '192.168.1.2', 'example.test'])
      expect(findInboxServers({ ...settings, ...rest, host })).toBeNull();
  });

  it('at any address, and nothing can be posted', async () => {
    const web = await website(lab());
    for (const path of [
      '/inbox',
      '/inbox/alice/mails',
      '/inbox/live?as=alice',
      '/assets/inbox.js',
      '/assets/inbox.css',
    ])
      expect((await web.get(path)).status, path).toBe(404);
    expect((await web.get('/inbox/alice/send', {}, 'POST')).status).toBe(405);
    expect(await web.text('/')).not.toContain('/inbox');
    await web.close();
  });
});
