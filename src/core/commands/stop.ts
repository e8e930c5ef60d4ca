// `stop`: no invitation ever again; in reply to one, it is declined as well.
import { no, ok } from '../../../games/kit/result.ts';
import type { Command, Decision, Moment } from '../language/command.ts';
import { decided, denied } from '../language/command.ts';
import { ofAddress } from '../quota/rules.ts';
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

function stopInvitations(at: Moment): Decision {
  const { address, proof } = at.sender;
  if (proof === 'none') return denied(refused('stop-unproved'));
  const declined = at.token?.kind === 'seat' ? rejectSeat(at, at.token.match) : decided([], []);
  const { events, notices } = declined.ok ? declined.value : { events: [], notices: [] };
  return decided(
    [...events, { kind: 'opted-out', address: ofAddress(address), at: at.now }],
    [...notices, { kind: 'done', done: { code: 'invitations-stopped', parts: { address } } }],
  );
}
