// The conversation of the fault simulation: two boards, replies and long forms, an illegal move, mails delivered twice, resignations.
import { createRandom } from '#games/kit/random.ts';
import type { Match } from '#core/board/match-document.ts';
import type { Copy, World } from './world.ts';

type Name = 'alice' | 'bob';

interface Step {
  readonly by: Name;
  /** A Subject, or the number of the board whose newest mail is replied to. */
  readonly to: string | number;
  readonly body: string;
}

const step = (by: Name, to: string | number, body = ''): Step => ({ by, to, body });

/** Steps of one group are of different senders and about different things: they may arrive in any order. */
const groups: readonly (readonly Step[])[] = [
  [step('alice', 'signup alice'), step('bob', 'signup bob secret')],
  [step('alice', 'nex challenge -size=5 alice bob', 'Shall we?')],
  [step('bob', 'nex challenge -size=4 bob alice')],
  [step('alice', 101, 'b3,a3\n\nThe middle.'), step('bob', 102, 'b2,a1')],
  [step('bob', 101, 'b3,a1')],
  [step('bob', 101, 'c3,b1'), step('alice', 102, 'c2,d2')],
  [step('alice', 'nex move 101 alice c2,d2'), step('bob', 'nex move 102 bob secret d3,a4')],
  [step('alice', 'nex show 101')],
  [step('bob', 101, 'resign'), step('alice', 102, 'c4,b1')],
  [step('bob', 102, 'resign\n\nThank you.')],
];

const addressOf = (name: Name): string => `${name}@example.test`;

export interface Outcome {
  readonly boards: readonly { readonly state: Match['state']; readonly record: readonly string[] }[];
  /** Message-IDs by reader, each once, sorted. */
  readonly mails: Readonly<Record<Name, readonly string[]>>;
  /** Mails sent again although nothing was in doubt, or in two versions. */
  readonly faults: readonly string[];
}

/** `seed` null: one mail at a time, as written. Otherwise in chance orders, with mails delivered again, early and late. */
export async function hold(world: World, seed: number | null): Promise<Outcome> {
  const rng = createRandom(seed ?? 1);
  const sent: string[] = [];
  for (const [index, group] of groups.entries()) {
    const mails = group.map((each, at) => rawMail(world, each, `${index}.${at}`));
    sent.push(...mails);
    if (seed === null) {
      for (const raw of mails) {
        world.arrive(raw);
        await world.settle();
      }
      if (index % 3 === 2) world.arrive(sent.at(-2)!);
      await world.settle();
      continue;
    }
    if (rng.below(2) === 1) mails.reverse();
    for (const raw of mails) {
      world.arrive(raw);
      if (rng.below(4) === 0) world.arrive(raw);
      if (rng.below(4) === 0) world.arrive(sent[rng.below(sent.length)]!);
    }
    await world.settle();
  }
  return outcomeOf(world);
}

function rawMail(world: World, { by, to, body }: Step, id: string): string {
  const board = typeof to === 'number' ? newestBoard(world.inbox(addressOf(by)), to) : null;
  return [
    `Authentication-Results: example.test; auth=pass smtp.auth=${addressOf(by)}`,
    `From: ${addressOf(by)}`,
    `To: ${board?.replyTo ?? 'games@example.test'}`,
    `Subject: ${board === null ? to : `Re: ${board.subject}`}`,
    `Message-ID: <${id}@client.test>`,
    ...(board === null ? [] : [`In-Reply-To: ${board.messageId}`, `References: ${board.messageId}`]),
    'Content-Type: text/plain; charset=utf-8',
    '',
    body,
  ].join('\n');
}

interface BoardMail {
  readonly subject: string;
  readonly replyTo: string;
  readonly messageId: string;
}

function newestBoard(inbox: readonly Copy[], number: number): BoardMail {
  const header = ({ raw }: Copy, name: string): string =>
    new RegExp(`^${name}: *(.*?)\\r$`, 'im').exec(raw.toString('latin1').replace(/\r\n[ \t]+/g, ' '))?.[1] ?? '';
  const subjects = inbox.map(mail => ({ mail, subject: header(mail, 'Subject') }));
  const newest = subjects.findLast(({ subject }) => subject.includes(`Board ${number}`) && !subject.endsWith('Error'));
  if (newest === undefined)
    throw new Error(`no mail of board ${number}: ${subjects.map(({ subject }) => subject).join(' | ')}`);
  const address = /<?([^<>\s]+@[^<>\s]+?)>?$/.exec(header(newest.mail, 'Reply-To'))?.[1] ?? '';
  return { subject: newest.subject, replyTo: address, messageId: newest.mail.messageId };
}

async function outcomeOf(world: World): Promise<Outcome> {
  const { documents } = await world.inspect(store => store.read(['match/nex/101', 'match/nex/102']));
  const boards = [...documents.values()].map(document => {
    const { state, record } = document as Match;
    return { state, record: record.map(entry => JSON.stringify({ ...entry, at: 0 })) };
  });
  const inboxes = { alice: world.inbox(addressOf('alice')), bob: world.inbox(addressOf('bob')) };
  const ids = (copies: readonly Copy[]): readonly string[] => [...new Set(copies.map(each => each.messageId))].sort();
  return {
    boards,
    mails: { alice: ids(inboxes.alice), bob: ids(inboxes.bob) },
    faults: [
      ...world.needless.map(id => `${id} was sent again needlessly`),
      ...variants(inboxes.alice),
      ...variants(inboxes.bob),
    ],
  };
}

/** A copy of a mail must be the same mail to the byte. */
function variants(copies: readonly Copy[]): readonly string[] {
  return copies
    .filter(copy => !copies.find(each => each.messageId === copy.messageId)!.raw.equals(copy.raw))
    .map(copy => `${copy.messageId} came in two versions`);
}
