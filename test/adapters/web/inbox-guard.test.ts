// Who may ask the inbox: foreign names of this machine, foreign pages and programs without the page's secret get nothing, and can send nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, cookieAt, type InboxSite, inboxSite, KEY, SECRET } from './inbox-site.ts';

let site: InboxSite;
let uid: number;

beforeAll(async () => {
  site = await inboxSite();
  await site.deliver('x@example.test', 'alice@example.test', {
    ...{ subject: 'Rosebud', html: '<p>Xanadu</p>' },
    attachments: [{ filename: 'x.txt', content: 'Kublai' }],
  });
  ({ uid } = await site.newest('alice'));
});
afterAll(() => site.close());

const paths = (): readonly string[] => [
  ...['/inbox/alice/mails', '/inbox/live?as=alice', `/inbox/alice/${uid}`],
  ...['html', 'source', 'files/0'].map(part => `/inbox/alice/${uid}/${part}`),
];
const mail = JSON.stringify({ to: 'bob@example.test', subject: 'forged', text: '', answers: null });

const nothing = ({ status, text, headers }: Answer, path: string): void => {
  // 400: no name at all.
  expect([400, 403, 421], path).toContain(status);
  expect(text, path).not.toMatch(/Rosebud|Xanadu|Kublai|sesame/);
  expect(headers['access-control-allow-origin'], path).toBeUndefined();
};

describe('a name that is not this machine’s own', () => {
  const FOREIGN = [
    ...['evil.test', 'evil.test:8025', '127.0.0.1.evil.test', 'localhost.evil.test', '10.0.0.1', '0.0.0.0', '[::2]'],
    ...['127.0.0.1@evil.test', 'evil.test#127.0.0.1', '127.0.0.1:', '127.0.0.1:x', '127.0.0.2', '[::1', 'localhost.'],
  ];

  it.each(FOREIGN)('%s: nothing is shown, nothing sent', async host => {
    for (const path of ['/inbox', ...paths()]) nothing(await site.ask(path, { headers: { Host: host } }), path);
    const headers = { Host: host, Origin: `http://${host}`, 'X-Inbox-Secret': SECRET };
    nothing(await site.ask('/inbox/alice/send', { method: 'POST', headers, body: mail }), 'send');
    expect(await site.mails('bob')).toEqual([]);
  });

  it('its own names are served, at whatever port a tunnel ends', async () => {
    for (const host of ['127.0.0.1', 'localhost:8025', 'LOCALHOST:1', '[::1]:8025'])
      expect((await site.ask('/inbox/alice/mails', { headers: { Host: host } })).status, host).toBe(200);
  });
});

describe('without the key of the inbox', () => {
  it.each(['', '=', `=${KEY}x`, `=${KEY.toUpperCase()}`, `x=${KEY}`])(
    'a browser sees nothing (%s), whatever proxy it comes through',
    async wrong => {
      const Cookie = wrong === '' ? '' : `nexpost-inbox-${site.web.port}${wrong}`;
      for (const path of ['/inbox', ...paths(), '/inbox?key=', '/inbox?key=wrong', `/inbox/alice/mails?key=${KEY}`]) {
        nothing(await site.ask(path, { headers: { Cookie } }), path);
        nothing(await site.ask(path, { headers: { Cookie, 'CF-Connecting-IP': '203.0.113.7' } }), path);
      }
      const headers = { Cookie, Origin: `http://127.0.0.1:${site.web.port}`, 'X-Inbox-Secret': SECRET };
      nothing(await site.ask('/inbox/alice/send', { method: 'POST', headers, body: mail }), 'send');
      expect(await site.mails('bob')).toEqual([]);
    },
  );

  it('a browser gets a page that says what to do, and leads on', async () => {
    const { status, text, headers } = await site.ask('/inbox', { headers: { Cookie: '' } });
    expect(status).toBe(403);
    expect(text).toContain('<h1>The inbox needs its key</h1>');
    for (const href of ['/', '/seeks', '/watch', '/players', '/games']) expect(text).toContain(`href="${href}"`);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['cache-control']).toBe('no-store');
  });

  it('the address with the key opens it for this browser, and is left at once', async () => {
    const { status, headers } = await site.ask(`/inbox?key=${KEY}`, { headers: { Cookie: '' } });
    expect([status, headers.location]).toEqual([303, '/inbox']);
    expect(headers['set-cookie']).toEqual([`${cookieAt(site.web.port)}; Path=/inbox; HttpOnly; SameSite=Strict`]);
  });

  it('what is said names the address to open', async () => {
    const { text } = await site.ask('/inbox', { headers: { Cookie: '' } });
    expect(text).toContain('/inbox?key=');
  });
});

