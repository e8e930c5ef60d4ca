// Enters the events of a change into the ledger, and lets its mails tell of them.
// Each mail carries the newest checkpoint, and the mail of a result the proof that the ledger holds the game.
import { must } from '#games/kit/assert.ts';
import { type Entered, createOpening, isEntering, listEvents, listLaterEvents } from '#core/features/ledger/index.ts';
import type { LedgerPart, Match } from '#core/board/match-document.ts';
import { playerName } from '#core/board/match.ts';
import { findRobot, robots } from '#core/players/robots.ts';
import {
  type DocumentKey,
  type DocumentMap,
  type LoadedData,
  type MatchRef,
  documentsOfKind,
  getDocument,
  isSameBoard,
  matchKey,
} from '#core/kernel/documents.ts';
import { formatProofMark } from '#core/writing/mail-plan.ts';
import { type Bundle, computeEntry, formatBundle, hideName } from '#ledger/bundle.ts';
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
  countCells,
  listProofNodes,
  nameNode,
  readNodes,
} from '#ledger/tree.ts';
import type { Change, Clock, MailToStore, Secrets, Snapshot, Store } from './ports.ts';

// The ledger as documents: the tree, and its cells in parts of the same length.

const TREE: DocumentKey<'ledger'> = 'ledger/tree';

/** The last part is written anew with every change. */
const PART_CELLS = 64;

const partOf = (place: number): DocumentKey<'ledger'> => `ledger/${Math.floor(place / PART_CELLS)}`;

const joinHashes = (hashes: readonly Buffer[]): string => Buffer.concat(hashes).toString('base64');

function splitHashes(text: string): readonly Buffer[] {
  const bytes = Buffer.from(text, 'base64');
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, i) => bytes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES)); // prettier-ignore
}

/** Throws an error if a part is damaged: without it no further entry has its place. */
async function readParts(read: Store['read'], keys: readonly DocumentKey<'ledger'>[]): Promise<Snapshot> {
  const snapshot = await read(keys);
  const [damaged] = snapshot.damaged;
  if (damaged !== undefined) throw new Error(`${damaged} is damaged`);
  return snapshot;
}

const treeIn = ({ documents }: Snapshot): Tree => {
  const tree = getDocument(documents, TREE) ?? null;
  return tree === null || !('size' in tree) ? EMPTY_TREE : { size: tree.size, peaks: splitHashes(tree.peaks) };
};

/** If the tree is damaged, an empty one, so that mails about other things than boards go out. */
export const readTree = async (read: Store['read']): Promise<Tree> => treeIn(await read([TREE]));

const cellsIn = ({ documents }: Snapshot, key: DocumentKey<'ledger'>): readonly Buffer[] => {
  const part = getDocument(documents, key) ?? null;
  return part !== null && 'cells' in part ? splitHashes(part.cells) : [];
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
  const before = treeIn(await readParts(read, [TREE]));
  const { tree, cells } = appendEntries(before, entries);
  const first = countCells(before.size);
  const keys = [...new Set(cells.map((_, i) => partOf(first + i)))];
  const snapshot = await readParts(read, [TREE, ...keys]);
  const parts = keys.map(key => {
    const added = cells.filter((_, i) => partOf(first + i) === key);
    return [key, { cells: joinHashes([...cellsIn(snapshot, key), ...added]) }] as const;
  });
  return {
    tree,
    expect: snapshot.versions,
    documents: new Map<DocumentKey, LedgerPart>([[TREE, { size: tree.size, peaks: joinHashes(tree.peaks) }], ...parts]),
    read: async places => {
      const wanted = [...new Set(places.filter(place => place < first).map(partOf))];
      const found = await readParts(read, wanted);
      const known = new Map(wanted.map(key => [key, cellsIn(found, key)]));
      return places.map(place =>
        must(place < first ? known.get(partOf(place))?.[place % PART_CELLS] : cells[place - first], 'a cell'),
      );
    },
  };
}

// The boards of a change, and its mails.

/** The signer of the ledger. */
export interface Notary {
  readonly signer: Signer;
  /** The salt of a board: a secret until a proof tells it. */
  readonly saltOf: (key: DocumentKey) => string;
  /** The newest checkpoint that is signed. At most one is signed in this time. */
  readonly newest: () => Promise<Checkpoint>;
}

const SIGNING_MS = 1_000;

/** `origin`: the name of the log, which never changes. */
export function createNotary(
  origin: string,
  { store, secrets, clock }: { readonly store: Store; readonly secrets: Secrets; readonly clock: Clock },
): Notary {
  const signer = createSigner(origin, 'log', secrets.derive('ledger'));
  let known: { readonly checkpoint: Checkpoint; readonly at: number } | null = null;
  return {
    signer,
    saltOf: key => secrets.derive(`ledger ${key}`).toString('hex').slice(0, 32),
    newest: async () => {
      const at = clock.now();
      if (known !== null && Math.abs(at - known.at) < SIGNING_MS) return known.checkpoint;
      const tree = await readTree(store.read);
      const checkpoint = known?.checkpoint.size === tree.size ? known.checkpoint : signCheckpoint(signer, tree);
      known = { checkpoint, at };
      return checkpoint;
    },
  };
}

/** A board of a change that enters events. */
interface EnteringBoard {
  readonly match: Match;
  readonly opening: string;
  /** The new events, and an entry for each. */
  readonly events: readonly string[];
  readonly entries: readonly Buffer[];
}

