// Stops invitations to an address, allows them again, and tells whether they are allowed.
import { type CommandContext, allow, type Decision, deny, type Notification } from '../decision/decision.ts';
import { refused } from '../kernel/refusal.ts';
import { rejectSeat } from './seats.ts';
import type { Event } from '../kernel/event.ts';
import { mailboxIdOf } from '../players/quota-rules.ts';
import type { UnverifiedToken } from '../mail/token.ts';
import { isOptedOut, optOutHash } from '../accounts/opted-out.ts';

const buildConfirmation = (code: string, address: string): Notification => ({
  kind: 'done',
  done: { code, parts: { address } },
});

/** Stops invitations to the sender's address and to the invited one, which may be an alias. A mail that answers an invitation declines it. */
export function stopInvitations(context: CommandContext): Decision {
  const { address, proof } = context.sender;
  const invited = context.token?.kind === 'seat' ? findInvitedAddress(context, context.token) : null;
  const addresses = [...new Set([...(invited === null ? [] : [invited]), ...(proof === 'none' ? [] : [address])])];
  const [first] = addresses;
  if (first === undefined) return deny(refused('stop-unproved'));
  const declined = context.token?.kind === 'seat' ? rejectSeat(context, context.token.match) : allow([], []);
  const { events, notifications } = declined.ok ? declined.value : { events: [], notifications: [] };
  const optedOut = addresses.map((each): Event => ({
    kind: 'opted-out',
    address: mailboxIdOf(each),
    at: context.now,
  }));
  return allow(
    [...events, ...optedOut],
    [...notifications, buildConfirmation('invitations-stopped', addresses.join(', '))],
  );
}

function findInvitedAddress(
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
  return allow(events, [buildConfirmation('invitations-open', address)]);
}

/** Tells whether invitations come to the address of the sender. */
export function tellInvitations(context: CommandContext): Decision {
  const { address, proof } = context.sender;
  if (proof === 'none') return deny(refused('invitations-unproved'));
  return allow(
    [],
    [buildConfirmation(isOptedOut(context, address) ? 'invitations-stopped' : 'invitations-open', address)],
  );
}
