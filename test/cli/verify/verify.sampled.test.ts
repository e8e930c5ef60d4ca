// `nexpost verify` over mails as mail programs save them, and over proofs that the holder of a key has forged.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findGameFaults } from '#cli/verify/game.ts';
import { searchSessions } from '#adapters/workers/search-sessions.ts';
import { createRandom } from '#games/kit/random.ts';
import { makeOnce } from '#games/kit/remember.ts';
import type { SearchRequest } from '#engines/index.ts';
import type { Bundle } from '#ledger/bundle.ts';
import { createSigner, formatLogField, signCheckpoint } from '#ledger/note.ts';
import { EMPTY_TREE } from '#ledger/tree.ts';
import { runVerb, type VerbRun } from '#test/cli/run-verb.ts';
import { signProof } from '#test/ledger/sign-proof.ts';
import { times } from '#test/sample.ts';
import { seedsFor } from '#test/seeds.ts';
import { lab, type Lab, type Received } from '#test/service/lab.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'nexpost-verify-'));
});
afterAll(() => rm(dir, { recursive: true }));

/** `text`: of a mail, a byte for each character; a proof is in UTF-8. */
async function save(name: string, text: string): Promise<string> {
  const file = join(dir, name);
  await writeFile(file, text, name.endsWith('.json') ? 'utf8' : 'latin1');
  return file;
}

/** Verifies the mails in one file each. */
async function verifyMails(mails: readonly string[]): Promise<VerbRun> {
  const files: string[] = [];
  for (const [i, mail] of mails.entries()) files.push(await save(`${i}.eml`, mail));
  return runVerb('verify', ...files);
}

type Line = readonly [name: string, line: string, ms?: number];

const SHORT: readonly Line[] = [
  ['alice', 'hex challenge -size=3 alice bob'],
  ['alice', 'hex move 101 a1'],
  ['bob', 'hex move 101 c3'],
  ['alice', 'hex move 101 b1'],
  ['bob', 'hex move 101 a3'],
  ['alice', 'hex move 101 c1'],
];

/** The mails of these lines, and of what happens in the time after each. */
const play = (...lines: readonly Line[]): Promise<readonly Received[]> => playAt(lab(), ...lines);

/** Played once: mails never change. */
const playShort = makeOnce(() => play(...SHORT));

async function playAt(service: Lab, ...lines: readonly Line[]): Promise<readonly Received[]> {
  for (const name of ['alice', 'bob', 'carol', 'dave']) await service.write(name, `signup ${name}`);
  const mails: Received[] = [];
  for (const [name, line, ms = 20 * MINUTE_MS] of lines)
    mails.push(...(await service.write(name, line)), ...(await service.live(ms)));
  return mails;
}

const proofsOf = (mails: readonly Received[]): readonly string[] =>
  mails.flatMap(({ raw }) => {
    const [, encoded] = /proof\.json"\r\n\r\n([A-Za-z\d+/=\r\n]+?)\r\n--/.exec(raw) ?? [];
    return encoded === undefined ? [] : [Buffer.from(encoded, 'base64').toString()];
  });

/** The events of the game that the last mail ends. */
const eventsOf = (mails: readonly Received[]): Bundle['events'] =>
  (JSON.parse(proofsOf(mails).at(-1)!) as Bundle).events;

