// Stops invitations to an address, allows them again, and tells whether they are allowed.
import { type CommandContext, allow, type Decision, deny, type Notification } from '../decision/decision.ts';
import { refused } from '../kernel/refusal.ts';
import { rejectSeat } from './seats.ts';
import type { Event } from '../kernel/event.ts';
import { ofAddress } from '../players/quota-rules.ts';
import type { UnverifiedToken } from '../mail/token.ts';
import { isOptedOut, optOutHash } from '../accounts/opted-out.ts';

const said = (code: string, address: string): Notification => ({ kind: 'done', done: { code, parts: { address } } });

/** Ends invitations to an address, and declines the one that is answered. An invitation may be answered from an alias. */
export function stopInvitations(at: CommandContext): Decision {
  const { address, proof } = at.sender;
  const invited = at.token?.kind === 'seat' ? invitedAddress(at, at.token) : null;
  const stopped = [...new Set([...(invited === null ? [] : [invited]), ...(proof === 'none' ? [] : [address])])];
  const [first] = stopped;
  if (first === undefined) return deny(refused('stop-unproved'));
  const declined = at.token?.kind === 'seat' ? rejectSeat(at, at.token.match) : allow([], []);
  const { events, notifications } = declined.ok ? declined.value : { events: [], notifications: [] };
  const optedOut = stopped.map((each): Event => ({ kind: 'opted-out', address: ofAddress(each), at: at.now }));
  return allow([...events, ...optedOut], [...notifications, said('invitations-stopped', stopped.join(', '))]);
}

function invitedAddress(
  at: CommandContext,
  { match, player }: UnverifiedToken & { readonly kind: 'seat' },
): string | null {
  const invited = at.state.match(match)?.players[player];
  return invited?.kind === 'invited' ? invited.address : null;
}

/** Allows invitations to the address of the sender again. */
export function allowInvitations(at: CommandContext): Decision {
  const { address, proof } = at.sender;
  if (proof === 'none') return deny(refused('invitations-unproved'));
  const ids = [ofAddress(address), optOutHash(address, at.sign)];
  const events: readonly Event[] = isOptedOut(at, address) ? [{ kind: 'opted-in', ids }] : [];
  return allow(events, [said('invitations-open', address)]);
}

/** Tells whether invitations come to the address of the sender. */
export function tellInvitations(at: CommandContext): Decision {
  const { address, proof } = at.sender;
  if (proof === 'none') return deny(refused('invitations-unproved'));
  return allow([], [said(isOptedOut(at, address) ? 'invitations-stopped' : 'invitations-open', address)]);
}
