// The cache of whole answers: one version at a time, one maker for many callers, bounded by number and bytes.
import { expect, it } from 'vitest';
import { createKept } from '#adapters/web/site.ts';

const LIMITS = { entries: 3, bytes: 100, bytesOfOne: 40 };

/** A cache of texts, and the keys of those that were made. */
function counting(limits = LIMITS) {
  const made: string[] = [];
  const readKept = createKept<string>(limits, text => text.length);
  const read = (version: string, key: string, answer: string | null | Error = key): Promise<string | null> =>
    readKept(version, key, () => {
      made.push(key);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    });
  return { made, read };
}

it('makes a value once for all callers of a version, and again for another version', async () => {
  const { made, read } = counting();
  expect(await Promise.all(Array.from({ length: 100 }, () => read('1', 'a')))).toEqual(Array(100).fill('a'));
  expect(made).toEqual(['a']);
  await read('2', 'a');
  await read('2', 'a');
  await read('1', 'a');
  expect(made).toEqual(['a', 'a', 'a']);
});

it('asks again after a value that could not be made', async () => {
  const { made, read } = counting();
  expect(await read('1', 'a', null)).toBeNull();
  await expect(read('1', 'a', new Error('the store is gone'))).rejects.toThrow('the store is gone');
  expect(await read('1', 'a')).toBe('a');
  expect(made).toHaveLength(3);
});

it('drops first what was not asked for the longest, by number and by bytes', async () => {
  const { made, read } = counting();
  for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'c', 'd']) await read('1', key);
  expect(made).toEqual(['a', 'b', 'c', 'd']);
  await read('1', 'b');
  expect(made).toEqual(['a', 'b', 'c', 'd', 'b']);
  const large = counting({ ...LIMITS, entries: 100 });
  for (const key of ['a', 'b', 'c', 'a']) await large.read('1', key, 'x'.repeat(39));
  // Three of forty bytes are more than a hundred.
  expect(large.made).toEqual(['a', 'b', 'c', 'a']);
});

it('drops nothing for a thousand keys that have no value', async () => {
  const { made, read } = counting();
  for (const key of ['a', 'b', 'c']) await read('1', key);
  for (let i = 0; i < 1_000; i++) await read('1', `none ${i}`, null);
  for (const key of ['a', 'b', 'c']) await read('1', key);
  expect(made).toHaveLength(1_003);
});

it('keeps no value that is too large, and counts the bytes of a key', async () => {
  const { made, read } = counting();
  for (const key of ['a', 'a', 'k'.repeat(40), 'k'.repeat(40)]) await read('1', key, 'x'.repeat(40));
  expect(made).toHaveLength(4);
  await read('1', 'b');
  await read('1', 'b');
  expect(made).toHaveLength(5);
});

it('does not count the bytes of a version that is gone', async () => {
  const { made, read } = counting({ ...LIMITS, bytes: 41 });
  let finish: (text: string) => void = () => undefined;
  const slow = createKept<string>({ ...LIMITS, bytes: 41 }, text => text.length);
  const late = slow('1', 'a', () => new Promise(resolve => (finish = resolve)));
  await slow('2', 'b', () => Promise.resolve('x'.repeat(39)));
  finish('y'.repeat(39));
  expect(await late).toBe('y'.repeat(39));
  // The late value of the old version neither replaces nor displaces one of the new.
  expect(await slow('2', 'b', () => Promise.resolve('again'))).toBe('x'.repeat(39));
  expect(await slow('2', 'a', () => Promise.resolve('new'))).toBe('new');
  for (const version of ['1', '2', '3']) await read(version, 'a', 'x'.repeat(39));
  await read('3', 'a');
  expect(made).toHaveLength(3);
});
