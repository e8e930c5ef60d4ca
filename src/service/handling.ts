// One mail from its bytes to its commit: gates → decide → compose → render → ONE commit.
import { must } from '../../games/kit/assert.ts';
import type { Command } from '../core/language/command.ts';
import type { UnreadReason } from '../core/letter.ts';
import { firstStop } from '../core/mail/gates.ts';
import type { Incoming } from '../core/mail/incoming.ts';
import type { Trust } from '../core/session/sender.ts';
import type { Occasion } from '../core/session/hearing.ts';
import type { Offer } from '../core/world.ts';
import type { CommittingParts, Plan } from './committing.ts';
import { committed, decision, guarded } from './committing.ts';
import type { CauseKey, Delivered, Log, Mime, Reading } from './ports.ts';

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
  /** Tells the sender that a fault of ours, or damage of our data, kept their mail from being done. */
  readonly apologise: (read: ReadMail, reason: 'fault' | 'damaged') => Promise<void>;
}

/** The same mail delivered twice has the same cause, and a cause takes effect once. */
export const causeOf = (mail: Incoming, fingerprint: HandlingParts['fingerprint']): CauseKey =>
  `mail:${fingerprint(`${mail.from[0]?.address ?? ''}\n${mail.messageId ?? mail.digest}`)}`;

export function handling(parts: HandlingParts): Handling {
  const { log, trust, fingerprint } = parts;
  const store = guarded(parts.store);

  const commit = async (
    letter: Pick<Occasion, 'mail' | 'text'>,
    cause: CauseKey,
    unread: UnreadReason | null,
    decided: () => void,
  ): Promise<{ readonly durable: Promise<void> }> => {
    const plan = async (): Promise<Plan> => {
      const { plan: next } = await decision({ ...parts, store }, occasionOf(parts, letter, cause, unread));
      decided();
      return next;
    };
    const { result, durable, plan: done } = must(await committed(parts, cause, plan), 'a mail always has a plan');
    for (const board of done.damaged) log.error('board-damaged', { board });
    log.info('mail-done', { result, mails: done.mails.length, unsent: done.unsent, proof: done.proof });
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
    const unread = stop !== null ? 'too-large' : kind === 'read' ? null : 'unreadable';
    return commit({ mail, text }, cause, unread, decided);
  };

  return {
    handle,
    read: delivered => read(parts, delivered),
    apologise: async ({ mail }, reason) => {
      if (firstStop(mail, trust.own) !== null) return;
      const cause = `fault:${causeOf(mail, fingerprint)}`;
      const { durable } = await commit({ mail, text: '' }, cause, reason, () => undefined);
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
  unread: UnreadReason | null,
): Occasion => ({
  ...{ ...letter, now: clock.now(), cause },
  ...{ games, robots, commands, trust, robot: null, unread },
});
