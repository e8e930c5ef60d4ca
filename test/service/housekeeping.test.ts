// Housekeeping logs in to the mailbox: it begins when the mail servers take the service, and not after its end.
import { expect, it } from 'vitest';
import { keepHouse } from '#composition/service-loops.ts';

it.each([
  ['begins when the service is ready', false, 1],
  ['does not begin after the end', true, 0],
])('%s', async (_, ends, times) => {
  const stop = new AbortController();
  let makeReady = (): void => undefined;
  const ready = new Promise<void>(resolve => (makeReady = resolve));
  let tidied = 0;
  keepHouse(ready, stop.signal, () => (tidied += 1));
  await Promise.resolve();
  expect(tidied).toBe(0);
  if (ends) stop.abort();
  makeReady();
  await ready;
  await Promise.resolve();
  expect(tidied).toBe(times);
  stop.abort();
});
