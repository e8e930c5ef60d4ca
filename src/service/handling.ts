// One mail from its bytes to its commit: gates → decide → compose → render → ONE commit.
import { must } from '../../games/kit/assert.ts';
import type { Command } from '../core/language/command.ts';
import type { UnreadReason } from '../core/letter.ts';
import { firstStop } from '../core/mail/gates.ts';
import type { Incoming } from '../core/mail/incoming.ts';
import { newText } from '../core/mail/reply.ts';
import type { Trust } from '../core/session/sender.ts';
import type { Occasion } from '../core/session/hearing.ts';
import type { Offer } from '../core/world.ts';
import type { CommittingParts, Plan } from './committing.ts';
import { committed, decision, guarded } from './committing.ts';
import type { CauseKey, Delivered, Log, Mime } from './ports.ts';

export interface HandlingParts extends CommittingParts, Offer {
  readonly log: Log;
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
    mail: Incoming,
    cause: CauseKey,
    unread: UnreadReason | null,
  ): Promise<{ readonly durable: Promise<void> }> => {
    const plan = async (): Promise<Plan> =>
      (await decision({ ...parts, store }, occasionOf(parts, mail, cause, unread))).plan;
    const { result, durable, plan: done } = must(await committed(parts, cause, plan), 'a mail always has a plan');
    for (const board of done.damaged) log.error('board-damaged', { board });
    log.info('mail-done', { result, mails: done.mails.length, unsent: done.unsent, proof: done.proof });
    return { durable };
  };

  const handle: Handling['handle'] = async ({ mail, isReadable }) => {
    const cause = causeOf(mail, fingerprint);
    const stop = firstStop(mail, trust.own);
    const isSilent = stop?.verdict === 'silent';
    if (isSilent || (await store.isSeen(cause))) {
      log.info('mail-silent', { reason: isSilent ? stop.reason : 'duplicate' });
      return { durable: Promise.resolve() };
    }
    return commit(mail, cause, stop !== null ? 'too-large' : isReadable ? null : 'unreadable');
  };

  return {
    handle,
    read: delivered => read(parts.mime, delivered),
    apologise: async ({ mail }, reason) => {
      if (firstStop(mail, trust.own) !== null) return;
      const cause = `fault:${causeOf(mail, fingerprint)}`;
      const { durable } = await commit(mail, cause, reason);
      await durable;
    },
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

const occasionOf = (
  { clock, games, robots, commands, trust }: HandlingParts,
  mail: Incoming,
  cause: CauseKey,
  unread: UnreadReason | null,
): Occasion => ({
  ...{ mail, text: unread === null ? newText(mail.text) : '', now: clock.now(), cause },
  ...{ games, robots, commands, trust, robot: null, unread },
});