describe('what a service has sent', () => {
  it.each<[string, ...Line[]]>([
    ['a game to its end', ...SHORT],
    ['a swap', ['alice', 'hex challenge -size=3 -swap alice bob'], ['alice', 'hex move 101 b2'], ['bob', 'hex move 101 swap'], ['alice', 'hex move 101 c3'], ['bob', 'hex resign 101']],
    ['a loss on time', ['alice', 'hex challenge -size=4 alice bob'], ['alice', 'hex move 101 a1'], ['bob', 'hex move 101 b2', 60 * DAY_MS]],
    ['a time bank and a holiday', ['alice', 'hex challenge -size=4 --totaltime=5 --increment=1 alice bob'], ['alice', 'hex move 101 a1'], ['bob', 'hex move 101 b2'], ['alice', 'holiday 5'], ['alice', 'hex move 101 c1'], ['bob', 'hex move 101 c3'], ['alice', 'hex move 101 d1', 60 * DAY_MS]],
    ['a draw by agreement', ['alice', 'hex challenge -size=4 alice bob'], ['alice', 'hex move 101 a1'], ['bob', 'hex move 101 b2'], ['alice', 'hex draw 101'], ['bob', 'hex accept 101']],
    ['four players', ['alice', 'nexos challenge -players=4 alice bob carol dave'], ['alice', 'nexos move 101 e20'], ['bob', 'nexos move 101 u20'], ['carol', 'nexos move 101 u6'], ['dave', 'nexos move 101 e6'], ['carol', 'nexos resign 101'], ['alice', 'nexos resign 101'], ['dave', 'nexos resign 101']],
    ['a robot', ['alice', 'hex challenge -size=3 me robot1'], ['alice', 'hex move 101 b2', DAY_MS], ['alice', 'hex resign 101']],
    ['a game that is not rated', ['alice', 'hex challenge -size=3 --rated=no alice bob'], ['alice', 'hex move 101 a1'], ['bob', 'hex move 101 b2'], ['alice', 'hex resign 101']],
    ['two rated games that end together', ['alice', 'hex challenge -size=4 alice bob'], ['alice', 'hex challenge -size=4 alice bob'], ['alice', 'hex move 101 a1'], ['bob', 'hex move 101 b2'], ['alice', 'hex move 102 a1'], ['bob', 'hex move 102 b2'], ['bob', 'signoff bob', 12 * DAY_MS]],
    ['thoughts', ['alice', 'hex challenge -size=4 alice bob'], ['alice', 'hex thinking 101 the corner'], ['alice', 'hex move 101 a1'], ['bob', 'hex thinking 101 it loses'], ['bob', 'hex move 101 b2'], ['alice', 'hex resign 101']],
    ['an undo', ['alice', 'hex challenge -size=4 alice bob'], ['alice', 'hex move 101 a1'], ['alice', 'hex undo 101'], ['bob', 'hex accept 101'], ['alice', 'hex move 101 b2'], ['bob', 'hex move 101 c3'], ['alice', 'hex resign 101']],
  ])('agrees: %s', async (_, ...lines) => {
    const mails = await play(...lines);
    expect(proofsOf(mails).length).toBeGreaterThan(0);
    const { stdout, code } = await verifyMails(mails.map(({ raw }) => raw));
    expect(stdout.split('\n').filter(line => !line.startsWith('ok'))).toEqual(['Everything agrees.', '']);
    expect(code).toBe(0);
  }); // prettier-ignore
});

it('finds a thought that was changed after the game', async () => {
  const lines = [['alice', 'hex thinking 101 I see it'] as const];
  const proof = proofsOf(await play(...SHORT.slice(0, 2), ...lines, ...SHORT.slice(2))).at(-1)!;
  expect(proof).toContain('I see it');
  const { code } = await runVerb('verify', await save('changed.proof.json', proof.replace('I see it', 'I saw it')));
  expect(code).toBe(1);
});

