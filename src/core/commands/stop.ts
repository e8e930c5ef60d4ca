// `stop`: no invitation ever again; in reply to one, it is declined as well.
import { no, ok } from '../../../games/kit/result.ts';
import type { Event } from '../state/events.ts';
import type { Command, Decision, Moment } from '../language/command.ts';
import { decided, denied } from '../language/command.ts';
import { ofAddress } from '../quota/rules.ts';
import type { Stub } from '../mail/token.ts';
import { refused } from '../refusal.ts';
import { rejectSeat } from './invitation.ts';

export const stop: Command = {
  name: 'stop',
  aliases: ['unsubscribe'],
  shortest: null,
  scope: 'server',
  inReply: false,
  takesAnyWords: false,
  usage: 'stop',
  summary: 'no invitation ever comes to your address again, whoever sends it',
  by: 'anyone',
  parse: call =>
    call.words.length > 0
      ? no(refused('command-usage', { usage: call.usage }))
      : ok({ claim: null, secrets: [], run: stopInvitations }),
};

/** Whoever holds an invitation got it at the address it went to, even where that is an alias of theirs. */
function stopInvitations(at: Moment): Decision {
  const { address, proof } = at.sender;
  const invited = at.token?.kind === 'seat' ? invitedAddress(at, at.token) : null;
  const stopped = [...new Set([...(invited === null ? [] : [invited]), ...(proof === 'none' ? [] : [address])])];
  const [first] = stopped;
  if (first === undefined) return denied(refused('stop-unproved'));
  const declined = at.token?.kind === 'seat' ? rejectSeat(at, at.token.match) : decided([], []);
  const { events, notices } = declined.ok ? declined.value : { events: [], notices: [] };
  const optedOut = stopped.map((each): Event => ({ kind: 'opted-out', address: ofAddress(each), at: at.now }));
  return decided(
    [...events, ...optedOut],
    [...notices, { kind: 'done', done: { code: 'invitations-stopped', parts: { address: stopped.join(', ') } } }],
  );
}

function invitedAddress(at: Moment, { match, player }: Stub & { readonly kind: 'seat' }): string | null {
  const invited = at.world.document('match', `${match.game}/${match.number}`)?.players[player];
  return invited?.kind === 'invited' ? invited.address : null;
}
