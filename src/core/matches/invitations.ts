// Stops invitations to an address, allows them again, and tells whether they are allowed.
import { type CommandContext, allow, type Decision, deny, type Notification } from '../decision/decision.ts';
import { refused } from '../kernel/refusal.ts';
import { rejectSeat } from './seats.ts';
import type { Event } from '../kernel/documents.ts';
import { mailboxIdOf } from '../players/quota-rules.ts';
import type { UnverifiedToken } from '../mail/token.ts';
import { isOptedOut, optOutHash } from '../accounts/opted-out.ts';

const buildConfirmation = (code: string, address: string): Notification => ({
  kind: 'done',
  done: { code, parts: { address } },
});

/**
 * Stops invitations to the sender's address. A reply to an invitation declines it, and stops those to the invited address, which may be an
 * alias of the sender. A person may have forwarded the invitation: an answer to the copy does nothing to the invited address.
 */
export function stopInvitations(context: CommandContext): Decision {
  const { address, proof } = context.sender;
  const invited = context.token?.kind === 'seat' ? findInvitedAddress(context, context.token) : null;
  const isInvited = invited !== null && (context.isReply || mailboxIdOf(invited) === mailboxIdOf(address));
  if (!isInvited && invited !== null) return stopForStranger(context);
  const addresses = new Set([invited, proof === 'none' ? null : address].filter(each => each !== null));
  if (addresses.size === 0) return deny(refused('stop-unproved'));
  const declined = context.token?.kind === 'seat' ? rejectSeat(context, context.token.match) : allow([], []);
  const { events, notifications } = declined.ok ? declined.value : { events: [], notifications: [] };
  return allow(
    [...events, ...Array.from(addresses, each => buildOptOut(context, each))],
    [...notifications, buildConfirmation('invitations-stopped', [...addresses].join(', '))],
  );
}

/** Answers a person to whom somebody else's invitation was forwarded. */
function stopForStranger(context: CommandContext): Decision {
  const { address, proof } = context.sender;
  if (proof === 'none') return deny(refused('stop-elsewhere'));
  return allow(
    [buildOptOut(context, address)],
    [
      buildConfirmation('invitations-stopped', address),
      { kind: 'done', done: { code: 'stop-not-elsewhere', parts: {} } },
    ],
  );
}

const buildOptOut = ({ now }: CommandContext, address: string): Event => ({
  kind: 'opted-out',
  address: mailboxIdOf(address),
  at: now,
});

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
