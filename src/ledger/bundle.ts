// Proofs that a log holds a board: its events, and nodes of the hash tree.
import { hash } from 'node:crypto';
import * as z from 'zod';
import { type Result, no, ok } from '#games/kit/result.ts';
import { type Checkpoint, isSignedBy, parseNote, parseLogKey } from './note.ts';
import { HASH_BYTES, type Hash, findRoot, hashLeaf, listProofNodes, nameNode } from './tree.ts';

/** In the one form that there is. */
const base64Hash = z.base64().refine(text => {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === HASH_BYTES && bytes.toString('base64') === text;
});
const places = z.array(z.number().int().nonnegative());

/** A proof with more is not read. No game has a tenth of them. */
export const MOST_EVENTS = 10_000;
/** The last instant of a date in ECMAScript. */
const LAST_INSTANT = 8.64e15;

const bundleSchema = z.strictObject({
  format: z.literal('nexpost-proof'),
  version: z.literal(1),
  /** Who signs the log (`LogKey`). */
  key: z.string(),
  /** From the opening to the end. The JSON of each, without blanks, is what is hashed. */
  events: z.array(z.record(z.string(), z.unknown())).min(2).max(MOST_EVENTS),
  /** The place of each event in the log. */
  places,
  /** What `listProofNodes` names. */
  nodes: z.record(z.string(), base64Hash),
  /** A signed note. */
  checkpoint: z.string(),
});

export type Bundle = z.infer<typeof bundleSchema>;

/** The board of a proof: `nex/102`. */
export const nameBoard = ({ events: [opening] }: Bundle): string =>
  `${String(opening?.['game'])}/${String(opening?.['number'])}`;

/** The name of a player in the log, which tells nothing to others. */
export const hideName = (salt: string, name: string): string => hash('sha256', `${salt} ${name}`, 'hex').slice(0, 16);

/** The seed of a robot's move, 32 bits, by the number of moves before it. Players learn it with the proof. No seed tells another one. */
export const computeRobotSeed = (salt: string, plies: number): number =>
  hash('sha256', `robot ${salt} ${plies}`, 'buffer').readUInt32BE();

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
  /** The nodes of the tree that it tells, by their names. */
  readonly nodes: Map<string, Hash>;
  /** The checkpoints to which it leads, by their numbers of entries. */
  readonly sizes: ReadonlySet<number>;
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
  const nodes = new Map([
    ...Object.entries(bundle.nodes).map(([name, hashed]) => [name, Buffer.from(hashed, 'base64')] as const),
    ...entries.map((entry, i) => [nameNode({ level: 0, index: bundle.places[i] ?? -1 }), hashLeaf(entry)] as const),
  ]);
  const sizes = new Set([...(findSizes(bundle.events) ?? []), checkpoint.size]);
  return findRoot(nodes, checkpoint.size)?.equals(checkpoint.root) === true
    ? ok({ bundle, checkpoint, entries, nodes, sizes })
    : no('the log of its checkpoint does not hold these events');
}

/** Are its places those of a whole game in their order, and its nodes those that prove them? */
function isInOrder({ events, places: given, nodes }: Bundle, { size }: Checkpoint): boolean {
  const sizes = findSizes(events);
  const isAscending = given.every((place, i) => place < size && (i === 0 || (given[i - 1] ?? place) < place));
  if (!isAscending || given.length !== events.length || !isGame(events)) return false;
  if (sizes === null || sizes.length > events.length || sizes.some(each => each > size)) return false;
  return listProofNodes(given, sizes, size).map(nameNode).join(' ') === Object.keys(nodes).join(' ');
}

/** Are these the events of a board from its opening to its end, each at an instant or none? */
function isGame(events: Bundle['events']): boolean {
  const [{ kind, game, number } = {}] = events;
  const isDated = events.every(({ at = 0 }) => Number.isSafeInteger(at) && Math.abs(Number(at)) <= LAST_INSTANT);
  const isWhole = kind === 'open' && events.at(-1)?.['kind'] === 'end';
  return isWhole && isDated && typeof game === 'string' && Number.isSafeInteger(number);
}

/** The checkpoints that mails of the board carried, as its end tells them. null: it tells none. */
function findSizes(events: Bundle['events']): readonly number[] | null {
  const told = places.safeParse(events.at(-1)?.['sizes']);
  return told.success ? told.data : null;
}

function parseBundle(text: string): Bundle | null {
  try {
    const { success, data } = bundleSchema.safeParse(JSON.parse(text));
    return success && formatBundle(data) === text ? data : null;
  } catch {
    return null;
  }
}