describe('a foreign page', () => {
  it.each(['cross-site', 'same-site', 'whatever'])('reads nothing (%s)', async from => {
    for (const path of paths()) nothing(await site.ask(path, { headers: { 'Sec-Fetch-Site': from } }), path);
  });

  it('may have a link to the inbox, which shows nothing by itself', async () => {
    const { status, text } = await site.ask('/inbox', { headers: { 'Sec-Fetch-Site': 'cross-site' } });
    expect(status).toBe(200);
    expect(text).not.toContain('Rosebud');
  });

  it('can read or frame none of it where a browser does not say who asks', async () => {
    for (const path of ['/inbox', ...paths().filter(each => !each.includes('live'))]) {
      const { status, headers } = await site.ask(path);
      expect(status, path).toBe(200);
      expect(headers['cross-origin-resource-policy'], path).toBe('same-origin');
      expect(headers['access-control-allow-origin'], path).toBeUndefined();
      expect(headers['cache-control'], path).toBe('no-store');
      expect(headers['x-content-type-options'], path).toBe('nosniff');
      expect(headers['set-cookie'], path).toBeUndefined();
      expect(headers['content-security-policy'], path).toMatch(
        path.endsWith('/html') ? /frame-ancestors 'self'/ : /frame-ancestors 'none'/,
      );
    }
  });

  it('asks beforehand in vain', async () => {
    const headers = { Origin: 'http://evil.test', 'Access-Control-Request-Method': 'POST' };
    const { status, headers: answer } = await site.ask('/inbox/alice/send', { method: 'OPTIONS', headers });
    expect([status, answer['access-control-allow-origin']]).toEqual([405, undefined]);
  });
});

describe('what is posted', () => {
  const own = (): Readonly<Record<string, string>> => ({
    Origin: `http://127.0.0.1:${site.web.port}`,
    'X-Inbox-Secret': SECRET,
  });
  const without = (name: string): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(own()).filter(([key]) => key !== name));

  it.each<readonly [string, () => Readonly<Record<string, string>>]>([
    ['without the secret', () => without('X-Inbox-Secret')],
    ['with a wrong secret', () => ({ ...own(), 'X-Inbox-Secret': 'sesam' })],
    ['with an empty secret', () => ({ ...own(), 'X-Inbox-Secret': '' })],
    ['with more than the secret', () => ({ ...own(), 'X-Inbox-Secret': `${SECRET}, ${SECRET}` })],
    ['without an origin', () => without('Origin')],
    ['from nowhere', () => ({ ...own(), Origin: 'null' })],
    ['from another site', () => ({ ...own(), Origin: 'http://evil.test' })],
    ['from another port', () => ({ ...own(), Origin: 'http://127.0.0.1:1' })],
    ['from another name of this machine', () => ({ ...own(), Origin: `http://localhost:${site.web.port}` })],
    ['by another protocol', () => ({ ...own(), Origin: `https://127.0.0.1:${site.web.port}` })],
    ['across sites', () => ({ ...own(), 'Sec-Fetch-Site': 'cross-site' })],
    ['by no page', () => ({ ...own(), 'Sec-Fetch-Site': 'none' })],
  ])('%s changes nothing', async (_, headers) => {
    const asking = { method: 'POST', headers: headers(), body: mail };
    expect((await site.ask('/inbox/alice/send', asking)).status).toBe(403);
    expect((await site.ask(`/inbox/alice/${uid}/seen`, asking)).status).toBe(403);
    expect(await site.mails('bob')).toEqual([]);
    expect((await site.mails('alice'))[0]!.isUnread).toBe(true);
  });

  it('is taken below the inbox alone', async () => {
    for (const path of ['/', '/inbox', '/nex/101', '/inboxes/alice/send', '/assets/inbox.js'])
      expect((await site.ask(path, { method: 'POST', headers: own(), body: mail })).status, path).toBe(405);
    for (const method of ['PUT', 'DELETE', 'PATCH'])
      expect((await site.ask('/inbox/alice/send', { method, headers: own() })).status, method).toBe(405);
    expect((await site.ask('/inbox/alice/nothing', { method: 'POST', headers: own() })).status).toBe(404);
  });

  it('with all of it is done', async () => {
    expect((await site.ask('/inbox/alice/send', { method: 'POST', headers: own(), body: mail })).status).toBe(204);
    expect(await site.mails('bob')).toHaveLength(1);
  });
});

it('HEAD waits for nothing', async () => {
  expect((await site.ask('/inbox/live?as=alice', { method: 'HEAD' })).status).toBe(404);
  expect((await site.ask(`/inbox/alice/${uid}/html`, { method: 'HEAD' })).text).toBe('');
});

it('the log has no word of a mail, nor who is asked for behind a path', async () => {
  const stream = await site.live('alice');
  stream.close();
  expect(site.web.log.join('\n')).toContain('"path":"/inbox/live"');
  expect(site.web.log.join('\n')).not.toMatch(/Rosebud|as=alice|sesame/);
});
