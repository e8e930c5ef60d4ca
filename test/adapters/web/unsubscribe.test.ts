// One-click unsubscribe: the header of mails, the page with one button, the POST of providers, and hostile requests.
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Account } from '#core/players/account.ts';
import { DAY_MS, HOUR_MS } from '#core/kernel/time.ts';
import { webLimits } from '#adapters/web/guard.ts';
import { type ReaderList, writeListToken } from '#core/writing/compose-context.ts';
import { lab, type Lab, type Received } from '#test/service/lab.ts';
import { type Website, website } from './website.ts';

const at = (name: string): string => `${name}@example.test`;
const ONE_CLICK = 'List-Unsubscribe=One-Click';
const FORM = 'application/x-www-form-urlencoded';

interface Club {
  readonly club: Lab;
  readonly web: Website;
  readonly send: (name: string, subject: string, body?: string) => Promise<readonly Received[]>;
  readonly post: (path: string, body?: string, headers?: Readonly<Record<string, string>>) => Promise<Response>;
  readonly accountOf: (name: string) => Promise<Account>;
  /** The path that takes this player off a list. */
  readonly pathOf: (list: ReaderList, name?: string) => string;
}

const opened: Website[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ close }) => close()));
});

async function openClub(rate?: { readonly requests: number; readonly seconds: number }): Promise<Club> {
  const club = lab({ webUrl: 'https://nex.example' });
  const send: Club['send'] = (name, subject, body = '') => club.write(at(name), subject, body);
  for (const name of ['alice', 'bob']) await send(name, `signup ${name}`);
  await send('bob', 'nex challenge bob alice');
  const web = await website(club, rate === undefined ? {} : { rate });
  opened.push(web);
  let visitors = 0;
  return {
    ...{ club, web, send },
    post: (path, body = ONE_CLICK, headers = {}) =>
      fetch(`http://127.0.0.1:${web.port}${path}`, {
        ...{ method: 'POST', body, redirect: 'manual' },
        headers: { 'Content-Type': FORM, 'X-Forwarded-For': `10.9.0.${(visitors += 1)}`, ...headers },
      }),
    accountOf: async name => (await club.store.read([`account/${name}`])).documents.get(`account/${name}`) as Account,
    pathOf: (list, name = 'alice') =>
      `/unsubscribe/${writeListToken(list, { kind: 'account', userid: name }, club.context.trust.sign)}`,
  };
}

/** The path of the one-click address in the header of a mail. */
function pathIn({ raw }: Pick<Received, 'raw'>): string {
  const [header = ''] = raw.split('\r\n\r\n', 1);
  const unfolded = header.replace(/\r\n[ \t]+/g, ' ');
  expect(unfolded).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
  const [, path = ''] = /^List-Unsubscribe: <https:\/\/nex\.example(\/\S+)>, <mailto:\S+>\r?$/m.exec(unfolded) ?? [];
  expect(path).toMatch(/^\/unsubscribe\/[a-z0-9._-]+$/);
  return path;
}

const find = (mails: readonly Received[], start: string): Received => {
  const found = mails.find(({ subject }) => subject.startsWith(start));
  expect(found, `${start} in ${mails.map(({ subject }) => subject).join(', ')}`).toBeDefined();
  return found!;
};

