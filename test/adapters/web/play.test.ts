// Moves posted from the page of a board: the rights of a reply to the mail that led there, and no more.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#core/kernel/limits.ts';
import { HOUR_MS } from '#core/kernel/time.ts';
import type { Match } from '#core/board/match-document.ts';
import { postFromPage } from '#service/unsubscribe.ts';
import { lab, type Lab, type Received } from '#test/service/lab.ts';
import { type Website, website } from './website.ts';

const at = (name: string): string => `${name}@example.test`;
const URL_OF_BOARD = /https:\/\/nex\.example\/[a-z]+\/\d+#reply=([a-z0-9.-]+)/;

let club: Lab;
let web: Website;
let visitors = 0;
let clicks = 0;
/** The token of each player's newest mail about board 101. */
let tokens: Record<string, string>;

const remember = (mails: readonly Received[]): readonly Received[] => {
  for (const {
    to: [to = ''],
    text,
  } of mails) {
    const [, token] = URL_OF_BOARD.exec(text) ?? [];
    if (token !== undefined) tokens[to.split('@')[0] ?? ''] = token;
  }
  return mails;
};

beforeEach(async () => {
  tokens = {};
  club = lab({ webUrl: 'https://nex.example' });
  for (const name of ['alice', 'bob', 'carol']) await club.write(at(name), `signup ${name}`);
  remember(await club.write(at('alice'), 'hex challenge -size=5 alice bob'));
  web = await website(club);
});
afterEach(() => web.close());

const FROM_PAGE = {
  Origin: 'https://nex.example',
  'Sec-Fetch-Site': 'same-origin',
  'Content-Type': 'application/json',
};