/** The name of a player in the ledger: of a robot its own. */
const nameFor = (salt: string, userid: string): string =>
  findRobot(robots, userid) === null ? hideName(salt, userid) : userid;

/** `loaded`: the documents before the change. */
const listEnteringBoards = (
  { documents, at }: Pick<Change, 'documents' | 'at'>,
  loaded: LoadedData,
  { saltOf }: Notary,
): readonly EnteringBoard[] =>
  documentsOfKind('match', documents).flatMap(([key, match]) => {
    const before = loaded as DocumentMap;
    if (match === null || !isEntering(getDocument(before, key) ?? null, match)) return [];
    const salt = saltOf(key);
    const opening = match.entered?.opening ?? createOpening(match, at, salt, userid => nameFor(salt, userid));
    const ratings = match.players.map(
      player => getDocument(before, `rating/${match.game}/${playerName(player)}`) ?? null,
    );
    const events = listLaterEvents(match, opening, ratings);
    let head: Buffer = Buffer.from(match.entered?.head ?? '', 'base64');
    const entries = events.map(event => (head = computeEntry(head, event)));
    return entries.length === 0 ? [] : [{ match, opening, events, entries }];
  });

/** What goes with a change into the ledger. */
export interface Sealing {
  readonly notary: Notary;
  readonly boards: readonly EnteringBoard[];
  /** The checkpoint that its mails carry. */
  readonly checkpoint: Checkpoint;
}

export const prepareSealing = (
  change: Pick<Change, 'documents' | 'at'>,
  loaded: LoadedData,
  { notary, checkpoint }: Pick<Sealing, 'notary' | 'checkpoint'>,
): Sealing => ({ notary, checkpoint, boards: listEnteringBoards(change, loaded, notary) });

const nameBoard = ({ game, number }: MatchRef): string => `${game}/${number}`;
const headOf = ({ entries }: EnteringBoard): string => entries.at(-1)?.toString('base64') ?? '';

/** Puts the field of the log before a mail. `shown`: the board that it shows. */
export function addLogField({ raw, ...mail }: MailToStore, shown: MatchRef | null, sealing: Sealing): MailToStore {
  const board = sealing.boards.find(({ match }) => shown !== null && isSameBoard(match, shown));
  const count = (board?.match.entered?.places.length ?? 0) + (board?.entries.length ?? 0);
  const told = board && { board: nameBoard(board.match), events: count, head: headOf(board) };
  const field = formatLogField(sealing.notary.signer.verifier, sealing.checkpoint, told ?? null);
  return { ...mail, raw: [field, ...(raw instanceof Uint8Array ? [Buffer.from(raw).toString('latin1')] : raw)] };
}

/** Seals a change: its boards learn the places of their entries, and the mails of results get their proofs. */
export function seal(change: Change, { boards, checkpoint, notary }: Sealing): Change {
  if (boards.length === 0) return change;
  const all = boards.flatMap(({ entries }) => entries);
  const { size } = checkpoint;
  return {
    ...change,
    seal: async read => {
      const grown = await growLedger(read, all);
      let place = grown.tree.size - all.length;
      const matches = boards.map(({ match, opening, entries, ...board }): Match & { readonly entered: Entered } => {
        const { places = [], sizes = [] } = match.entered ?? {};
        const entered = {
          ...{ opening, head: headOf({ ...board, match, opening, entries }) },
          places: [...places, ...entries.map(() => place++)],
          sizes: sizes.at(-1) === size ? sizes : [...sizes, size],
          ...(match.state === 'over' ? { hasEnd: true as const } : {}),
        };
        return { ...match, entered };
      });
      const proofs = new Map<string, string>();
      for (const [i, match] of matches.entries()) {
        if (match.state !== 'over' || match.entered.opening === '') continue;
        const { match: before, events } = must(boards[i], 'a board for each match');
        const proof = await proveBoard(match, [...listEvents(before), ...events], grown, notary);
        proofs.set(formatProofMark(match), Buffer.from(proof).toString('base64').replace(/.{76}/g, '$&\r\n'));
      }
      return {
        expect: grown.expect,
        documents: new Map([...grown.documents, ...matches.map(match => [matchKey(match), match] as const)]),
        outgoing: change.outgoing.map(mail =>
          mail.raw instanceof Uint8Array ? mail : { ...mail, raw: mail.raw.map(piece => proofs.get(piece) ?? piece) },
        ),
      };
    },
  };
}

/** The text of a bundle. */
async function proveBoard(
  match: Match & { readonly entered: Entered },
  events: readonly string[],
  { tree, read }: GrownLedger,
  { signer }: Notary,
): Promise<string> {
  const { places, sizes } = match.entered;
  const parsed = events.map(event => JSON.parse(event) as Bundle['events'][number]);
  const { salt, players } = parsed[0] as { readonly salt: string; readonly players: readonly unknown[] };
  const nodes = listProofNodes(places, sizes, tree.size);
  const hashes = await readNodes(nodes, read);
  return formatBundle({
    ...{ format: 'nexpost-proof', version: 1, key: signer.verifier.text },
    // A renamed player has another name in the ledger.
    names: match.players.map(playerName).map((name, i) => (nameFor(salt, name) === players[i] ? name : null)),
    ...{ events: parsed, places: [...places], sizes: [...sizes] },
    nodes: Object.fromEntries(nodes.map((node, i) => [nameNode(node), hashes[i]?.toString('base64') ?? ''])),
    checkpoint: formatNote(signCheckpoint(signer, tree)),
  });
}
