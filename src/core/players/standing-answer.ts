// Standing answers to challenges of a game: take all, take them up to a number of boards, or none.
import { lookUp } from '#games/kit/look-up.ts';
import type { AnyGame } from '#games/game.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { type CommandContext, allow, type Decision } from './decision.ts';
import type { StandingAnswer } from './account.ts';
import type { State } from '../kernel/state.ts';

const DEFAULT_ANSWER: StandingAnswer = { isTaken: true, most: null };

export const findStandingAnswer = (state: State, userid: string, { name }: AnyGame): StandingAnswer =>
  lookUp(state.account(userid)?.answers, name) ?? DEFAULT_ANSWER;

/** Changes it, and says what it is now. */
export function answerChallenges(context: CommandContext, game: AnyGame, change: Partial<StandingAnswer>): Decision {
  const userid = context.actor ?? '';
  const before = findStandingAnswer(context.state, userid, game);
  const answer = { ...before, ...change };
  const isSame = answer.isTaken === before.isTaken && answer.most === before.most;
  return allow(isSame ? [] : [{ kind: 'answer-changed', userid, game: game.name, answer }], [
    { kind: 'done', done: formatAnswer(answer, game) },
  ]);
}

function formatAnswer({ isTaken, most }: StandingAnswer, { name, title: game }: AnyGame): Phrase {
  if (!isTaken) return { code: 'challenges-rejected', parts: { game, name } };
  return most === null
    ? { code: 'challenges-taken', parts: { game } }
    : { code: 'challenges-limited', parts: { game, most } };
}
