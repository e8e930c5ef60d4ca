// Which of the mails we would send may go: answers to strangers and requests to confirm are counted; what players must know always goes.
import type { Proof } from '../identity/mail-sender.ts';
import type { MailPlan } from '../messages/plan.ts';
import type { State } from '../state/state.ts';
import type { Instant } from '../state/documents.ts';
import { type Charge, hasRoom, spend } from './quota.ts';
import { answerCharge, strangerCharges, unaskedCharge } from './rules.ts';

/** Whose mail is answered, and how they are proved. */
export interface Asker {
  readonly address: string;
  readonly proof: Proof;
  /** Does the address belong to an account? */
  readonly isPlayers: boolean;
}

export interface Admitted {
  readonly mails: readonly MailPlan[];
  /** The state with every mail counted. */
  readonly state: State;
}

/** A stranger's mail is answered by one mail, however much it asks; an address is asked to confirm once a mail. */
export function admitted(mails: readonly MailPlan[], asker: Asker | null, before: State, now: Instant): Admitted {
  let state = before;
  const once = new Set<string>();
  const going = mails.filter(mail => {
    const charges = chargesOf(mail, asker);
    const name = `${mail.charge} ${charges.map(({ id }) => id).join(' ')}`;
    const isOnce = charges.length > 0 && (mail.charge === 'unasked' || asker?.proof === 'none');
    if ((isOnce && once.has(name)) || !hasRoom(state, charges, now)) return false;
    if (isOnce) once.add(name);
    state = charges.reduce((sofar, charge) => spend(sofar, charge, now), state);
    return true;
  });
  return { mails: going, state };
}

function chargesOf({ charge, to }: MailPlan, asker: Asker | null): readonly Charge[] {
  if (charge === 'unasked') return to.map(reader => unaskedCharge(reader.address));
  if (charge === 'free' || asker === null) return [];
  return asker.proof === 'none' ? strangerCharges(asker) : [answerCharge(asker.address)];
}
