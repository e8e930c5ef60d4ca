// Validates running boards in the background after the start, a slice at a time.
// Reports the boards whose record the rules do not allow.
import type { AnyGame } from '#games/game.ts';
import { findFault } from '#core/board/validate-match.ts';
import { type DocumentKey, documentsOfKind } from '#core/kernel/documents.ts';
import type { Match } from '#core/board/match-document.ts';
import { readWholeList } from './load.ts';
import type { Clock, Finding, Log, Store } from './ports.ts';

/** Boards that are replayed in one go, which takes about ten milliseconds. Other work runs between two slices. */
const SLICE_SIZE = 10;

/** The fault of a match, by a replay. null: the match is valid. `where`: the file or key of its document. */
export function findMatchFault(games: readonly AnyGame[], match: Match, where: string): Finding | null {
  const { summary: _, ...unproved } = match;
  const fault = findFault(games, unproved);
  if (fault === null) return null;
  const what = `it is no ${match.game} board: ${fault}. Put a copy from a backup in its place, or move the file away.`;
  return { level: 'error', where, what };
}

interface InspectionParts {
  readonly store: Pick<Store, 'list' | 'read'>;
  readonly games: readonly AnyGame[];
  readonly clock: Clock;
  readonly log: Log;
}

/** Logs the running boards that cannot be continued. Finished boards are left to `nexpost check`, since a server may have very many. */
export async function inspectBoards(parts: InspectionParts, signal: AbortSignal): Promise<void> {
  const { store, games, clock, log } = parts;
  let faults = 0;
  for (const { name } of games) {
    const keys = await readWholeList(store, `running/game/${name}`);
    for (let start = 0; start < keys.length && !signal.aborted; start += SLICE_SIZE) {
      const findings = await findRunningFaults(parts, keys.slice(start, start + SLICE_SIZE));
      for (const { level, where, what } of findings) log.warn('data-finding', { severity: level, where, what });
      faults += findings.length;
      await clock.sleep(0, signal);
    }
  }
  if (faults > 0) log.error('data-damaged', { findings: faults, where: 'running boards' });
}

async function findRunningFaults(
  { store, games }: InspectionParts,
  keys: readonly DocumentKey[],
): Promise<readonly Finding[]> {
  const { documents } = await store.read(keys);
  return documentsOfKind('match', documents).flatMap(
    ([key, match]) => (match === null ? null : findMatchFault(games, match, key)) ?? [],
  );
}
