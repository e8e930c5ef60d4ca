// Enters the events of a change into the ledger, and lets its mails tell of them.
// Each mail carries the newest checkpoint, and the mail of a result the proof that the ledger holds the game.
import { must } from '#games/kit/assert.ts';
import { type Entered, createOpening, enterEvents, listEvents } from '#core/features/ledger/index.ts';
import type { LedgerPart, Match } from '#core/board/match-document.ts';
import { listRatingsBefore } from '#core/features/ratings/index.ts';
import type { Catalogue } from '#core/kernel/state.ts';
import { findRobot, robots } from '#core/players/robots.ts';
import {
  type DocumentKey,
  type DocumentMap,
  type LoadedData,
  type MatchRef,
  documentsOfKind,
  getDocument,
  matchKey,
} from '#core/kernel/documents.ts';
import type { Instant } from '#core/kernel/time.ts';
import { formatProofMark } from '#core/writing/mail-plan.ts';
import { type Bundle, MOST_EVENTS, computeEntry, formatBundle, hideName } from '#ledger/bundle.ts';
import {
  type Checkpoint,
  type Signer,
  createSigner,
  formatLogField,
  formatNote,
  signCheckpoint,
} from '#ledger/note.ts';
import {
  EMPTY_TREE,
  HASH_BYTES,
  type ReadCells,
  type Tree,
  appendEntries,
  cellOf,
  countCells,
  listProofNodes,
  listTileNodes,
  nameNode,
  parseTilePath,
  readNodes,
} from '#ledger/tree.ts';
import type { Change, Clock, MailToStore, Secrets, Snapshot, Store } from './ports.ts';

// The ledger as documents: the tree, and its cells in parts of the same length.

const TREE: DocumentKey<'ledger'> = 'ledger/tree';

/** The last part is written anew with every change. */
const PART_CELLS = 64;

const partOf = (place: number): DocumentKey<'ledger'> => `ledger/${Math.floor(place / PART_CELLS)}`;

const joinHashes = (hashes: readonly Buffer[]): string => Buffer.concat(hashes).toString('base64');

const splitHashes = (bytes: Buffer): readonly Buffer[] =>
  Array.from({ length: bytes.length / HASH_BYTES }, (_, i) => bytes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES));

/** Throws an error if a part is damaged: without it no further entry has its place. */
async function readParts(read: Store['read'], keys: readonly DocumentKey<'ledger'>[]): Promise<Snapshot> {
  const snapshot = await read(keys);
  const [damaged] = snapshot.damaged;
  if (damaged !== undefined) throw new Error(`${damaged} is damaged`);
  return snapshot;
}

const treeIn = ({ documents }: Snapshot): Tree => {
  const tree = getDocument(documents, TREE) ?? null;
  return tree === null || !('size' in tree)
    ? EMPTY_TREE
    : { size: tree.size, peaks: splitHashes(Buffer.from(tree.peaks, 'base64')) };
};

/** null: it is damaged. Mails about other things than boards go out nevertheless. */
export async function readTree(read: Store['read']): Promise<Tree | null> {
  const snapshot = await read([TREE]);
  return snapshot.damaged.length > 0 ? null : treeIn(snapshot);
}

const bytesIn = ({ documents }: Snapshot, key: DocumentKey<'ledger'>): Buffer => {
  const part = getDocument(documents, key) ?? null;
  return Buffer.from(part !== null && 'cells' in part ? part.cells : '', 'base64');
};

/** Reads cells that the store has. */
export const createCellReader =
  (read: Store['read']): ReadCells =>
  async places => {
    const keys = [...new Set(places.map(partOf))];
    const found = await readParts(read, keys);
    const parts = new Map(keys.map(key => [key, splitHashes(bytesIn(found, key))]));
    return places.map(place => must(parts.get(partOf(place))?.[place % PART_CELLS], 'a cell that is stored'));
  };

/** The ledger with more entries: its tree, its cells, and what must be written. */
interface GrownLedger {
  readonly tree: Tree;
  readonly read: ReadCells;
  readonly expect: Change['expect'];
  readonly documents: Change['documents'];
}

