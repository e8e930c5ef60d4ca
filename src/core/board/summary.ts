// Summarises and validates boards. A stored summary needs no replay if its digest fits.
import type { AnyGame } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { lookUp } from '#games/kit/look-up.ts';
import { createLruCache, createWeakCache } from '#games/kit/remember.ts';
import { type Result, ok } from '#games/kit/result.ts';
import { type Changes, asKind } from '../kernel/documents.ts';
import type { State } from '../kernel/state.ts';
import type { BoardSummary, Match } from './match-document.ts';
import { replay, turnOf } from './match.ts';

/** The fields of entries, in the order in which the digest takes them: they are not stored in the order in which they are made. */
const FIELDS = 'kind at text isPrepared after seat why by days what deadline isSilent sent since accepts'.split(' ');

const cachedDigests = createWeakCache<number>();

/** Where the digests begin. A change of a game's rules must change it too, so that no stored summary outlives them. */
const BASIS = 0x811c9dc5;

/** FNV-1a, in 32 bits. A record stays with its game and setup. */
const digestOf = ({ game, setup, record }: Match): number =>
  cachedDigests(record, () => {
    const text = [game, ...Object.entries(setup).sort().flat(), JSON.stringify(record, FIELDS)].join(' ');
    let sum = BASIS;
    for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
    return sum >>> 0;
  });

function summarise(game: AnyGame, match: Match, digest: number): Result<BoardSummary, string> {
  const replayed = replay(game, match);
  if (!replayed.ok) return replayed;
  const { plies, holders, line, outcome } = replayed.value;
  return ok({
    ...{ digest, moves: plies.length, holders, toMove: turnOf(game, match, replayed.value)?.player ?? null },
    ...{ last: line.at(-1)?.at ?? null, outcome: outcome && { ranks: outcome.ranks, reason: outcome.reason } },
  });
}

/** The summaries of boards that were stored without one, or why their records do not replay. */
const remember = createLruCache<Result<BoardSummary, string>>(5_000);

/** The stored summary, if it is that of the record, or else a new one. A record that the rules do not allow has none. */
export function findSummary(game: AnyGame, match: Match): Result<BoardSummary, string> {
  const digest = digestOf(match);
  if (match.summary?.digest === digest) return ok(match.summary);
  return remember(`${match.game} ${match.number} ${digest}`, () => summarise(game, match, digest));
}

/** The summary of a board whose record is valid. */
export function summaryOf(game: AnyGame, match: Match): BoardSummary {
  const found = findSummary(game, match);
  return must(found.ok ? found.value : undefined, `the record of ${match.game} board ${match.number} replays`);
}

/** The changed documents as they are stored: boards with their summaries. */
export const addSummaries = ({ games, changes }: State): Changes =>
  new Map(
    [...changes].map(([key, document]) => {
      const match = document && asKind('match', key, document);
      const game = games.find(({ name }) => name === match?.game);
      const summary = match && game ? findSummary(game, match) : null;
      return [key, match && summary?.ok === true ? { ...match, summary: summary.value } : document];
    }),
  );

// Validation. Files can be damaged, or changed by hand, and still look like matches.

/** Caches the faults of replayed records. null: no fault. A record is never changed, only extended. */
const cachedFaults = createWeakCache<string | null>();

/** Describes a fault of a match by the rules of its game. null: its record replays to the end, now or when its summary was made. */
export const findFault = (games: readonly AnyGame[], match: Match): string | null =>
  cachedFaults(match.record, () => computeFault(games, match));

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
