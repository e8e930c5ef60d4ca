// Validates a match that was read from a store, by the rules of its game.
// Files can be damaged, or changed by hand, and still look like matches.
import { lookUp } from '#games/kit/look-up.ts';
import type { AnyGame } from '#games/game.ts';
import type { Entry, Match } from './match-document.ts';
import { findSummary } from './summary.ts';

/** Caches the faults of replayed records. null: no fault. A record is never changed, only extended. */
const cachedFaults = new WeakMap<readonly Entry[], string | null>();

/** Describes a fault of a match by the rules of its game. null: its record replays to the end, now or when its summary was made. */
export function findFault(games: readonly AnyGame[], match: Match): string | null {
  const cachedFault = cachedFaults.get(match.record);
  if (cachedFault !== undefined) return cachedFault;
  const fault = computeFault(games, match);
  cachedFaults.set(match.record, fault);
  return fault;
}

function computeFault(games: readonly AnyGame[], match: Match): string | null {
  const game = games.find(({ name }) => name === match.game);
  if (game === undefined) return `there is no game ${match.game}`;
  const setup = game.setup(Object.entries(match.setup));
  if (!setup.ok || !isSame(setup.value, match.setup)) return 'its setup is none of the game';
  const seats = game.seats(setup.value).length;
  if (match.players.length !== seats || match.threads.length !== seats)
    return `it has ${match.players.length} players, the game ${seats}`;
  const summary = findSummary(game, match);
  return summary.ok ? null : summary.reason;
}

/** Is the stored setup complete? An incomplete one differs from the parsed one. */
const isSame = (a: Match['setup'], b: Match['setup']): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([name, value]) => lookUp(b, name) === value);