/** Call it in the `seal` of a change alone, so that no other change has the same places. */
async function growLedger(read: Store['read'], entries: readonly Buffer[]): Promise<GrownLedger> {
  const tail = treeIn(await readParts(read, [TREE]));
  const { tree, cells } = appendEntries(tail, entries);
  const first = countCells(tail.size);
  const keys = [...new Set([first, ...cells.map((_, i) => first + i)].map(partOf))];
  const snapshot = await readParts(read, [TREE, ...keys]);
  const before = keys.map(key => bytesIn(snapshot, key));
  const isWhole = before.every(({ length }, i) => length === (i === 0 ? first % PART_CELLS : 0) * HASH_BYTES);
  if (!isWhole) throw new Error(`${TREE} and ${keys.join(', ')} are not of one state`);
  const parts = keys.map((key, part) => {
    const added = cells.filter((_, i) => partOf(first + i) === key);
    return [key, { cells: joinHashes([must(before[part], 'a part for each key'), ...added]) }] as const;
  });
  const documents = [[TREE, { size: tree.size, peaks: joinHashes(tree.peaks) }], ...parts] as const;
  return {
    tree,
    expect: snapshot.versions,
    documents: new Map<DocumentKey, LedgerPart>(entries.length === 0 ? [] : documents),
    read: async places => {
      const stored = places.filter(place => place < first);
      const known = await createCellReader(read)(stored);
      return places.map(place => must(cells[place - first] ?? known[stored.indexOf(place)], 'a cell'));
    },
  };
}

// The boards of a change, and its mails.

export interface Notary {
  readonly signer: Signer;
  /** The salt of a board: a secret until a proof tells it. */
  readonly saltOf: (key: DocumentKey) => string;
  /** The newest checkpoint of what is durable. At most one is signed in SIGNING_MS. null: the tree is damaged, and none is known. */
  readonly newest: () => Promise<Checkpoint | null>;
  readonly commit: (change: Change, sealing: Sealing) => ReturnType<Store['commit']>;
}

const SIGNING_MS = 1_000;

/** `origin`: the name of the log, which never changes. */
export function createNotary(
  origin: string,
  { store, secrets, clock }: { readonly store: Store; readonly secrets: Secrets; readonly clock: Clock },
): Notary {
  const signer = createSigner(origin, secrets.derive('ledger'));
  /** The latest durable one that is known. */
  let tree = EMPTY_TREE;
  let signed: { readonly checkpoint: Checkpoint; readonly at: number } | null = null;
  /** Our changes that a fault can still undo. */
  let pending = 0;
  const advance = (later: Tree): void => {
    if (later.size > tree.size) tree = later;
  };
  return {
    signer,
    saltOf: key => secrets.derive(`ledger ${key}`).toString('hex').slice(0, 32),
    newest: async () => {
      const at = clock.now();
      if (signed !== null && Math.abs(at - signed.at) < SIGNING_MS) return signed.checkpoint;
      const isSettled = pending === 0;
      const found = await readTree(store.read);
      if (found === null && tree.size === 0) return null;
      if (found !== null && isSettled && pending === 0) advance(found);
      const known: Checkpoint | undefined = signed?.checkpoint;
      const checkpoint = known?.size === tree.size ? known : signCheckpoint(signer, tree);
      signed = { checkpoint, at };
      return checkpoint;
    },
    commit: (change, sealing) => {
      let grown = tree;
      const sealed = seal(change, sealing, each => {
        grown = each;
      });
      if (sealed.seal === undefined) return store.commit(sealed);
      pending += 1;
      const commit = store.commit(sealed);
      const settled = commit.then(async ({ result, durable }) => {
        await durable;
        if (result === 'committed') advance(grown);
      });
      void settled.catch(() => undefined).finally(() => (pending -= 1));
      return commit;
    },
  };
}

type EnteredMatch = Match & { readonly entered: Entered };

/** A board that enters events. It lacks the places of the new entries. */
interface EnteringBoard {
  readonly match: EnteredMatch;
  readonly entries: readonly Buffer[];
}

/** Robots have their own names in the ledger. */
const openBoard = (match: Match, at: Instant, salt: string): string =>
  createOpening(match, at, salt, name => (findRobot(robots, name) === null ? hideName(salt, name) : name));

/** What goes with a change into the ledger. */
export interface Sealing {
  readonly notary: Notary;
  /** The checkpoint that its mails carry. null: they carry none. */
  readonly checkpoint: Checkpoint | null;
  /** By key, those boards of the change that are in the ledger. */
  readonly boards: ReadonlyMap<DocumentKey<'match'>, EnteringBoard>;
}

/** `loaded`: the documents before the change. */
export function prepareSealing(
  { documents, at }: Pick<Change, 'documents' | 'at'>,
  loaded: LoadedData,
  { notary, checkpoint, games }: Pick<Sealing, 'notary' | 'checkpoint'> & Pick<Catalogue, 'games'>,
): Sealing {
  const known = loaded as DocumentMap;
  const changed = documentsOfKind('match', documents).flatMap(([key, match]) =>
    match === null ? [] : [{ key, match }],
  );
  const ratings = listRatingsBefore(
    games,
    changed.map(({ match }) => match),
    key => getDocument(known, key) ?? null,
  );
  const boards = changed.flatMap(({ key, match }) => {
    const entering = enterEvents(match, {
      before: getDocument(known, key) ?? null,
      open: () => openBoard(match, at, notary.saltOf(key)),
      ratings: ratings.get(key) ?? [],
      size: checkpoint?.size ?? 0,
    });
    const entered = entering?.entered ?? match.entered;
    if (entered === undefined) return [];
    let head: Buffer = Buffer.from(entered.head, 'base64');
    const entries = (entering?.events ?? []).map(event => (head = computeEntry(head, event)));
    return [[key, { match: { ...match, entered: { ...entered, head: head.toString('base64') } }, entries }] as const];
  });
  return { notary, checkpoint, boards: new Map(boards) };
}

