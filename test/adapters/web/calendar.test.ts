// The private calendar feed: its address by mail, what it lists, and that nothing but the present address opens it.
import ICAL from 'ical.js';
import { afterEach, describe, expect, it } from 'vitest';
import { lab, type Lab, type Received } from '#test/service/lab.ts';
import { type Website, website } from './website.ts';

const at = (name: string): string => `${name}@example.test`;
const DAY_MS = 86_400_000;

interface Club {
  readonly club: Lab;
  readonly web: Website;
  readonly send: (name: string, subject: string, body?: string) => Promise<readonly Received[]>;
}

const opened: Website[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ close }) => close()));
});

async function clubWithPages(rate?: { readonly requests: number; readonly seconds: number }): Promise<Club> {
  const club = lab({ webUrl: 'https://nex.example' });
  const send: Club['send'] = (name, subject, body = '') => club.write(at(name), subject, body);
  for (const name of ['alice', 'bob']) await send(name, `signup ${name}`);
  await send('alice', 'hex challenge -size=4 alice bob');
  await send('bob', 'nex challenge bob alice');
  const web = await website(club, rate === undefined ? {} : { rate });
  opened.push(web);
  return { club, web, send };
}

/** The path in a mail with the address. */
const pathIn = (mails: readonly Received[]): string => {
  const [address = ''] = mails.flatMap(({ text }) => /https:\/\/nex\.example\S+/.exec(text) ?? []);
  expect(address).toMatch(/^https:\/\/nex\.example\/calendar\/[a-z2-7]{16}\.ics$/);
  return address.slice('https://nex.example'.length);
};

const eventsOf = (text: string): readonly ICAL.Event[] =>
  ICAL.Component.fromString(text)
    .getAllSubcomponents('vevent')
    .map(event => new ICAL.Event(event));

describe('the address of a calendar', () => {
  it('comes by mail, stays the same, and shows the boards that wait', async () => {
    const { club, web, send } = await clubWithPages();
    const began = club.now();
    const path = pathIn(await send('alice', 'set calendar=on'));
    expect(pathIn(await send('alice', 'set calendar=on'))).toBe(path);
    const answer = await web.get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const [event, ...others] = eventsOf(await answer.text());
    expect(others).toEqual([]);
    expect(event!.uid).toBe('hex-101-1@example.test');
    expect(event!.startDate.toJSDate().getTime()).toBe(began + 21 * DAY_MS);
    expect(event!.component.getFirstPropertyValue('url')).toBe('https://nex.example/hex/101');
    await send('bob', 'nex move 101 b3,a3');
    expect(eventsOf(await web.text(path)).map(({ uid }) => uid)).toEqual([
      'nex-101-2@example.test',
      'hex-101-1@example.test',
    ]);
    await send('alice', 'hex move 101 a1');
    expect(eventsOf(await web.text(path)).map(({ uid }) => uid)).toEqual(['nex-101-2@example.test']);
  });

  it('shows boards that are on no page too, without a link, and an empty calendar is a calendar', async () => {
    const { web, send } = await clubWithPages();
    const path = pathIn(await send('bob', 'set web=off calendar=on'));
    const [event] = eventsOf(await web.text(path));
    expect(event!.uid).toBe('nex-101-1@example.test');
    expect(event!.component.getFirstPropertyValue('url')).toBeNull();
    await send('bob', 'nex move 101 b3,a3');
    const text = await web.text(path);
    expect(eventsOf(text)).toEqual([]);
    expect(ICAL.Component.fromString(text).getAllSubcomponents()).toHaveLength(1);
  });

  it('ends with `off` and with `new`, and never works again', async () => {
    const { web, send } = await clubWithPages();
    const first = pathIn(await send('alice', 'set calendar=on'));
    const second = pathIn(await send('alice', 'set calendar=new'));
    expect(second).not.toBe(first);
    expect([(await web.get(first)).status, (await web.get(second)).status]).toEqual([404, 200]);
    const [ended] = await send('alice', 'set calendar=off');
    expect(ended!.text).toContain('I have set calendar=off.');
    expect(ended!.text).not.toContain('nex.example');
    const third = pathIn(await send('alice', 'set calendar=on'));
    const statuses = await Promise.all([first, second, third].map(async path => (await web.get(path)).status));
    expect(statuses).toEqual([404, 404, 200]);
  });

  it('ends when the player is forgotten, or leaves', async () => {
    const { club, web, send } = await clubWithPages();
    const paths = [pathIn(await send('alice', 'set calendar=on')), pathIn(await send('bob', 'set calendar=on'))];
    const asked = (await send('alice', 'signoff forget')).find(({ to }) => to.includes(at('alice')));
    await club.deliver({ from: at('alice'), subject: 'Re: yes', body: 'yes', replyTo: asked! });
    await club.live(DAY_MS);
    await send('bob', 'signoff bob');
    expect(await Promise.all(paths.map(async path => (await web.get(path)).status))).toEqual([404, 404]);
    const { documents } = await club.store.read(['account/alice', 'account/bob']);
    expect(documents.get('account/alice')).toBeNull();
  });

  it('goes to the addresses of the player alone, wherever the wish comes from', async () => {
    const { club, send } = await clubWithPages();
    await send('alice', 'change password secret9');
    const mails = await club.deliver({
      from: 'elsewhere@cafe.test',
      subject: 'set alice secret9 calendar=on',
      unproved: true,
    });
    for (const { to, text } of mails) expect(text.includes('/calendar/') && !to.includes(at('alice'))).toBe(false);
    expect(mails.some(({ text }) => text.includes('/calendar/'))).toBe(true);
    expect(mails.find(({ to }) => to.includes('elsewhere@cafe.test'))!.text).toContain('addresses of alice');
  });

  it('is not given where there are no pages', async () => {
    const club = lab();
    const send: Club['send'] = (name, subject) => club.write(at(name), subject);
    await send('alice', 'signup alice');
    const [refused] = await send('alice', 'set calendar=on mail=text');
    expect(refused!.text.replace(/\s+/g, ' ')).toContain('this server has no web pages');
    const [shown] = await send('alice', 'set');
    expect(shown!.text).toMatch(/mail=html[\s\S]*calendar=off {2,}off, on, new/);
  });
});