describe('one click in the header of a mail', () => {
  it('ends the digest, at once and for good, and sends no mail', async () => {
    const { club, web, send, post, accountOf } = await openClub();
    await send('alice', 'set per=both');
    await send('bob', 'nex move 101 b3,a3');
    const path = pathIn(find(await club.live(DAY_MS), 'nexpost: 1 board waits'));
    const before = await accountOf('alice');
    for (const method of ['GET', 'HEAD']) expect((await web.get(path, {}, method)).status).toBe(200);
    expect(await accountOf('alice')).toEqual(before);
    const answer = await post(path);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('You have unsubscribed')]);
    expect((await accountOf('alice')).settings.per).toBe('move');
    expect((await post(path)).status).toBe(200);
    expect(club.log.filter(line => line.startsWith('list-left'))).toEqual(['list-left {"list":"digest"}']);
    expect((await club.live(3 * DAY_MS)).filter(({ subject }) => subject.startsWith('nexpost:'))).toEqual([]);
    await send('alice', 'set per=digest');
    expect((await post(path)).status).toBe(200);
    expect((await accountOf('alice')).settings.per).toBe('none');
    await send('alice', 'set per=move');
    await post(path);
    expect((await accountOf('alice')).settings.per).toBe('move');
  });

  it('ends reminders, but not the last one', async () => {
    const { club, post, accountOf } = await openClub();
    const reminder = find(await club.live(15 * DAY_MS), 'Reminder: ');
    await post(pathIn(reminder));
    expect((await accountOf('bob')).settings.reminders).toBe('off');
    const rest = await club.live(30 * DAY_MS);
    const last = find(rest, 'Reminder: ');
    expect(rest.filter(({ subject }) => subject.startsWith('Reminder: '))).toEqual([last]);
    expect(last.raw).not.toContain('List-Unsubscribe');
  });

  it('ends the mails about a followed board, and no others', async () => {
    const { send, post, accountOf } = await openClub();
    await send('carol', 'signup carol');
    await send('carol', 'nex subscribe 101');
    await send('carol', 'nex subscribe bob');
    await send('carol', 'subscribe all');
    const isToCarol = ({ to }: Received): boolean => to.includes(at('carol'));
    const [position] = (await send('bob', 'nex move 101 b3,a3')).filter(isToCarol);
    await post(pathIn(position!));
    const { subscriptions } = await accountOf('carol');
    expect(subscriptions).toHaveLength(2);
    for (const followed of subscriptions!) {
      const list = { kind: 'boards', followed } as const;
      const token = (await openClub()).pathOf(list, 'carol');
      expect((await post(token)).status).toBe(200);
    }
    expect((await accountOf('carol')).subscriptions).toEqual([]);
    expect((await send('alice', 'nex move 101 b4,a1')).filter(isToCarol)).toEqual([]);
  });

  it('ends invitations to an address, whose path does not tell the address', async () => {
    const { send, post } = await openClub();
    const invitation = find(await send('alice', `hex challenge alice ${at('dora')}`), 'alice invites you');
    const path = pathIn(invitation);
    expect(path).not.toContain('dora');
    expect(await (await post(path)).text()).toContain('get invitations at this address any more');
    const answers = await send('bob', `hex challenge bob ${at('dora')}`);
    expect(answers.filter(({ to }) => to.includes(at('dora')))).toEqual([]);
    await send('dora', 'invitations on');
    const again = await send('bob', `nexos challenge bob ${at('dora')}`);
    expect(again.filter(({ to }) => to.includes(at('dora'))).length + again.length).toBeGreaterThan(0);
  });

  it.each([
    ['broadcast', 'broadcast', 'off'],
    ['tables', 'tables', 'none'],
    ['reminders', 'reminders', 'off'],
  ] as const)('of the list %s sets %s=%s', async (kind, setting, value) => {
    const { post, pathOf, accountOf, send } = await openClub();
    await send('alice', 'set broadcast=on');
    const before = await accountOf('alice');
    expect((await post(pathOf({ kind }))).status).toBe(200);
    expect((await accountOf('alice')).settings).toEqual({ ...before.settings, [setting]: value });
  });

  it('is one change, however many requests come at once', async () => {
    const { club, post, pathOf, send, accountOf } = await openClub();
    await send('alice', 'set broadcast=on');
    const path = pathOf({ kind: 'broadcast' });
    const answers = await Promise.all(Array.from({ length: 9 }, () => post(path)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await accountOf('alice')).settings.broadcast).toBe('off');
    expect(club.log.filter(line => line.startsWith('list-left'))).toHaveLength(1);
  });

  it('may be a form of several parts, as some providers send it', async () => {
    const { post, pathOf, accountOf } = await openClub();
    const body = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    const answer = await post(pathOf({ kind: 'tables' }), body, { 'Content-Type': 'multipart/form-data; boundary=x' });
    expect([answer.status, (await accountOf('alice')).settings.tables]).toEqual([200, 'none']);
  });

  it('works for a guest who has chosen a name since, and is harmless for a player who has left', async () => {
    const { post, pathOf, send, accountOf } = await openClub();
    await send('bob', 'signoff bob');
    const before = await accountOf('bob');
    expect((await post(pathOf({ kind: 'tables' }, 'bob'))).status).toBe(200);
    expect((await post(pathOf({ kind: 'tables' }, 'nobody'))).status).toBe(200);
    expect(await accountOf('bob')).toEqual(before);
  });
});

describe('the header', () => {
  it.each(['', 'http://nex.example'])('has no address for one click without pages by https (%s)', async webUrl => {
    const club = lab({ webUrl });
    for (const name of ['alice', 'bob']) await club.write(at(name), `signup ${name}`, '');
    await club.write(at('bob'), 'nex challenge bob alice', '');
    const { raw } = find(await club.live(15 * DAY_MS), 'Reminder: ');
    expect(raw).toMatch(/^List-Unsubscribe:\s+<mailto:/m);
    expect(raw).not.toContain('List-Unsubscribe-Post');
  });
});

describe('the page', () => {
  it('has one button, no script and no cookie, in the language of the visitor', async () => {
    const { web, pathOf } = await openClub();
    const path = pathOf({ kind: 'boards', followed: { kind: 'board', match: { game: 'nex', number: 101 } } });
    const answer = await web.get(path);
    const html = await answer.text();
    expect(html.match(/<form method="post">[^]*?<\/form>/g)).toEqual([
      '<form method="post">\n<input type="hidden" name="List-Unsubscribe" value="One-Click">\n<button>Stop these mails</button>\n</form>',
    ]);
    expect(html).toContain('Stop following Nex board 101?');
    expect(html).not.toContain('<script');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("form-action 'self'; frame-ancestors 'none'");
    expect(policy).not.toContain("form-action 'none'");
    const portuguese = await web.text(path, { 'Accept-Language': 'pt-PT' });
    expect(portuguese).toContain('<html lang="pt">');
    expect(portuguese).toContain('Deixar de seguir Nex, tabuleiro 101?');
    expect(await web.text('/robots.txt')).toContain('Disallow: /unsubscribe/');
    expect(web.log.join('\n')).not.toContain('alice');
    expect(web.log.join('\n')).toContain('"path":"/unsubscribe/***"');
  });
});

