// Stops invitations to an address, allows them again, and tells whether they are allowed.
import { type CommandContext, allow, type Decision, deny, type Notification } from '../decision/decision.ts';
import { refused } from '../kernel/refusal.ts';
import { rejectSeat } from './seats.ts';
import type { Event } from '../kernel/event.ts';
import { mailboxIdOf } from '../players/quota-rules.ts';
import type { UnverifiedToken } from '../mail/token.ts';
import { isOptedOut, optOutHash } from '../accounts/opted-out.ts';

const said = (code: string, address: string): Notification => ({ kind: 'done', done: { code, parts: { address } } });

/** Ends invitations to an address, and declines the one that is answered. An invitation may be answered from an alias. */
export function stopInvitations(context: CommandContext): Decision {
  const { address, proof } = context.sender;
  const invited = context.token?.kind === 'seat' ? invitedAddress(context, context.token) : null;
  const stopped = [...new Set([...(invited === null ? [] : [invited]), ...(proof === 'none' ? [] : [address])])];
  const [first] = stopped;
  if (first === undefined) return deny(refused('stop-unproved'));
  const declined = context.token?.kind === 'seat' ? rejectSeat(context, context.token.match) : allow([], []);
  const { events, notifications } = declined.ok ? declined.value : { events: [], notifications: [] };
  const optedOut = stopped.map((each): Event => ({
    kind: 'opted-out',
    address: mailboxIdOf(each),
    at: context.now,
  }));
  return allow([...events, ...optedOut], [...notifications, said('invitations-stopped', stopped.join(', '))]);
}

function invitedAddress(
  context: CommandContext,
  { match, player }: UnverifiedToken & { readonly kind: 'seat' },
): string | null {
  const invited = context.state.match(match)?.players[player];
  return invited?.kind === 'invited' ? invited.address : null;
}

/** Allows invitations to the address of the sender again. */
export function allowInvitations(context: CommandContext): Decision {
  const { address, proof } = context.sender;
  if (proof === 'none') return deny(refused('invitations-unproved'));
  const ids = [mailboxIdOf(address), optOutHash(address, context.sign)];
  const events: readonly Event[] = isOptedOut(context, address) ? [{ kind: 'opted-in', ids }] : [];
  return allow(events, [said('invitations-open', address)]);
}

/** Tells whether invitations come to the address of the sender. */
export function tellInvitations(context: CommandContext): Decision {
  const { address, proof } = context.sender;
  if (proof === 'none') return deny(refused('invitations-unproved'));
  return allow([], [said(isOptedOut(context, address) ? 'invitations-stopped' : 'invitations-open', address)]);
}
