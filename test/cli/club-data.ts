// A small club with something of everything a service stores, played through the service itself into any store.
import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJsonStore } from '#adapters/store/json/index.ts';
import { openSigningKey } from '#adapters/store/json/folder.ts';
import { createSecrets } from '#adapters/crypto/secrets.ts';
import type { DocumentKey } from '#core/kernel/documents.ts';
import type { Outgoing, Store } from '#service/ports.ts';
import { account, change, commit, outgoing } from '../conformance/store.ts';
import { lab, mail, START } from '../service/lab.ts';
import { silent } from '../service/ports.ts';

interface ClubData {
  /** A reply of alice's to a mail of ours, with the token in it; it has not been delivered. */
  readonly reply: string;
  /** What the service knew in the end. */
  readonly now: number;
}

/** Of this reader, as they are to go out. */
export const WAITING = ['w3', 'w1', 'w2'] as const;

/** `key`: signs the tokens. */
export async function fillClub(store: Store, key: Buffer): Promise<ClubData> {
  const club = lab({ store, secrets: createSecrets(key, { N: 16, r: 1, p: 1 }) });
  const send = (name: string, subject: string, body = '') => club.write(name, subject, body);
  for (const name of ['alice', 'bob', 'carol']) await send(name, `signup ${name}`);
  await send('alice', 'hex challenge -size=2 alice bob', 'Grüße "an" alle \u2028 \\ 😀');
  for (const [name, line] of [
    ['alice', 'move 101 a1'],
    ['bob', 'move 101 b1'],
    ['alice', 'resign 101'],
  ])
    // prettier-ignore
    await send(name!, `hex ${line}`);
  await send('bob', 'nexos challenge bob carol');
  await send('bob', 'hexafive challenge bob robot1');
  await send('bob', 'nex challenge bob stranger@elsewhere.test');
  await club.deliver({ from: 'bob@example.test', subject: 'nex challenge bob carol', unproved: true });
  await club.deliver({ from: 'nobody@elsewhere.test', subject: 'hello', unproved: true });
  await send('carol', 'nex seek -size=9');
  const mails = await send('bob', 'hex challenge -size=3 alice bob');
  const board = mails.find(({ to }) => to.includes('alice@example.test'))!;
  await leaveMails(store);
  const reply = mail({ from: 'alice@example.test', subject: `Re: ${board.subject}`, body: 'b2', replyTo: board, unproved: true }); // prettier-ignore
  return { reply, now: club.now() };
}

/** Mails that wait, one of them put off, one with a receipt, and one that was given up. */
async function leaveMails(store: Store): Promise<void> {
  const receipt = { match: { game: 'hex', number: 101 }, sent: START };
  const waiting = WAITING.map((id): Outgoing => ({ ...outgoing(id), ...(id === 'w1' ? { receipt } : {}) }));
  const all = [...waiting, outgoing('for-carol', 'carol@example.test'), outgoing('given-up', 'carol@example.test')];
  await commit(store, change('left', [], { outgoing: all, at: START }));
  await store.markMail('w3', { kind: 'later', due: START + 60_000, tries: 1 });
  await store.markMail('given-up', { kind: 'failed', why: '550 no such\n user' });
}

/** Boards in which games the club has. */
export const BOARDS: readonly DocumentKey[] = [
  ...(['match/hex/101', 'match/hex/102', 'match/nexos/101', 'match/hexafive/101', 'match/nex/101'] as const),
];

/** Keys that files, databases and JavaScript spell and sort in different ways. */
export const ODD = ['"', '\\', '\u0000', '\u007f', 'ä', '\uffff', '😀', '\ud800', '%41', 'x'.repeat(300)].map(
  (id): DocumentKey => `optout/${id}`,
);

/** A document from before it had all its fields. */
const { settings: _, passwordFrom: __, locked: ___, ...OLD } = account('dave');

/** The folder of a club at rest, with odd keys and an old document. It is played once for all files of a worker. */
let played: Promise<string> | null = null;

async function playClub(): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'nexpost-club-'));
  const store = await openJsonStore(data, silent, 10);
  await fillClub(store, await openSigningKey(data));
  await commit(store, change('odd', ODD.map(key => [key, { at: START }] as const))); // prettier-ignore
  await store.close();
  // The folder is there only if a checkpoint has written an account.
  await mkdir(join(data, 'accounts'), { recursive: true });
  await writeFile(join(data, 'accounts', 'dave.json'), JSON.stringify({ version: 1, document: OLD }));
  return data;
}

export async function copyClub(to: string): Promise<void> {
  played ??= playClub();
  await cp(await played, to, { recursive: true });
}
