// The claims about small boards, their results, and the independent checker.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findPackageRoot } from '#adapters/package-root.ts';
import { findGame } from '#games/registry/index.ts';
import { claims } from '#research/proofs/claims.ts';
import { setupOf } from '../conformance/game.ts';

const checker = (await import(new URL('../../research/proofs/check.mjs', import.meta.url).href)) as {
  /** Throws if the proof does not hold. */
  readonly checkProof: (text: string) => unknown;
  readonly splitProofs: (text: string) => readonly string[];
};

const read = (name: string): string => readFileSync(join(findPackageRoot(), 'research/proofs', name), 'utf8');

it('claims say something of every opening', () => {
  expect(new Set(claims.map(({ name }) => name)).size).toBe(claims.length);
  for (const { name, game: gameName, given, openings } of claims) {
    const game = findGame(gameName)!;
    const count = game.countMoves(game.start(setupOf(game, given)));
    expect([name, openings.reduce((sum, each) => sum + each, 0)]).toEqual([name, count]);
  }
});

it('results are those of the claims', () => {
  const results = JSON.parse(read('results.json')) as readonly { claim: string; openings: number[]; proves: string }[];
  expect(results.map(({ claim: name }) => name)).toEqual(claims.map(({ name }) => name).toSorted());
  for (const { claim: name, openings, proves } of results)
    expect([name, openings, proves]).toEqual([name, ...claims.filter(each => each.name === name).flatMap(each => [each.openings, each.proves])]); // prettier-ignore
});

it.each([
  ['no setup', { setup: null }],
  ['a size that is no text', { setup: { size: 3 } }],
  ['a position that is no text', { position: 5 }],
  ['a value that every object has', { value: 'constructor' }],
  ['a list for a text', { colour: ['black'] }],
])('a claim with %s is refused by a sentence', (_, change) => {
  const [first = '', ...answers] = read('files/hex-3.jsonl').split('\n').slice(0, 1);
  const body = `${JSON.stringify({ ...(JSON.parse(first) as object), ...change })}\n${answers.join('')}`;
  const sealed = `${body}${JSON.stringify({ answers: 0, sha256: createHash('sha256').update(body).digest('hex') })}\n`;
  expect(() => checker.checkProof(sealed)).toThrow(
    /^(?:a part of its claim is no text|its value is none|its setup is none of the game)$/,
  );
});

it.each(readdirSync(join(findPackageRoot(), 'research/proofs/files')))(
  '%s holds, and is the file of the results',
  file => {
    const results = JSON.parse(read('results.json')) as readonly { claim: string; sha256: string; proofs: number }[];
    const result = results.find(({ claim: name }) => `${name}.jsonl` === file);
    const text = read(join('files', file));
    expect(createHash('sha256').update(text).digest('hex')).toBe(result?.sha256);
    expect(checker.splitProofs(text).map(checker.checkProof)).toHaveLength(result!.proofs);
  },
);
