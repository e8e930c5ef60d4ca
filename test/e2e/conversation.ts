// The conversation everybody holds the service to: two sign-ups, a challenge, moves, an illegal one, a mail delivered twice,
// the long form of a move, and a resignation; with what each player must have received after each step.
import { expect } from 'vitest';
import type { Player } from './player.ts';
import type { ReceivedMail } from '../service/received-mail.ts';

export type Name = 'alice' | 'bob';

export interface Setting {
  readonly service: string;
  readonly players: Readonly<Record<Name, Player>>;
  /** Makes Message-IDs of this run its own. */
  readonly run: string;
  /** Called when a step's mail is on its way, before its answers are awaited. */
  readonly meanwhile: (step: number) => Promise<void>;
  /** The number its board will have. */
  readonly board: number;
}

interface Step {
  readonly by: Name;
  /** null: a reply to the newest board mail of the sender's. */
  readonly subject: ((board: number) => string) | null;
  readonly body: string;
  /** Subjects that come back for it. */
  readonly answers: Readonly<Record<Name, readonly string[]>>;
  /** The mail of this earlier step once more, with the same Message-ID. */
  readonly again?: number;
}

const board = (rest: string): string => `Nex Board # ${rest}`;

/** A board mail to each, and whose turn it is. */
const both = (mover: Name, before = ''): Step['answers'] => ({
  alice: [`${before}${board(mover)}: ${mover === 'alice' ? 'your turn' : 'to move'}`],
  bob: [`${before}${board(mover)}: ${mover === 'bob' ? 'your turn' : 'to move'}`],
});

export const steps: readonly Step[] = [
  { by: 'alice', subject: () => 'signup alice', body: '', answers: { alice: ['Welcome to nexpost, alice'], bob: [] } },
  { by: 'bob', subject: () => 'signup bob secret', body: '', answers: { alice: [], bob: ['Welcome to nexpost, bob'] } },
  { by: 'alice', subject: () => 'nex challenge -size=5 alice bob', body: '', answers: both('alice', 'New ') },
  { by: 'alice', subject: null, body: 'b3,a3', answers: both('bob') },
  { by: 'bob', subject: null, body: 'b3,a1', answers: { alice: [], bob: [board('Error')] } },
  { by: 'bob', subject: null, body: 'c3,b1', answers: both('alice') },
  { by: 'bob', subject: null, body: 'c3,b1', answers: { alice: [], bob: [] }, again: 5 },
  { by: 'alice', subject: number => `nex move ${number} alice c2,d2`, body: '', answers: both('bob') },
  { by: 'bob', subject: number => `nex move ${number} bob secret d1,a1`, body: '', answers: both('alice') },
  {
    by: 'alice',
    subject: number => `nex show ${number}`,
    body: '',
    answers: { alice: [`${board('alice')}: your turn`], bob: [] },
  },
  { by: 'alice', subject: null, body: 'd3,e1', answers: both('bob') },
  {
    by: 'bob',
    subject: null,
    body: 'resign',
    answers: { alice: ['Nex Board #: you won'], bob: ['Nex Board #: alice won'] },
  },
];

export const MOVES = ['b3,a3', 'c3,b1', 'c2,d2', 'd1,a1', 'd3,e1'];

export const messageIdOf = (run: string, step: number): string => `<${run}.${step}@client.test>`;

/** Holds the whole conversation and every step's outcome; resolves to what each player got in it. */
export async function converse(setting: Setting): Promise<Readonly<Record<Name, readonly ReceivedMail[]>>> {
  const { players } = setting;
  const before = { alice: (await players.alice.inbox()).length, bob: (await players.bob.inbox()).length };
  const mails = async (name: Name, count: number): Promise<readonly ReceivedMail[]> =>
    (await players[name].awaits(before[name] + count)).slice(before[name]);
  const expected: Record<Name, string[]> = { alice: [], bob: [] };
  for (const [index, step] of steps.entries()) {
    await write(setting, index, await mails(step.by, expected[step.by].length));
    await setting.meanwhile(index);
    for (const name of ['alice', 'bob'] as const) {
      expected[name].push(...step.answers[name].map(subject => subject.replace('#', String(setting.board))));
      const received = await mails(name, expected[name].length);
      expect(
        received.map(({ subject }) => subject),
        `what ${name} has after step ${index} (${step.body})`,
      ).toEqual(expected[name]);
    }
  }
  return { alice: await mails('alice', 0), bob: await mails('bob', 0) };
}

async function write(
  { players, service, run, board: number }: Setting,
  index: number,
  received: readonly ReceivedMail[],
): Promise<void> {
  const step = steps[index]!;
  const writer = players[step.by];
  const origin = step.again ?? index;
  const messageId = messageIdOf(run, origin);
  if (step.subject !== null) {
    await writer.send({ to: service, subject: step.subject(number), body: step.body, messageId });
    return;
  }
  await writer.reply(newestBoard(received, step.again !== undefined), step.body, messageId);
}

/** The board mail a player answers; a mail sent again answers the one before its own effect. */
function newestBoard(received: readonly ReceivedMail[], again: boolean): ReceivedMail {
  const boards = received.filter(({ subject }) => / Board \d+/.test(subject) && !subject.endsWith('Error'));
  return boards.at(again ? -2 : -1)!;
}

/** What must hold of every mail and thread once the conversation is over. */
export function expectGoodMails(setting: Setting, received: Readonly<Record<Name, readonly ReceivedMail[]>>): void {
  const domain = setting.service.split('@')[1]!;
  for (const name of ['alice', 'bob'] as const) {
    const mails = received[name];
    expect(new Set(mails.map(mail => mail.messageId)).size, 'no mail twice').toBe(mails.length);
    const known = new Set([
      ...mails.map(mail => mail.messageId),
      ...steps.map((_, index) => messageIdOf(setting.run, index)),
    ]);
    for (const mail of mails) {
      expect(mail.headers.get('auto-submitted'), mail.subject).toMatch(/^auto-(replied|generated)/);
      expect(mail.messageId, mail.subject).toMatch(new RegExp(`^<[^<>@\\s]+@${domain.replaceAll('.', '\\.')}>$`));
      expect(mail.to, mail.subject).toEqual([setting.players[name].address]);
      for (const reference of mail.references)
        expect(known, `${name} knows what ${mail.subject} refers to`).toContain(reference);
      expect(mail.text, 'nobody sees a password').not.toContain('secret');
    }
    expectThread(mails);
  }
}

function expectThread(mails: readonly ReceivedMail[]): void {
  const boards = mails.filter(({ subject }) => / Board \d+/.test(subject));
  const [first, ...later] = boards;
  for (const mail of later)
    expect(mail.references[0], `${mail.subject} is in the board's thread`).toBe(first?.messageId);
  const last = boards.at(-1)!;
  for (const move of MOVES)
    expect(last.text, 'every move once in the list').toSatisfy((text: string) => text.split(move).length === 2);
  expect(last.text).toMatch(/bob .*resign|alice .*won/i);
  for (const mail of boards.filter(({ subject }) => !subject.endsWith('Error'))) {
    expect(mail.text, 'the board is drawn').toMatch(/^ *a\\ .*\\a$/m);
    // The parser puts the picture that came along in the place of its name.
    expect(mail.html).toMatch(/<img src="data:image\/png;base64,iVBOR/);
  }
}
