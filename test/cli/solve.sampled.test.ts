// `nexpost solve`: what it prints, how it exits, and that its proofs prove and changed ones do not.
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { times } from '#test/sample.ts';
import { createRandom } from '#games/kit/random.ts';
import { runCommandLine } from '#cli/main.ts';
import { checkProof as checkByRules } from '#cli/solve/proof-file.ts';

/** A program of its own, which shares no code. Throws if the proof does not hold. */
const independent = (await import(new URL('../../research/proofs/check.mjs', import.meta.url).href)) as {
  readonly checkProof: (text: string) => { readonly value: string };
};

function isBelieved(text: string): boolean {
  try {
    independent.checkProof(text);
    return true;
  } catch {
    return false;
  }
}

/** What both checkers say, which is the same. */
function checkProof(text: string): ReturnType<typeof checkByRules> {
  const checked = checkByRules(text);
  expect(isBelieved(text)).toBe(checked.ok);
  return checked;
}

interface Run {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

async function run(words: string): Promise<Run> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const read = async (stream: PassThrough): Promise<string> => (await stream.setEncoding('utf8').toArray()).join('');
  const texts = Promise.all([read(stdout), read(stderr)]);
  const args = words.match(/"[^"]*"|\S+/g)?.map(word => word.replace(/"/g, '')) ?? [];
  const status = await runCommandLine(['solve', ...args], { stdin: Readable.from([]), stdout, stderr });
  stdout.end();
  stderr.end();
  const [out, err] = await texts;
  return { status, out, err };
}

const last = ({ out }: Run): Record<string, unknown> =>
  JSON.parse(out.trimEnd().split('\n').at(-1)!) as Record<string, unknown>;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nexpost-proofs-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('a large board', () => {
  it('has its openings named when the time is up at once', async () => {
    const done = await run('nex -size=13 --openings --time 0.01');
    expect(done.status).toBe(0);
    expect(last(done)).toMatchObject({ size: '13x13', value: 'unknown', win: 0, draw: 0, loss: 0 });
    expect(Object.keys(last(done)['openings'] as object)).toHaveLength(169 * 168);
  });
});

describe('the result', () => {
  it('is one object with its keys in order', async () => {
    const done = await run('nex -size=3x3 -endgame=nexc --openings');
    expect(done.status).toBe(0);
    // On a busy machine even this takes long enough to be told of.
    expect(done.err.replace(/^.*: \d+ nodes, \d+ s\n/gm, '')).toBe('');
    expect(Object.keys(last(done))).toEqual(['size', 'endgame', 'for', 'value', 'win', 'draw', 'loss', 'nodes', 'ms', 'openings']); // prettier-ignore
    expect(last(done)).toMatchObject({ size: '3x3', endgame: 'nexc', for: 'black', value: 'win', win: 42, draw: 30, loss: 0 }); // prettier-ignore
    expect(last(done)['openings']).toMatchObject({ 'a1,a2': 'draw', 'b2,b3': 'win' });
  });

  it('leaves the openings out unless asked', async () => {
    expect(Object.keys(last(await run('nex -size=2')))).toEqual(['size', 'endgame', 'for', 'value', 'nodes', 'ms']);
  });

  it.each([
    ['nex -size=2x3 --to-move white', { size: '2x3', endgame: 'neto', for: 'white', value: 'loss' }],
    ['nex -endgame=nexc --position "BB/?W W"', { size: '2x2', endgame: 'nexc', for: 'white', value: 'draw' }],
    ['nex --position "BB/?W W" --openings', { for: 'white', value: 'win', win: 1, openings: { b1: 'win' } }],
    ['nex --position "B./B? W" --openings', { for: 'white', value: 'loss', win: 0, draw: 0, loss: 0, openings: {} }],
    ['nex --position ".../.../... W" --memory 4', { size: '3x3', for: 'white', value: 'win' }],
    ['nex', { size: '13x13', value: 'unknown' }],
  ])('of %s', async (words, expected) => {
    const done = await run(words);
    expect(done.status).toBe(0);
    expect(last(done)).toMatchObject(expected);
  });

  it('says unknown when the time is up, and lists what it does not know', async () => {
    const done = await run('nex -size=5 --openings --time 0.1');
    expect(done.status).toBe(0);
    const { value, openings } = last(done);
    expect(value).toBe('unknown');
    expect(Object.keys(openings as object)).toHaveLength(600);
    expect(Object.values(openings as object)).toContain('unknown');
  });

  it('for people is a board and a sentence', async () => {
    const { out } = await run('nex -size=2 --text --openings');
    expect(out).toContain('win (2): a1,a2 b2,b1\n');
    expect(out).toMatch(/\nblack to move wins, for example by a1,a2\.\n$/);
  });
});

