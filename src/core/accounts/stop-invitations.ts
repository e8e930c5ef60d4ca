// No invitation ever again to an address; the one that is answered is declined as well.
import { type CommandContext, decided, type Decision, denied } from '../decision.ts';
import { refused } from '../refusal.ts';
import { rejectSeat } from '../matches/seats.ts';
import type { Event } from '../state/events.ts';
import { ofAddress } from '../quota/rules.ts';
import type { UnverifiedToken } from '../identity/token.ts';

/** Whoever holds an invitation got it at the address it went to, even where that is an alias of theirs. */
export function stopInvitations(at: CommandContext): Decision {
  const { address, proof } = at.sender;
  const invited = at.token?.kind === 'seat' ? invitedAddress(at, at.token) : null;
  const stopped = [...new Set([...(invited === null ? [] : [invited]), ...(proof === 'none' ? [] : [address])])];
  const [first] = stopped;
  if (first === undefined) return denied(refused('stop-unproved'));
  const declined = at.token?.kind === 'seat' ? rejectSeat(at, at.token.match) : decided([], []);
  const { events, notifications } = declined.ok ? declined.value : { events: [], notifications: [] };
  const optedOut = stopped.map((each): Event => ({ kind: 'opted-out', address: ofAddress(each), at: at.now }));
  return decided(
    [...events, ...optedOut],
    [...notifications, { kind: 'done', done: { code: 'invitations-stopped', parts: { address: stopped.join(', ') } } }],
  );
}

function invitedAddress(
  at: CommandContext,
  { match, player }: UnverifiedToken & { readonly kind: 'seat' },
): string | null {
  const invited = at.state.match(match)?.players[player];
  return invited?.kind === 'invited' ? invited.address : null;
}
