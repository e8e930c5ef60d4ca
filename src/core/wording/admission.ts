// Limits how many answers strangers get, and how many requests to confirm.
// Mails that players must get are always sent.
import type { Proof } from '../mail/mail-sender.ts';
import type { MailPlan } from './mail-plan.ts';
import type { State } from '../kernel/state.ts';
import type { Instant } from '../kernel/time.ts';
import { type Charge, hasRoom, spend } from '../players/quota.ts';
import { answerCharge, strangerCharges, unaskedCharge } from '../players/quota-rules.ts';

/** Whose mail is answered, and how they are proved. */
export interface Asker {
  readonly address: string;
  readonly proof: Proof;
  /** Does the address belong to an account? */
  readonly isPlayers: boolean;
}

/** Asks whether the mails of a request may go, one after the other. */
export interface Admission {
  readonly mayGo: (state: State, mail: CountedMail) => boolean;
  /** The state with this mail counted. */
  readonly count: (state: State, mail: CountedMail) => State;
}

type CountedMail = Pick<MailPlan, 'charge' | 'to'>;

/** A stranger's mail is answered by one mail, however much it asks; an address is asked to confirm once a mail. */
export function openAdmission(asker: Asker | null, now: Instant): Admission {
  const once = new Set<string>();
  const nameOf = (mail: CountedMail): string =>
    `${mail.charge} ${chargesOf(mail, asker)
      .map(({ id }) => id)
      .join(' ')}`;
  return {
    mayGo: (state, mail) => !once.has(nameOf(mail)) && hasRoom(state, chargesOf(mail, asker), now),
    count: (state, mail) => {
      const charges = chargesOf(mail, asker);
      if (charges.length > 0 && (mail.charge === 'unasked' || asker?.proof === 'none')) once.add(nameOf(mail));
      return charges.reduce((sofar, charge) => spend(sofar, charge, now), state);
    },
  };
}

function chargesOf({ charge, to }: CountedMail, asker: Asker | null): readonly Charge[] {
  if (charge === 'unasked') return to.map(reader => unaskedCharge(reader.address));
  if (charge === 'free' || asker === null) return [];
  return asker.proof === 'none' ? strangerCharges(asker) : [answerCharge(asker.address)];
}
