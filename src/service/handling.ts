// One mail from its bytes to its commit: gates → decide → compose → render → ONE commit.
import { must } from '../../games/kit/assert.ts';
import type { Command } from '../core/language/command.ts';
import type { Letter } from '../core/letter.ts';
import { limits } from '../core/limits.ts';
import { compose } from '../core/mail/compose/compose.ts';
import { firstStop } from '../core/mail/gates.ts';
import type { Incoming } from '../core/mail/incoming.ts';
import type { MailPlan } from '../core/mail/plan.ts';
import type { Trust } from '../core/session/sender.ts';
import type { Occasion } from '../core/session/session.ts';
import type { Offer } from '../core/world.ts';
import { world as worldOf } from '../core/world.ts';
import type { CommittingParts, Plan } from './committing.ts';
import { committed, decision, guarded } from './committing.ts';
import type { CauseKey, Delivered, Log, Mime, Reading } from './ports.ts';
import { quota } from './quota.ts';

export interface HandlingParts extends CommittingParts, Offer {
  readonly log: Log;
  readonly commands: readonly Command[];
  readonly trust: Trust;
  /** SHA-256 of a text, in hex. */
  readonly fingerprint: (text: string) => string;
}

interface ReadingParts {
  readonly mime: Mime;
  readonly log: Log;
}

export interface ReadMail {
  readonly kind: Reading['kind'];
  readonly mail: Incoming;
  readonly text: string;
}

export interface Handling {
  readonly read: (delivered: Delivered) => Promise<ReadMail>;
  /** Resolves once the mail is committed, to the promise that it is durable; `decided` is called as soon as nothing in the mail is looked at any more. */
  readonly handle: (read: ReadMail, decided: () => void) => Promise<{ readonly durable: Promise<void> }>;
  /** Tells the sender that a fault of ours kept their mail from being done. */
  readonly apologise: (read: ReadMail) => Promise<void>;
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
    let count = (): void => undefined;
    const admit = ({ mails, proof }: Plan): readonly MailPlan[] => {
      const admitted = answers.admit(mails, { address: mail.from[0]?.address ?? '', proof }, parts.clock.now());
      ({ count } = admitted);
      return admitted.mails;
    };
    const done = must(await committed(parts, cause, plan, admit), 'a mail always has a plan');
    const { result, durable } = done;
    // A mail the store would not take comes again, and must not use up its sender's answers.
    if (result === 'committed') durable.then(count).catch(() => undefined);
    const unsent = done.plan.mails.length - done.mails;
    log.info('mail-done', { result, mails: done.mails, unsent, proof: done.plan.proof });
    return { durable };
  };

  const handle: Handling['handle'] = async ({ kind, mail, text }, decided) => {
    const cause = causeOf(mail, fingerprint);
    const stop = firstStop(mail, trust.own);
    const isSilent = stop?.verdict === 'silent';
    if (isSilent || (await store.isSeen(cause))) {
      log.info('mail-silent', { reason: isSilent ? stop.reason : 'duplicate' });
      return { durable: Promise.resolve() };
    }
    if (stop !== null) return commit(mail, cause, () => Promise.resolve(note(parts, mail, cause, 'too-large')));
    if (kind !== 'read') return commit(mail, cause, () => Promise.resolve(note(parts, mail, cause, 'unreadable')));
    return commit(mail, cause, async () => {
      const { plan } = await decision({ ...parts, store }, occasionOf(parts, { mail, text }, cause));
      decided();
      return plan;
    });
  };

  return {
    handle,
    read: delivered => read(parts, delivered),
    apologise: async ({ mail }) => {
      if (firstStop(mail, trust.own) !== null) return;
      const cause = `fault:${causeOf(mail, fingerprint)}`;
      const { durable } = await commit(mail, cause, () => Promise.resolve(note(parts, mail, cause, 'fault')));
      await durable;
    },
  };
}

async function read({ mime, log }: ReadingParts, { raw, size, isWhole }: Delivered): Promise<ReadMail> {
  if (!isWhole) return { kind: 'read', mail: mime.peek(raw, size), text: '' };
  const reading = await mime.read(raw, size);
  if (reading.kind === 'given-up') log.error('mail-unread', { why: reading.why, size });
  return reading.kind === 'read' ? reading : { kind: reading.kind, mail: mime.peek(raw, size), text: '' };
}

const occasionOf = (
  { clock, games, robots, commands, trust }: HandlingParts,
  letter: Pick<Occasion, 'mail' | 'text'>,
  cause: CauseKey,
): Occasion => ({
  ...{ ...letter, now: clock.now(), cause },
  ...{ games, robots, commands, trust, robot: null },
});

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
  const world = worldOf(parts, new Map(), () => undefined);
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
