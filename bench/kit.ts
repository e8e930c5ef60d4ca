// What the benches share: boards, mails, the work of a service in memory, medians, printed lines.
import { createRobotAccount } from '#core/players/robots.ts';
import type { Account } from '#core/players/account.ts';
import { type DocumentKey, type DocumentKind, type Documents, matchKey } from '#core/kernel/documents.ts';
import type { Match } from '#core/board/match-document.ts';
import type { Inbox } from '#service/inbox.ts';
import type { Log, Outgoing, Store } from '#service/ports.ts';

/** A log of errors alone. */
export const quiet: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (event, facts) => console.error(event, facts),
};

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

export interface Compared {
  readonly middle: number;
  /** Against the first thing, round by round. */
  readonly ratio: number;
}

/** `rounds`: in each, the numbers of several things that were measured in turns. */
export const compare = (rounds: readonly (readonly number[])[]): readonly Compared[] =>
  (rounds[0] ?? []).map((_, column) => ({
    middle: median(rounds.map(round => round[column] ?? NaN)),
    ratio: median(rounds.map(round => (round[column] ?? NaN) / (round[0] ?? NaN))),
  }));

/** Prints a JSON line. Numbers have three digits. */
export function print(bench: string, facts: object): void {
  const round = (_: string, value: unknown): unknown =>
    typeof value === 'number' ? Number(value.toPrecision(3)) : value;
  console.log(JSON.stringify({ bench, ...facts }, round));
}

/** The number of moves of a finished board, and of a running one. */
const OVER = 40;
export const PLAYED = 20;

/** A move of this ply, legal on a board of 11 by 11 after those of all plies before it. */
export const moveAt = (ply: number): string => {
  const letter = 'abcdefghij'.charAt(ply % 10);
  return `${letter}${1 + (ply >> 3)},${letter}${11 - (ply >> 3)}`;
};

const ENTRIES: Match['record'] = Array.from({ length: OVER }, (_, ply) => ({
  ...{ kind: 'move', text: moveAt(ply), at: ply },
}));

/** No clock ends while it is measured. */
const LATER = Date.UTC(2100, 0, 1);

export const boardOf = (number: number, userids: readonly [string, string], isOver: boolean): Match => ({
  ...{ game: 'nex', number, setup: { size: '11x11', endgame: 'neto' }, swap: false },
  ...{ challenger: userids[0], state: isOver ? 'over' : 'active', comment: null, threads: [null, null], opened: 0 },
  players: userids.map(userid => ({ kind: 'account', userid })),
  ...(isOver ? {} : { wake: LATER }),
  // Each board has a record of its own, since replayed records are cached.
  record: ENTRIES.slice(0, isOver ? OVER : PLAYED),
});

export const addressOf = (userid: string): string => `${userid}@example.test`;

/** `form`: of the mails to this player. */
export const accountOf = (userid: string, form: 'html' | 'text' = 'html'): Account => {
  const account = createRobotAccount(userid);
  return { ...account, addresses: [addressOf(userid)], settings: { ...account.settings, mail: form } };
};

let commits = 0;

/** Writes documents, new or not. */
export async function put(
  store: Store,
  entries: readonly (readonly [DocumentKey, Documents[DocumentKind]])[],
): Promise<void> {
  const { versions } = await store.read(entries.map(([key]) => key));
  commits += 1;
  const documents = new Map(entries);
  await store.commit({ cause: `put ${commits}`, expect: versions, documents, outgoing: [], at: 0 });
}

/** Writes boards with the numbers from 101 on, and their counter. */
export async function putBoards(store: Store, count: number, make: (number: number) => Match): Promise<void> {
  for (let number = 101; number < 101 + count; number++) {
    const board = make(number);
    await put(store, [[matchKey(board), board]]);
  }
  await put(store, [[`counter/${make(101).game}`, { next: 101 + count }]]);
}

export const bytesOf = (text: string): Buffer => Buffer.from(text.replace(/\r?\n/g, '\r\n'));

/** Has a service process a mail. Its answers are not sent. Returns milliseconds. */
export async function processMail(inbox: Inbox, text: string): Promise<number> {
  const raw = bytesOf(text);
  const began = performance.now();
  const delivered = { key: '1', size: raw.length, raw, isWhole: true };
  await inbox.processBatch([delivered], new AbortController().signal);
  return performance.now() - began;
}

/** Makes a move as a mail does: the board is read, and written with the mails to the players. Resolves when it is durable. */
export async function makeMove(
  store: Store,
  key: DocumentKey,
  { cause, outgoing }: { readonly cause: string; readonly outgoing: readonly Outgoing[] },
): Promise<void> {
  const { documents, versions } = await store.read([key]);
  const board = documents.get(key) as Match;
  const entry = { kind: 'move', text: 'k1,k11', at: Date.now() } as const;
  const { result, durable } = await store.commit({
    ...{ cause: `move:${cause}`, expect: versions, outgoing, at: Date.now() },
    documents: new Map([[key, { ...board, record: [...board.record, entry] }]]),
  });
  await durable;
  if (result !== 'committed') throw new Error(`a move was not committed: ${result}`);
}
