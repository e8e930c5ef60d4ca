// Measures due alarms and the setting of an alarm, with 1,000 boards that wait and with 100,000.
import { createMemoryStore } from '#test/memory-store.ts';
import type { Match } from '#core/board/match-document.ts';
import { matchKey } from '#core/kernel/documents.ts';
import { MINUTE_MS } from '#core/kernel/time.ts';
import type { Store } from '#service/ports.ts';
import { boardOf, compare, print, put, putBoards } from './kit.ts';

const SIZES = [1_000, 100_000];
/** The service asks for this many alarms at once. */
const BATCH = 100;
const LOOKS = 200_000;
const CHANGES = 5_000;
const ROUNDS = 7;

/** The alarm of a board does not follow from its number. */
const boardWithAlarm = (number: number, minute: number, boards: number): Match => ({
  ...boardOf(number, ['alice', 'bob'], false),
  ...{ record: [], wake: MINUTE_MS * (1 + ((minute * 7919) % boards)) },
});

/** Microseconds a call. */
async function time(times: number, act: (n: number) => Promise<unknown>): Promise<number> {
  const began = performance.now();
  for (let n = 0; n < times; n++) await act(n);
  return ((performance.now() - began) * 1000) / times;
}

/** No alarm is due, a full batch is due, an alarm is set. */
const MEASURED: Readonly<Record<string, (store: Store, boards: number, round: number) => Promise<number>>> = {
  quiet: store => time(LOOKS, () => store.dueAlarms(0, BATCH)),
  due: store => time(LOOKS / 20, () => store.dueAlarms(Number.MAX_SAFE_INTEGER, BATCH)),
  set: (store, boards, round) =>
    time(CHANGES, n => {
      const number = 101 + ((n * 31) % boards);
      const board = boardWithAlarm(number, number + round, boards);
      return put(store, [[matchKey(board), board]]);
    }),
};

const clubs = SIZES.map(boards => ({ boards, store: createMemoryStore() }));
for (const { boards, store } of clubs) await putBoards(store, boards, number => boardWithAlarm(number, number, boards));
for (const [what, measure] of Object.entries(MEASURED)) {
  const rounds: number[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const costs: number[] = [];
    for (const { boards, store } of clubs) costs.push(await measure(store, boards, round));
    rounds.push(costs);
  }
  const found = compare(rounds);
  print('alarms', { what, boards: SIZES, microseconds: found.map(({ middle }) => middle), ratio: found[1]?.ratio });
}
