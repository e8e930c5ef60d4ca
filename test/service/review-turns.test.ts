// Whose review is searched next: no reader and no kind of review waits for ever, whatever others ask for.
import { expect, it } from 'vitest';
import { reviewKey, type Purpose, type Review } from '#core/features/teaching/review.ts';
import { createReviewTurns, type WaitingReview } from '#service/reviews.ts';

const HINT_MS = 4_600;
const RESULT_MS = 600;

function createWaiting(purpose: Purpose, userid: string, asked: number): WaitingReview {
  const match = { game: 'hex', number: 101 + asked };
  const review: Review = { purpose, match, userid, asked, entries: 1, takeBacks: 0, news: [], cause: '', until: 0 };
  return [reviewKey(review), review];
}

it('lets a reader with two hints have the second one, though two others ask again and again', () => {
  const turns = createReviewTurns();
  const order: string[] = [];
  let waiting = [0, 1].map(asked => createWaiting('hint', 'bob', asked));
  waiting = [...waiting, createWaiting('hint', 'carol', 2), createWaiting('hint', 'dave', 3)];
  for (let now = 4; now < 12; now++) {
    const [[, review]] = turns.sort(waiting) as [WaitingReview];
    turns.noteEnd(review);
    order.push(review.userid);
    waiting = waiting.filter(([, each]) => each !== review);
    turns.sort(waiting);
    if (review.userid !== 'bob') waiting = [...waiting, createWaiting('hint', review.userid, now)];
  }
  expect(order.slice(0, 5)).toEqual(['bob', 'carol', 'dave', 'bob', 'carol']);
});

it('gives results half of the time where one hint follows another', () => {
  const turns = createReviewTurns();
  const spent = { hint: 0, result: 0, analysis: 0, proof: 0 };
  const result = createWaiting('result', 'alice', 0);
  for (let search = 0; search < 200; search++) {
    const waiting = search % 2 === 0 ? [result] : [result, createWaiting('hint', `u${search}`, search)];
    const [[, review]] = turns.sort(waiting) as [WaitingReview];
    const milliseconds = review.purpose === 'hint' ? HINT_MS : RESULT_MS;
    turns.noteSearch(review, milliseconds);
    spent[review.purpose] += milliseconds;
  }
  expect(spent.result / (spent.hint + spent.result)).toBeGreaterThan(0.4);
});

it.each(['hint', 'result'] as const)('comes back at once from a time when only a %s could be had', purpose => {
  const turns = createReviewTurns();
  const hint = createWaiting('hint', 'bob', 0);
  const result = createWaiting('result', 'alice', 1);
  const had = purpose === 'hint' ? hint : result;
  for (let search = 0; search < 400; search++) {
    turns.sort([hint, result]);
    turns.noteSearch(had[1], purpose === 'hint' ? HINT_MS : RESULT_MS);
  }
  const purposes = Array.from({ length: 12 }, () => {
    const [[, review]] = turns.sort([hint, result]) as [WaitingReview];
    turns.noteSearch(review, review.purpose === 'hint' ? HINT_MS : RESULT_MS);
    return review.purpose;
  });
  expect(new Set(purposes)).toEqual(new Set(['hint', 'result']));
});
