// The pages as visitors get them: what each address answers, in their language; and that nobody is on the web who does not want to be, and nothing that is not for all.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { games } from '#games/registry/index.ts';
import type { Match } from '#core/board/match-document.ts';
import { matchKey } from '#core/kernel/documents.ts';
import { match } from '#test/conformance/store.ts';
import { lab, type Lab, type Received } from '#test/service/lab.ts';
import { type Website, website } from './website.ts';

let club: Lab;
let web: Website;

const at = (name: string): string => `${name}@example.test`;

const send = (name: string, subject: string, body = ''): Promise<readonly Received[]> =>
  club.write(at(name), subject, body);

beforeAll(async () => {
  club = lab();
  for (const name of ['alice', 'bob', 'carol']) await send(name, `signup ${name}`);
  // Nobody may open very many boards that nobody has answered.
  for (const [index, { name }] of games.entries())
    await send(index % 2 === 0 ? 'alice' : 'bob', `${name} challenge alice bob`);
  await send('alice', 'nex move 101 b3,a3', 'A word of mine: Rosebud.');
  await send('bob', 'nex move 101 c4,d4', 'Another word: Xanadu.');
  await send('alice', 'nex note 101 My plan is Kublai');
  await send('alice', 'nex if c4,d4 then e5,e6', '');
  await send('carol', 'nex challenge carol dora@friends.test');
  await send('alice', 'hex challenge -size=5 alice bob');
  for (const [who, move] of [
    ['alice', 'c3'],
    ['bob', 'a1'],
  ] as const)
    await send(who, `hex move 102 ${move}`);
  await send('bob', 'hex resign 102');
  web = await website(club);
});
afterAll(() => web.close());

const FORMS = ['json', 'txt', 'svg', 'png', 'atom'] as const;

