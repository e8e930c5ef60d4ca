// `nexpost ratings rebuild`: the ratings once more from the games, compared with what is kept and put in its place.
import { resolve } from 'node:path';
import { games } from '#games/index.ts';
import { systemClock } from '#adapters/clock.ts';
import { jsonLog } from '#adapters/log.ts';
import { openJsonStore } from '#adapters/store/json/index.ts';
import { lookAt } from '#adapters/store/json/read-only.ts';
import { byNamesOfRatings } from '#core/forgetting/erase.ts';
import { faultOf } from '#core/matches/sound.ts';
import { differences, type Rebuilt, rebuilt } from '#core/ratings/rebuild.ts';
import { ratingKey } from '#core/ratings/rate.ts';
import { type DocumentKey, type DocumentKind, type Documents, type Match, matchKey } from '#core/state/documents.ts';
import { type OptionTable, optionLines, parseOptions } from '../shell/command-line.ts';
import { type ExitStatus, type Io, Misuse, type Verb } from '../shell/verb.ts';

const OPTIONS = {
  data: { kind: 'text', default: './data', sentence: 'where games and accounts lie' },
  'dry-run': { kind: 'flag', default: '', sentence: 'compares and changes nothing' },
} as const satisfies OptionTable;

const USAGE = 'nexpost ratings rebuild [--dry-run] [--data DIR]';

/** Documents of one commit: a journal line is read whole. */
const SLICE = 500;

interface Compared {
  readonly rebuilt: Rebuilt;
  readonly wrong: readonly DocumentKey[];
  /** What cannot be read or replayed: without it the ratings would be others. */
  readonly unsound: readonly string[];
}

async function compared(data: string): Promise<Compared> {
  const look = await lookAt(data);
  const forgettings = [...look.all('forgetting')];
  const boards: Match[] = [];
  const unsound: DocumentKey[] = [];
  for (const match of look.all('match'))
    if (match.state !== 'over') continue;
    else if (faultOf(games, match) === null) boards.push(byNamesOfRatings(match, forgettings));
    else unsound.push(matchKey(match));
  const damaged = look.findings.filter(({ level, where }) => level === 'error' && /^matches\b/.test(where));
  const again = rebuilt({ games }, boards);
  const kept = new Map([...look.all('rating')].map(rating => [ratingKey(rating.game, rating.userid), rating] as const));
  return {
    ...{ rebuilt: again, wrong: differences({ ratings: kept, boards }, again) },
    unsound: [...unsound, ...damaged.map(({ where }) => where)],
  };
}

/** Takes the folder as a service does; refuses beside one. */
async function written(data: string, { rebuilt: again, wrong }: Compared): Promise<void> {
  const store = await openJsonStore(data, jsonLog('error'));
  try {
    for (let at = 0; at < wrong.length; at += SLICE) {
      const keys = wrong.slice(at, at + SLICE);
      const { documents, versions } = await store.read(keys);
      const right = keys.map((key): [DocumentKey, Documents[DocumentKind] | null] => [
        key,
        key.startsWith('rating/')
          ? (again.ratings.get(key) ?? null)
          : withRated(documents.get(key) as Match, again, key),
      ]);
      const now = systemClock.now();
      const change = { documents: new Map(right), expect: versions, outgoing: [], at: now };
      const { durable } = await store.commit({ ...change, cause: `ratings:${now}:${at}` });
      await durable;
    }
  } finally {
    await store.close();
  }
}

function withRated({ rated: _, ...match }: Match, { rated }: Rebuilt, key: DocumentKey): Match {
  const again = rated.get(key);
  return again === undefined ? match : { ...match, rated: again };
}

export const ratings: Verb = {
  usage: USAGE,
  help: `${optionLines(OPTIONS)}

Plays the finished games through once more, in the order in which they entered
the ratings, and puts right what differs. Prints one JSON line. Exit status: 0
when nothing differed or all is put right, 1 when --dry-run found a difference,
or when a board is damaged: then nothing is changed, for without its game all
who played there would be rated otherwise (\`nexpost check\` says more).
Stop the service before, unless it is a dry run.`,
  run: async (args: readonly string[], io: Io): Promise<ExitStatus> => {
    const [act, ...rest] = args;
    if (act !== 'rebuild') throw new Misuse(`ratings can be told one thing: rebuild, not '${act ?? ''}'.`);
    const options = parseOptions(rest, OPTIONS);
    const data = resolve(options.data);
    const isDry = options['dry-run'] !== '';
    const result = await compared(data);
    if (!isDry && result.wrong.length > 0 && result.unsound.length === 0) await written(data, result);
    const { rated, ratings: players } = result.rebuilt;
    const ok = result.unsound.length === 0 && (!isDry || result.wrong.length === 0);
    io.stdout.write(
      `${JSON.stringify({ ok, games: rated.size, ratings: players.size, differences: result.wrong.slice(0, 20), more: Math.max(0, result.wrong.length - 20), unsound: result.unsound.slice(0, 20) })}\n`,
    );
    return ok ? 0 : 1;
  },
};