const postRaw = (body: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${web.port}/act`, {
    ...{ method: 'POST', body, redirect: 'manual' },
    headers: { ...FROM_PAGE, 'X-Forwarded-For': `10.7.0.${(visitors += 1)}`, ...headers },
  });

/** Returns why nothing was done, or '' if it was. */
async function post(
  token: string,
  lines: readonly string[],
  words = '',
  id = `click-${(clicks += 1)}`,
): Promise<string> {
  const answer = await postRaw(JSON.stringify({ token, id, lines, words }));
  return answer.status === 204 ? '' : ((await answer.json()) as { why: string }).why;
}

const board = (): Promise<Match> => club.document('match/hex/101');
const movesOf = ({ record }: Match): readonly string[] =>
  record.flatMap(entry => ('text' in entry && typeof entry.text === 'string' ? [entry.text] : []));
const newMails = async (): Promise<readonly Received[]> => remember(await club.live(1));
const tokenOf = (name: string): string => tokens[name] ?? '';

describe('a move from the page', () => {
  it('wakes what sends the mails', async () => {
    let wakes = 0;
    const context = { ...club.context, wakeOutbox: () => void (wakes += 1) };
    expect(await postFromPage({ token: tokenOf('alice'), id: '1', lines: ['c3#1'], words: '' }, context)).toBe(null);
    expect(wakes).toBe(1);
  });

  it('is played, and both players get their mails', async () => {
    expect(await post(tokenOf('alice'), ['c3#1'])).toBe('');
    expect(movesOf(await board())).toEqual(['c3']);
    const mails = await newMails();
    expect(mails.map(({ to: [to], subject }) => `${to}: ${subject}`).toSorted()).toEqual([
      'alice@example.test: Hex Board 101 bob: to move',
      'bob@example.test: Hex Board 101 bob: your turn',
    ]);
    expect(await post(tokenOf('bob'), ['b2#2'])).toBe('');
    expect(movesOf(await board())).toEqual(['c3', 'b2']);
  });

  it('takes effect once, however often it is sent', async () => {
    const token = tokenOf('alice');
    expect(await post(token, ['c3#1'], '', 'one')).toBe('');
    expect(await newMails()).toHaveLength(2);
    for (let i = 0; i < 3; i++) expect(await post(token, ['c3#1'], '', 'one')).toBe('');
    expect(await post(token, ['c3#1'])).toContain('The board has changed');
    expect(await newMails()).toEqual([]);
    expect(movesOf(await board())).toEqual(['c3']);
  });

  it('does nothing at a later position, or for another player', async () => {
    const first = tokenOf('alice');
    expect(await post(first, ['c3#1'])).toBe('');
    await newMails();
    expect(await post(first, ['d4'])).toContain('The board has changed since that mail.');
    expect(await post(tokenOf('alice'), ['d4'])).toContain("It is bob's turn");
    expect(await post(tokenOf('bob').replace('.1.1.', '.0.1.'), ['d4'])).toContain("This link can't play");
    expect(movesOf(await board())).toEqual(['c3']);
    expect(await newMails()).toEqual([]);
  });

  it('says why it is not legal, changes nothing and sends no mail', async () => {
    expect(await post(tokenOf('alice'), ['z9'])).not.toBe('');
    expect(await post(tokenOf('alice'), ['c3', 'resign', 'set mail=text'])).toContain('This page only takes');
    expect(movesOf(await board())).toEqual([]);
    expect(await newMails()).toEqual([]);
    expect(await post(tokenOf('alice'), ['c3'])).toBe('');
  });
});

describe('the rights of the page', () => {
  it('are acts at its board: words, hints, draws, prepared answers, resignation', async () => {
    expect(await post(tokenOf('alice'), ['c3'], 'Good luck!\nresign')).toBe('');
    const [forBob] = (await newMails()).filter(({ to: [to = ''] }) => to.startsWith('bob'));
    expect(forBob?.text).toContain('Good luck!');
    expect((await board()).state).toBe('active');
    expect(await post(tokenOf('alice'), ['if b2 then d4'])).toBe('');
    expect(await post(tokenOf('bob'), ['chat'], 'hello')).toBe('');
    expect(await post(tokenOf('bob'), ['b2#2'])).toBe('');
    await newMails();
    expect(movesOf(await board())).toEqual(['c3', 'b2', 'd4']);
    expect(await post(tokenOf('bob'), ['draw'])).toBe('');
    await newMails();
    expect(await post(tokenOf('bob'), ['resign'])).toBe('');
    expect((await board()).state).toBe('over');
  });

  it.each([
    ['set mail=text'],
    ['signoff'],
    ['add alice2@example.test'],
    ['hex challenge -size=7 alice carol'],
    ['hex move 102 c3'],
    ['nex move 101 c3'],
    ['message bob'],
    ['block bob'],
    ['resign alice secret99'],
    ['hex move 101 bob secret99 c3'],
    ['forget me'],
    ['vacation 7'],
    ['rename alicia'],
    ['help'],
    ['hello'],
    ['subscribe all'],
    ['unsubscribe all'],
    ['hex subscribe carol'],
    ['notify carol'],
    ['show'],
    ['show 101 102'],
    ['show carol'],
    ['showas 101 102'],
    ['preview new -size=5 c3'],
    ['preview c3'],
    ['replay 101 1'],
    ['accept -language=pt'],
  ])('do not extend to `%s`', async line => {
    const before = await club.store.read(['account/alice', 'account/bob', 'match/hex/101']);
    expect(await post(tokenOf('alice'), [line], 'words')).not.toBe('');
    expect(await newMails()).toEqual([]);
    const after = await club.store.read(['account/alice', 'account/bob', 'match/hex/101']);
    expect(after.documents).toEqual(before.documents);
  });

  it('count each click: what was prepared first can be prepared again', async () => {
    expect(await post(tokenOf('alice'), ['c3#1'])).toBe('');
    await newMails();
    for (const answer of ['b1', 'b2', 'b1']) expect(await post(tokenOf('alice'), [`if a1 then ${answer}`])).toBe('');
    await post(tokenOf('bob'), ['a1#2']);
    expect(movesOf(await board())).toEqual(['c3', 'a1', 'b1']);
  });

  it('tell nothing of what the other side has prepared', async () => {
    await post(tokenOf('bob'), ['if c3 then b2']);
    await newMails();
    // What cannot stand there is refused before anything is tried, and what was tried is played.
    expect(await post(tokenOf('alice'), ['c3', 'then b2'])).toContain('only takes moves and answers');
    expect(await post(tokenOf('alice'), ['c3#1', 'then b2#3', 'if x'])).toContain('only takes moves and answers');
    expect(movesOf(await board())).toEqual([]);
    expect(await post(tokenOf('alice'), ['c3#1', 'if a1 then c3'])).toBe('');
    expect(movesOf(await board())).toEqual(['c3', 'b2']);
  });

  it.each(['nex reject', 'nex decline', 'nex accept', 'nex resign'])('end where the game does: %s', async line => {
    const before = await club.store.read(['account/alice', 'match/hex/101']);
    expect(await post(tokenOf('alice'), [line])).toContain('only takes moves and answers');
    expect(await club.store.read(['account/alice', 'match/hex/101'])).toEqual(before);
  });

  it('end for an hour after many acts', async () => {
    for (let i = 0; i < limits.pagePostsPerHour; i++) expect(await post(tokenOf('alice'), [`note n${i % 9}`])).toBe('');
    expect(await post(tokenOf('alice'), ['note x'])).toContain('That was a lot in one hour.');
    expect(movesOf(await board())).toEqual([]);
    club.pass(HOUR_MS);
    expect(await post(tokenOf('alice'), ['c3'])).toBe('');
  });

  it('are nothing with another kind of token, or a forged one', async () => {
    const token = tokenOf('alice');
    const last = token.at(-1) === 'a' ? 'b' : 'a';
    for (const forged of [
      '',
      'x',
      `${token.slice(0, -1)}${last}`,
      'd.alice.aaaaaaaaaaaaaaaa',
      'u.alice.aaaaaaaaaaaaaaaa',
    ])
      expect(await post(forged, ['c3']), forged).not.toBe('');
    expect(movesOf(await board())).toEqual([]);
  });
});

describe('a request from elsewhere', () => {
  it.each([
    ['from another site', { Origin: 'https://evil.example' }],
    ['across sites', { 'Sec-Fetch-Site': 'cross-site' }],
    ['of no origin', { Origin: 'null' }],
    ['of an empty origin', { Origin: '' }],
  ])('is refused: %s', async (_, headers) => {
    const answer = await postRaw(
      JSON.stringify({ token: tokenOf('alice'), id: '1', lines: ['c3'], words: '' }),
      headers,
    );
    expect(answer.status).toBe(403);
    expect(movesOf(await board())).toEqual([]);
  });

  it('is refused by its form', async () => {
    const bodies = [
      '',
      '[]',
      'null',
      '{',
      '{"token":1}',
      JSON.stringify({ token: tokenOf('alice'), id: '1', lines: [], words: '' }),
    ];
    for (const body of [
      ...bodies,
      JSON.stringify({ token: tokenOf('alice'), id: '1', lines: ['c3\nresign'], words: '' }),
    ])
      expect((await postRaw(body)).status, body).toBe(400);
    expect((await postRaw('x'.repeat(40_000))).status).toBe(413);
  });

  it('acts on no GET, and the log holds no token', async () => {
    expect((await web.get(`/act?token=${tokenOf('alice')}&lines=c3`)).status).toBe(404);
    await post(tokenOf('alice'), ['c3']);
    // As programs ask that take the fragment for a part of the path.
    await web.get(`/hex/101%23reply=${tokenOf('alice')}`);
    expect([...web.log, ...club.log].join('\n')).not.toContain(tokenOf('alice'));
    expect(web.log.some(line => line.includes('"path":"/act","status":204'))).toBe(true);
  });

  it('is refused after a flood', async () => {
    const headers = { 'X-Forwarded-For': '10.8.0.1' };
    const statuses = [];
    for (let i = 0; i < 32; i++) statuses.push((await postRaw('{}', headers)).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([400, 429]);
  });
});

describe('after the game', () => {
  it('plays a robot, and challenges nobody else', async () => {
    await club.write(at('alice'), 'hex move 101 c3');
    const [result] = await club.write(at('alice'), 'hex resign 101');
    const [, token = ''] = /\+(\S+)@/.exec(result?.replyTo ?? '') ?? [];
    expect(await post(token, ['rematch carol'])).toContain('only takes moves and answers');
    expect(await post(token, ['rematch robot0'])).toBe('');
    expect((await club.document('match/hex/102')).isUnrated).toBe(true);
  });

  it('takes one act at a time, with prepared answers at most', async () => {
    const most = Array.from({ length: 20 }, () => 'hint');
    expect(await post(tokenOf('alice'), most)).toContain('only takes moves and answers');
    expect(await post(tokenOf('alice'), ['c3#1', 'if b2 then d4'])).toBe('');
  });
});

it('the page of a finished game tells what an engine found', async () => {
  await club.write(at('alice'), 'hex challenge -size=3 me robot1');
  await club.write(at('alice'), 'hex move 102 a1');
  const readPage = async (): Promise<string> => (await fetch(`http://127.0.0.1:${web.port}/hex/102`)).text();
  expect(await readPage()).not.toContain('<h2>Review');
  await club.write(at('alice'), 'hex resign 102');
  const page = (await readPage()).replace(/\s+/g, ' ');
  expect(page).toMatch(/<h2>Review<\/h2> <svg class="chances".*alice resigned a won game/);
  expect(page).toContain('href="/hex/102?ply=1"');
  const { review } = await club.document('match/hex/102');
  expect(review?.graph.chances.length).toBe(review?.graph.plies.length);
});
