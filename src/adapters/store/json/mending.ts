// Fills the memory from the documents, checks their integrity, and repairs what it can.
// Finds damaged documents and missing boards, and makes lost counters and addresses again.
import { TOURNAMENTS } from '#core/features/tournaments/tournament.ts';
import { readdir } from 'node:fs/promises';
import { findRobot, robots } from '#core/players/robots.ts';
import { findPlayerOfList } from '#core/board/match-definition.ts';
import { type DocumentKey, FIRST_BOARD, matchRefOf } from '#core/kernel/documents.ts';
import { SEEKS } from '#core/features/seeks/seek.ts';
import type { Finding } from '#service/ports.ts';
import type { Resting, InMemoryDocuments, Versioned } from '../in-memory-documents.ts';
import { damagedDocument, isRenewed } from './damaged-data.ts';
import { type Damaged, placeOf, readDocuments } from './files.ts';
import type { Stamp } from './stamp.ts';

/** Decides which documents stay on disk as evicted ones. */
interface Rest {
  /** The index entry of the document in this file. null: it must be read. */
  readonly known: (key: DocumentKey, file: string) => Resting | null;
  /** The entry of a document that was read and can be evicted. null: it stays in memory. */
  readonly resting: (key: DocumentKey, entry: Versioned, stamp: Stamp) => Resting | null;
}

const NO_REST: Rest = { known: () => null, resting: () => null };

/** Loads every document. Those that cannot be read are marked as damaged, and returned. */
export async function fill(
  shelf: InMemoryDocuments,
  dir: string,
  { known, resting }: Rest = NO_REST,
): Promise<readonly Damaged[]> {
  const damaged: Damaged[] = [];
  for await (const found of readDocuments(dir, known)) {
    if ('why' in found) {
      shelf.damage(found.key);
      damaged.push(found);
      continue;
    }
    const rest = 'resting' in found ? found.resting : resting(found.key, found.entry, found.stamp);
    if (rest !== null) shelf.rest(found.key, rest);
    else if ('entry' in found) shelf.put(found.key, found.entry);
  }
  return damaged;
}

/** Runs after the journal is replayed: returns what is still missing, and repairs the counters so that no number is given twice. */
export async function mend(
  dir: string,
  shelf: InMemoryDocuments,
  damaged: readonly Damaged[],
): Promise<readonly Finding[]> {
  const left = damaged.filter(({ key }) => shelf.isDamaged(key));
  return [
    ...(await lostKey(dir, shelf)),
    ...lostAccounts(shelf),
    ...lostAddresses(shelf),
    ...left.map(({ kind, where, why }) => damagedDocument(kind, where, why)),
    ...counters(shelf),
  ];
}

/** The key is made with the first document, and never replaced. */
async function lostKey(dir: string, shelf: InMemoryDocuments): Promise<readonly Finding[]> {
  if (shelf.keys().length === 0) return [];
  const names = await readdir(dir);
  const what =
    'it is missing. Put it back from a backup; with the new one that a start makes, no reply to a mail sent before is recognised, and players must ask for fresh boards with show.';
  return names.includes('key') ? [] : [{ level: 'error', where: 'key', what }];
}

/**
 * Accounts that are missing although boards or addresses name them. They are marked as damaged, so that no player can open another one by
 * that name.
 */
function lostAccounts(shelf: InMemoryDocuments): readonly Finding[] {
  const owners = shelf.keysOf('address').flatMap(key => shelf.get(key)?.userid ?? []);
  const named = [...shelf.listNames().flatMap(list => findPlayerOfList(list) ?? []), ...owners];
  // Boards may still name players who are being forgotten.
  const forgotten = new Set(shelf.keysOf('forgetting').flatMap(key => shelf.get(key)?.userid ?? []));
  const isLost = (userid: string): boolean =>
    !forgotten.has(userid) &&
    shelf.get(`account/${userid}`) === undefined &&
    !shelf.isDamaged(`account/${userid}`) &&
    findRobot(robots, userid) === null;
  const lost = [...new Set(named)].filter(isLost);
  for (const userid of lost) shelf.damage(`account/${userid}`);
  return lost.map(userid => ({
    level: 'error',
    where: placeOf(`account/${userid}`),
    what: 'it is missing, and boards or addresses name it. Put it back from a backup; nobody gets an account by that name until then.',
  }));
}

