// The pages about players together: their content and their limits. Players without a page stay off them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstRating } from '#core/features/ratings/index.ts';
import { TOURNAMENT_TIME } from '#core/features/tournaments/tournament-options.ts';
import { type Tournament, tournamentLimits } from '#core/features/tournaments/tournament.ts';
import type { Document, DocumentKey } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { account } from '#test/conformance/store.ts';
import { lab, type Lab, type Received } from '#test/service/lab.ts';
import { type Website, website } from './website.ts';

/** More than two pages of the standings. */
const RATED = 250;

let club: Lab;
let web: Website;

const send = (name: string, subject: string, body = ''): Promise<readonly Received[]> =>
  club.write(name, subject, body);

const nameOf = (index: number): string => `player${String(index).padStart(3, '0')}`;

/** A player with a rating at Nex: the lower the index, the better. */
async function rate(index: number, userid = nameOf(index)): Promise<void> {
  const rating = { ...firstRating('nex', userid), value: 2_000 - index, deviation: 70, at: club.now(), won: 3 };
  const known = (await club.store.read([`account/${userid}`])).documents.get(`account/${userid}`) ?? null;
  const documents = new Map<DocumentKey, Document>([
    [`rating/nex/${userid}`, rating],
    ...(known === null ? [[`account/${userid}`, account(userid)] as const] : []),
  ]);
  await club.store.commit({ cause: `rate ${userid}`, expect: new Map(), outgoing: [], at: 0, documents });
}

/** A game of Hex on three by three, won by the first of the two. */
async function play(winner: string, loser: string, number: number): Promise<void> {
  await send(winner, `hex challenge -size=3 ${winner} ${loser}`);
  await send(winner, `hex move ${number} b2`);
  await send(loser, `hex move ${number} a1`);
  await send(loser, `hex resign ${number}`);
}

beforeAll(async () => {
  club = lab();
  for (const name of ['alice', 'bob', 'carol', 'hush']) await send(name, `signup ${name}`);
  for (let index = 0; index < RATED; index++) await rate(index);
  for (let number = 101; number < 104; number++) await play('alice', 'bob', number);
  await play('bob', 'alice', 104);
  await play('alice', 'hush', 105);
  await send('hush', 'nex seek -size=5');
  await send('carol', 'nex seek -size=7 --rated');
  await send('carol', 'hex seek --code=friends');
  await send('alice', 'gomoku seek --days=5');
  web = await website(club);
});
afterAll(() => web.close());

const PAGES = ['/seeks', '/watch', '/players', '/standings/nex', '/tournaments', '/games', '/players/alice'];

