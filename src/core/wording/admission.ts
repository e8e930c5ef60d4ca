// Limits how many answers strangers get, and how many requests to confirm.
// Mails that players must get are always sent.
import type { Proof } from '../mail/mail-sender.ts';
import type { MailPlan } from './mail-plan.ts';
import type { State } from '../kernel/state.ts';
import type { Instant } from '../kernel/time.ts';
import { type Charge, hasRoom, spend } from '../players/quota.ts';
import { answerCharge, strangerCharges, unaskedCharge } from '../players/quota-rules.ts';

/** Whose mail is answered, and how they are proved. */
export interface AnsweredSender {
  readonly address: string;
  readonly proof: Proof;
  /** Does the address belong to an account? */
  readonly hasAccount: boolean;
}

/** Asks whether the mails of a request may go, one after the other. */
export interface Admission {
  readonly canSend: (state: State, mail: CountedMail) => boolean;
  /** The state with this mail counted. */
  readonly count: (state: State, mail: CountedMail) => State;
}

type CountedMail = Pick<MailPlan, 'charge' | 'to'>;

/** A stranger's mail gets one answer, however much it asks. One mail causes at most one request to confirm to each address. */
export function openAdmission(sender: AnsweredSender | null, now: Instant): Admission {
  const admittedKeys = new Set<string>();
  const keyOfCharges = (mail: CountedMail): string =>
    `${mail.charge} ${listCharges(mail, sender)
      .map(({ id }) => id)
      .join(' ')}`;
  return {
    canSend: (state, mail) => !admittedKeys.has(keyOfCharges(mail)) && hasRoom(state, listCharges(mail, sender), now),
    count: (state, mail) => {
      const charges = listCharges(mail, sender);
      if (charges.length > 0 && (mail.charge === 'unasked' || sender?.proof === 'none'))
        admittedKeys.add(keyOfCharges(mail));
      return charges.reduce((nextState, charge) => spend(nextState, charge, now), state);
    },
  };
}

function listCharges({ charge, to }: CountedMail, sender: AnsweredSender | null): readonly Charge[] {
  if (charge === 'unasked') return to.map(reader => unaskedCharge(reader.address));
  if (charge === 'free' || sender === null) return [];
  return sender.proof === 'none' ? strangerCharges(sender) : [answerCharge(sender.address)];
}
