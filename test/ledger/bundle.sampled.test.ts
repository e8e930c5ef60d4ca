// Proofs of games: a true one is accepted, and one that was changed anywhere is refused.
import { expect, it } from 'vitest';
import { createRandom } from '#games/kit/random.ts';
import { type Bundle, checkBundle, formatBundle, hideName } from '#ledger/bundle.ts';
import { createSigner } from '#ledger/note.ts';
import { times } from '#test/sample.ts';
import { seedsFor } from '#test/seeds.ts';
import { signProof } from './sign-proof.ts';

const SALT = '00112233445566778899aabbccddeeff';

/** A proof of a board with some events, in a log with entries of others between them. */
async function prove(seed: number): Promise<string> {
  const rng = createRandom(seed);
  const signer = createSigner('example.test/games', Buffer.alloc(32, seed % 256));
  const players = [hideName(SALT, 'alice'), hideName(SALT, 'bob')];
  const moves = Array.from({ length: 1 + rng.below(20) }, (_, i) => ({ kind: 'move', at: 1_000 * i, text: `c${i}` }));
  const gaps = Array.from({ length: moves.length + 2 }, () => rng.below(9));
  const places = gaps.map((_, i) => i + gaps.slice(0, i + 1).reduce((sum, gap) => sum + gap, 0));
  const sizes = [...new Set(places.map(place => Math.max(0, place - rng.below(3))))].sort((a, b) => a - b);
  const opening = { kind: 'open', salt: SALT, game: 'hex', number: 101, players };
  const events: Bundle['events'] = [opening, ...moves, { kind: 'end', sizes }];
  return signProof(signer, { events, places }, sizes);
}

it.each(seedsFor(import.meta.filename, times(2, 20)))('refuses every change of a proof (seed %i)', async seed => {
  const text = await prove(seed);
  expect(checkBundle(text).ok).toBe(true);
  const rng = createRandom(seed);
  for (let n = 0; n < 500; n++) {
    const at = rng.below(text.length);
    const other = 'aA0+ "{[,\n19BCg'[rng.below(15)]!;
    const changed = [text.slice(0, at) + other + text.slice(at + 1), text.slice(0, at) + text.slice(at + 1)][n % 2]!;
    expect(changed === text || !checkBundle(changed).ok, `change ${n} at ${at}`).toBe(true);
  }
});

/** What a liar without the key would write. */
it('refuses another game under the same checkpoint', async () => {
  const bundle = JSON.parse(await prove(7)) as Bundle;
  const nodeNames = Object.keys(bundle.nodes);
  const lies: readonly Partial<Bundle>[] = [
    { events: bundle.events.slice(0, -1), places: bundle.places.slice(0, -1) },
    { events: bundle.events.slice(1), places: bundle.places.slice(1) },
    { events: bundle.events.map(event => (event['kind'] === 'end' ? { ...event, sizes: [] } : event)) },
    { places: bundle.places.map(place => place + 1) },
    { places: bundle.places.map(place => place + 1e9) },
    { nodes: {} },
    { nodes: Object.fromEntries(nodeNames.slice(1).map(name => [name, bundle.nodes[name]!])) },
    { events: bundle.events.map(event => ({ ...event, at: 5 })) },
    { checkpoint: `${bundle.checkpoint}— other AAAAAA==\n` },
  ];
  for (const lie of lies) expect(checkBundle(formatBundle({ ...bundle, ...lie })).ok, JSON.stringify(lie)).toBe(false);
  expect(checkBundle(formatBundle(bundle)).ok).toBe(true);
});
