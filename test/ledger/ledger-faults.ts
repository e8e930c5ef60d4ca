// What is wrong with the ledger of a store: its tree, and the entries of its boards.
import { listEvents } from '#core/features/ledger/index.ts';
import type { Match } from '#core/board/match-document.ts';
import { type DocumentKey, getDocument, isOfKind } from '#core/kernel/documents.ts';
import { computeEntries } from '#ledger/bundle.ts';
import { appendEntries, EMPTY_TREE, type Tree } from '#ledger/tree.ts';
import type { Store } from '#service/ports.ts';
import { readTree } from '#service/sealing.ts';

type Reading = Pick<Store, 'read'>;

/** All cells, read without the code that wrote them. */
async function readCells({ read }: Reading): Promise<readonly Buffer[]> {
  const cells: Buffer[] = [];
  for (let part = 0; ; part++) {
    const key: DocumentKey<'ledger'> = `ledger/${part}`;
    const found = getDocument((await read([key])).documents, key) ?? null;
    if (found === null || !('cells' in found)) return cells;
    const bytes = Buffer.from(found.cells, 'base64');
    for (let at = 0; at < bytes.length; at += 32) cells.push(bytes.subarray(at, at + 32));
  }
}

/** The entries in their order. A cell is an entry if the cells before it end with a whole tree. */
function entriesIn(cells: readonly Buffer[]): { readonly entries: readonly Buffer[]; readonly tree: Tree } {
  const entries: Buffer[] = [];
  let tree = EMPTY_TREE;
  for (let at = 0; at < cells.length;) {
    const entry = cells[at]!;
    const grown = appendEntries(tree, [entry]);
    if (grown.cells.some((cell, i) => !cells[at + i]?.equals(cell))) break;
    at += grown.cells.length;
    entries.push(entry);
    tree = grown.tree;
  }
  return { entries, tree };
}

/** `boards`: the keys of all boards. */
export async function listLedgerFaults(store: Reading, boards: readonly DocumentKey[]): Promise<readonly string[]> {
  const cells = await readCells(store);
  const { entries, tree } = entriesIn(cells);
  const { documents } = await store.read(boards);
  const matches = boards.flatMap(key => (isOfKind('match', key) ? (getDocument(documents, key) ?? []) : []));
  const owners = matches.flatMap(match => (match.entered?.places ?? []).map(place => `${place}`)).sort();
  const expected = [...entries.keys()].map(String).sort();
  return [
    ...(entries.length === 0 ? ['nothing is entered'] : []),
    ...(JSON.stringify(await readTree(store.read)) === JSON.stringify(tree)
      ? []
      : ['the tree is not that of its cells']),
    ...(owners.join() === expected.join() ? [] : [`boards have the entries ${owners.join()} of ${entries.length}`]),
    ...matches.flatMap(match =>
      listBoardFaults(match, entries).map(fault => `${match.game} ${match.number}: ${fault}`),
    ),
  ];
}

function listBoardFaults(match: Match, entries: readonly Buffer[]): readonly string[] {
  if (match.entered === undefined) return [];
  const { places, head, end } = match.entered;
  const events =
    match.record.filter(({ kind }) => !/^reminder|absence/.test(kind)).length + (end === undefined ? 1 : 2);
  const recomputed = computeEntries(listEvents(match, match.entered));
  const wrong = recomputed.findIndex((entry, i) => entries[places[i]!]?.equals(entry) !== true);
  return [
    ...(wrong === -1 ? [] : [`event ${wrong + 1} is not entry ${places[wrong]}`]),
    ...(entries[places.at(-1)!]?.toString('base64') === head ? [] : ['its last entry is not its head']),
    ...(events === places.length ? [] : ['events are missing']),
    ...(places.every((place, i) => i === 0 || place > places[i - 1]!) ? [] : ['its entries are out of order']),
  ];
}
