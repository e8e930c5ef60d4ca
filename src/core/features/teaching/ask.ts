// The commands `hint` and `analyse`: the conditions, and where.
import { createWeakCache } from '#games/kit/remember.ts';
import { listRunning } from '#core/board/acts/allowance.ts';
import { loadMatch, requireCurrent } from '#core/board/acts/require-match.ts';
import { userids } from '#core/board/match-document.ts';
import { type LoadedMatch, isCounted, matchStateOf, playerName, turnOf, nameBoard } from '#core/board/match.ts';
import { type MatchRef, refOf } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { type Refused, refused } from '#core/kernel/refusal.ts';
import type { State } from '#core/kernel/state.ts';
import { type Instant, MINUTE_MS } from '#core/kernel/time.ts';
import { createBoardCommand } from '#core/language/command.ts';
import { type CommandContext, type Decision, allow, deny, takeCharges, writeDocument } from '#core/players/decision.ts';
import { chargeAccount, createDayRule } from '#core/players/quota-rules.ts';
import { type Charge, hasRoom } from '#core/players/quota.ts';
import type { AnyGame, Opaque } from '#games/game.ts';
import { FEATURES, cellMapOf, symmetriesOf } from '#games/kit/cell-view.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { isDuel, listPositions } from './course.ts';
import { type Purpose, type Review, parseReviewKey, reviewKey } from './review.ts';

/** The bits of stones and goals. They are those of the colour to move, so exchanged colours make no difference. */
const SEEN = FEATURES.own | FEATURES.enemy | FEATURES.neutral | FEATURES.ownEdge | FEATURES.enemyEdge;

/** Writes a position without its last move. `map`: a symmetry of the board. null: none. */
function write(game: AnyGame, position: Opaque, map: Int16Array | null): string {
  const cells = game.cellView?.featurePlanes(position).map(bits => bits & SEEN);
  // The colours of Nexos have corners of their own, so turned boards are other positions.
  if (cells === undefined) return game.encode(position).split('/').toSorted().join('/');
  return (map === null ? cells : Array.from(map, cell => cells[cell])).join(' ');
}

const cachedShown = createWeakCache<readonly string[]>();

/** The last positions of a board, written. The first is that of every board, so that it counts only before the first move. */
const listShown = (table: LoadedMatch): readonly string[] =>
  cachedShown(table.match.record, () => {
    const all = listPositions(table);
    const last = all.slice(Math.min(1, all.length - 1)).slice(-limits.positionsCompared);
    return last.map(at => write(table.game, at, null));
  });

/**
 * Refuses help at a board if its position is that of a running counted board of the player, now or some moves before, or if the board
 * has come from the present position of one. Turned and mirrored boards are the same position. This finds copies and repeated moves.
 */
