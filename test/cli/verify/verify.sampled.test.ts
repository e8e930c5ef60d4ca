// `nexpost verify` over mails as mail programs save them, and over proofs that the holder of a key has forged.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findGameFaults } from '#cli/verify/game.ts';
import { searchSessions } from '#adapters/workers/search-sessions.ts';
import { createRandom } from '#games/kit/random.ts';
import type { SearchRequest } from '#engines/index.ts';
import type { Bundle } from '#ledger/bundle.ts';
import { createSigner } from '#ledger/note.ts';
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

/** The mails of these lines, and of what happens so long after each. */
const play = (...lines: readonly Line[]): Promise<readonly Received[]> => playAt(lab(), ...lines);

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
  ])('agrees: %s', async (_, ...lines) => {
    const mails = await play(...lines);
    expect(proofsOf(mails).length).toBeGreaterThan(0);
    const { stdout, code } = await verifyMails(mails.map(({ raw }) => raw));
    expect(stdout.split('\n').filter(line => !line.startsWith('ok'))).toEqual(['Everything agrees.', '']);
    expect(code).toBe(0);
  }); // prettier-ignore
});

describe('the files', () => {
  it('may be an mbox, and name its mails', async () => {
    const mails = await play(...SHORT);
    const mbox = mails
      .map(({ raw }) => `From games Mon Nov 30 00:00:00 2026\n${raw.replace(/^(>*From )/gm, '>$1')}\n`)
      .join('');
    const { stdout, code } = await runVerb('verify', await save('all.mbox', mbox));
    expect([stdout, code]).toEqual([expect.stringContaining(`ok: ${mails.length} signed checkpoints of mails`), 0]);
    expect(stdout).toContain(`all.mbox, mail ${mails.length}, hex-101.proof.json: hex/101, 7 events`);
  });

  it('may be a proof alone', async () => {
    const [proof] = proofsOf(await play(...SHORT));
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
    const file = await save('one.eml', (await play(...SHORT))[0]!.raw);
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
    const mails = await play(...SHORT);
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
    ['no board', events => at(events, 0, { setup: 3 }), /not those of a board/],
  ])('is wrong: %s', async (_, change, expected) => {
    const events = change(eventsOf(await play(...SHORT)));
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
  });

  it.each(seedsFor(import.meta.filename, times(1, 20)))('is read without a fault of ours (seed %i)', async seed => {
    const rng = createRandom(seed);
    const text = JSON.stringify(eventsOf(await play(...SHORT)));
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
