// The commands `hint` and `analyse`: the conditions, and where.
import { chargeAccount, createDayRule } from '#core/players/quota-rules.ts';
import { userids } from '#core/board/match-document.ts';
import { type LoadedMatch, isCounted, playerName, turnOf } from '#core/board/match.ts';
import { type CommandContext, type Decision, allow, deny } from '#core/players/decision.ts';
import type { MatchRef } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { type Refused, refused } from '#core/kernel/refusal.ts';
import type { State } from '#core/kernel/state.ts';
import { type Instant, MINUTE_MS } from '#core/kernel/time.ts';
import { loadMatch, requireCurrent } from '#core/board/acts/require-match.ts';
import { type Charge, hasRoom } from '#core/players/quota.ts';
import { type Command, parseBoardCommand } from '#core/language/command.ts';
import { titleOf } from '#games/game.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { findCopyRefusal } from './counted-copy.ts';
import { isDuel } from './course.ts';
import { type Purpose, type Review, parseReviewKey, reviewKey } from './review.ts';

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
  match: { game: match.game, number: match.number },
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

function askForAnalysis(context: CommandContext, ref: MatchRef): Decision {
  const table = loadMatch(context.state, ref);
  if (!table.ok) return table;
  const reason = findAnalysisRefusal(context, table.value);
  return reason === null ? ask(context, table.value, 'analysis') : deny(reason, ref);
}

/** Why a board is not analysed for the actor. null: it is. */
function findAnalysisRefusal({ actor }: CommandContext, { game, match, matchState }: LoadedMatch): Refused | null {
  const parts = { game: titleOf(game, match.setup), number: match.number };
  if (match.state === 'invited') return refused('board-invited', parts);
  if (!isDuel({ game, match })) return refused('analysis-two');
  if (matchState.plies.length === 0) return refused('analysis-no-move');
  if (match.state === 'over') return null;
  if (!userids(match).includes(actor ?? '')) return refused('not-a-player', { userid: actor ?? '', ...parts });
  return isCounted(match) ? refused('analysis-counted') : null;
}

const CHARGES = {
  hint: {
    rule: createDayRule('hint', limits.hintsPerDay),
    refuse: () => refused('hints-full', { most: limits.hintsPerDay }),
  },
  analysis: {
    rule: createDayRule('analysis', limits.analysesPerDay),
    refuse: () => refused('analyses-full', { most: limits.analysesPerDay }),
  },
} as const;

function ask(context: CommandContext, table: LoadedMatch, purpose: keyof typeof CHARGES): Decision {
  const { state, now, cause } = context;
  const userid = context.actor ?? '';
  const { match } = table;
  const ref = { game: match.game, number: match.number };
  if (state.robots.length === 0) return deny(refused('review-no-robots'), ref);
  const key = reviewKey({ purpose, match: ref, userid });
  const known = state.get(key);
  if (known !== null && isAsAsked(known, table)) return deny(refused('review-waits'), ref);
  const { rule, refuse } = CHARGES[purpose];
  const charge = chargeAccount(userid, rule);
  const reason = findLimit(context, { purpose, charge, refuse }) ?? findCopyRefusal(state, userid, table);
  if (reason !== null) return deny(reason, ref);
  const review = createReview(table, { purpose, userid, news: [], now, cause });
  return allow(
    [
      { kind: 'documents-changed', documents: [[key, review]] },
      { kind: 'charged', charges: [charge], at: now },
    ],
    [],
  );
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

/** `hint` and `analyse`: what a robot would play, and what decided a game. */
export const hint: Command = {
  name: 'hint',
  scope: 'game',
  inReply: true,
  usage: '<game> hint board [userid password]',
  example: 'nex hint 101',
  permission: 'account',
  parse: commandLine => parseBoardCommand(commandLine, askForHint),
};

export const analyse: Command = {
  name: 'analyse',
  aliases: ['analyze'],
  scope: 'game',
  inReply: true,
  usage: '<game> analyse board [userid password]',
  example: 'nex analyse 101',
  permission: 'account',
  parse: commandLine => parseBoardCommand(commandLine, askForAnalysis),
};
