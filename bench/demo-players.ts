// The players of `npm run demo:workers`: each is a mailbox and a habit. They sign up, challenge a robot and each other, answer every board with a legal move, and resign where a game gets long.
import { setTimeout as sleep } from 'node:timers/promises';
import { games } from '#games/index.ts';
import { must } from '#games/kit/assert.ts';
import { random } from '#games/kit/random.ts';
import { matchStateOf } from '#core/board/match.ts';
import type { Match } from '#core/board/match-document.ts';
import { matchKey } from '#core/kernel/documents.ts';
import type { Store } from '#service/ports.ts';
import { MailClient, type ReceivedMail } from '#cli/demo/mail-client.ts';

/** A board of four by four is over soon; so many entries are enough for anybody. */
const LONGEST = 8;
/** Boards of each player: one with a robot, one of their own challenge, one of somebody else's. */
const BOARDS = 3;

export interface Player {
  readonly name: string;
  /** Mails they have written, and mails that have come. */
  readonly sent: () => number;
  readonly received: readonly ReceivedMail[];
  /** Boards of theirs that are over. */
  readonly over: () => number;
  readonly signUp: () => Promise<void>;
  readonly challenge: (opponent: string) => Promise<void>;
  /** Answers what comes until all boards are over, or the signal aborts. */
  readonly play: (signal: AbortSignal) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface Table {
  readonly smtpPort: number;
  readonly imapPort: number;
  /** The service's address. */
  readonly address: string;
  /** Where the boards can be looked at. */
  readonly store: Pick<Store, 'read'>;
  /** How long they think. */
  readonly paceMs: number;
}

const nex = must(
  games.find(({ name }) => name === 'nex'),
  'on the shelf',
);

/** Whose turn it is on which board; `turn` null: it is over. */
function boardIn(subject: string): { readonly number: number; readonly turn: string | null } | null {
  const [, number, turn] = /^(?:New )?Nex Board (\d+)(?: (\w+))?/.exec(subject) ?? [];
  return number === undefined ? null : { number: Number(number), turn: turn ?? null };
}

export async function player(name: string, seed: number, table: Table): Promise<Player> {
  const { address, store, paceMs } = table;
  const mail = await MailClient.connect({ ...table, address: `${name}@example.test` });
  const rng = random(seed);
  const received: ReceivedMail[] = [];
  const over = new Set<number>();
  let sent = 0;

  const send = async (subject: string, body: string, replyTo: ReceivedMail | null): Promise<void> => {
    await mail.send({ to: address, subject, body, replyTo });
    sent += 1;
  };

  const answerTo = async (number: number): Promise<string> => {
    const key = matchKey({ game: 'nex', number });
    const match = (await store.read([key])).documents.get(key) as Match;
    const { position } = matchStateOf(nex, match);
    const isLong = match.record.length >= LONGEST || nex.toMove(position) === null;
    return isLong ? 'resign' : nex.format(position, nex.randomMove(position, rng));
  };

  const take = async (letter: ReceivedMail): Promise<void> => {
    received.push(letter);
    const board = boardIn(letter.subject);
    if (board?.turn === null) over.add(board.number);
    if (board?.turn !== name) return;
    await sleep(paceMs / 2 + rng.below(paceMs + 1));
    await send('', await answerTo(board.number), letter);
  };

  return {
    ...{ name, received, sent: () => sent, over: () => over.size },
    signUp: async () => {
      await send(`signup ${name}`, '', null);
      received.push(...(await mail.receive(1)));
    },
    challenge: opponent => send(`nex challenge -size=4 ${name} ${opponent}`, '', null),
    play: async signal => {
      while (over.size < BOARDS && !signal.aborted) {
        const letters = await mail.receive(1).catch((error: unknown) => {
          if (signal.aborted) return [];
          throw error;
        });
        for (const letter of letters) await take(letter);
      }
    },
    close: () => mail.close().catch(() => undefined),
  };
}

/** Eight at most: everybody signs up, then everybody challenges a robot and the one beside them. */
export async function opening(players: readonly Player[]): Promise<void> {
  await Promise.all(players.map(({ signUp }) => signUp()));
  for (const [index, { challenge }] of players.entries()) {
    await challenge(`robot${1 + (index % 2)}`);
    await challenge(players[(index + 1) % players.length]!.name);
  }
}

/** What each of them has to get: a welcome, every board as it is opened, and each thing that happens there. */
export interface Tally {
  readonly lost: number;
  readonly doubled: number;
}

export function tallyOf(players: readonly Player[], boards: readonly Match[]): Tally {
  const differences = players.map(({ name, received }) => {
    const own = boards.filter(board => board.players.some(each => each.kind === 'account' && each.userid === name));
    const due = own.reduce((sum, { record }) => sum + 1 + record.length, 1);
    return received.length - due;
  });
  const sum = (values: readonly number[]): number => values.reduce((all, each) => all + Math.max(0, each), 0);
  return { lost: sum(differences.map(each => -each)), doubled: sum(differences) };
}
