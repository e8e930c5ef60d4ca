// Loads all documents into memory, checks their integrity, and repairs what can be derived.
// Finds damaged documents and missing boards, and restores lost counters and addresses.
import { readdir } from 'node:fs/promises';
import { findRobot, robots } from '#core/players/robots.ts';
import { findPlayerOfList } from '#core/board/match-definition.ts';
import { DOCUMENTS } from '#core/features.ts';
import { type DocumentKey, FIRST_BOARD, matchRefOf } from '#core/kernel/documents.ts';
import type { Finding } from '#service/ports.ts';
import type { EvictedDocument, InMemoryDocuments, Versioned } from '../in-memory-documents.ts';
import { KEY_LOSS } from '../entry-stream.ts';
import {
  type DamagedDocument,
  KINDS,
  type Stamp,
  createDamageFinding,
  documentPathOf,
  isReplaced,
  readDocuments,
} from './files.ts';

/** Decides which documents are evicted, and so stay on disk. */
interface EvictionRules {
  /** The index line of the document in this file. null: the file must be read. */
  readonly findIndexed: (key: DocumentKey, file: string) => EvictedDocument | null;
  /** The evicted form of a document that was read. null: the document stays in memory. */
  readonly toEvicted: (key: DocumentKey, entry: Versioned, stamp: Stamp) => EvictedDocument | null;
}

const NO_EVICTION: EvictionRules = { findIndexed: () => null, toEvicted: () => null };

/** Loads every document. Documents that cannot be read are marked as damaged, and returned. */
export async function fillMemory(
  memory: InMemoryDocuments,
  dir: string,
  { findIndexed, toEvicted }: EvictionRules = NO_EVICTION,
): Promise<readonly DamagedDocument[]> {
  const damaged: DamagedDocument[] = [];
  for await (const found of readDocuments(dir, findIndexed)) {
    if ('why' in found) {
      memory.markDamaged(found.key);
      damaged.push(found);
      continue;
    }
    const evicted = 'evicted' in found ? found.evicted : toEvicted(found.key, found.entry, found.stamp);
    if (evicted !== null) memory.putEvicted(found.key, evicted);
    else if ('entry' in found) memory.put(found.key, found.entry);
  }
  return damaged;
}

/** Runs after the journal is replayed. Returns all faults, and repairs the counters so that no number is given twice. */
export async function checkIntegrity(
  dir: string,
  memory: InMemoryDocuments,
  damaged: readonly DamagedDocument[],
): Promise<readonly Finding[]> {
  const stillDamaged = damaged.filter(({ key }) => memory.isDamaged(key));
  // The key is made with the first document, and never replaced.
  const isKeyLost = memory.keys().length > 0 && !(await readdir(dir)).includes('key');
  return [
    ...(isKeyLost ? [{ level: 'error', where: 'key', what: KEY_LOSS } as const] : []),
    ...findLostAccounts(memory),
    ...restoreAddresses(memory),
    ...stillDamaged.map(({ kind, where, why }) => createDamageFinding(kind, where, why)),
    ...repairCounters(memory),
  ];
}

/**
 * Accounts that are missing although boards or addresses name them. They are marked as damaged, so that no player can open another one by
 * that name.
 */
function findLostAccounts(memory: InMemoryDocuments): readonly Finding[] {
  const owners = memory.keysOf('address').flatMap(key => memory.get(key)?.userid ?? []);
  const namedUserids = [...memory.listNames().flatMap(list => findPlayerOfList(list) ?? []), ...owners];
  // Boards may still name players who are being forgotten.
  const forgettings = memory.keysOf('forgetting').flatMap(key => memory.get(key) ?? []);
  const forgotten = new Set(forgettings.flatMap(({ userid, former = userid }) => [userid, former]));
  const isLost = (userid: string): boolean =>
    !forgotten.has(userid) &&
    memory.get(`account/${userid}`) === undefined &&
    !memory.isDamaged(`account/${userid}`) &&
    findRobot(robots, userid) === null;
  const lostUserids = [...new Set(namedUserids)].filter(isLost);
  for (const userid of lostUserids) memory.markDamaged(`account/${userid}`);
  return lostUserids.map(userid => ({
    level: 'error',
    where: documentPathOf(`account/${userid}`),
    what: 'it is missing, and boards or addresses name it. Put it back from a backup; nobody gets an account by that name until then.',
  }));
}