/** Puts the field of the log before a mail. `shown`: the board that it shows. */
export function addLogField(mail: MailToStore, shown: MatchRef | null, sealing: Sealing): MailToStore {
  const { raw } = mail;
  if (sealing.checkpoint === null) return mail;
  const { match, entries } = (shown && sealing.boards.get(matchKey(shown))) ?? { match: null, entries: [] };
  const told = match && {
    board: `${match.game}/${match.number}`,
    events: match.entered.places.length + entries.length,
    head: match.entered.head,
  };
  const field = formatLogField(sealing.notary.signer.verifier, sealing.checkpoint, told);
  return { ...mail, raw: [field, ...(raw instanceof Uint8Array ? [Buffer.from(raw).toString('latin1')] : raw)] };
}

/** Seals a change: its boards learn the places of their entries, and the mails of results get their proofs. */
function seal(change: Change, { boards, notary }: Sealing, onGrown: (tree: Tree) => void): Change {
  const all = [...boards.values()].flatMap(({ entries }) => entries);
  const pieces = new Set(change.outgoing.flatMap(({ raw }) => (raw instanceof Uint8Array ? [] : raw)));
  const isProved = ({ match }: EnteringBoard): boolean => pieces.has(formatProofMark(match));
  if (all.length === 0 && ![...boards.values()].some(isProved)) return change;
  return {
    ...change,
    seal: async read => {
      const grown = await growLedger(read, all);
      onGrown(grown.tree);
      let place = grown.tree.size - all.length;
      const documents = new Map(grown.documents);
      const proofs = new Map<string, string>();
      for (const [key, board] of boards) {
        const { entered } = board.match;
        const places = [...entered.places, ...board.entries.map(() => place++)];
        const match = { ...board.match, entered: { ...entered, places } };
        documents.set(key, match);
        if (isProved(board)) proofs.set(formatProofMark(match), encodeFile(await proveBoard(match, grown, notary)));
      }
      const outgoing = change.outgoing.map(mail =>
        mail.raw instanceof Uint8Array ? mail : { ...mail, raw: mail.raw.map(piece => proofs.get(piece) ?? piece) },
      );
      return { expect: grown.expect, documents, outgoing };
    },
  };
}

const encodeFile = (text: string): string =>
  Buffer.from(text)
    .toString('base64')
    .replace(/.{76}(?=.)/g, '$&\r\n');

/** The text of a bundle. If parts of the ledger are lost, a sentence: the end of a game does not wait for them. */
async function proveBoard(match: EnteredMatch, { tree, read }: GrownLedger, { signer }: Notary): Promise<string> {
  const { places, sizes } = match.entered;
  const nodes = listProofNodes(places, sizes, tree.size);
  const hashes = await readNodes(nodes, read).catch(() => null);
  if (hashes === null) return 'This proof could not be made: a part of the game log is lost.\n';
  if (places.length > MOST_EVENTS) return 'This proof could not be made: the game has too many events.\n';
  return formatBundle({
    ...{ format: 'nexpost-proof', version: 1, key: signer.verifier.text },
    events: listEvents(match, match.entered).map(event => JSON.parse(event) as Bundle['events'][number]),
    places: [...places],
    nodes: Object.fromEntries(nodes.map((node, i) => [nameNode(node), hashes[i]?.toString('base64') ?? ''])),
    checkpoint: formatNote(signCheckpoint(signer, tree)),
  });
}

/** `path`: below `/log/`. null: there is no such file, or not yet. */
export async function readLogFile(
  path: string,
  { notary, store }: { readonly notary: Notary; readonly store: Pick<Store, 'read'> },
): Promise<string | Uint8Array | null> {
  const checkpoint = await notary.newest();
  if (checkpoint === null) return null;
  if (path === 'checkpoint') return formatNote(checkpoint);
  if (path === 'key') return `${notary.signer.verifier.text}\n`;
  const tile = parseTilePath(path);
  const nodes = tile === null ? [] : listTileNodes(tile);
  const last = nodes.at(-1);
  if (tile === null || last === undefined || (last.index + 1) * 2 ** last.level > checkpoint.size) return null;
  const read = createCellReader(store.read);
  if (tile.level !== null) return Buffer.concat(await readNodes(nodes, read));
  const entries = await read(nodes.map(cellOf));
  // Each entry stands behind its length.
  return Buffer.concat(entries.flatMap(entry => [Buffer.of(0, entry.length), entry]));
}