describe('the files', () => {
  it('may be an mbox, and name its mails', async () => {
    const mails = await playShort();
    const mbox = mails
      .map(({ raw }) => `From games Mon Nov 30 00:00:00 2026\n${raw.replace(/^(>*From )/gm, '>$1')}\n`)
      .join('');
    const { stdout, code } = await runVerb('verify', await save('all.mbox', mbox));
    expect([stdout, code]).toEqual([expect.stringContaining(`ok: ${mails.length} signed checkpoints of mails`), 0]);
    expect(stdout).toMatch(/all\.mbox, mail \d+, hex-101\.proof\.json: hex\/101, 7 events/);
  });

  it('may be a proof alone', async () => {
    const [proof] = proofsOf(await playShort());
    const { stdout, code } = await runVerb('verify', await save('game.proof.json', proof!));
    expect([stdout, code]).toEqual([expect.stringContaining('Everything agrees.'), 0]);
  });

  it('may tell nothing', async () => {
    const { stdout, code } = await runVerb('verify', await save('letter.eml', 'Subject: hello\n\nHow are you?\n'));
    expect([stdout, code]).toEqual(['There is nothing to verify.\n', 0]);
  });

  it('must be there', async () => {
    const { code, stderr } = await runVerb('verify');
    expect([code, stderr]).toEqual([2, expect.stringContaining('verify needs a file')]);
    expect((await runVerb('verify', join(dir, 'none.eml'))).code).not.toBe(0);
  });

  it('are signed by the wanted key', async () => {
    const file = await save('one.eml', (await playShort())[0]!.raw);
    const key = /signed by (.*)/.exec((await runVerb('verify', file)).stdout)![1]!;
    expect((await runVerb('verify', '--key', key, file)).code).toBe(0);
    const { stdout, code } = await runVerb(
      'verify',
      '--key',
      createSigner('other', Buffer.alloc(32)).verifier.text,
      file,
    );
    expect([stdout, code]).toEqual([expect.stringContaining(`other key: signed by ${key}`), 1]);
  });

  it('are refused if they were changed', async () => {
    const mails = await playShort();
    const { stdout, code } = await verifyMails([
      mails[0]!.raw.replace(' n=', ' n=9'),
      mails.at(-1)!.raw.replace(/(proof\.json"\r\n\r\n)..../, '$1ewoJ'),
    ]);
    expect(code).toBe(1);
    expect(stdout).toContain('0.eml: the signature of its field Nexpost-Log is wrong');
    expect(stdout).toContain('hex-101.proof.json: it is no proof, or was changed');
  });
});

describe('the moves of robots', () => {
  const GAME: readonly Line[] = [
    ['alice', 'hex challenge -size=4 -swap me robot1'],
    ['alice', 'hex move 101 a1'],
    ['alice', 'hex undo 101'],
    ['alice', 'hex move 101 b3'],
    ['alice', 'hex move 101 d1'],
    ['alice', 'hex resign 101'],
  ];

  it('follow from their level and the seed', async () => {
    const search = searchSessions(() => 0);
    const engines = {
      search: (request: SearchRequest) => Promise.resolve(search(request)),
      close: () => Promise.resolve(),
    };
    const [proof] = proofsOf(await playAt(lab({ engines }), ...GAME));
    expect(proof?.match(/"kind": "(?:move|swap)"/g)?.length).toBeGreaterThan(3);
    const { stdout, code } = await runVerb('verify', '--robot', await save('true.proof.json', proof!));
    expect([stdout, code]).toEqual([expect.stringContaining('Everything agrees.'), 0]);
  });

  it.each([
    ['dealt', ['alice', 'hex challenge -size=9 -opening=fair me robot0']],
    ['taken over', ['alice', 'hex challenge -size=4 alice bob'], ['alice', 'hex move 101 a1'], ['bob', 'hex move 101 b2'], ['alice', 'hex challenge -from=101#2 me robot0']],
  ] as [string, ...Line[]][])('are not asked for moves that were %s', async (_, ...lines) => {
    const search = searchSessions(() => 0);
    const engines = { search: (request: SearchRequest) => Promise.resolve(search(request)), close: () => Promise.resolve() };
    const board = lines.length === 1 ? 101 : 102;
    const [proof] = proofsOf(await playAt(lab({ engines }), ...lines, ['alice', `hex move ${board} d1`], ['alice', `hex move ${board} c4`], ['alice', `hex resign ${board}`]));
    const { stdout, code } = await runVerb('verify', '--robot', await save('dealt.proof.json', proof!));
    expect([stdout, code]).toEqual([expect.stringContaining('Everything agrees.'), 0]);
  }); // prettier-ignore

  it('are found if another program made them', async () => {
    const [proof] = proofsOf(await play(...GAME));
    const file = await save('other.proof.json', proof!);
    expect((await runVerb('verify', file)).code).toBe(0);
    const { stdout, code } = await runVerb('verify', '--robot', file);
    expect([stdout, code]).toEqual([
      expect.stringMatching(/^other move: .*: move \d of robot1 is .*, and would be /m),
      1,
    ]);
  });
});

describe('mails as mail programs keep them', () => {
  const CHECKED = 'Everything agrees.';

  it.each<[string, (raw: string) => string]>([
    ['with the field folded anywhere', raw => raw.replace(/r=(.{9})/, 'r=$1\r\n ')],
    ['with the field twice', raw => raw.replace(/(Nexpost-Log: .*\r\n(?: .*\r\n)+)/, '$1$1')],
    ['in an mbox with a blank line before it', raw => `\n\nFrom games Mon Nov 30 09:00:00 2026\n${raw}\n`],
    ['in an mbox with a mark of bytes', raw => `\xef\xbb\xbfFrom games Mon Nov 30 09:00:00 2026\n${raw}\n`],
    ['with a line that begins with From', raw => `From games Mon Nov 30 09:00:00 2026\n${raw.replace('\r\n\r\n', '\r\n\r\nFrom here on\r\n\r\nFrom there\r\n')}\n`],
    ['with a date that none can read', raw => raw.replace(/\r\nDate: .*/, '\r\nDate: gestern')],
    ['forwarded', raw => `From: bob@example.test\r\nSubject: Fwd\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=xyz\r\n\r\n--xyz\r\n\r\nsee\r\n--xyz\r\nContent-Type: message/rfc822\r\n\r\n${raw}\r\n--xyz--\r\n`],
    ['with a proof of another name', raw => raw.replace(/hex-101\.proof\.json/g, 'proof.json.txt')],
  ])('are read: %s', async (_, change) => {
    const mail = (await playShort()).at(-1)!;
    const { stdout, code } = await runVerb('verify', await save('one.eml', change(mail.raw)));
    expect([stdout, code]).toEqual([expect.stringContaining(CHECKED), 0]);
    expect(stdout).toMatch(/ok: 1 signed checkpoints? of mails, 1 of which show a board/);
    expect(stdout).toContain('hex/101, 7 events');
  }); // prettier-ignore

  it('may come late', async () => {
    const mails = await playShort();
    const raws = mails.map(({ raw }, i) => {
      const written = Date.parse(/\r\nDate: (.*)/.exec(raw)![1]!);
      const arrived = written + (i === 3 ? 75 * MINUTE_MS : 1_000);
      return `Received: from games by mx.test; ${new Date(arrived).toUTCString()}\r\n${raw}`;
    });
    expect((await verifyMails(raws)).stdout).toContain(CHECKED);
  });

  it('may be a proof with the line ends of another system', async () => {
    const [proof] = proofsOf(await playShort());
    expect((await runVerb('verify', await save('crlf.proof.json', proof!.replaceAll('\n', '\r\n')))).code).toBe(0);
  });

  it('are told of if they cannot be read', async () => {
    const nested = Array.from(
      { length: 3_000 },
      (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`,
    );
    const good = (await playShort()).at(-1)!.raw;
    const mbox = [nested.join(''), good].map(raw => `From x Mon Nov 30 09:00:00 2026\n${raw}\n\n`).join('');
    const { stdout, code } = await runVerb(
      'verify',
      await save('bad.mbox', mbox),
      await save('bytes.bin', '\x1f\x8b\x08\0'),
    );
    expect(stdout).toContain('ok, but: ');
    expect(stdout).toMatch(/ok, but: .*bad\.mbox, mail 1 cannot be read: /);
    expect(stdout).toMatch(/ok, but: .*bytes\.bin cannot be read: it is neither a mail nor a proof/);
    expect([stdout, code]).toEqual([expect.stringContaining('hex/101, 7 events'), 0]);
  });

  it('cannot write lines of ours', async () => {
    const good = (await playShort()).at(-1)!.raw;
    const raw = good.replace(/filename="?hex-101\.proof\.json"?/, "filename*=utf-8''x%0Aok%3A%20fine.proof.json");
    const { stdout } = await runVerb('verify', await save('names.eml', raw));
    expect(stdout).not.toMatch(/^ok: fine/m);
  });
});

it('does not ask a log for the events of a board that was entered later', async () => {
  const signer = createSigner('example.test/games', Buffer.alloc(32, 1));
  const events = eventsOf(await playShort());
  const begun = events[1]!['at'] as number;
  const field = formatLogField(signer.verifier, signCheckpoint(signer, EMPTY_TREE), null);
  const mail = await save('between.eml', `${field}Date: ${new Date(begun + 6 * 60 * MINUTE_MS).toUTCString()}\r\n\r\n`);
  const prove = async (entered: number): Promise<string> => {
    const changed = events.map((event, i) => (i === 0 ? { ...event, at: entered } : event));
    const sizes = events.at(-1)!['sizes'] as number[];
    return save(
      'later.proof.json',
      await signProof(signer, { events: changed, places: events.map((_, n) => n) }, sizes),
    );
  };
  expect((await runVerb('verify', mail, await prove(begun))).stdout).toContain('late: ');
  expect((await runVerb('verify', mail, await prove(begun + DAY_MS))).stdout).not.toContain('late: ');
});

it('finds two logs with one name', async () => {
  const [one, other] = ['a', 'b'].map(seed => createSigner('example.test/games', Buffer.alloc(32, seed)));
  const events = eventsOf(await playShort());
  const files: string[] = [];
  for (const [i, signer] of [one!, other!].entries())
    files.push(await save(`${i}.proof.json`, await signProof(signer, { events, places: events.map((_, n) => n + 9) }, events.at(-1)!['sizes'] as number[]))); // prettier-ignore
  const { stdout, code } = await runVerb('verify', ...files);
  expect([stdout, code]).toEqual([expect.stringContaining('fork: the log example.test/games has two keys'), 1]);
});

describe('a proof whose key lies about a game', () => {
  const at = (events: Bundle['events'], number: number, change: object): Bundle['events'] =>
    events.map((event, i) => (i === (number + events.length) % events.length ? { ...event, ...change } : event));

  it.each<[string, (events: Bundle['events']) => Bundle['events'], RegExp]>([
    ['a move against the rules', events => at(events, 2, { text: 'a1' }), /the move a1, is not legal/],
    ['a move that is left out', events => events.filter((_, i) => i !== 3), /result does not follow/],
    ['another size', events => at(events, 0, { setup: { size: '4', length: '4' } }), /setup/],
    ['another winner', events => at(events, -1, { outcome: { ranks: [2, 1], reason: 'connected' } }), /result does not follow/],
    ['other ratings', events => at(events, -1, { rated: { at: events.at(-2)!['at'], changes: [] } }), /ratings do not follow/],
    ['ratings that are none', events => at(events, -1, { rated: 5 }), /ratings cannot be read/],
    ['no ratings of a rated game', events => events.map(({ rated: _, ...event }) => event), /ratings do not follow/],
    ['a removed board', events => at(events, -1, { state: 'removed' }), /result does not follow/],
    ['events that go back', events => at(events, 3, { at: 5 }), /order of time/],
    ['an opening after the end', events => at(events, 0, { at: 8e15 }), /order of time/],
    ['a move in a million years', events => at(events, 3, { at: 1e300 }), /not those of a log/],
    ['an hour without end', events => at(events, 0, { time: { nagtime: null, forfeittime: 1e12, totaltime: null, increment: 0, cap: null } }), /not those of a board/],
    ['a name that is none', events => at(events, 0, { game: { toString: 1 } }), /not those of a log/],
    ['no board', events => at(events, 0, { setup: 3 }), /not those of a board/],
  ])('is wrong: %s', async (_, change, expected) => {
    const events = change(eventsOf(await playShort()));
    const signer = createSigner('example.test/games', Buffer.alloc(32, 1));
    const sizes = events.at(-1)!['sizes'] as number[];
    const proof = await signProof(signer, { events, places: events.map((__, i) => i + 9) }, sizes);
    const { stdout, code } = await runVerb('verify', await save('lie.proof.json', proof));
    expect([stdout, code]).toEqual([expect.stringMatching(/^wrong: .*\.json: (.*)$/m), 1]);
    expect(/^wrong: .*\.json: (.*)$/m.exec(stdout)![1]).toMatch(expected);
  }); // prettier-ignore

  it('is wrong if the clock had not run out', async () => {
    const events = eventsOf(await play(...SHORT.slice(0, 3), ['alice', 'hex move 101 b1', 60 * DAY_MS])); // prettier-ignore
    const retired = events.findIndex(({ kind }) => kind === 'retire');
    expect(findGameFaults(events)).toEqual([]);
    const early = at(events, retired, { at: (events[retired]!['at'] as number) - 3 * DAY_MS });
    expect(findGameFaults(early)).toEqual([expect.stringMatching(/lost on time at .*, and had until .* at least/)]);
    const other = at(events, retired, { seat: 1 - (events[retired]!['seat'] as number) });
    expect(findGameFaults(other)).toContain('a player lost on time whose clock did not run');
  });

  it.each(seedsFor(import.meta.filename, times(1, 20)))('is read without a fault of ours (seed %i)', async seed => {
    const rng = createRandom(seed);
    const text = JSON.stringify(eventsOf(await playShort()));
    const values = [...text.matchAll(/(?<=[:[,])("[^"]*"|\d+|true|false|null)(?=[,\]}])/g)];
    const others = ['null', '0', '-1', '1e15', '""', '"a1"', '[]', '{}', 'true', '"__proto__"', '9e99'];
    for (let n = 0; n < 200; n++) {
      const { index, 0: value } = values[rng.below(values.length)]!;
      const other = others[rng.below(others.length)]!;
      const events = JSON.parse(text.slice(0, index) + other + text.slice(index + value.length)) as Bundle['events'];
      expect(Array.isArray(findGameFaults(events))).toBe(true);
    }
  });
});