describe('a hostile request', () => {
  it('with a token that is not ours gets a clear refusal, and changes nothing', async () => {
    const { web, post, pathOf, accountOf, send } = await openClub();
    await send('alice', 'set broadcast=on');
    const before = [await accountOf('alice'), await accountOf('bob')];
    const path = pathOf({ kind: 'broadcast' });
    const forged = [
      path.replace('alice', 'bob'),
      path.replace('broadcast', 'digest'),
      path.replace('alice', 'alice.nex.101'),
      path.slice(0, -1),
      `${path}a`,
      path.toUpperCase().replace('/UNSUBSCRIBE', '/unsubscribe'),
      `/unsubscribe/${'a'.repeat(8_000)}`,
      `/unsubscribe/${'boards.'.repeat(1_000)}`,
      '/unsubscribe/%00',
      '/unsubscribe/digest.alice.aaaaaaaaaaaaaaaa',
      '/unsubscribe/__proto__.alice.aaaaaaaaaaaaaaaa',
    ];
    for (const each of forged) {
      const answer = await post(each);
      expect([each.slice(0, 60), answer.status]).toEqual([each.slice(0, 60), 404]);
      expect(await answer.text()).toContain('This link does not work');
      expect((await web.get(each)).status).toBe(404);
    }
    expect([await accountOf('alice'), await accountOf('bob')]).toEqual(before);
  });

  it('without the form, with too much of it, or by another method is refused', async () => {
    const { web, post, pathOf, accountOf, send } = await openClub();
    await send('alice', 'set broadcast=on');
    const path = pathOf({ kind: 'broadcast' });
    const refusals: readonly (readonly [body: string, type: string, status: number])[] = [
      ['', FORM, 400],
      ['List-Unsubscribe=Two-Clicks', FORM, 400],
      ['{"List-Unsubscribe":"One-Click"}', 'application/json', 400],
      [ONE_CLICK, 'text/plain', 400],
      ['--x\r\nbroken', 'multipart/form-data; boundary=x', 400],
      [`${ONE_CLICK}&x=${'x'.repeat(5_000)}`, FORM, 413],
    ];
    for (const [body, type, status] of refusals)
      expect([body.slice(0, 40), (await post(path, body, { 'Content-Type': type })).status]).toEqual([
        body.slice(0, 40),
        status,
      ]);
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      expect((await web.get(path, {}, method)).status).toBe(405);
    expect((await post('/unsubscribe/')).status).toBe(404);
    expect((await post('/nex/101')).status).toBe(405);
    expect((await accountOf('alice')).settings.broadcast).toBe('on');
  });

  it('with two megabytes is cut off', async () => {
    const { post, pathOf } = await openClub();
    // The connection may end before the whole body is sent.
    const status = await post(pathOf({ kind: 'tables' }), 'x'.repeat(2_000_000)).then(
      answer => answer.status,
      () => 413,
    );
    expect(status).toBe(413);
  });

  it('without its body takes no place from other visitors', async () => {
    const { web, pathOf } = await openClub();
    const path = pathOf({ kind: 'tables' });
    const waiting = Array.from({ length: webLimits.atOnce }, async (_, i) => {
      const header = ['Host: x', `X-Forwarded-For: 10.8.0.${i}`, `Content-Type: ${FORM}`, 'Content-Length: 26'];
      const socket = connect(web.port, '127.0.0.1').on('error', () => undefined);
      socket.write([`POST ${path} HTTP/1.1`, ...header, 'Expect: 100-continue', '', ''].join('\r\n'));
      // The server sends it when it begins to answer.
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      expect(String(chunk)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    });
    await Promise.all(waiting);
    expect((await web.get('/health')).status).toBe(200);
  });

  it('that comes too often has to wait', async () => {
    const { post, pathOf } = await openClub({ requests: 100, seconds: 10 });
    const path = pathOf({ kind: 'tables' });
    const statuses: number[] = [];
    for (let n = 0; n < 8; n++) statuses.push((await post(path, ONE_CLICK, { 'X-Forwarded-For': '10.1.1.1' })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  });
});

it('does not expire', async () => {
  const { club, post, pathOf, accountOf } = await openClub();
  const path = pathOf({ kind: 'tables' });
  club.pass(1_000 * DAY_MS + HOUR_MS);
  await post(path);
  expect((await accountOf('alice')).settings.tables).toBe('none');
});
