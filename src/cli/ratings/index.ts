// `nexpost ratings rebuild`: recomputes the ratings from the games.
// Compares them with the stored ratings, and replaces those.
import { must } from '#games/kit/assert.ts';
import { games } from '#games/registry/index.ts';
import { systemClock } from '#adapters/clock.ts';
import { createLog } from '#adapters/log.ts';
import type { ReadOnlyStore } from '#adapters/store/entry-stream.ts';
import { renameForRatings } from '#core/features/forgetting/forgetting.ts';
import { findFault } from '#core/board/summary.ts';
import type { PlayerRating } from '#core/features/ratings/rating.ts';
import { type Rebuilt, findDifferences, rebuildRatings } from '#core/features/ratings/rebuild.ts';
import { ratingKey } from '#core/features/ratings/index.ts';
import {
  type Document,
  type DocumentKey,
  type Documents,
  getDocument,
  isOfKind,
  matchKey,
} from '#core/kernel/documents.ts';
import type { Match } from '#core/board/match-document.ts';
import type { Store } from '#service/ports.ts';
import { createVerb } from '../shell/command-line.ts';
import { useStore } from '../shell/idle-service.ts';
import { PLACE, type StorePlace, storePlace, useReadOnlyStore } from '../shell/store-place.ts';

/** Documents of one commit: a journal line is read whole. */
const DOCUMENTS_PER_COMMIT = 500;

/** How often it begins again when games end meanwhile, in a database that others work on. */
const MAX_TRIES = 10;

interface Compared {
  readonly rebuilt: Rebuilt;
  readonly wrong: readonly DocumentKey[];
  /** The versions of what is wrong, at the time of the comparison. */
  readonly versions: ReadonlyMap<DocumentKey, number>;
  /** Boards that cannot be read or replayed: without them the ratings would differ. */
  readonly unsound: readonly string[];
}

async function compareRatings(look: ReadOnlyStore): Promise<Compared> {
  const forgettings: Documents['forgetting'][] = [];
  for await (const forgetting of look.all('forgetting')) forgettings.push(forgetting);
  const boards: Match[] = [];
  const unsound: DocumentKey[] = [];
  for await (const match of look.all('match'))
    if (match.state !== 'over') continue;
    else if (findFault(games, match) === null) boards.push(renameForRatings(match, forgettings));
    else unsound.push(matchKey(match));
  const damaged = (await look.findings()).filter(({ level, where }) => level === 'error' && /^match(?:es)?\b/.test(where)); // prettier-ignore
  const again = rebuildRatings({ games }, boards);
  const kept = new Map<DocumentKey, PlayerRating>();
  for await (const rating of look.all('rating')) kept.set(ratingKey(rating.game, rating.userid), rating);
  const wrong = findDifferences({ ratings: kept, boards }, again);
  const versions = new Map<DocumentKey, number>();
  for (const keys of splitKeys(wrong)) for (const [key, version] of (await look.read(keys)).versions) versions.set(key, version); // prettier-ignore
  return {
    ...{ rebuilt: again, wrong, versions },
    unsound: [...new Set([...unsound, ...damaged.map(({ where }) => where)])],
  };
}

const splitKeys = (keys: readonly DocumentKey[]): readonly (readonly DocumentKey[])[] =>
  Array.from({ length: Math.ceil(keys.length / DOCUMENTS_PER_COMMIT) }, (_, at) =>
    keys.slice(at * DOCUMENTS_PER_COMMIT, (at + 1) * DOCUMENTS_PER_COMMIT),
  );

/** false: somebody has changed what was compared, and it must be compared again. */
async function write(store: Store, { rebuilt: again, wrong, versions }: Compared): Promise<boolean> {
  for (const [at, keys] of splitKeys(wrong).entries()) {
    const { documents, versions: found } = await store.read(keys);
    if (keys.some(key => found.get(key) !== versions.get(key))) return false;
    const right = keys.map((key): [DocumentKey, Document | null] => {
      if (!isOfKind('match', key)) return [key, again.ratings.get(key) ?? null];
      const { rated: _, ...match } = must(getDocument(documents, key), 'a board that was compared');
      const rated = again.rated.get(key);
      return [key, rated === undefined ? match : { ...match, rated }];
    });
    const now = systemClock.now();
    const change = { documents: new Map(right), expect: found, outgoing: [], at: now };
    const { result, durable } = await store.commit({ ...change, cause: `ratings:${now}:${at}` });
    await durable;
    if (result !== 'committed') return false;
  }
  return true;
}

/** The last comparison, corrected unless it is a dry run. */
async function rebuild(place: StorePlace, isDry: boolean): Promise<Compared> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const result = await useReadOnlyStore(place, compareRatings);
    if (isDry || result.wrong.length === 0 || result.unsound.length > 0) return result;
    if (await useStore(place, createLog('error'), ({ store }) => write(store, result))) return result;
  }
  throw new Error('Games end faster than their ratings can be made anew. Try again when less is played.');
}

export const ratings = createVerb({
  name: 'ratings rebuild',
  options: { ...PLACE, 'dry-run': { kind: 'flag', sentence: 'compares and changes nothing' } },
  help: `
Plays the finished games through once more, in the order in which they entered
the ratings, and puts right what differs. Prints one JSON line. Exit status: 0
when nothing differed or all is put right, 1 when --dry-run found a difference,
or when a board is damaged: then nothing is changed, for without its game all
who played there would be rated otherwise (\`nexpost check\` says more).
With a data folder stop the service before, unless it is a dry run; over a database
it may run.`,
  run: async ({ values }, io) => {
    const isDry = values['dry-run'];
    const result = await rebuild(await storePlace(values), isDry);
    const { rated, ratings: players } = result.rebuilt;
    const ok = result.unsound.length === 0 && (!isDry || result.wrong.length === 0);
    io.stdout.write(
      `${JSON.stringify({ ok, games: rated.size, ratings: players.size, differences: result.wrong.slice(0, 20), more: Math.max(0, result.wrong.length - 20), unsound: result.unsound.slice(0, 20) })}\n`,
    );
    return ok ? 0 : 1;
  },
});
