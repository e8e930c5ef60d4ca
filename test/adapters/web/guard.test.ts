// What stands before the pages, attacked: too many and too slow, too long, other methods, forged senders; and what every answer forbids a browser.
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webLimits } from '#adapters/web/guard.ts';
import { lab } from '#test/service/lab.ts';
import { type Website, website } from './website.ts';

/** A window no machine is too slow for. */
const RATE = { requests: 30, seconds: 3_600 };

let web: Website;
const sockets: Socket[] = [];

beforeAll(async () => {
  web = await website(lab(), { rate: RATE });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await web.close();
});

const from = (address: string): Readonly<Record<string, string>> => ({ 'X-Forwarded-For': address });

async function statuses(count: number, headers: Readonly<Record<string, string>>): Promise<readonly number[]> {
  const all: number[] = [];
  for (let i = 0; i < count; i++) all.push((await web.get('/robots.txt', headers)).status);
  return all;
}

describe('before the pages', () => {
  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is refused', async method => {
    const answer = await web.get('/', {}, method);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('HEAD is answered as GET, without a body', async () => {
    const answer = await web.get('/games/nex', {}, 'HEAD');
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });

  it('a browser is told to run, load and frame nothing foreign, and to tell nobody where it comes from', async () => {
    for (const path of ['/', '/games/nex', '/nowhere', '/assets/style.css']) {
      const { headers } = await web.get(path);
      const policy = headers.get('content-security-policy')!;
      expect(policy, path).toMatch(/^default-src 'none';.*frame-ancestors 'none'$/);
      expect(policy, path).not.toMatch(/unsafe|\*/);
      expect([headers.get('referrer-policy'), headers.get('x-content-type-options')]).toEqual([
        'no-referrer',
        'nosniff',
      ]);
      expect(headers.get('set-cookie')).toBeNull();
    }
  });

  it('what has not changed is not sent again', async () => {
    const first = await web.get('/games/nex');
    const etag = first.headers.get('etag')!;
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect((await web.get('/games/nex', { 'If-None-Match': etag })).status).toBe(304);
    expect((await web.get('/games/hex', { 'If-None-Match': etag })).status).toBe(200);
  });

  it('pages are compressed for who wants that', async () => {
    const { headers } = await web.get('/games/nex', { 'Accept-Encoding': 'gzip' });
    expect(headers.get('content-encoding')).toBe('gzip');
  });

  it('who asks too often waits, and others do not', async () => {
    const all = await statuses(RATE.requests + 5, from('203.0.113.7'));
    expect(all.slice(0, RATE.requests).every(status => status === 200)).toBe(true);
    expect(all.slice(RATE.requests)).toEqual([429, 429, 429, 429, 429]);
    const refused = await web.get('/', from('203.0.113.7'));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await web.get('/', from('203.0.113.8'))).status).toBe(200);
    // What somebody claims in front of what the proxy has seen counts nothing.
    expect((await web.get('/', from('198.51.100.1, 203.0.113.7'))).status).toBe(429);
  });

  it('one IPv6 house is one visitor', async () => {
    await statuses(RATE.requests, from('2001:db8:1:2::1'));
    expect((await web.get('/', from('2001:db8:1:2:3:4:5:6'))).status).toBe(429);
    expect((await web.get('/', from('2001:db8:1:3::1'))).status).toBe(200);
  });

  it.each([
    ['2001:db8::1', '2001:db8:0:0:9::'],
    ['2001:db8::2:0:0:0:1', '2001:0DB8:0000:0002::7%eth0'],
    ['198.51.100.7:4711', '198.51.100.7:4712'],
    ['[2001:db8:7::1]:4711', '2001:db8:7::2'],
    ['::ffff:198.51.100.8', '198.51.100.8'],
  ])('%s and %s are one visitor, however they are written', async (one, other) => {
    await statuses(RATE.requests, from(one));
    expect((await web.get('/', from(other))).status).toBe(429);
  });

  it('nobody is believed who is no proxy of ours', async () => {
    const alone = await website(lab(), { trustedProxies: [], rate: RATE });
    const asked = Array.from(
      { length: RATE.requests + 1 },
      (_, i) => () => alone.get('/robots.txt', from(`10.1.${i >> 8}.${i & 255}`)),
    );
    let last = 0;
    for (const ask of asked) last = (await ask()).status;
    await alone.close();
    expect(last).toBe(429);
  });

  it('the log has a line a request, and never what was asked for behind the path', async () => {
    await web.get('/nex/101?ply=1&token=sesame', from('192.0.2.1'));
    expect(web.log.at(-1)).toMatch(/^web \{"method":"GET","path":"\/nex\/101","status":404,"ms":\d+\}$/);
    await web.get(`/${'x'.repeat(5_000)}`, from('192.0.2.1'));
    expect(web.log.at(-1)!.length).toBeLessThan(300);
    expect(web.log.join('\n')).not.toContain('sesame');
  });

  it('an endless address is refused before it is read', async () => {
    const answered = await new Promise<string>(resolve => {
      const socket = connect(web.port, '127.0.0.1');
      sockets.push(socket);
      let heard = '';
      socket.on('data', bytes => (heard += String(bytes)));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(heard));
      socket.write('GET /?q=');
      const chunk = 'a'.repeat(64 * 1_024);
      for (let i = 0; i < 160; i++) socket.write(chunk);
      socket.end(' HTTP/1.1\r\nHost: x\r\n\r\n');
    });
    expect(answered).toMatch(/^HTTP\/1\.1 431/);
  });

  it('who asks for much at once waits, and others do not', async () => {
    const club = lab();
    let isSlow = true;
    const goOn: (() => void)[] = [];
    let allWait = (): void => undefined;
    const waiting = new Promise<void>(resolve => (allWait = resolve));
    const read: typeof club.store.read = async keys => {
      if (isSlow)
        await new Promise<void>(resolve => {
          if (goOn.push(resolve) === webLimits.atOncePerVisitor) allWait();
        });
      return club.store.read(keys);
    };
    const slow = await website({ ...club, store: { ...club.store, read } });
    const count = webLimits.atOncePerVisitor + 5;
    const asked = Array.from({ length: count }, (_, i) => slow.get(`/nex/${101 + i}`, from('203.0.113.9')));
    expect((await Promise.race(asked)).status).toBe(503);
    expect((await slow.get('/robots.txt', from('203.0.113.10'))).status).toBe(200);
    await waiting;
    isSlow = false;
    for (const go of goOn) go();
    const all = await Promise.all(asked);
    expect(all.filter(({ status }) => status === 503)).toHaveLength(5);
    expect((await slow.get('/robots.txt', from('203.0.113.9'))).status).toBe(200);
    await slow.close();
  });

  it('a slow page counts as many, by the time that it had the thread', async () => {
    const club = lab();
    let ms = 0;
    const read: typeof club.store.read = keys => {
      ms += 10 * webLimits.countedMs;
      return club.store.read(keys);
    };
    const slow = await website({ ...club, store: { ...club.store, read } }, { rate: RATE, readTimer: () => ms });
    const all: number[] = [];
    for (let i = 0; i < 4; i++) all.push((await slow.get('/nex/101', from('203.0.113.11'))).status);
    expect(all).toEqual([404, 404, 404, 429]);
    expect((await slow.get('/robots.txt', from('203.0.113.12'))).status).toBe(200);
    await slow.close();
  });

  it('a thousand who say nothing keep nobody out, and are not held for ever', async () => {
    const slow = Array.from({ length: 1_000 }, () => connect(web.port, '127.0.0.1'));
    sockets.push(...slow);
    for (const socket of slow) {
      socket.on('error', () => undefined);
      socket.write('GET / HTTP/1.1\r\nX-Slow: ');
    }
    const answer = await web.get('/robots.txt', from('192.0.2.9'));
    expect(answer.status).toBe(200);
  });
});
