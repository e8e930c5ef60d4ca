// Answers that are remembered for a minute: how often the stored data are asked, and what is never remembered.
import { expect, it } from 'vitest';
import { createRecent } from '#adapters/web/page-routes.ts';

/** A store that answers each question by its number, at a time that the test sets. */
function counting(answers: readonly (number | null | Error)[]) {
  let asked = 0;
  const clock = { at: 1_000 };
  const query = <Answer>(): Promise<Answer | null> => {
    const answer = answers[asked++];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer as Answer | null);
  };
  const read = createRecent<number>(
    query,
    () => clock.at,
    () => 0,
  );
  return { read, clock, asked: () => asked };
}

it('is asked once a minute, however many visitors there are', async () => {
  const { read, clock, asked } = counting([1, 2]);
  expect(await Promise.all(Array.from({ length: 100 }, read))).toEqual(Array(100).fill(1));
  clock.at += 59_999;
  expect(await read()).toBe(1);
  expect(asked()).toBe(1);
  clock.at += 1;
  expect(await read()).toBe(2);
  expect(asked()).toBe(2);
});

it('is asked again after an answer that could not be given', async () => {
  const { read, asked } = counting([null, new Error('the store is gone'), 3]);
  expect(await read()).toBeNull();
  await expect(read()).rejects.toThrow('the store is gone');
  expect(await read()).toBe(3);
  expect(asked()).toBe(3);
});
