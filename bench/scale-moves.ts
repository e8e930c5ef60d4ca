// Durable moves a second through the store, by the number of boards in the database: databases of several sizes in one server, asked in turns, so that whatever else the machine does falls on all of them alike.
import { postgres } from '#adapters/store/postgres/database.ts';
import { openPostgresStore } from '#adapters/store/postgres/index.ts';
import type { DocumentKey } from '#core/kernel/documents.ts';
import type { Match } from '#core/board/match-document.ts';
import type { Outgoing, Store } from '#service/ports.ts';
import { median } from './median.ts';
import { addressOf } from './scale-boards.ts';

/** Side by side, as a worker does mails. */
const AT_ONCE = 4;
const LETTER = Buffer.alloc(6_000, 'A letter with a board.\r\n');

export interface MovesRow {
  readonly boards: number;
  readonly perSecond: number;
  /** Of the rate with the fewest boards, in the same round. */
  readonly ratio: number;
}

const letter = (id: string, userid: string): Outgoing => ({
  ...{ id, from: 'games@example.test', to: [addressOf(userid)], messageId: `<${id}@example.test>` },
  ...{ raw: LETTER, tries: 0 },
});

/** A move as a mail makes it: the board is read, and written with the mails to both players. */
async function move(store: Store, key: DocumentKey, cause: string): Promise<void> {
  const { documents, versions } = await store.read([key]);
  const board = documents.get(key) as Match;
  const entry = { kind: 'move', text: 'k1,k11', at: Date.now() } as const;
  const players = board.players.map(player => (player.kind === 'account' ? player.userid : ''));
  const { result, durable } = await store.commit({
    ...{ cause: `move:${cause}`, expect: versions, at: Date.now() },
    documents: new Map([[key, { ...board, record: [...board.record, entry] }]]),
    outgoing: players.map((userid, seat) => letter(`${cause} ${seat}`, userid)),
  });
  await durable;
  if (result !== 'committed') throw new Error(`a move was not committed: ${result}`);
}

/** So many moves at as many boards; how many a second. */
async function rate(store: Store, boards: readonly DocumentKey[], round: string): Promise<number> {
  const left = [...boards.entries()];
  const mover = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop())
      await move(store, next[1], `${round} ${next[0]}`);
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, mover));
  const seconds = (performance.now() - begun) / 1_000;
  // What sends them is no part of this.
  for (const mail of await store.dueMail(Date.now() + 1, 10 * boards.length))
    await store.markMail(mail.id, { kind: 'sent' });
  return boards.length / seconds;
}

/** `databases`: by size. `moves`: a round. */
export async function measureMoves(
  databases: ReadonlyMap<number, string>,
  { rounds, moves }: { readonly rounds: number; readonly moves: number },
): Promise<readonly MovesRow[]> {
  const clubs = await Promise.all(
    [...databases].map(async ([boards, url]) => ({
      ...{ boards, rates: [] as number[], store: await openPostgresStore(postgres(url, () => undefined)) },
    })),
  );
  const keys = await Promise.all(clubs.map(({ store }) => store.list('running/game/nex', null, 1_000)));
  for (let round = -1; round < rounds; round++) {
    for (const [index, { store, rates }] of clubs.entries()) {
      const at = ((round + 1) * moves) % 1_000;
      const found = await rate(store, keys[index]!.slice(at, at + moves), `round ${round}`);
      // The first round warms up.
      if (round >= 0) rates.push(found);
    }
  }
  for (const { store } of clubs) await store.close();
  const [first] = clubs;
  return clubs.map(({ boards, rates }) => ({
    ...{ boards, perSecond: median(rates) },
    ratio: median(rates.map((each, round) => each / (first?.rates[round] ?? each))),
  }));
}
