// Sends what waited for a review: the hint, the analysis, or the result.
// If no review has come in time, the mail goes without it.
import type { Phrase } from '#games/kit/refusal.ts';
import { type LoadedMatch, matchStateOf, playerName, requireGame } from '#core/board/match.ts';
import type { Consequence } from '#core/decision/consequence.ts';
import { type BoardMessage, createBoardMessage, type GameReview } from '#core/decision/message.ts';
import type { State } from '#core/kernel/state.ts';
import { findPresentUserid } from '#core/players/former-userid.ts';
import { isAsAsked } from './ask.ts';
import type { Evaluations } from './estimates.ts';
import { type Review, reviewKey } from './review.ts';
import type { ReviewDone } from './review-done.ts';
import { tellHint } from './tell-hint.ts';
import { tellAnalysis, tellEnd } from './tell-review.ts';

/** Sends what was found. null: the review does not wait any more. */
export function completeReview(state: State, { key, askedBy, evaluations }: ReviewDone): Consequence | null {
  const review = state.get(key);
  return review?.cause === askedBy ? endReview(state, review, evaluations) : null;
}

/** Ends a review. `evaluations` null: none came in time. */
export function endReview(state: State, review: Review, evaluations: Evaluations | null): Consequence {
  const after = state.with(new Map([[reviewKey(review), null]]));
  const match = state.match(review.match);
  const userid = findPresentUserid(state, review.userid);
  if (match === null || match.state === 'removed') return { messages: [], state: after };
  const game = requireGame(state, match);
  const table = { game, match, matchState: matchStateOf(game, match) };
  const message = buildMessage(review, table, userid, evaluations);
  return { messages: message === null ? [] : [message], state: after };
}

/** null: the mail has become needless. */
function buildMessage(
  review: Review,
  table: LoadedMatch,
  userid: string,
  evaluations: Evaluations | null,
): BoardMessage | null {
  const message = createBoardMessage(review.match, { kind: 'account', userid }, userid);
  const reader = table.match.players.findIndex(player => playerName(player) === userid);
  const isSame = isAsAsked(review, table);
  const found = isSame ? evaluations : null;
  switch (review.purpose) {
    case 'hint': {
      if (!isSame) return null;
      const hint = found === null ? null : tellHint(table, found);
      return { ...message, occasion: 'hint', review: hint ?? tellAlone({ code: 'hint-failed', parts: {} }) };
    }
    case 'analysis': {
      const analysis = found === null ? null : tellAnalysis(table, found, reader);
      return {
        ...message,
        occasion: 'analysis',
        review: analysis ?? tellAlone({ code: 'analysis-failed', parts: {} }),
      };
    }
    case 'result': {
      const result = found === null ? null : tellEnd(table, found, reader);
      return { ...message, news: review.news, ...(result === null ? {} : { review: result }) };
    }
  }
}

const tellAlone = (phrase: Phrase): GameReview => ({ told: [phrase], graph: null });
