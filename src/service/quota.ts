// How much mail an address gets from us that its owner may not have asked for: answers to strangers, invitations, requests to confirm.
import type { Proof } from '../core/language/command.ts';
import { limits } from '../core/limits.ts';
import type { MailPlan } from '../core/mail/plan.ts';
import type { Instant } from '../core/world.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Addresses remembered; beyond this the oldest are forgotten, which errs on the side of answering. In memory: a restart forgives. */
const ADDRESSES = 50_000;

/** Whose mail is answered, and how they are proved. */
export interface Asker {
  readonly address: string;
  readonly proof: Proof;
}

export interface Quota {
  /** The mails that may go; what players must know always may. `count` charges them, once they are certain to go out. */
  readonly admit: (
    mails: readonly MailPlan[],
    asker: Asker,
    now: Instant,
  ) => { readonly mails: readonly MailPlan[]; readonly count: () => void };
}

/** Against which account a mail is charged, and how much that may be. */
interface Charge {
  readonly key: string;
  readonly spanMs: number;
  readonly most: number;
}

function chargeOf(mail: MailPlan, { address, proof }: Asker): Charge | null {
  const target = mail.to.map(to => to.address).join(' ');
  if (mail.isUnasked) return { key: `unasked ${target}`, spanMs: DAY_MS, most: limits.unaskedMailsPerDay };
  if (!mail.isReply) return null;
  return proof === 'none'
    ? { key: `stranger ${address}`, spanMs: DAY_MS, most: limits.strangerAnswersPerDay }
    : { key: `player ${address}`, spanMs: HOUR_MS, most: limits.answersPerHour };
}

export function quota(): Quota {
  const charged = new Map<string, readonly Instant[]>();
  const recent = ({ key, spanMs }: Charge, now: Instant): readonly Instant[] =>
    (charged.get(key) ?? []).filter(at => now - at < spanMs);

  const charge = (each: Charge, now: Instant): void => {
    const times = [...recent(each, now), now];
    charged.delete(each.key);
    charged.set(each.key, times);
    const [oldest] = charged.keys();
    if (charged.size > ADDRESSES && oldest !== undefined) charged.delete(oldest);
  };

  return {
    admit: (mails, asker, now) => {
      const charges: Charge[] = [];
      const admitted = mails.filter(mail => {
        const due = chargeOf(mail, asker);
        if (due === null) return true;
        const waiting = charges.filter(({ key }) => key === due.key).length;
        // A stranger's mail is answered by one mail, however much it asks; an address is asked to confirm once a mail.
        const isEnough = waiting > 0 && (mail.isUnasked || asker.proof === 'none');
        if (isEnough || recent(due, now).length + waiting >= due.most) return false;
        charges.push(due);
        return true;
      });
      return {
        mails: admitted,
        count: () => {
          for (const each of charges) charge(each, now);
        },
      };
    },
  };
}