export function findCopyRefusal(state: State, userid: string, table: LoadedMatch): Refused | null {
  const { game, match } = table;
  const refs = listRunning(state, userid).filter(each => each.game === game.name && each.state === 'active');
  const counted = state.matches(refs).filter(each => isCounted(each) && each.setup['size'] === match.setup['size']);
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

/** What is asked for, and by whom. */
interface Wish {
  readonly purpose: Purpose;
  readonly userid: string;
  readonly news: readonly Phrase[];
  readonly now: Instant;
  readonly cause: string;
}

export const createReview = ({ match, matchState }: LoadedMatch, { now, ...wish }: Wish): Review => ({
  ...wish,
  match: refOf(match),
  entries: matchState.line.length,
  takeBacks: matchState.takeBacks.length,
  asked: now,
  until: now + limits.reviewMinutes * MINUTE_MS,
});

/** Is the board as it was when the review was asked for? */
export const isAsAsked = ({ entries, takeBacks }: Review, { matchState }: LoadedMatch): boolean =>
  matchState.line.length === entries && matchState.takeBacks.length === takeBacks;

/** May one more review wait? Hints and analyses leave room for results. */
export const hasRoomForReview = (state: State, purpose: Purpose): boolean =>
  state.listKeys('kind/review').length < limits.reviewsWaiting - (purpose === 'result' ? 0 : limits.reviewsForResults);

function askForHint(context: CommandContext, ref: MatchRef): Decision {
  const own = requireCurrent(context, ref);
  if (!own.ok) return own;
  const { game, match, matchState, actor } = own.value;
  if (isCounted(match)) return deny(refused('hint-counted'), ref);
  const turn = turnOf(game, match, matchState);
  const player = playerName(match.players[turn?.player ?? -1]);
  if (turn === null || player !== actor)
    return deny(refused('not-your-turn', { player, colour: turn?.colour.title ?? '' }), ref);
  return ask(context, own.value, 'hint');
}

function askForProof(context: CommandContext, ref: MatchRef): Decision {
  const own = requireCurrent(context, ref);
  if (!own.ok) return own;
  const { game, match } = own.value;
  if (isCounted(match)) return deny(refused('hint-counted'), ref);
  if (game.solver === null) return deny(refused('proof-no-solver', { game: game.title }), ref);
  return ask(context, own.value, 'proof');
}

function askForAnalysis(context: CommandContext, ref: MatchRef): Decision {
  const table = loadMatch(context.state, ref);
  if (!table.ok) return table;
  const reason = findAnalysisRefusal(context, table.value);
  return reason === null ? ask(context, table.value, 'analysis') : deny(reason, ref);
}

/** Why a board is not analysed for the actor. null: it is. */
function findAnalysisRefusal({ actor }: CommandContext, { game, match, matchState }: LoadedMatch): Refused | null {
  const parts = nameBoard({ game, match });
  if (match.state === 'invited') return refused('board-invited', parts);
  if (!isDuel({ game, match })) return refused('analysis-two');
  if (matchState.plies.length === 0) return refused('analysis-no-move');
  if (match.state === 'over') return null;
  if (!userids(match).includes(actor ?? '')) return refused('not-a-player', { userid: actor ?? '', ...parts });
  return isCounted(match) ? refused('analysis-counted') : null;
}

const ANALYSES = {
  rule: createDayRule('analysis', limits.analysesPerDay),
  refuse: () => refused('analyses-full', { most: limits.analysesPerDay }),
};

const CHARGES = {
  hint: {
    rule: createDayRule('hint', limits.hintsPerDay),
    refuse: () => refused('hints-full', { most: limits.hintsPerDay }),
  },
  analysis: ANALYSES,
  proof: ANALYSES,
} as const;

function ask(context: CommandContext, table: LoadedMatch, purpose: keyof typeof CHARGES): Decision {
  const { state, now, cause } = context;
  const userid = context.actor ?? '';
  const { match } = table;
  const ref = refOf(match);
  if (state.robots.length === 0) return deny(refused('review-no-robots'), ref);
  const key = reviewKey({ purpose, match: ref, userid });
  const known = state.get(key);
  if (known !== null && isAsAsked(known, table)) return deny(refused('review-waits'), ref);
  const { rule, refuse } = CHARGES[purpose];
  const charge = chargeAccount(userid, rule);
  const reason = findLimit(context, { purpose, charge, refuse }) ?? findCopyRefusal(state, userid, table);
  if (reason !== null) return deny(reason, ref);
  const review = createReview(table, { purpose, userid, news: [], now, cause });
  return allow([writeDocument(key, review), takeCharges([charge], now)], []);
}

/** The limit that the actor has reached. null: none. */
function findLimit(
  { state, actor, now }: CommandContext,
  { purpose, charge, refuse }: { readonly purpose: Purpose; readonly charge: Charge; readonly refuse: () => Refused },
): Refused | null {
  if (!hasRoom(state, [charge], now)) return refuse();
  const own = state.listKeys('kind/review').filter(each => {
    const waiting = parseReviewKey(each);
    return waiting.userid === actor && waiting.purpose !== 'result';
  });
  if (own.length >= limits.reviewsPerPlayer) return refused('reviews-full', { most: limits.reviewsPerPlayer });
  return hasRoomForReview(state, purpose) ? null : refused('reviews-busy');
}

/** What a robot would play, what decided a game, and who wins by force. */
export const hint = createBoardCommand('hint', askForHint, { listedAfter: 'claim' });
export const analyse = createBoardCommand('analyse', askForAnalysis, { aliases: ['analyze'] });
export const proof = createBoardCommand('proof', askForProof);
