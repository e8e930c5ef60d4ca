// `block` and `unblock`: keep away challenges and words of players. Alone, `block` lists them.
import { no, ok, type Result } from '#games/kit/result.ts';
import { blockUsers, listBlocked, unblockUsers } from '../accounts/blocked.ts';
import { isUseridShaped } from '../players/userid.ts';
import { findCredentials } from '../reading/credentials.ts';
import type { Command, CommandLine } from '../reading/command.ts';
import { type Refused, refused } from '../kernel/refusal.ts';

export const block: Command = {
  name: 'block',
  isHarmful: true,
  scope: 'server',
  usage: 'block [userid password] [userid …]',
  example: 'block bob',
  permission: 'account',
  parse: commandLine => {
    const named = parseUserids(commandLine);
    if (!named.ok) return named;
    const { credentials, userids } = named.value;
    return ok({
      credentials,
      run: context => (userids.length === 0 ? listBlocked(context) : blockUsers(context, userids)),
    });
  },
};

export const unblock: Command = {
  name: 'unblock',
  scope: 'server',
  usage: 'unblock [userid password] userid …',
  example: 'unblock bob',
  permission: 'account',
  parse: commandLine => {
    const named = parseUserids(commandLine);
    if (!named.ok) return named;
    const { credentials, userids } = named.value;
    if (userids.length === 0) return no(refused('command-usage', { usage: commandLine.usage }));
    return ok({ credentials, run: context => unblockUsers(context, userids) });
  },
};

interface UseridArguments {
  readonly credentials: ReturnType<typeof findCredentials>;
  readonly userids: readonly string[];
}

/** Userids, perhaps after credentials. The second word is a password if it is not the userid of an account. */
function parseUserids(commandLine: CommandLine): Result<UseridArguments, Refused> {
  const words = commandLine.words.map(word => word.replace(/,$/, ''));
  const [, second = ''] = words;
  const isName = isUseridShaped(second) && commandLine.isUser(second.toLowerCase());
  const credentials = isName ? null : findCredentials(commandLine, words, commandLine.userid === null ? 0 : 1);
  const userids = (credentials === null ? words : words.slice(2)).map(word => word.toLowerCase());
  return userids.every(isUseridShaped)
    ? ok({ credentials, userids })
    : no(refused('command-usage', { usage: commandLine.usage }));
}
