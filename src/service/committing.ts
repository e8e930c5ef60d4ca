// From a decision to its commit: find out what it asks, render its mails, store everything at once, and decide again when somebody else wrote meanwhile.
import type { Proof } from '../core/language/command.ts';
import { limits } from '../core/limits.ts';
import type { MailPlan } from '../core/mail/plan.ts';
import type { Answered, Office } from '../core/session/answer.ts';
import { answer } from '../core/session/answer.ts';
import type { Occasion } from '../core/session/hearing.ts';
import type { DocumentKey } from '../core/world.ts';
import { inquiry } from './inquiry.ts';
import type { CauseKey, Change, Clock, CommitResult, Mime, Outgoing, Raster, Secrets, Store } from './ports.ts';

export interface CommittingParts {
  readonly store: Store;
  readonly mime: Mime;
  readonly raster: Raster;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly office: Office;
  /** Told which documents every commit changed. */
  readonly changed: (keys: readonly DocumentKey[]) => void;
}

/** The store did not do what it should: not the mail's fault, so the mail waits. */
export class StoreFailed extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'StoreFailed';
  }
}

/** What follows from a mail, and from which versions of the documents it was decided. */
export interface Plan {
  readonly mails: readonly MailPlan[];
  /** How many more were not sent because their readers have had enough. */
  readonly unsent: number;
  /** Damaged boards that lines were about. */
  readonly damaged: readonly string[];
  readonly documents: Change['documents'];
  readonly versions: Change['expect'];
  readonly proof: Proof;
}

export interface Committed {
  readonly result: Exclude<CommitResult, 'conflict'>;
  readonly durable: Promise<void>;
  /** The plan that was committed. */
  readonly plan: Plan;
}

export type GuardedStore = Pick<Store, 'read' | 'boards' | 'isSeen' | 'commit'>;

/** The same store; what it rejects is marked as its own fault. */
export function guarded(store: Store): GuardedStore {
  const guard = <Value>(promise: Promise<Value>): Promise<Value> =>
    promise.catch((error: unknown) => {
      throw new StoreFailed(error);
    });
  return {
    read: keys => guard(store.read(keys)),
    boards: (by, name) => guard(store.boards(by, name)),
    isSeen: cause => guard(store.isSeen(cause)),
    commit: change => guard(store.commit(change)),
  };
}

/** `plan` null: there is nothing to be done after all, and nothing is. */
export async function committed(
  parts: CommittingParts,
  cause: CauseKey,
  plan: () => Promise<Plan | null>,
): Promise<Committed | null> {
  const store = guarded(parts.store);
  for (let tries = 1; tries <= limits.commitTries; tries++) {
    const next = await plan();
    if (next === null) return null;
    const outgoing = await rendered(parts, next.mails);
    const { documents, versions } = next;
    const at = parts.clock.now();
    const { result, durable } = await store.commit({ cause, expect: versions, documents, outgoing, at });
    if (result === 'conflict') continue;
    if (result === 'committed') parts.changed([...documents.keys()]);
    return { result, durable, plan: next };
  }
  throw new StoreFailed(`the store still moved after ${limits.commitTries} tries`);
}

/** Asks and answers until the decision stands. */
export async function decision(
  {
    store,
    secrets,
    office,
  }: Pick<CommittingParts, 'secrets' | 'office'> & {
    readonly store: Pick<Store, 'read' | 'boards'>;
  },
  occasion: Occasion,
): Promise<{ readonly plan: Plan; readonly answered: Answered }> {
  const ask = inquiry(store, secrets);
  for (let round = 0; round < limits.roundsPerMail; round++) {
    const step = answer(occasion, office, ask.known);
    if (step.kind === 'answered') {
      const { mails, unsent, damaged, documents, proof } = step;
      return { plan: { mails, unsent, damaged, documents, versions: ask.versions, proof }, answered: step };
    }
    await ask.find(step.questions);
  }
  throw new Error(`a decision still had questions after ${limits.roundsPerMail} rounds`);
}

const rendered = (
  parts: Pick<CommittingParts, 'mime' | 'raster'>,
  mails: readonly MailPlan[],
): Promise<readonly Outgoing[]> =>
  Promise.all(
    mails.map(async mail => ({
      id: mail.id,
      from: mail.from.address,
      to: mail.to.map(({ address }) => address),
      messageId: mail.messageId,
      raw: await bytesOf(parts, mail),
      tries: 0,
    })),
  );

/** A mail whose picture cannot be made goes without it: the position is told instead, and the board stands in its text as well. */
async function bytesOf(
  { mime, raster }: Pick<CommittingParts, 'mime' | 'raster'>,
  mail: MailPlan,
): Promise<Uint8Array> {
  const { picture, html } = mail;
  if (picture === null) return mime.render(mail, null);
  const png = await raster.png(picture.svg);
  if (png !== null) return mime.render(mail, png);
  return mime.render(
    { ...mail, picture: null, html: html?.replace(picture.element, () => picture.standIn) ?? null },
    null,
  );
}