describe('a wrong command line', () => {
  it.each([
    ['', 'needs the name of a game'],
    ['nexos', 'Nobody has written a solver for nexos'],
    ['chess', "There is no game 'chess'"],
    ['nex nex', "'nex' is too much"],
    ['nex --fast', "'--fast' is no option of this verb."],
    ['nex --time', '--time needs a value'],
    ['nex --time soon', '--time is a number of seconds'],
    ['nex --memory 0', '--memory is a number of megabytes'],
    ['nex -size=1', '-size'],
    ['nex --to-move red', '--to-move is black or white'],
    ['nex --position "../.. B" -size=2', '-size is part of the position'],
    ['nex --position "../.. B" --to-move white', '--to-move is part of the position'],
    ['nex --position "xx/.. B"', 'xx/.. B'],
    ['nex --verify proof', '--verify stands alone'],
    ['--verify proof proof', '--verify stands alone'],
    ['--verify proof --time 1', '--verify stands alone'],
  ])('%s', async (words, why) => {
    const done = await run(words);
    expect(done.status).toBe(2);
    expect(done.out).toBe('');
    expect(done.err).toContain(why);
    expect(done.err).toContain('\nUsage: nexpost solve GAME');
  });
});

/** A win, a loss and a draw. */
const PROVED = [
  ['win', 'nex -size=3x3 -endgame=nexc'],
  ['loss', 'nex -size=3x2'],
  ['draw', 'nex -endgame=nexc --position "B../.../?.. W"'],
  ['win', 'hex -size=4'],
  ['loss', 'y --position "./../.B./.... W"'],
  ['draw', 'neuy -endgame=nexc --position "B/?./... W"'],
  ['loss', 'neuy --position "./B./?.. W"'],
  ['win', 'gonnect -size=3'],
  ['loss', 'gonnect --position ".B./.WB/... W"'],
  ['win', 'neugonnect -size=3'],
  ['draw', 'gomoku --position "B.WBB/WBBWB/BWWBW/WBBW./.WWBB B"'],
  ['loss', 'neugomoku --position "BWW?./WBBWW/W?WWB/W.BWW/WBW.B B"'],
] as const;

async function proof(value: string, options: string): Promise<string> {
  const file = join(folder, `${value}.jsonl`);
  const done = await run(`${options} --proof ${file}`);
  expect(done.status).toBe(0);
  expect(last(done)).toMatchObject({ value });
  return readFile(file, 'utf8');
}

/** The lines with a seal that fits them. */
function sealed(lines: readonly string[]): string {
  const body = lines.map(line => `${line}\n`).join('');
  return `${body}${JSON.stringify({ answers: lines.length - 1, sha256: createHash('sha256').update(body).digest('hex') })}\n`;
}

const linesOf = (text: string): string[] => text.trimEnd().split('\n').slice(0, -1);

