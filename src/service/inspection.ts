// Validates running boards in the background after the start, a slice at a time.
// Reports the boards whose record the rules do not allow.
import type { AnyGame } from '#games/game.ts';
import { findFault } from '#core/board/validate-match.ts';
import { type DocumentKey, documentsOfKind } from '#core/kernel/documents.ts';
import type { Match } from '#core/board/match-document.ts';
import { readWholeList } from './load.ts';
import type { Clock, Finding, Log, Store } from './ports.ts';

/** Boards replayed before other work gets its turn: about ten milliseconds. */
const SLICE = 10;

/** The fault of a match. null: it is valid. `where`: the place of its document. */
export function matchFinding(games: readonly AnyGame[], match: Match, where: string): Finding | null {
  const fault = findFault(games, match);
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

/** Logs the running boards that cannot go on. `nexpost check` covers finished boards: a server may have very many. */
export async function inspectBoards(parts: InspectionParts, signal: AbortSignal): Promise<void> {
  const { store, games, clock, log } = parts;
  let faults = 0;
  for (const { name } of games) {
    const keys = await readWholeList(store, `running/game/${name}`);
    for (let at = 0; at < keys.length && !signal.aborted; at += SLICE) {
      const findings = await runningFaults(parts, keys.slice(at, at + SLICE));
      for (const { level, where, what } of findings) log.warn('data-finding', { severity: level, where, what });
      faults += findings.length;
      await clock.sleep(0, signal);
    }
  }
  if (faults > 0) log.error('data-damaged', { findings: faults, where: 'running boards' });
}

async function runningFaults(
  { store, games }: InspectionParts,
  keys: readonly DocumentKey[],
): Promise<readonly Finding[]> {
  const { documents } = await store.read(keys);
  return documentsOfKind('match', documents).flatMap(
    ([key, match]) => (match === null ? null : matchFinding(games, match, key)) ?? [],
  );
}