/** Makes missing address documents again from the accounts. Without them the address would have no owner. */
function restoreAddresses(memory: InMemoryDocuments): readonly Finding[] {
  const findings: Finding[] = [];
  for (const key of memory.keysOf('account')) {
    const account = memory.get(key);
    for (const address of account?.addresses ?? []) {
      const addressKey = `address/${address}` as const;
      if (account === undefined || memory.get(addressKey) !== undefined || memory.isDamaged(addressKey)) continue;
      memory.put(addressKey, { version: 1, document: { userid: account.userid } });
      findings.push({
        level: 'warn',
        where: documentPathOf(addressKey),
        what: `it is missing. It belongs to ${account.userid} again.`,
      });
    }
  }
  return findings;
}

/** The numbers of all boards, by game. Damaged boards count too. */
function collectNumbersByGame(memory: InMemoryDocuments): ReadonlyMap<string, ReadonlySet<number>> {
  const games = new Map<string, Set<number>>();
  for (const key of memory.keysOf('counter')) {
    const name = key.slice('counter/'.length);
    if (!COUNTED_KINDS.some(kind => kind === name)) games.set(name, new Set());
  }
  for (const key of memory.keysOf('match')) {
    const { game, number } = matchRefOf(key);
    if (!Number.isInteger(number)) continue;
    const numbers = games.get(game) ?? new Set();
    games.set(game, numbers.add(number));
  }
  return games;
}

/** Counters over all games. */
const COUNTED_KINDS = KINDS.filter(kind => DOCUMENTS[kind].isNumbered === true);

/** Raises a counter, so that no two documents get the same number. `noun`: a document that it counts. Deleted ones are no gap. */
function raiseCounter(memory: InMemoryDocuments, name: string, highest: number, noun: string): readonly Finding[] {
  const key = `counter/${name}` as const;
  const next = memory.get(key)?.next;
  if ((next ?? 1) > highest) return [];
  memory.put(key, { version: memory.version(key) + 1, document: { next: highest + 1 } });
  const what = next === undefined ? 'it is missing' : `it is behind: it says ${next}`;
  return [{ level: 'warn', where: documentPathOf(key), what: `${what}. The next ${noun} is ${highest + 1}.` }];
}

function repairCounters(memory: InMemoryDocuments): readonly Finding[] {
  const findings: Finding[] = [];
  for (const key of memory.keys()) if (isReplaced(key)) memory.clearDamage(key);
  for (const kind of COUNTED_KINDS) {
    const numbers = memory.keysOf(kind).map(key => Number(key.slice(kind.length + 1)));
    const highest = numbers.reduce((max, number) => Math.max(max, number), 0);
    findings.push(...raiseCounter(memory, kind, highest, kind));
  }
  for (const [game, numbers] of collectNumbersByGame(memory)) {
    const next = memory.get(`counter/${game}`)?.next ?? 0;
    const highest = [...numbers].reduce((max, number) => Math.max(max, number), FIRST_BOARD - 1);
    findings.push(...raiseCounter(memory, game, highest, 'board'));
    const last = Math.max(next - 1, highest);
    const sorted = [...numbers, last + 1].filter(number => number >= FIRST_BOARD).toSorted((a, b) => a - b);
    const missingNumbers = sorted.flatMap((number, index): readonly Gap[] => {
      const expected = (sorted[index - 1] ?? FIRST_BOARD - 1) + 1;
      return number > expected ? [[expected, number - 1]] : [];
    });
    if (missingNumbers.length > 0) findings.push(createGapFinding(game, missingNumbers));
  }
  return findings;
}

type Gap = readonly [number, number];

/** Gaps that are listed. Further gaps are only counted. */
const MAX_GAPS_LISTED = 20;

function createGapFinding(game: string, missing: readonly Gap[]): Finding {
  const listed = missing.slice(0, MAX_GAPS_LISTED).map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
  const rest = missing.length > MAX_GAPS_LISTED ? ` and ${missing.length - MAX_GAPS_LISTED} gaps more` : '';
  const what = `missing: ${listed.join(', ')}${rest}. If you did not move them away, put them back from a backup.`;
  return { level: 'warn', where: `matches/${game}`, what };
}
