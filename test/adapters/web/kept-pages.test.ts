// Kept answers over HTTP: the same as fresh ones on every page, gone with any change of the data, and never of what is for one visitor.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOURNAMENT_TIME } from '#core/features/tournaments/tournament-options.ts';
import type { Tournament } from '#core/features/tournaments/tournament.ts';
import { PAGES } from '#core/pages.ts';
import { PAGE_QUERY } from '#core/writing/on-web.ts';
import { writeListToken } from '#core/writing/compose-context.ts';
import type { ReadPort } from '#service/ports.ts';
import { change, commit } from '#test/conformance/store.ts';
import { lab, type Lab } from '#test/service/lab.ts';
import { listFiles } from '#test/gate/checkout.ts';
import { type Website, website } from './website.ts';

let club: Lab;
/** Keeps answers. The other site makes each one anew, since its version never stays the same. */
let web: Website;
let fresh: Website;
let versions = 0;
let reads = 0;

const send = (name: string, subject: string): Promise<unknown> => club.write(`${name}@example.test`, subject);

/** The store of a club, and how often it was asked for data. */
const countReads = (store: Lab['store']): Lab['store'] => {
  const count =
    <Args extends readonly unknown[], Found>(read: (...args: Args) => Found) =>
    (...args: Args): Found => {
      reads += 1;
      return read(...args);
    };
  const counted: ReadPort = {
    ...{ read: count(store.read), list: count(store.list) },
    ...{ newest: count(store.newest), accounts: count(store.accounts) },
  };
  return { ...store, ...counted };
};

beforeAll(async () => {
  club = lab({ webUrl: 'https://nex.example' });
  for (const name of ['alice', 'bob']) await send(name, `signup ${name}`);
  await send('alice', 'nex challenge alice bob');
  await send('alice', 'nex move 101 b3,a3');
  await send('bob', 'nex move 101 c4,d4');
  await send('alice', 'hex challenge -size=5 alice bob');
  await send('alice', 'hex move 101 c3');
  await send('bob', 'hex move 101 a1');
  await send('bob', 'hex resign 101');
  const cup: Tournament = {
    ...{
      number: 1,
      name: null,
      game: 'hex',
      setup: { size: '3x3' },
      kind: 'swiss',
      atOnce: null,
      roundDays: null,
      club: null,
      against: null,
      poolSize: 10,
      rounds: 3,
    },
    ...{ time: TOURNAMENT_TIME, isRated: true, entries: 4, starts: null, organiser: 'bob', series: null },
    ...{ state: 'open', opened: 1_000, hasNews: false, hasDailyNews: false, roundEnds: null, daily: 0, wake: null },
    ...{ entrants: [{ userid: 'alice', rating: 1500, pool: 0, hasLeft: false }], pairings: [] },
  };
  const reef = {
    name: 'reef',
    organisers: ['bob'],
    members: ['bob', 'alice'],
    code: 'secret',
    asked: ['x'],
    opened: 1_000,
  };
  await commit(
    club.store,
    change('cup', [
      ['tournament/1', { ...cup, club: 'reef' }],
      ['club/reef', reef],
    ]),
  );
  web = await website({ ...club, store: countReads(club.store) });
  fresh = await website(club, { version: () => Promise.resolve(String((versions += 1))) });
});
afterAll(() => Promise.all([web.close(), fresh.close()]));

/** A path for each route of the list, and the routes of boards, files and drawings. */
const ROUTES: readonly string[] = [
  ...PAGES.map(({ path }) =>
    path
      .replace(/:number.*/, '1')
      .replace(':game', 'nex')
      .replace(':player', 'alice')
      .replace(/:name.*/, 'reef'),
  ),
  ...['/nex/101', '/nex/101?ply=1', '/nex/101/embed', '/hex/101', '/players/alice.atom', '/players?page=1'],
  ...['json', 'txt', 'svg', 'png', 'atom'].map(form => `/nex/101.${form}`),
  ...['/nex/101.svg?theme=dark', '/hex/101.sgf', '/games/nex/tile.svg', '/games/nex/drawing-1.svg'],
  ...['/tournaments/1/games.csv', '/tournaments/1/begin.ics'],
];

const HEADERS = [{}, { 'Accept-Encoding': 'identity' }, { 'Accept-Language': 'pt' }] as const;

async function answerOf(site: Website, path: string, headers: Readonly<Record<string, string>>, method = 'GET') {
  const answer = await site.get(path, headers, method);
  const { date: _, ...fields } = Object.fromEntries(answer.headers) as Record<string, string>;
  return { status: answer.status, fields, body: Buffer.from(await answer.arrayBuffer()).toString('latin1') };
}

