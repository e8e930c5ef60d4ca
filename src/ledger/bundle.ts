// Proofs that a log holds a board: its events, and nodes of the hash tree.
import { hash } from 'node:crypto';
import * as z from 'zod';
import { type Result, no, ok } from '#games/kit/result.ts';
import { type Checkpoint, isSignedBy, parseNote, parseLogKey } from './note.ts';
import { type Nodes, completeNodes, findRoot, hashLeaf, listProofNodes, nameNode } from './tree.ts';

const base64Hash = z.base64().length(44);
const place = z.number().int().nonnegative();

const bundleSchema = z.strictObject({
  format: z.literal('nexpost-proof'),
  version: z.literal(1),
  /** Who signs the log (`LogKey`). */
  key: z.string(),
  /** In the order of the first event. null: the player was forgotten. */
  names: z.array(z.string().nullable()),
  /** The oldest first. The JSON of each, without blanks, is what is hashed. */
  events: z.array(z.record(z.string(), z.unknown())).min(1),
  /** The place of each event in the log. */
  places: z.array(place),
  /** The checkpoints that mails of this board carried, by their sizes. */
  sizes: z.array(place),
  /** What `listProofNodes` names. */
  nodes: z.record(z.string(), base64Hash),
  /** A signed note. */
  checkpoint: z.string(),
});

export type Bundle = z.infer<typeof bundleSchema>;

/** The name of a player in the log, which tells nothing to others. */
export const hideName = (salt: string, name: string): string => hash('sha256', `${salt} ${name}`, 'hex').slice(0, 16);

/** Each entry of the log holds the entry of the same board before it and an event. The first one has no entry before it. */
export const computeEntry = (before: Buffer, event: string): Buffer =>
  hash('sha256', Buffer.concat([before, Buffer.from(event)]), 'buffer');

export const computeEntries = (events: readonly string[]): readonly Buffer[] => {
  let entry: Buffer = Buffer.of();
  return events.map(event => (entry = computeEntry(entry, event)));
};

/** The one text of a bundle. */
export const formatBundle = (bundle: Bundle): string => `${JSON.stringify(bundleSchema.parse(bundle), null, 1)}\n`;

/** What a proof shows: a part of the tree of a log, and the entries of a board. */
export interface Proved {
  readonly bundle: Bundle;
  readonly checkpoint: Checkpoint;
  readonly entries: readonly Buffer[];
  /** All nodes that follow from it. */
  readonly nodes: Nodes;
}

/** The reason says what is wrong. A text that says the same in another way is refused as well. */
export function checkBundle(text: string): Result<Proved, string> {
  const bundle = parseBundle(text);
  if (bundle === null) return no('it is no proof, or was changed');
  const checkpoint = parseNote(bundle.checkpoint);
  const verifier = parseLogKey(bundle.key);
  if (checkpoint === null || verifier?.name !== checkpoint.origin) return no('its checkpoint cannot be read');
  if (!isSignedBy(checkpoint, verifier)) return no('the signature of its checkpoint is wrong');
  if (!isInOrder(bundle, checkpoint)) return no('its places are not those of a log');
  const entries = computeEntries(bundle.events.map(event => JSON.stringify(event)));
  const nodes = completeNodes(
    new Map([
      ...Object.entries(bundle.nodes).map(([name, hashed]) => [name, Buffer.from(hashed, 'base64')] as const),
      ...entries.map((entry, i) => [nameNode({ level: 0, index: bundle.places[i] ?? -1 }), hashLeaf(entry)] as const),
    ]),
  );
  return nodes !== null && findRoot(nodes, checkpoint.size)?.equals(checkpoint.root) === true
    ? ok({ bundle, checkpoint, entries, nodes })
    : no('the log of its checkpoint does not hold these events');
}

/** Are its names those of the first event, its places those of all events, the oldest first, and its nodes those that prove them? */
function isInOrder({ names, events, places, sizes, nodes }: Bundle, { size }: Checkpoint): boolean {
  const isAscending = [places, sizes].every(list => list.every((each, i) => i === 0 || (list[i - 1] ?? each) < each));
  const isWithin = places.every(place => place < size) && sizes.every(each => each <= size);
  const { salt, players } = events[0] ?? {};
  const areNamed =
    Array.isArray(players) &&
    players.length === names.length &&
    names.every((name, i) => name === null || players[i] === name || players[i] === hideName(String(salt), name));
  if (places.length !== events.length || !isAscending || !isWithin || !areNamed) return false;
  return listProofNodes(places, sizes, size).map(nameNode).join(' ') === Object.keys(nodes).join(' ');
}

function parseBundle(text: string): Bundle | null {
  try {
    const { success, data } = bundleSchema.safeParse(JSON.parse(text));
    return success && formatBundle(data) === text ? data : null;
  } catch {
    return null;
  }
}
