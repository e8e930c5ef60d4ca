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
import type { CauseKey, Delivered, Log, Mime, Reading, Secrets } from './ports.ts';

export interface HandlingParts extends CommittingParts, Offer {
  readonly log: Log;
  readonly commands: readonly Command[];
  readonly trust: Trust;
  /** SHA-256 of a text, in hex. */
  readonly fingerprint: (text: string) => string;
}

/** How a mail is held that a death would make a suspect. */
export interface Hold {
  /** Waits for work that no mail can turn into a death: whoever is killed meanwhile does not blame the mail. */
  readonly aside: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** Nothing in the mail is looked at any more. */
  readonly release: () => void;
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
  /** Resolves once the mail is committed, to the promise that it is durable. */
  readonly handle: (read: ReadMail, hold: Hold) => Promise<{ readonly durable: Promise<void> }>;
  /** Tells the sender that a fault of ours, or damage of our data, kept their mail from being done. */
  readonly apologise: (read: ReadMail, reason: 'fault' | 'damaged') => Promise<void>;
}

/** The same mail delivered twice has the same cause, and a cause takes effect once. */
export const causeOf = (mail: Incoming, fingerprint: HandlingParts['fingerprint']): CauseKey =>
  `mail:${fingerprint(`${mail.from[0]?.address ?? ''}\n${mail.messageId ?? mail.digest}`)}`;

const NO_HOLD: Hold = { aside: work => work(), release: () => undefined };

/** A hash takes far longer than the rest of a decision. */
const aside = ({ hash, verify, sign }: Secrets, hold: Hold): Secrets => ({
  hash: secret => hold.aside(() => hash(secret)),
  verify: (secret, stored) => hold.aside(() => verify(secret, stored)),
  sign,
});

export function handling(parts: HandlingParts): Handling {
  const { log, trust, fingerprint } = parts;
  const store = guarded(parts.store);

  const commit = async (
    letter: Pick<Occasion, 'mail' | 'text'>,
    cause: CauseKey,
    unread: UnreadReason | null,
    hold: Hold,
  ): Promise<{ readonly durable: Promise<void> }> => {
    const secrets = aside(parts.secrets, hold);
    const plan = async (): Promise<Plan> => {
      const { plan: next } = await decision({ ...parts, store, secrets }, occasionOf(parts, letter, cause, unread));
      hold.release();
      return next;
    };
    const { result, durable, plan: done } = must(await committed(parts, cause, plan), 'a mail always has a plan');
    for (const board of done.damaged) log.error('board-damaged', { board });
    log.info('mail-done', { result, mails: done.mails.length, unsent: done.unsent, proof: done.proof });
    return { durable };
  };

  const handle: Handling['handle'] = async ({ kind, mail, text }, hold) => {
    const cause = causeOf(mail, fingerprint);
    const stop = firstStop(mail, trust.own);
    const isSilent = stop?.verdict === 'silent';
    if (isSilent || (await store.isSeen(cause))) {
      log.info('mail-silent', { reason: isSilent ? stop.reason : 'duplicate' });
      return { durable: Promise.resolve() };
    }
    const unread = stop !== null ? 'too-large' : kind === 'read' ? null : 'unreadable';
    return commit({ mail, text }, cause, unread, hold);
  };

  return {
    handle,
    read: delivered => read(parts, delivered),
    apologise: async ({ mail }, reason) => {
      if (firstStop(mail, trust.own) !== null) return;
      const cause = `fault:${causeOf(mail, fingerprint)}`;
      const { durable } = await commit({ mail, text: '' }, cause, reason, NO_HOLD);
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
