// One mail from its bytes to its commit: gates → decide → compose → render → ONE commit.
import type { AnyGame } from '../../games/game.ts';
import type { Command, Proof } from '../core/language/command.ts';
import type { Letter } from '../core/letter.ts';
import { limits } from '../core/limits.ts';
import { compose } from '../core/mail/compose/compose.ts';
import { firstStop } from '../core/mail/gates.ts';
import type { Incoming } from '../core/mail/incoming.ts';
import type { MailPlan } from '../core/mail/plan.ts';
import { newText } from '../core/mail/reply.ts';
import type { Office } from '../core/session/answer.ts';
import { answer } from '../core/session/answer.ts';
import type { Trust } from '../core/session/sender.ts';
import type { Occasion } from '../core/session/session.ts';
import { world as worldOf } from '../core/world.ts';
import { inquiry } from './inquiry.ts';
import type { CauseKey, Change, Clock, Delivered, Log, Mime, Outgoing, Raster, Secrets, Store } from './ports.ts';
import { quota } from './quota.ts';

export interface HandlingParts {
  readonly store: Store;
  readonly mime: Mime;
  readonly raster: Raster;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly log: Log;
  readonly office: Office;
  readonly games: readonly AnyGame[];
  readonly commands: readonly Command[];
  readonly trust: Trust;
  /** SHA-256 of a text, in hex. */
  readonly fingerprint: (text: string) => string;
}

export interface ReadMail {
  readonly mail: Incoming;
  readonly isReadable: boolean;
}

export interface Handling {
  readonly read: (delivered: Delivered) => Promise<ReadMail>;
  /** Resolves once the mail is decided, to the promise that it is durable. */
  readonly handle: (read: ReadMail) => Promise<{ readonly durable: Promise<void> }>;
  /** Tells the sender that a fault of ours kept their mail from being done. */
  readonly apologise: (read: ReadMail) => Promise<void>;
}

/** The store did not do what it should: not the mail's fault, so the mail waits. */
export class StoreFailed extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'StoreFailed';
  }
}

/** What follows from a mail, and from which versions of the documents it was decided. */
interface Plan {
  readonly mails: readonly MailPlan[];
  readonly documents: Change['documents'];
  readonly versions: Change['expect'];
  readonly proof: Proof;
}

/** The same mail delivered twice has the same cause, and a cause takes effect once. */
export const causeOf = (mail: Incoming, fingerprint: HandlingParts['fingerprint']): CauseKey =>
  `mail:${fingerprint(`${mail.from[0]?.address ?? ''}\n${mail.messageId ?? mail.digest}`)}`;

export function handling(parts: HandlingParts): Handling {
  const { log, trust, fingerprint } = parts;
  const store = guarded(parts.store);
  const answers = quota();

  const commit = async (
    mail: Incoming,
    cause: CauseKey,
    plan: () => Promise<Plan>,
  ): Promise<{ readonly durable: Promise<void> }> => {
    for (let tries = 1; tries <= limits.commitTries; tries++) {
      const { mails, documents, versions, proof } = await plan();
      const now = parts.clock.now();
      const admitted = answers.admit(mails, { address: mail.from[0]?.address ?? '', proof }, now);
      const outgoing = await rendered(parts, admitted.mails);
      const { result, durable } = await store.commit({ cause, expect: versions, documents, outgoing, at: now });
      if (result === 'conflict') continue;
      // A mail the store would not take comes again, and must not use up its sender's answers.
      if (result === 'committed') durable.then(admitted.count).catch(() => undefined);
      const unsent = mails.length - outgoing.length;
      log.info('mail-done', { result, mails: outgoing.length, unsent, proof });
      return { durable };
    }
    throw new StoreFailed(`the store still moved after ${limits.commitTries} tries`);
  };

  const handle: Handling['handle'] = async ({ mail, isReadable }) => {
    const cause = causeOf(mail, fingerprint);
    const stop = firstStop(mail, trust.own);
    const isSilent = stop?.verdict === 'silent';
    if (isSilent || (await store.isSeen(cause))) {
      log.info('mail-silent', { reason: isSilent ? stop.reason : 'duplicate' });
      return { durable: Promise.resolve() };
    }
    if (stop !== null) return commit(mail, cause, () => Promise.resolve(note(parts, mail, cause, 'too-large')));
    if (!isReadable) return commit(mail, cause, () => Promise.resolve(note(parts, mail, cause, 'unreadable')));
    return commit(mail, cause, () => decision(parts, store, mail, cause));
  };

  return {
    handle,
    read: delivered => read(parts.mime, delivered),
    apologise: async ({ mail }) => {
      if (firstStop(mail, trust.own) !== null) return;
      const cause = `fault:${causeOf(mail, fingerprint)}`;
      const { durable } = await commit(mail, cause, () => Promise.resolve(note(parts, mail, cause, 'fault')));
      await durable;
    },
  };
}

/** The same store; what it rejects is marked as its own fault. */
function guarded(store: Store): Pick<Store, 'read' | 'boards' | 'isSeen' | 'commit'> {
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

async function read(mime: Mime, { raw, size, isWhole }: Delivered): Promise<ReadMail> {
  if (!isWhole) return { mail: mime.peek(raw, size), isReadable: true };
  try {
    return { mail: await mime.parse(raw, size), isReadable: true };
  } catch {
    return { mail: mime.peek(raw, size), isReadable: false };
  }
}

async function decision(
  parts: HandlingParts,
  store: Pick<Store, 'read' | 'boards'>,
  mail: Incoming,
  cause: CauseKey,
): Promise<Plan> {
  const { clock, games, commands, trust } = parts;
  const occasion: Occasion = { mail, text: newText(mail.text), now: clock.now(), cause, games, commands, trust };
  const ask = inquiry(store, parts.secrets);
  for (let round = 0; round < limits.roundsPerMail; round++) {
    const step = answer(occasion, parts.office, ask.known);
    if (step.kind === 'answered') {
      return { mails: step.mails, documents: step.documents, versions: ask.versions, proof: step.proof };
    }
    await ask.find(step.questions);
  }
  throw new Error(`a decision still had questions after ${limits.roundsPerMail} rounds`);
}

/** A mail that is answered without having been done. */
function note(
  parts: HandlingParts,
  mail: Incoming,
  cause: CauseKey,
  reason: (Letter & { readonly kind: 'unreadable' })['reason'],
): Plan {
  const address = mail.from[0]?.address ?? '';
  const letter: Letter = { kind: 'unreadable', to: { kind: 'address', address }, reason, limit: limits.mailBytes };
  const { trust, commands, clock } = parts;
  const sender = { address, name: '', proof: 'none', userid: null, messageId: mail.messageId } as const;
  const world = worldOf(parts.games, new Map(), () => undefined);
  const now = clock.now();
  const desk = {
    ...parts.office,
    world,
    commands,
    own: trust.own,
    sign: trust.sign,
    now,
    cause,
    sender,
    offered: null,
  };
  return { mails: compose([letter], desk).mails, documents: new Map(), versions: new Map(), proof: 'none' };
}

const rendered = (
  parts: Pick<HandlingParts, 'mime' | 'raster'>,
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
async function bytesOf({ mime, raster }: Pick<HandlingParts, 'mime' | 'raster'>, mail: MailPlan): Promise<Uint8Array> {
  const { picture, html } = mail;
  if (picture === null) return mime.render(mail, null);
  const png = await raster.png(picture.svg);
  if (png !== null) return mime.render(mail, png);
  return mime.render(
    { ...mail, picture: null, html: html?.replace(picture.element, () => picture.standIn) ?? null },
    null,
  );
}
