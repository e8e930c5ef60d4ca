// `change address`, `change password` and `signoff`: change an account.
import { no, ok } from '#games/kit/result.ts';
import { isUseridShaped, parsePassword } from '../players/userid.ts';
import { parseCredentials } from '../reading/credentials.ts';
import type { CommandLine, Command, ParsedCommand } from '../reading/command.ts';
import { type Refused, refused } from '../kernel/refusal.ts';
import { parseAddressList, wantAddresses } from '../accounts/addresses.ts';
import { askForPassword, setPassword } from '../accounts/password.ts';
import { askToForget } from '../features/forgetting/ask.ts';
import { closeAccount } from '../features/leaving/close.ts';

export const changeAddress: Command = {
  name: 'change address',
  scope: 'server',
  usage: 'change address [userid password] [address …]',
  example: 'change address me@home.example',
  permission: 'owner',
  parse: commandLine => {
    const { credentials, rest } = parseCredentials(commandLine, 0);
    const addresses = parseAddressList(rest);
    if (!addresses.ok) return addresses;
    return ok({ credentials, run: context => wantAddresses(context, addresses.value) });
  },
};

export const changePassword: Command = {
  name: 'change password',
  scope: 'server',
  usage: 'change password [userid current] new',
  example: 'change password correct-horse',
  permission: 'owner',
  parse: commandLine => {
    const { credentials, rest } = parseCredentials(commandLine, 1);
    const [secret = '', ...more] = rest;
    const password = parsePassword(secret);
    if (more.length > 0 || secret === '') return no(refused('command-usage', { usage: commandLine.usage }));
    if (!password.ok) return password;
    // A line with the present password is proof enough.
    const run: ParsedCommand['run'] = context =>
      credentials !== null || context.sender.isOwner
        ? setPassword(context, password.value)
        : askForPassword(context, password.value);
    return ok({ credentials, secrets: rest, permission: 'account', run });
  },
};

export const signoff: Command = {
  name: 'signoff',
  aliases: ['delete'],
  scope: 'server',
  isHarmful: true,
  usage: 'signoff userid [password] | signoff forget',
  example: 'signoff alice',
  permission: 'owner',
  parse: commandLine => {
    const { credentials, rest } = parseCredentials(commandLine, 0);
    if (rest.length === 1 && rest[0]?.toLowerCase() === 'forget')
      return ok({ credentials, permission: 'account', run: askToForget });
    const wrong = findNameRefusal(commandLine, rest);
    if (wrong !== null) return no(wrong);
    return ok({ credentials, run: closeAccount });
  },
};

/** Why the line does not name the account. The name is required, since signing off cannot be undone after some days. */
function findNameRefusal(commandLine: CommandLine, rest: readonly string[]): Refused | null {
  const isNamed = isUseridShaped(commandLine.words[0] ?? '') && rest.length === 0;
  return isNamed ? null : refused('command-usage', { usage: commandLine.usage });
}