describe.each(PROVED)('a proof of a %s: %s', (value, options) => {
  it('is verified by the rules alone', async () => {
    await proof(value, options);
    const done = await run(`--verify ${join(folder, `${value}.jsonl`)}`);
    expect(done.status).toBe(0);
    expect(last(done)).toMatchObject({ verified: true, game: options.split(' ')[0], value });
  });

  it('does not hold once a byte of it is another', async () => {
    const text = await proof(value, options);
    const seed = 8;
    const { below } = createRandom(seed);
    for (let i = 0; i < times(20, 200); i++) {
      const at = below(text.length);
      const letter = String.fromCharCode(text.charCodeAt(at) ^ (1 << below(5)));
      const changed = `${text.slice(0, at)}${letter}${text.slice(at + 1)}`;
      expect(checkProof(changed).ok, `seed ${seed}, byte ${at}`).toBe(false);
    }
    expect(checkProof(text.slice(0, -1)).ok).toBe(false);
    expect(checkProof('').ok).toBe(false);
  });

  it('does not hold without one of its answers, with a second or an idle one, however it is sealed', async () => {
    const lines = linesOf(await proof(value, options));
    const { below } = createRandom(9);
    for (let i = 0; i < times(6, 60); i++) {
      const gone = 1 + below(lines.length - 1);
      expect(checkProof(sealed(lines.filter((_, k) => k !== gone)))).toMatchObject({ ok: false });
    }
    expect(checkProof(sealed([...lines, lines[1]!]))).toMatchObject({
      ok: false,
      reason: 'a position is answered twice',
    });
    const idle = JSON.stringify(['BBB/BBB/BBB B', 'a1,a2']);
    expect(checkProof(sealed([...lines, idle]))).toMatchObject({ ok: false, reason: expect.stringContaining('never come up') as string }); // prettier-ignore
    expect(checkProof(sealed(lines)).ok).toBe(true);
  });

  it('does not prove another claim', async () => {
    const [head = '', ...answers] = linesOf(await proof(value, options));
    const claim = JSON.parse(head) as Record<string, unknown>;
    const others = ['win', 'draw', 'loss'].filter(each => each !== value).map(each => ({ ...claim, value: each }));
    const position = String(claim['position']);
    for (const other of [
      ...others,
      { ...claim, colour: claim['colour'] === 'black' ? 'white' : 'black' },
      { ...claim, colour: 'green' },
      { ...claim, game: 'nexos' },
      { ...claim, version: 2 },
      { ...claim, position: position.replace(/.$/, position.endsWith('B') ? 'W' : 'B') },
      { ...claim, position: position.toLowerCase() },
      { ...claim, setup: { size: '3x3', endgame: 'other' } },
      { ...claim, setup: { ...(claim['setup'] as object), size: '5x6' } },
      { ...claim, setup: {} },
    ]) {
      expect(checkProof(sealed([JSON.stringify(other), ...answers])).ok, JSON.stringify(other)).toBe(false);
    }
  });

  it('does not hold with answers of another position', async () => {
    const lines = linesOf(await proof(value, options));
    const { below } = createRandom(10);
    let refused = 0;
    for (let i = 0; i < 20; i++) {
      const [a, b] = [1 + below(lines.length - 1), 1 + below(lines.length - 1)];
      const [to, from] = [lines[a]!, lines[b]!].map(line => JSON.parse(line) as [string, string]);
      const changed = lines.map((line, k) => (k === a ? JSON.stringify([to![0], from![1]]) : line));
      // Another answer may do as well; what is accepted must still be a proof of the same claim.
      const checked = checkProof(sealed(changed));
      if (checked.ok) expect(checked.value.claim.value).toBe(value);
      else refused++;
    }
    expect(refused).toBeGreaterThan(5);
  });
});

it('does not hold where a line comes back to a position, though superko would end it', () => {
  const claim = { proof: 'strategy', version: 1, game: 'gonnect', setup: { size: '4' }, position: 'WBW./WBBB/WBBW/.WW. B', colour: 'black', value: 'win' }; // prettier-ignore
  const lines = [claim, [claim.position, 'd1']].map(line => JSON.stringify(line));
  expect(checkProof(sealed(lines))).toEqual({ ok: false, reason: `a line comes back to ${claim.position}` });
});

it('writes no proof that would be too long, or of what is unknown', async () => {
  const file = join(folder, 'none.jsonl');
  const long = await run(`nex -size=3 --proof ${file} --proof-limit 50`);
  expect(long).toMatchObject({ status: 1, err: 'No proof was written: it would hold more than 50 answers; --proof-limit allows more.\n' }); // prettier-ignore
  expect(last(long)).toMatchObject({ value: 'win' });
  const unknown = await run(`nex -size=11 --proof ${file}`);
  expect(unknown).toMatchObject({ status: 1, err: 'No proof was written: the value is unknown.\n' });
  expect(await run(`--verify ${file}`)).toMatchObject({ status: 1, err: expect.stringContaining('cannot be read') as string }); // prettier-ignore
  await writeFile(file, 'no proof\n');
  expect(last(await run(`--verify ${file}`))).toMatchObject({ verified: false });
});