describe('the pages', () => {
  it.each(games.map(({ name }) => name))('show the rules and a board of %s, and its files', async game => {
    expect((await web.get(`/games/${game}`)).status).toBe(200);
    const page = await web.get(`/${game}/101`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    for (const form of FORMS) expect((await web.get(`/${game}/101.${form}`)).status, form).toBe(200);
    expect(await web.text(`/games/${game}`)).toContain(`src="/games/${game}/drawing-1.svg"`);
    expect(await web.text(`/games/${game}/drawing-1.svg?theme=dark`)).toMatch(/^<svg /);
    expect((await web.get(`/${game}/101/embed`)).status).toBe(200);
  });

  it('show every move at its own address, and none that was not made', async () => {
    expect(await web.text('/nex/101?ply=1')).toContain('move 1 of 2');
    expect(await web.text('/nex/101?ply=0')).toContain('move 0 of 2');
    expect(await web.text('/nex/101')).toContain('move 2 of 2');
    for (const ply of ['3', '-1', 'x', '99999', '1.5', ''])
      expect((await web.get(`/nex/101?ply=${ply}`)).status, ply).toBe(404);
    const first = JSON.parse(await web.text('/nex/101.json?ply=1')) as { record: unknown; toMove: string };
    expect(first).toMatchObject({ record: [{ ply: 1, by: 'black', move: 'b3,a3' }], toMove: 'white' });
    expect(await web.text('/nex/101.svg?ply=0')).not.toBe(await web.text('/nex/101.svg'));
  });

  it('tell programs how a board stands, and how it ended', async () => {
    expect(JSON.parse(await web.text('/nex/101.json'))).toMatchObject({
      ...{ game: 'nex', board: 101, players: ['alice', 'bob'], status: 'playing', toMove: 'black', winner: null },
      record: [{ move: 'b3,a3' }, { ply: 2, by: 'white', move: 'c4,d4' }],
    });
    expect(JSON.parse(await web.text('/hex/102.json'))).toMatchObject({
      ...{ status: 'over', toMove: null, winner: 'black', reason: 'resigned' },
    });
    expect(await web.text('/hex/102.sgf')).toMatch(/^\(;/);
    expect((await web.get('/nex/101.sgf')).status).toBe(404);
  });

  it('may stand in the frame of another page where they are made for it, and nowhere else', async () => {
    await send('eve', 'signup embed');
    const ancestors = async (path: string, headers = {}): Promise<readonly [number, string | undefined]> => {
      const answer = await web.get(path, headers);
      return [answer.status, /frame-ancestors .*$/.exec(answer.headers.get('content-security-policy')!)?.[0]];
    };
    expect(await ancestors('/nex/101/embed')).toEqual([200, 'frame-ancestors *']);
    const etag = (await web.get('/nex/101/embed')).headers.get('etag')!;
    expect(await ancestors('/nex/101/embed', { 'If-None-Match': etag })).toEqual([304, 'frame-ancestors *']);
    for (const [path, status] of [
      ...[['/nex/101', 200] as const, ['/players/embed', 200] as const],
      ...[['/games/embed', 404] as const, ['/nex/999/embed', 404] as const],
    ])
      expect(await ancestors(path), path).toEqual([status, "frame-ancestors 'none'"]);
  });

  it('ask to come again where a picture cannot be drawn just now', async () => {
    const other = await website(club, { raster: { png: () => Promise.resolve(null) } });
    const answer = await other.get('/nex/101.png');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10']);
    expect((await other.get('/nex/999.png')).status).toBe(404);
    await other.close();
  });

  it('find a game by its other name', async () => {
    expect((await web.get('/games/boku')).status).toBe(200);
    expect(await web.text('/boku/101')).toBe(await web.text('/hexafive/101'));
  });

  it('list what is played and what is over', async () => {
    const all = await web.text('/watch');
    for (const { name } of games) expect(all).toContain(`href="/${name}/101"`);
    expect(all).toContain('href="/hex/102"');
    const front = await web.text('/');
    expect(front).toContain('href="/nex/101"');
    expect(front).toContain('1143');
    expect(await web.text('/players/alice')).toContain('href="/hex/102"');
    expect(await web.text('/players/carol')).not.toContain('href="/hex/102"');
    expect(await web.text('/players/robot3')).toContain('A robot');
  });

  it('speak the language of the visitor', async () => {
    const portuguese = await web.text('/nex/101', { 'Accept-Language': 'pt-BR, en;q=0.5' });
    expect(portuguese).toContain('<html lang="pt">');
    expect(portuguese).toContain('lance 2 de 2');
    expect(await web.text('/nex/101', { 'Accept-Language': 'fr, de;q=0.8' })).toContain('<html lang="en">');
    expect(await web.text('/nex/101', { 'Accept-Language': 'en;q=0.5, pt;q=0.9' })).toContain('<html lang="pt">');
  });

  it('have feeds whose links are our own', async () => {
    const feed = await web.text('/nex/101.atom');
    expect(feed).toContain('<id>tag:example.test,2026:nex/101?ply=2</id>');
    expect(feed.indexOf('ply=2')).toBeLessThan(feed.indexOf('ply=1'));
    expect(await web.text('/players/alice.atom')).toContain('href="/hex/102"');
    expect((await web.get('/players/nobody.atom')).status).toBe(404);
  });

  it('tell in the feed of a board how it ended, though nobody moved', async () => {
    const [first = ''] = (await web.text('/hex/102.atom')).split('</entry>');
    expect(first).toContain('<id>tag:example.test,2026:hex/102/result</id>\n<title>Hex board 102');
    expect(first).toContain('href="/hex/102"/>');
    expect(await web.text('/nex/101.atom')).not.toContain('result');
  });

  it('find a player as mails do', async () => {
    expect(await web.text('/players/Alice')).toBe(await web.text('/players/alice'));
    expect(await web.text('/players/ALICE.atom')).toBe(await web.text('/players/alice.atom'));
  });

  it.each([
    ...[
      '/nex/100',
      '/nex/102x',
      '/nex/0',
      '/nex/01',
      '/nex/999999999999',
      '/chess/101',
      '/games/chess',
      '/players/nobody',
    ],
    ...[
      '/nex/101.exe',
      '/nex/101.html',
      '/nex/101.constructor',
      '/nex/101.valueof',
      '/../package.json',
      '/..%2f..%2fetc%2fpasswd',
      '/assets/../page-templates.ts',
    ],
    ...[
      '/players/alice?before=chess/1',
      '/players/alice?before=nex',
      '/__proto__/101',
      '/games/constructor',
      '/games/nex/drawing-9.svg',
      '/games/nex/drawing-0.svg',
      '/players/__proto__',
    ],
  ])('have nothing at %s', async path => {
    expect((await web.get(path)).status).toBe(404);
  });
});

describe('the web', () => {
  /** Every address that could show a board or its players. */
  const everywhere = (game: string, number: number): readonly string[] => [
    ...['', '?ply=1', '/embed', ...FORMS.map(form => `.${form}`), '.sgf'].map(end => `/${game}/${number}${end}`),
  ];
  const LISTS = [
    '/',
    '/watch',
    '/seeks',
    '/players',
    '/standings/nex',
    '/standings/hex',
    '/tournaments',
    '/games/nex',
    '/games/hex',
    '/players/alice',
    '/players/bob',
    '/players/alice.atom',
    '/players/bob.atom',
  ];

  it('tells nobody’s address, and no word that was not for all', async () => {
    const paths = [
      ...LISTS,
      '/players/carol',
      ...['nex', 'hex'].flatMap(game => [101, 102].flatMap(number => everywhere(game, number))),
    ];
    for (const path of paths) {
      const text = await web.text(path);
      expect(text, path).not.toMatch(/Rosebud|Xanadu|Kublai|e5,e6|friends\.test|(?<!alice|bob|games)@example\.test/);
    }
    expect(await web.text('/nex/102')).toContain('(invited)');
    for (const path of ['/nex/102', '/players/carol', '/'])
      expect(await web.text(path, { 'Accept-Language': 'pt' }), path).not.toContain('(invited)');
  });

  it('shows no board that was opened without it', async () => {
    await send('alice', 'gomoku challenge --web=off alice bob');
    for (const path of everywhere('gomoku', 102)) expect((await web.get(path)).status, path).toBe(404);
    for (const path of [...LISTS, '/games/gomoku']) expect(await web.text(path), path).not.toContain('/gomoku/102');
  });

  it('shows nothing of who wants no page, nor any board they sit at, and shows it again when they do', async () => {
    const etag = (await web.get('/hex/102')).headers.get('etag')!;
    const [said] = await send('bob', 'set web=off');
    expect(said!.text.replace(/\s+/g, ' ')).toContain('By mail your boards stay public');
    for (const path of ['/players/bob', '/players/bob.atom', ...everywhere('nex', 101), ...everywhere('hex', 102)])
      expect((await web.get(path, { 'If-None-Match': etag })).status, path).toBe(404);
    for (const path of LISTS.filter(each => !each.includes('bob'))) {
      const text = await web.text(path);
      expect(text, path).not.toMatch(/\/(nex\/101|hex\/102)"/);
      expect(text, path).not.toMatch(/– bob|bob –|players\/bob/);
    }
    // By mail boards stay public.
    expect(await send('carol', 'hex show 102')).toHaveLength(1);
    await send('bob', 'set web=on');
    expect((await web.get('/hex/102')).status).toBe(200);
  });

  it('has lists that are full where boards of others are hidden, and no link that names one of these', async () => {
    for (const name of ['greta', 'hush']) await send(name, `signup ${name}`);
    const isShown = (number: number): boolean => number % 3 === 0;
    for (let number = 600; number < 700; number++) {
      const board = match(number, ['greta', isShown(number) ? 'bob' : 'hush'], 'over');
      const record: Match['record'] = [{ kind: 'retire', seat: 0, why: 'resigned', at: 1 }];
      const documents = new Map([[matchKey(board), { ...board, record }]]);
      await club.store.commit({ cause: `board ${number}`, expect: new Map(), outgoing: [], at: 0, documents });
    }
    await send('hush', 'set web=off');
    const boardsIn = (html: string): readonly number[] =>
      [...html.matchAll(/href="\/nex\/(\d+)"/g)].map(([, number]) => Number(number)).filter(number => number >= 600);
    const olderThan = (html: string): string => /href="(\/players\/greta\?before=[^"]*)"/.exec(html)?.[1] ?? '';
    const first = await web.text('/players/greta');
    expect(boardsIn(first)).toEqual(Array.from({ length: 20 }, (_, index) => 699 - 3 * index));
    expect(olderThan(first)).toBe('/players/greta?before=nex/642');
    const second = await web.text(olderThan(first));
    expect(boardsIn(second)).toEqual(Array.from({ length: 14 }, (_, index) => 639 - 3 * index));
    expect(olderThan(second)).toBe('');
    expect(boardsIn(await web.text('/games/nex'))).toHaveLength(20);
    expect(boardsIn(await web.text('/')).every(isShown)).toBe(true);
  });

  it('goes on showing nothing of who was forgotten behind no page', async () => {
    await send('carol', 'y challenge carol bob');
    await send('carol', 'y move 102 o3');
    await send('bob', 'y move 102 p3');
    expect((await web.get('/y/102')).status).toBe(200);
    await send('carol', 'set web=off');
    const [asked] = await send('carol', 'signoff forget');
    await club.deliver({ from: at('carol'), subject: 'Re', body: 'yes', replyTo: asked! });
    await club.live(24 * 3_600_000);
    expect((await club.store.read(['account/carol'])).documents.get('account/carol')).toBeNull();
    expect(JSON.stringify([...(await club.store.read(['match/y/102'])).documents])).not.toContain('carol');
    expect((await web.get('/players/carol')).status).toBe(404);
    expect((await web.get('/y/102')).status).toBe(404);
  });
});

it('leaves out the boards of a player whose account cannot be read, and nothing else', async () => {
  const read: Lab['store']['read'] = async keys => {
    const found = await club.store.read(keys);
    return { ...found, damaged: keys.filter(key => key === 'account/alice') };
  };
  await send('bob', 'hex challenge -size=3 bob robot1');
  const other = await website({ ...club, store: { ...club.store, read } });
  const front = await other.text('/');
  expect(front).not.toContain('/nex/101');
  expect(front).toContain('/hex/103');
  for (const path of ['/nex/101', '/players/alice', '/nex/101.json']) expect((await other.get(path)).status).toBe(404);
  expect((await other.get('/players/bob')).status).toBe(200);
  await other.close();
});