/** Makes missing address documents again from the accounts. Without them the address would have no owner. */
function lostAddresses(shelf: InMemoryDocuments): readonly Finding[] {
  const findings: Finding[] = [];
  for (const key of shelf.keysOf('account')) {
    const account = shelf.get(key);
    for (const address of account?.addresses ?? []) {
      const place = `address/${address}` as const;
      if (account === undefined || shelf.get(place) !== undefined || shelf.isDamaged(place)) continue;
      shelf.put(place, { version: 1, document: { userid: account.userid } });
      findings.push({
        level: 'warn',
        where: placeOf(place),
        what: `it is missing. It belongs to ${account.userid} again.`,
      });
    }
  }
  return findings;
}

/** The numbers of all boards, by game. Damaged boards count too. */
function numbersByGame(shelf: InMemoryDocuments): ReadonlyMap<string, ReadonlySet<number>> {
  const games = new Map<string, Set<number>>();
  for (const key of shelf.keysOf('counter')) {
    const name = key.slice('counter/'.length);
    if (!COUNTED.some(kind => kind === name)) games.set(name, new Set());
  }
  for (const key of shelf.keysOf('match')) {
    const { game, number } = matchRefOf(key);
    if (!Number.isInteger(number)) continue;
    const numbers = games.get(game) ?? new Set();
    games.set(game, numbers.add(number));
  }
  return games;
}

/** Counters over all games. */
const COUNTED = [SEEKS, TOURNAMENTS] as const;

/** Repairs a counter, so that no two seeks or tournaments get the same number. Deleted ones are no gap. */
function serverCounter(shelf: InMemoryDocuments, kind: (typeof COUNTED)[number]): readonly Finding[] {
  const counter = `counter/${kind}` as const;
  const held = shelf.get(counter);
  const numbers = shelf.keysOf(kind).map(key => Number(key.slice(kind.length + 1)));
  const highest = numbers.reduce((most, number) => Math.max(most, number), 0);
  const { next } = held ?? { next: 1 };
  if (next > highest) return [];
  shelf.put(counter, { version: shelf.version(counter) + 1, document: { next: highest + 1 } });
  const what = held === undefined ? 'it is missing' : `it is behind: it says ${next}`;
  return [{ level: 'warn', where: placeOf(counter), what: `${what}. The next ${kind} is ${highest + 1}.` }];
}

function counters(shelf: InMemoryDocuments): readonly Finding[] {
  const findings: Finding[] = [];
  for (const key of shelf.keys()) if (isRenewed(key)) shelf.mend(key);
  findings.push(...COUNTED.flatMap(kind => serverCounter(shelf, kind)));
  for (const [game, numbers] of numbersByGame(shelf)) {
    const key = `counter/${game}` as const;
    const held = shelf.get(key);
    const highest = [...numbers].reduce((most, number) => Math.max(most, number), FIRST_BOARD - 1);
    const next = held?.next ?? 0;
    if (next <= highest) {
      shelf.put(key, { version: shelf.version(key) + 1, document: { next: highest + 1 } });
      const what = held === undefined ? 'it is missing' : `it is behind: it says ${next}`;
      findings.push({ level: 'warn', where: placeOf(key), what: `${what}. The next board is ${highest + 1}.` });
    }
    const missing = gaps(numbers, Math.max(next - 1, highest));
    if (missing.length > 0) findings.push(missingBoards(game, missing));
  }
  return findings;
}

type Gap = readonly [number, number];

function gaps(numbers: ReadonlySet<number>, last: number): readonly Gap[] {
  const sorted = [...numbers, last + 1].filter(number => number >= FIRST_BOARD).toSorted((a, b) => a - b);
  return sorted.flatMap((number, at): readonly Gap[] => {
    const due = (sorted[at - 1] ?? FIRST_BOARD - 1) + 1;
    return number > due ? [[due, number - 1]] : [];
  });
}

/** Gaps that are listed. The rest is only counted. */
const GAPS_NAMED = 20;

function missingBoards(game: string, missing: readonly Gap[]): Finding {
  const named = missing.slice(0, GAPS_NAMED).map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
  const rest = missing.length > GAPS_NAMED ? ` and ${missing.length - GAPS_NAMED} gaps more` : '';
  const what = `missing: ${named.join(', ')}${rest}. If you did not move them away, put them back from a backup.`;
  return { level: 'warn', where: `matches/${game}`, what };
}
