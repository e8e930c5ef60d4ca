// Finds a running counted board of a player that shows the same position as another board.
import type { AnyGame, Opaque } from '#games/game.ts';
import { cellMapOf, FEATURES, symmetriesOf } from '#games/kit/cell-view.ts';
import { isCounted, type LoadedMatch, matchStateOf } from '#core/board/match.ts';
import type { Entry } from '#core/board/match-document.ts';
import { matchKey } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { type Refused, refused } from '#core/kernel/refusal.ts';
import type { State } from '#core/kernel/state.ts';
import { listRunning } from '#core/board/acts/allowance.ts';
import { listPositions } from './course.ts';

/** The bits of stones and goals. They are those of the colour to move, so exchanged colours make no difference. */
const SEEN = FEATURES.own | FEATURES.enemy | FEATURES.neutral | FEATURES.ownEdge | FEATURES.enemyEdge;

/** Writes a position without its last move. `map`: a symmetry of the board. null: none. */
function write(game: AnyGame, position: Opaque, map: Int16Array | null): string {
  const cells = game.cellView?.featurePlanes(position).map(bits => bits & SEEN);
  // The colours of Nexos have corners of their own, so turned boards are other positions.
  if (cells === undefined) return game.encode(position).split('/').toSorted().join('/');
  return (map === null ? cells : Array.from(map, cell => cells[cell])).join(' ');
}

const cachedShown = new WeakMap<readonly Entry[], readonly string[]>();

/** The last positions of a board, written. The first is that of every board, so that it counts only before the first move. */
function listShown(table: LoadedMatch): readonly string[] {
  const { record } = table.match;
  const last = (): readonly Opaque[] => {
    const all = listPositions(table);
    return all.slice(Math.min(1, all.length - 1)).slice(-limits.positionsCompared);
  };
  const shown = cachedShown.get(record) ?? last().map(at => write(table.game, at, null));
  cachedShown.set(record, shown);
  return shown;
}

/**
 * Refuses help at a board if its position is that of a running counted board of the player, now or some moves before, or if the board
 * has come from the present position of one. Turned and mirrored boards are the same position. This finds copies and repeated moves.
 */
export function findCopyRefusal(state: State, userid: string, table: LoadedMatch): Refused | null {
  const { game, match } = table;
  const refs = listRunning(state, userid).filter(each => each.game === game.name && each.state === 'active');
  state.requireLoaded(refs.map(ref => ({ kind: 'document', key: matchKey(ref) })));
  const counted = refs
    .flatMap(ref => state.match(ref) ?? [])
    .filter(each => isCounted(each) && each.setup['size'] === match.setup['size']);
  // A board that was counted itself is no copy.
  if (counted.length === 0 || isCounted(match)) return null;
  if (counted.reduce((sum, { record }) => sum + record.length, 0) > limits.entriesCompared)
    return refused('hint-crowded', { game: game.title });
  const drawn = game.picture(game.start(match.setup), { seat: null });
  const maps = game.cellView === null ? [null] : symmetriesOf(cellMapOf(drawn));
  const imagesOf = (each: readonly Opaque[]): ReadonlySet<string> =>
    new Set(each.filter(at => game.outcome(at) === null).flatMap(at => maps.map(map => write(game, at, map))));
  const positions = listPositions(table);
  // All games begin with the same position, so a game that has gone on from it is no copy.
  const [here, past] = [imagesOf(positions.slice(-1)), imagesOf(positions.slice(1).slice(-limits.positionsReviewed))];
  const shared = counted.find(each => {
    const shown = listShown({ game, match: each, matchState: matchStateOf(game, each) });
    return shown.some(at => here.has(at)) || past.has(shown.at(-1) ?? '');
  });
  return shared === undefined ? null : refused('hint-copied', { game: game.title, number: shared.number });
}
