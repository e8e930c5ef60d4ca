// `block` and `unblock`: keep away the challenges and words of players. `block` alone lists them.
import { no, ok, type Result } from '#games/kit/result.ts';
import { blockUsers, listBlocked, unblockUsers } from '../accounts/blocked.ts';
import { isUseridShaped } from '../players/userid.ts';
import { claimIn } from '../reading/credentials.ts';
import type { Command, CommandLine } from '../reading/command.ts';
import { type Refused, refused } from '../kernel/refusal.ts';

export const block: Command = {
  name: 'block',
  isHarmful: true,
  scope: 'server',
  usage: 'block [userid password] [userid …]',
  example: 'block bob',
  by: 'account',
  parse: call => {
    const named = namedIn(call);
    if (!named.ok) return named;
    const { claim, userids } = named.value;
    return ok({ claim, run: context => (userids.length === 0 ? listBlocked(context) : blockUsers(context, userids)) });
  },
};

export const unblock: Command = {
  name: 'unblock',
  scope: 'server',
  usage: 'unblock [userid password] userid …',
  example: 'unblock bob',
  by: 'account',
  parse: call => {
    const named = namedIn(call);
    if (!named.ok) return named;
    const { claim, userids } = named.value;
    if (userids.length === 0) return no(refused('command-usage', { usage: call.usage }));
    return ok({ claim, run: context => unblockUsers(context, userids) });
  },
};

interface Named {
  readonly claim: ReturnType<typeof claimIn>;
  readonly userids: readonly string[];
}

/** Userids, perhaps after a userid and a password: a second word that is no account's name is a password. */
function namedIn(call: CommandLine): Result<Named, Refused> {
  const words = call.words.map(word => word.replace(/,$/, ''));
  const [, second = ''] = words;
  const isName = isUseridShaped(second) && call.isUser(second.toLowerCase());
  const claim = isName ? null : claimIn(call, words, call.userid === null ? 0 : 1);
  const userids = (claim === null ? words : words.slice(2)).map(word => word.toLowerCase());
  return userids.every(isUseridShaped) ? ok({ claim, userids }) : no(refused('command-usage', { usage: call.usage }));
}
