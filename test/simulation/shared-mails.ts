// The same mails for several services over one store: each player moves on a board of their own.
import { expect } from 'vitest';
import type { Match } from '#core/board/match-document.ts';
import { matchKey } from '#core/kernel/documents.ts';
import type { Store } from '#service/ports.ts';
import { inboxMail, lab, mail } from '../service/lab.ts';
import { silent, testPorts } from '../service/ports.ts';

const PLAYERS = ['alice', 'bob', 'carol', 'dave'];
/** Legal on an empty board of five by five, whoever is to move. */
const MOVES = ['a1,b1', 'a2,b2', 'a3,b3', 'a4,b4', 'a5,b5', 'd1,e1'];

/** Every player has a board of their own, at which they sit on both sides; the mails of all of them, each sender's in order. */
export async function mailsOfAll(store: Store): Promise<readonly string[]> {
  const service = lab({ store });
  for (const name of PLAYERS) await service.write(name, `signup ${name}`);
  for (const name of PLAYERS) await service.write(name, `nex challenge -size=5 ${name} ${name}`);
  return PLAYERS.flatMap((name, board) =>
    MOVES.map((move, ply) => mail({ from: name, subject: `nex move ${101 + board} ${move}#${ply + 1}` })),
  );
}

/** A service gets every mail, as a reader of a mailbox would that does not know of others; how many it has not dealt with. */
export async function worked(store: Store, raws: readonly string[], failed: (event: string) => void): Promise<number> {
  let left = raws.map((raw, index) => inboxMail(raw, `${index}`));
  const dispose = (keys: readonly string[]): Promise<void> => {
    left = left.filter(({ key }) => !keys.includes(key));
    return Promise.resolve();
  };
  const mailbox = { ...testPorts().mailbox, dispose };
  const { service } = lab({ store, mailbox, log: { ...silent, error: failed } });
  for (let tries = 0; left.length > 0 && tries < 50; tries++)
    await service.inbox.processBatch(left, new AbortController().signal);
  return left.length;
}

/** Every move was made once, in its order, and told once. */
export async function expectAllOnce(store: Store): Promise<void> {
  const keys = PLAYERS.map((_, board) => matchKey({ game: 'nex', number: 101 + board }));
  const { documents } = await store.read(keys);
  const records = keys.map(key => (documents.get(key) as Match).record.map(entry => 'text' in entry && entry.text));
  expect(records).toEqual(PLAYERS.map(() => MOVES));
  const sent = await store.dueMail(Number.MAX_SAFE_INTEGER, 10_000);
  expect(sent).toHaveLength(PLAYERS.length * MOVES.length);
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(sent.length);
}