describe('every page', () => {
  it.each([...PAGES, '/', '/games/nex', '/hex/101', '/nowhere'])(
    '%s has a way to skip its head, and leads to all others',
    async path => {
      const html = await web.text(path);
      const [first = ''] = /<(?:a|button|input)\b[^>]*>/.exec(html.slice(html.indexOf('<body'))) ?? [];
      expect(first).toBe('<a class="skip" href="#main">');
      expect(html).toContain('<main id="main"');
      for (const href of ['/', '/seeks', '/watch', '/players', '/games', '/standings', '/tournaments'])
        expect(html, href).toContain(`href="${href}"`);
    },
  );

  it('/games says how long each game is, and marks one to begin with', async () => {
    const html = await web.text('/games');
    expect(html.match(/<span class="note">About \d+ moves each/g)).toHaveLength(10);
    expect(html.match(/A good first game/g)).toHaveLength(1);
  });

  it('standings have ranks where they say something', async () => {
    const rank = '<th scope="col" class="number">Rank</th>';
    expect(await web.text('/standings/nex')).toContain(rank);
    expect(await web.text('/standings/hex')).not.toContain(rank);
  });

  it.each(PAGES)('%s says where one is, weighs little, and tells no address', async path => {
    const answer = await web.get(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    expect(answer.headers.get('content-security-policy')).toContain("form-action 'none'");
    expect(answer.headers.get('set-cookie')).toBeNull();
    const html = await answer.text();
    expect(html).toMatch(/aria-current="(page|true)"/);
    expect(html.length).toBeLessThan(40_000);
    expect(html).not.toMatch(/(?<!games)@example\.test/);
  });

  it('is kept from search engines where it lists players', async () => {
    const robots = await web.text('/robots.txt');
    for (const path of ['/players', '/standings', '/tournaments', '/seeks', '/watch'])
      expect(robots).toContain(`Disallow: ${path}\n`);
  });
});

describe('the standings', () => {
  const namesIn = (html: string): readonly string[] =>
    [...html.matchAll(/href="\/players\/(player\d+)"/g)].map(([, name = '']) => name);

  it('are cut into pages, the best first', async () => {
    const first = await web.text('/standings/nex');
    expect(namesIn(first)).toEqual(Array.from({ length: limits.standingsOnPage }, (_, index) => nameOf(index)));
    expect(first).toContain('rel="next" href="/standings/nex?page=2"');
    expect(first).toContain('robot1');
    const last = await web.text('/standings/nex?page=3');
    expect(namesIn(last)).toEqual(Array.from({ length: RATED - 200 }, (_, index) => nameOf(200 + index)));
    expect(last).toContain('rel="prev" href="/standings/nex?page=2"');
    expect(last).not.toContain('rel="next"');
    expect(await web.text('/standings/nex?page=2')).toContain('rel="prev" href="/standings/nex"');
  });

  it.each(['?page=4', '?page=0', '?page=-1', '?page=x', '?page=1e3', '?page=99999', '?page=999999999', '?page='])(
    'have no page %s',
    async query => {
      expect((await web.get(`/standings/nex${query}`)).status).toBe(404);
    },
  );

  it.each(['chess', '__proto__', 'constructor', '%00', 'n%2fx'])('have no game %s', async game => {
    expect((await web.get(`/standings/${game}`)).status).toBe(404);
  });

  it('are there for a game that nobody has played, and under its other name', async () => {
    expect(await web.text('/standings/y')).toContain('There are no rated games yet.');
    expect(await web.text('/standings/boku')).toBe(await web.text('/standings/hexafive'));
    const answer = await web.get('/standings');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/standings/nex']);
  });

  it('leave out at once who wants no page, or has left, though they are a minute old', async () => {
    expect(await web.text('/standings/hex')).toContain('/players/hush');
    expect(await web.text('/players?page=1')).toContain('/players/hush');
    await send('hush', 'set web=off');
    for (const path of ['/standings/hex', '/players', '/players/alice', '/watch', '/seeks', '/'])
      expect(await web.text(path), path).not.toContain('hush');
    await send('hush', 'set web=on');
    expect(await web.text('/standings/hex')).toContain('/players/hush');
    await rate(900, 'carol');
    expect(await web.text('/standings/nex?page=3')).not.toContain('carol');
    club.pass(60_000);
    expect(await web.text('/standings/nex?page=3')).toContain('carol');
    expect(await web.text('/players')).toContain('/players/carol');
  });
});

describe('the page of all players', () => {
  it('is cut into pages, and names each player once', async () => {
    const pages = await Promise.all([1, 2, 3, 4, 5, 6].map(page => web.text(`/players?page=${page}`)));
    const names = pages.flatMap(html =>
      [...html.matchAll(/<td><a href="\/players\/([a-z0-9]+)"/g)].map(([, name = '']) => name),
    );
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(RATED);
    for (const query of ['?page=7', '?page=0', '?page=y']) expect((await web.get(`/players${query}`)).status).toBe(404);
  });
});

describe('players without a rated game', () => {
  it('are on the page of all players while they play, and their names are links wherever boards are listed', async () => {
    const other = lab();
    const site = await website(other);
    const write = (name: string, subject: string): Promise<unknown> => other.write(name, subject);
    for (const name of ['alice', 'bob', 'carol']) await write(name, `signup ${name}`);
    await write('alice', 'nex challenge -size=4 me robot1');
    await write('bob', 'nex challenge -size=4 --web=off me robot1');
    const players = await site.text('/players');
    expect(players).toContain('Without a rating');
    expect(players).toContain('<li><a href="/players/alice">alice</a></li>');
    // Their boards are not on the web.
    expect(players).not.toMatch(/bob|carol/);
    expect(await site.text('/watch')).toContain(
      '<td><a href="/players/alice">alice</a> – <a href="/players/robot1">robot1</a></td>',
    );
    await write('alice', 'set web=off');
    expect(await site.text('/players')).not.toContain('alice');
    // Nothing is said of a sign that is not there.
    expect(await site.text('/standings/hex')).not.toContain('±');
    expect(await web.text('/standings/nex')).toContain('± shows');
    await site.close();
  });
});

describe('the open challenges', () => {
  it('show what mails list, with a way to take them, and none between friends', async () => {
    const html = await web.text('/seeks');
    expect(html).toContain('Gomoku with alice (no rating yet), 5 days a move.');
    expect(html).toContain('mailto:games@example.test?subject=take%20');
    expect(html).not.toContain('friends');
    expect([...html.matchAll(/<li id="seek-(\d+)"/g)].map(([, number]) => number)).toEqual(['4', '2', '1']);
  });

  it('are no longer there when they were taken', async () => {
    await send('bob', 'take 4');
    expect(await web.text('/seeks')).not.toContain('id="seek-4"');
  });
});

describe('the page of a player', () => {
  it('shows how the rating went, in a drawing and in words, and the results against each opponent', async () => {
    const html = await web.text('/players/alice');
    expect(html).toContain('<svg class="graph"');
    expect(html).toMatch(
      /Hex: from 1500 to \d+ in 5 rated games, 2026-11-21 to 2026-11-21\. Highest \d+, lowest \d+\./,
    );
    const rowOf = (name: string): string =>
      new RegExp(`<tr><td><a href="/players/${name}".*</tr>`).exec(html)?.[0] ?? '';
    const countsIn = (row: string): readonly string[] =>
      [...row.matchAll(/number">(\d+)</g)].map(([, count = '']) => count);
    expect(countsIn(rowOf('bob'))).toEqual(['3', '1', '0']);
    expect(countsIn(rowOf('hush'))).toEqual(['1', '0', '0']);
  });

  it('begins a challenge', async () => {
    expect(await web.text('/players/alice')).toContain(
      'mailto:games@example.test?subject=hex%20challenge%20me%20alice',
    );
    expect(await web.text('/players/robot3')).toContain('Challenge robot3');
  });

  it('has neither graph nor opponents for somebody new, and none on the pages of older results', async () => {
    const html = await web.text('/players/carol');
    expect(html).not.toContain('<svg class="graph"');
    expect(html).not.toContain('Opponents');
    expect(await web.text('/players/alice?before=hex/103')).not.toContain('Opponents');
  });
});

describe('the pages of tournaments', () => {
  /** Two rounds of four players, of whom one wants no page and one was forgotten. */
  const cup: Tournament = {
    ...{
      number: 7,
      name: '<Spring>',
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
    ...{
      state: 'running',
      opened: 1_000,
      hasNews: false,
      hasDailyNews: false,
      roundEnds: Date.UTC(2026, 11, 24),
      daily: 0,
      wake: null,
    },
    entrants: ['alice', 'bob', 'shy', 'gone-0123456789a'].map(userid => ({
      userid,
      rating: 1500,
      pool: 0,
      hasLeft: false,
    })),
    pairings: [
      { round: 1, place: 0, first: 0, second: 1, board: 101, result: 'first' },
      { round: 1, place: 0, first: 2, second: 3, board: 150, result: 'second' },
      { round: 2, place: 0, first: 3, second: 0, board: 151, result: null },
      { round: 2, place: 0, first: 1, second: 2, board: null, result: null },
    ],
  };

  beforeAll(async () => {
    await send('shy', 'signup shy');
    await send('shy', 'set web=off');
    const open: Tournament = { ...cup, number: 8, name: null, state: 'open', pairings: [] };
    const documents = new Map([['tournament/7', cup] as const, ['tournament/8', open] as const]);
    await club.store.commit({ cause: 'cup', expect: new Map(), outgoing: [], at: 0, documents });
    club.pass(60_000);
  });

  it('list them, with a way to enter those that are open', async () => {
    const html = await web.text('/tournaments');
    expect(html).toContain('<a href="/tournaments/7">7 (&lt;Spring&gt;)</a>');
    expect(html).toContain('mailto:games@example.test?subject=tournament%20enter%208');
    expect(html).not.toContain('tournament%20enter%207');
  });

  it('show the table and a round, the last one first, and name nobody who has no page', async () => {
    const html = await web.text('/tournaments/7');
    expect(html).toContain('Round 2: a player without a page and alice, Hex board 151.');
    expect(html).toMatch(/<a href="\/players\/alice">alice<\/a><\/th><td class="number">1</);
    // The crosstable: bob has lost to alice, and his game with a player without a page goes on.
    const row = /<th scope="row"><a href="\/players\/bob">.*?<\/tr>/.exec(html)?.[0] ?? '';
    expect(
      row
        .match(/<td[^>]*>[^<]*/g)
        ?.slice(-4)
        .map(cell => cell.replace(/.*>/, '')),
    ).toEqual(['0', '', '×', '·']);
    expect(html).toContain('<span class="hidden">against bob</span>');
    expect(html).not.toContain('href="/hex/151"');
    expect(html).not.toMatch(/shy|gone-/);
    const first = await web.text('/tournaments/7?round=1');
    expect(first).toContain('<a href="/hex/101">Round 1: alice beat bob, Hex board 101.</a>');
    expect(first).not.toMatch(/shy|gone-/);
    expect((await web.text('/tournaments/8')).match(/a player without a page/g)).toHaveLength(2);
  });

  it('have files for other programs, which name nobody who has no page', async () => {
    const rows = (await web.text('/tournaments/7/games.csv')).split('\r\n');
    expect(rows[0]).toBe('round,pool,first,second,points of first,points of second,board');
    expect(rows).toContain('1,1,alice,bob,1,0,101');
    expect(rows).toContain('2,1,-,alice,,,');
    expect(rows.join()).not.toMatch(/shy|gone-/);
    const event = await web.get('/tournaments/8/begin.ics');
    expect(event.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
    const text = await event.text();
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\n[^]*UID:tournament-8@[^]*DTSTART:\d{8}T\d{6}Z\r\nSUMMARY:Tournament 8/);
    expect(text.split('\r\n').every(line => Buffer.byteLength(line) <= 75)).toBe(true);
    const round = await web.text('/tournaments/7/begin.ics');
    expect(round.match(/^BEGIN:VEVENT\r$/gm)).toHaveLength(2);
    expect(round).toMatch(
      /UID:tournament-7-round-2@[^]*DTSTART:20261224T000000Z\r\nSUMMARY:[^]*round 2 should be over/,
    );
    for (const path of ['/tournaments/9/games.csv', '/tournaments/7/games.pdf', '/tournaments/07/begin.ics'])
      expect((await web.get(path)).status).toBe(404);
  });

  it.each(['/tournaments/9', '/tournaments/x', '/tournaments/07', '/tournaments/7x', '/tournaments/9999999999'])(
    'have none at %s',
    async path => expect((await web.get(path)).status).toBe(404),
  );

  it.each(['3', '0', '-1', 'x', '', '99999'])('have no round %s', async round => {
    expect((await web.get(`/tournaments/7?round=${round}`)).status).toBe(404);
  });

  it('are small for the largest field there may be', async () => {
    const entrants = Array.from({ length: tournamentLimits.tournamentEntrants }, (_, index) => ({
      ...cup.entrants[0]!,
      userid: nameOf(index),
    }));
    const pairings = Array.from({ length: tournamentLimits.tournamentRounds }, (_, round) =>
      Array.from({ length: 64 }, (__, game) => ({
        ...{
          round: round + 1,
          place: 0,
          first: 2 * game,
          second: 2 * game + 1,
          board: 1_000 + game,
          result: 'first' as const,
        },
      })),
    ).flat();
    const documents = new Map([['tournament/9', { ...cup, number: 9, entrants, pairings, rounds: 12 }] as const]);
    await club.store.commit({ cause: 'large', expect: new Map(), outgoing: [], at: 0, documents });
    const html = await web.text('/tournaments/9');
    expect(html.length).toBeLessThan(60_000);
    expect([...html.matchAll(/Round 12: /g)]).toHaveLength(64);
  });
});

describe('links to pages', () => {
  it('show the players, how it stands, and the position', async () => {
    const html = await web.text('/hex/101?ply=1');
    expect(html).toContain('<title>Hex 101: alice – bob</title>');
    expect(html).toContain('<meta property="og:title" content="Hex 101: alice – bob">');
    expect(html).toMatch(/<meta property="og:description" content="Hex board 101 after move 1 of 2\./);
    expect(html).toContain('<meta property="og:image" content="https://games.example.org/hex/101.png?ply=1">');
    const front = await web.text('/');
    expect(front).toContain('<meta property="og:image" content="https://games.example.org/games/hex/drawing-1.png">');
    expect((await web.get('/games/hex/drawing-1.png')).headers.get('content-type')).toBe('image/png');
  });

  it('name nobody who is only invited', async () => {
    await send('carol', 'nex challenge carol dora@friends.test');
    expect(await web.text('/nex/101')).toContain('<title>Nex 101: carol – (invited)</title>');
  });
});

describe('the front page', () => {
  it('has a board to try, with the data of a board nobody plays on', async () => {
    const html = await web.text('/');
    expect(html).toContain('src="/assets/boards/hex.js"');
    const data = JSON.parse(/id="board-data">(.*?)<\/script>/.exec(html)?.[1] ?? '') as {
      isRunning: boolean;
      steps: string[];
    };
    expect(data).toMatchObject({ number: 0, isRunning: false, players: [null, null] });
    expect(data.steps.length).toBeGreaterThan(0);
  });

  it('shows each game once, with its other names', async () => {
    const html = await web.text('/');
    for (const { length } of ['nex', 'hexafive', 'y'].map(name => [
      ...html.matchAll(new RegExp(`href="/games/${name}"`, 'g')),
    ]))
      expect(length).toBe(1);
    expect(html).toContain('Also: Boku.');
    expect(await web.text('/games/nexos/tile.svg?theme=dark')).toMatch(/^<svg /);
    expect((await web.get('/games/chess/tile.svg')).status).toBe(404);
  });

  it('begins a game against a robot, for players and for newcomers', async () => {
    const href = /class="main" href="(mailto:[^"]*)"/.exec(await web.text('/'))?.[1]?.replace(/&amp;/g, '&') ?? '';
    const { searchParams } = new URL(href);
    expect(searchParams.get('subject')).toBe('multiple');
    const lines = searchParams.get('body') ?? '';
    expect(lines).toMatch(/^signup yourname\r\nhex challenge -size=7 me robot\r\n$/);
    const sent = await send('erin', 'multiple', lines.replace('yourname', 'erin'));
    expect(sent.map(({ subject }) => subject)).toContain('New Hex Board 106 erin: your turn');
    // The name in the example is reserved.
    const [refused] = await send('frank', 'multiple', lines);
    expect(refused?.text).toContain("'yourname' is a word I use. How about");
  });

  it.each([
    ['/games/hex', 'hex challenge -size=7 me robot'],
    ['/games/hex?robot=robot4&size=9&first=robot', 'hex challenge -size=9 robot4 me'],
    ['/games/gomoku', 'gomoku challenge me robot'],
    ['/games/hex?robot=nobody&size=99&first=', 'hex challenge -size=7 me robot'],
  ])('the page of a game offers a choice of robot, size and side: %s', async (path, command) => {
    const page = await web.text(path);
    expect(decodeURIComponent(page)).toContain(`${command}\r\n`);
    expect(page).toMatch(/<p class="choices">Against: <a href="[^"]*robot=robot[^"]*"/);
  });
});
