// A conversation in a world that fails: two boards, an illegal move, mails delivered twice.
import type { DocumentKey } from '#core/kernel/documents.ts';
import { listLedgerFaults } from '#test/ledger/ledger-faults.ts';
import { createRandom } from '#games/kit/random.ts';
import { must } from '#games/kit/assert.ts';
import { createMemoryStore } from '#test/memory-store.ts';
import type { Match } from '#core/board/match-document.ts';
import type { Outgoing } from '#service/ports.ts';
import { addressOf, mail, received, type Received } from '../service/lab.ts';
import { world, type Disk, type EffectKind, type Fault, type Faults, type World } from './world.ts';

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

interface Outcome {
  readonly boards: readonly { readonly state: Match['state']; readonly record: readonly string[] }[];
  /** Message-IDs by reader, each once, sorted. */
  readonly mails: Readonly<Record<Name, readonly string[]>>;
  /** Mails sent again although nothing was in doubt, or in two versions. */
  readonly faults: readonly string[];
}

/** `seed` null: one mail at a time, as written. Otherwise in chance orders, with mails delivered again, early and late. */
async function hold(world: World, seed: number | null): Promise<Outcome> {
  const rng = createRandom(seed ?? 1);
  const sent: string[] = [];
  for (const [index, group] of groups.entries()) {
    const mails = await Promise.all(group.map((each, at) => mailOf(world, each, `<${index}.${at}@client.test>`)));
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

async function mailOf(world: World, { by, to, body }: Step, messageId: string): Promise<string> {
  if (typeof to === 'string') return mail({ from: by, subject: to, body, messageId });
  const replyTo = await newestBoard(world, by, to);
  return mail({ from: by, subject: `Re: ${replyTo.subject}`, body, messageId, replyTo });
}

async function newestBoard(world: World, reader: Name, number: number): Promise<Received> {
  const newest = world.inbox(addressOf(reader)).findLast(({ messageId }) => messageId.startsWith(`<b.nex${number}.`));
  return received(must(newest, `a mail of board ${number}`));
}

async function outcomeOf(world: World): Promise<Outcome> {
  const keys: readonly DocumentKey[] = ['match/nex/101', 'match/nex/102'];
  const { documents } = await world.inspect(store => store.read(keys));
  const ledgerFaults = await world.inspect(store => listLedgerFaults(store, keys));
  const boards = [...documents.values()].map(document => {
    const { state, record } = document as Match;
    return { state, record: record.map(entry => JSON.stringify({ ...entry, at: 0 })) };
  });
  const inboxes = { alice: world.inbox(addressOf('alice')), bob: world.inbox(addressOf('bob')) };
  const ids = (copies: readonly Outgoing[]): readonly string[] =>
    [...new Set(copies.map(each => each.messageId))].sort();
  return {
    boards,
    mails: { alice: ids(inboxes.alice), bob: ids(inboxes.bob) },
    faults: [
      ...world.needless.map(id => `${id} was sent again needlessly`),
      ...variants(inboxes.alice),
      ...variants(inboxes.bob),
      ...ledgerFaults,
    ],
  };
}

/** A copy of a mail must be the same mail to the byte. */
function variants(copies: readonly Outgoing[]): readonly string[] {
  return copies
    .filter(({ messageId, raw }) => Buffer.compare(copies.find(each => each.messageId === messageId)!.raw, raw) !== 0)
    .map(({ messageId }) => `${messageId} came in two versions`);
}

export const inMemory = (): Disk => {
  const store = createMemoryStore();
  return { open: () => Promise.resolve(store), crash: () => Promise.resolve() };
};

/** The faults each kind of effect can have. */
const possible: Readonly<Record<EffectKind, readonly Fault[]>> = {
  commit: ['fail', 'crash before', 'crash after'],
  mark: ['fail', 'crash before', 'crash after'],
  send: ['fail', 'lost', 'crash before', 'crash after'],
  dispose: ['fail', 'crash before', 'crash after'],
};

export interface Calm {
  readonly outcome: Outcome;
  readonly effects: readonly EffectKind[];
}

/** The conversation without a fault. */
export async function calm(): Promise<Calm> {
  const quiet = world(inMemory(), () => 'none');
  const outcome = await hold(quiet, null);
  return { outcome, effects: quiet.effects() };
}

/** The same conversation with a single fault at every `every`-th place where one can happen. Returns what went wrong. */
export async function singleFaults(disk: () => Disk, every: number, expected: Calm): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const [n, kind] of expected.effects.entries()) {
    for (const [at, fault] of possible[kind].entries()) {
      if ((n + at) % every !== 0) continue;
      const faults: Faults = m => (m === n ? fault : 'none');
      const outcome = await hold(world(disk(), faults), null).catch(String);
      if (JSON.stringify(outcome) !== JSON.stringify(expected.outcome))
        broken.push(`effect ${n} (${kind}): ${fault}: ${difference(outcome, expected.outcome)}`);
    }
  }
  return broken;
}

/** The same conversation with many faults by chance. Returns what went wrong, or null. */
export async function manyFaults(disk: () => Disk, seed: number, expected: Calm): Promise<string | null> {
  const outcome = await hold(world(disk(), troubled(seed)), seed).catch(String);
  return JSON.stringify(outcome) === JSON.stringify(expected.outcome) ? null : difference(outcome, expected.outcome);
}

/** One effect in ten has a fault, until there were forty: then the world is healed, and the service must come to its end. */
function troubled(seed: number): Faults {
  const rng = createRandom(seed + 77);
  let left = 40;
  return (_, kind) => {
    if (left === 0 || rng.below(10) > 0) return 'none';
    left -= 1;
    return possible[kind][rng.below(possible[kind].length)]!;
  };
}

/** What a person needs to see of two outcomes. */
function difference(found: Outcome | string, expected: Outcome): string {
  if (typeof found === 'string') return found;
  const missing = (name: 'alice' | 'bob'): string =>
    `${name} lacks ${expected.mails[name].filter(id => !found.mails[name].includes(id)).join(' ')} has ${found.mails[name].filter(id => !expected.mails[name].includes(id)).join(' ')}`;
  return [JSON.stringify(found.boards), missing('alice'), missing('bob'), ...found.faults].join('; ');
}