describe('a kept answer', () => {
  it.each(ROUTES)('of %s is the same as a fresh one, and reads no data', async path => {
    for (const headers of HEADERS) {
      const first = await answerOf(web, path, headers);
      expect(first.status).toBe(200);
      reads = 0;
      expect(await answerOf(web, path, headers)).toEqual(first);
      expect(reads).toBe(0);
      expect(await answerOf(fresh, path, headers)).toEqual(first);
      const head = await answerOf(web, path, headers, 'HEAD');
      expect([head.status, head.body, head.fields['etag']]).toEqual([200, '', first.fields['etag']]);
      expect(await answerOf(fresh, path, headers, 'HEAD')).toEqual(head);
      const known = { ...headers, 'If-None-Match': first.fields['etag']! };
      const unchanged = await answerOf(web, path, known);
      expect([unchanged.status, unchanged.body]).toEqual([304, '']);
      expect(unchanged).toEqual(await answerOf(fresh, path, known));
      expect(unchanged.fields['content-security-policy']).toBe(first.fields['content-security-policy']);
      expect(reads).toBe(0);
    }
  });

  it('is one for all who differ only by what no page reads', async () => {
    await web.text('/nex/101');
    reads = 0;
    const texts = await Promise.all(['', '?x=1', '?utm_source=a&b'].map(query => web.text(`/nex/101${query}`)));
    expect([new Set(texts).size, reads]).toEqual([1, 0]);
  });

  it('is gone with a move, with a player who opts out, and with the minute', async () => {
    const before = await web.text('/nex/101');
    await send('alice', 'nex move 101 e5,e6');
    expect(await web.text('/nex/101')).not.toBe(before);
    expect(await web.text('/nex/101')).toBe(await fresh.text('/nex/101'));
    await send('bob', 'set web=off');
    for (const path of ['/nex/101', '/players/bob', '/nex/101.json'])
      expect((await web.get(path)).status, path).toBe(404);
    await send('bob', 'set web=on');
    expect((await web.get('/nex/101')).status).toBe(200);
    reads = 0;
    club.pass(60_000);
    await web.text('/nex/101');
    expect(reads).toBeGreaterThan(0);
  });

  it('is made once for many who ask at the same time', async () => {
    club.pass(60_000);
    reads = 0;
    await web.text('/nex/101?ply=1');
    const alone = reads;
    club.pass(60_000);
    reads = 0;
    await Promise.all(Array.from({ length: 30 }, () => web.text('/nex/101?ply=1')));
    expect(reads).toBe(alone);
  });

  it('is none of a page that is not there, whatever the address', async () => {
    for (const path of ['/nex/999', '/players/nobody', '/nex/101?ply=99']) {
      expect((await web.get(path)).status).toBe(404);
      reads = 0;
      await web.get(path);
      expect(reads, path).toBeGreaterThan(0);
    }
  });

  it('is none of a secret address', async () => {
    const [mail] = await club.write('alice@example.test', 'set calendar=on');
    const [calendar = ''] = /\/calendar\/\S+/.exec(mail!.text) ?? [];
    const list = writeListToken({ kind: 'digest' }, { kind: 'account', userid: 'alice' }, club.context.trust.sign);
    const other = await website(club, { version: () => Promise.reject(new Error('no version is asked for')) });
    for (const path of [calendar, `/unsubscribe/${list}`, '/health', '/robots.txt', '/assets/style.css'])
      expect((await other.get(path)).status, path).toBe(200);
    expect((await other.get('/')).status).toBe(500);
    await other.close();
  });
});

it('pages read no part of the query that is not in the list', () => {
  const root = join(import.meta.dirname, '../../..');
  const files = listFiles(root).filter(file => /^src\/(adapters\/web|core)\/.*\.ts$/.test(file));
  const names = files.flatMap(file =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\bc\.req\.(?:query|queries)\((?!name\))'?(\w*)/g)].map(
      ([, name]) => name,
    ),
  );
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter(name => !PAGE_QUERY.some(each => each === name))).toEqual([]);
});

it('assets are answered whatever a visitor has asked for, and other pages are not', async () => {
  const few = await website(club, { rate: { requests: 3, seconds: 3_600 } });
  const ask = async (path: string, method = 'GET'): Promise<number> =>
    (await few.get(path, { 'X-Forwarded-For': '203.0.113.20' }, method)).status;
  for (let i = 0; i < 10; i++) expect(await ask('/assets/boards/nex.js')).toBe(200);
  expect([await ask('/'), await ask('/'), await ask('/'), await ask('/')]).toEqual([200, 200, 200, 429]);
  expect([await ask('/assets/style.css'), await ask('/assets/none.css')]).toEqual([200, 429]);
  expect([await ask('/assets/style.css', 'POST'), await ask('/assets/style.css', 'HEAD')]).toEqual([405, 200]);
  await few.close();
});
