// Proofs as the holder of a key would write them, true or not.
import { type Bundle, computeEntries, formatBundle } from '#ledger/bundle.ts';
import { formatNote, signCheckpoint, type Signer } from '#ledger/note.ts';
import { appendEntries, EMPTY_TREE, listProofNodes, nameNode, readNodes } from '#ledger/tree.ts';

/** A proof of a board with these events at these places, in a log with entries of others between them. */
export async function signProof(
  signer: Signer,
  { events, places }: Pick<Bundle, 'events' | 'places'>,
  sizes: readonly number[],
): Promise<string> {
  const own = computeEntries(events.map(event => JSON.stringify(event)));
  const entries = Array.from(
    { length: places.at(-1)! + 1 },
    (_, i) => own[places.indexOf(i)] ?? Buffer.from(`other ${i}`),
  );
  const { tree, cells } = appendEntries(EMPTY_TREE, entries);
  const nodes = listProofNodes(places, sizes, tree.size);
  const hashes = await readNodes(nodes, asked => Promise.resolve(asked.map(place => cells[place]!)));
  return formatBundle({
    ...{ format: 'nexpost-proof', version: 1, key: signer.verifier.text, events, places },
    nodes: Object.fromEntries(nodes.map((node, i) => [nameNode(node), hashes[i]!.toString('base64')])),
    checkpoint: formatNote(signCheckpoint(signer, tree)),
  });
}