describe('a feed', () => {
  it('is private: one answer to every wrong address, no name in the log, nothing for search engines', async () => {
    const { web, send } = await clubWithPages();
    const path = pathIn(await send('alice', 'set calendar=on'));
    const answer = await web.get(path);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(await web.text('/robots.txt')).toContain('Disallow: /calendar/');
    expect(web.log.join('\n')).toContain('"path":"/calendar/***","status":200');
    expect(web.log.join('\n')).not.toContain(path.slice('/calendar/'.length, -'.ics'.length));
    const missing = await web.get('/nothing/here');
    const text = await missing.text();
    for (const wrong of ['aaaaaaaaaaaaaaaa', 'a', 'alice', '..%2f', '%00', 'A'.repeat(16), path.slice(10, 25)]) {
      const refused = await web.get(`/calendar/${wrong}.ics`);
      expect([refused.status, await refused.text()], wrong).toEqual([404, text]);
    }
  });

  it('has the same bytes as long as nothing changes, so that programs load it once', async () => {
    const { club, web, send } = await clubWithPages();
    const path = pathIn(await send('alice', 'set calendar=on'));
    const tag = (await web.get(path)).headers.get('etag')!;
    club.pass(3 * DAY_MS);
    expect((await web.get(path, { 'If-None-Match': tag })).status).toBe(304);
    await send('alice', 'set weekends=off');
    expect((await web.get(path, { 'If-None-Match': tag })).status).toBe(200);
  });

  it('costs as much as a picture, so that nobody asks for very many', async () => {
    const { web } = await clubWithPages({ requests: 30, seconds: 600 });
    const visitor = { 'X-Forwarded-For': '192.0.2.7' };
    const statuses = [
      await web.get('/calendar/aaaaaaaaaaaaaaaa.ics', visitor),
      await web.get('/calendar/b.ics', visitor),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([404, 429]);
  });
});
