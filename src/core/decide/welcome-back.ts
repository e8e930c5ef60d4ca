// Handles the first proved mail of a player whose mail had come back.
// Their clocks run again, and one mail tells them what happened meanwhile.
import { noteProvedMail } from '../matches/probes.ts';
import type { Message } from '../decision/message.ts';
import { apply, type State } from '../kernel/state.ts';
import type { Event } from '../kernel/documents.ts';
import type { Instant } from '../kernel/time.ts';
import type { MailOutcome } from './mail-state.ts';

export function welcomeBack(
  state: State,
  userid: string,
  now: Instant,
): { readonly events: readonly Event[]; readonly messages: readonly Message[] } {
  const { events, ended: absence } = noteProvedMail(state, userid, now);
  if (absence === null) return { events, messages: [] };
  const addresses = Object.keys(state.account(userid)?.bounced ?? {});
  return { events, messages: [{ kind: 'returned', to: { kind: 'account', userid }, userid, absence, addresses }] };
}

/** Ends the absence of a proved sender. */
export function endAbsence(outcome: MailOutcome, now: Instant): MailOutcome {
  const { userid, proof } = outcome.identity.sender;
  if (userid === null || proof === 'none') return outcome;
  const { events, messages } = welcomeBack(outcome.state, userid, now);
  return {
    ...outcome,
    events: [...outcome.events, ...events],
    messages: [...outcome.messages, ...messages],
    state: events.reduce(apply, outcome.state),
  };
}
