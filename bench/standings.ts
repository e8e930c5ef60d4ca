// What the standings of 5,000 players cost, and what the end of a game costs with a thousand finished games and with a hundred thousand.
import { createMemoryStore } from '#adapters/store/memory.ts';
import type { DocumentKey, Documents, DocumentKind } from '#core/kernel/documents.ts';
import type { Match } from '#core/board/match-document.ts';
import { firstRating } from '#core/features/ratings/rate.ts';
import { account } from '#test/conformance/store.ts';
import { type Lab, lab, mail } from '#test/service/lab.ts';

const PLAYERS = 5_000;
const [FEW, MANY] = [1_000, 100_000];
const GAMES = 60;
const ROUNDS = 5;

type Entry = readonly [DocumentKey, Documents[DocumentKind]];

const nameOf = (n: number): string => `player${n}`;

function playerOf(n: number): readonly Entry[] {
  const userid = nameOf(n);
  const rating = {
    ...firstRating('hex', userid),
    value: 1000 + ((n * 7919) % 1000),
    deviation: 80,
    won: 20,
    lost: 20,
    at: 1,
  };
  return [
    [`account/${userid}`, account(userid)],
    [`address/${userid}@example.test`, { userid }],
    [`rating/hex/${userid}`, rating],
  ];
}

const finished = (number: number): Match => ({
  ...{ game: 'hex', number, setup: { size: '3x3' }, swap: false, challenger: nameOf(0), state: 'over' },
  players: [nameOf(number % PLAYERS), nameOf((number * 31 + 1) % PLAYERS)].map(userid => ({ kind: 'account', userid })),
  record: [{ kind: 'retire', seat: 0, why: 'resigned', at: 2_000 }],
  ...{ comment: null, threads: [null, null], opened: 1 },
});

async function clubWith(games: number): Promise<Lab> {
  const store = createMemoryStore();
  const put = (cause: string, entries: readonly Entry[]): Promise<unknown> =>
    store.commit({ cause, expect: new Map(), documents: new Map(entries), outgoing: [], at: 0 });
  for (let n = 0; n < PLAYERS; n++) await put(`player ${n}`, playerOf(n));
  for (let n = 0; n < games; n++) await put(`game ${n}`, [[`match/hex/${1_000 + n}`, finished(1_000 + n)]]);
  await put('counter', [['counter/hex', { next: 1_000 + games }]]);
  return lab({ store });
}

const say = (service: Lab, n: number, subject: string): Promise<unknown> =>
  service.deliver(mail({ from: `${nameOf(n)}@example.test`, subject }));

/** Milliseconds a result, of games opened beforehand. */
async function results(service: Lab, round: number, next: number): Promise<number> {
  for (let n = 0; n < GAMES; n++) {
    const [a, b] = [(round * GAMES + n) * 2, (round * GAMES + n) * 2 + 1];
    await say(service, a, `hex challenge -size=3 ${nameOf(a)} ${nameOf(b)}`);
    await say(service, a, `hex move ${next + n} b2`);
  }
  const begin = performance.now();
  for (let n = 0; n < GAMES; n++) await say(service, (round * GAMES + n) * 2, `hex resign ${next + n}`);
  return (performance.now() - begin) / GAMES;
}

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const clubs = [await clubWith(FEW), await clubWith(MANY)] as const;
const asked: number[] = [];
const costs: [number, number][] = [];
for (let round = 0; round < ROUNDS; round++) {
  for (let n = 0; n < 10; n++) {
    const begin = performance.now();
    await say(clubs[1], n, 'hex standings');
    asked.push(performance.now() - begin);
  }
  const few = await results(clubs[0], round, 1_000 + FEW + round * GAMES);
  costs.push([few, await results(clubs[1], round, 1_000 + MANY + round * GAMES)]);
}
const [few, many] = [middle(costs.map(([cost]) => cost)), middle(costs.map(([, cost]) => cost))];
console.log(
  `standings of ${PLAYERS} players, ${MANY} games: ${middle(asked).toFixed(1)} ms (first ${(asked[0] ?? 0).toFixed(1)}, worst ${Math.max(...asked).toFixed(1)})`,
);
console.log(
  `a result: ${few.toFixed(2)} ms with ${FEW} games, ${many.toFixed(2)} ms with ${MANY}: ratio ${(many / few).toFixed(2)}`,
);
