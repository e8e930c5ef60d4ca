// `change address`, `change password` and `signoff`: changes of an account by its owner.
import { no, ok } from '#games/kit/result.ts';
import { isUseridShaped, parsePassword } from '../players/userid.ts';
import { parseCredentials } from '../reading/credentials.ts';
import type { CommandLine, Command, ParsedCommand } from '../reading/command.ts';
import { type Refused, refused } from '../kernel/refusal.ts';
import { addressList, wantAddresses } from '../accounts/addresses.ts';
import { askForPassword, setPassword } from '../accounts/password.ts';
import { askToForget } from '../features/forgetting/ask.ts';
import { closeAccount } from '../features/leaving/close.ts';

export const changeAddress: Command = {
  name: 'change address',
  scope: 'server',
  usage: 'change address [userid password] [address …]',
  example: 'change address me@home.example',
  by: 'owner',
  parse: call => {
    const { claim, rest } = parseCredentials(call, 0);
    const addresses = addressList(rest);
    if (!addresses.ok) return addresses;
    return ok({ claim, run: context => wantAddresses(context, addresses.value) });
  },
};

export const changePassword: Command = {
  name: 'change password',
  scope: 'server',
  usage: 'change password [userid current] new',
  example: 'change password correct-horse',
  by: 'owner',
  parse: call => {
    const { claim, rest } = parseCredentials(call, 1);
    const [secret = '', ...more] = rest;
    const password = parsePassword(secret);
    if (more.length > 0 || secret === '') return no(refused('command-usage', { usage: call.usage }));
    if (!password.ok) return password;
    // With the present password the line proves itself.
    const run: ParsedCommand['run'] = context =>
      claim !== null || context.sender.isOwner
        ? setPassword(context, password.value)
        : askForPassword(context, password.value);
    return ok({ claim, secrets: rest, by: 'account', run });
  },
};

export const signoff: Command = {
  name: 'signoff',
  aliases: ['delete'],
  scope: 'server',
  isHarmful: true,
  usage: 'signoff userid [password] | signoff forget',
  example: 'signoff alice',
  by: 'owner',
  parse: call => {
    const { claim, rest } = parseCredentials(call, 0);
    if (rest.length === 1 && rest[0]?.toLowerCase() === 'forget') return ok({ claim, by: 'account', run: askToForget });
    const wrong = wrongName(call, rest);
    if (wrong !== null) return no(wrong);
    return ok({ claim, run: closeAccount });
  },
};

/** Leaving is for ever: the line must name the account, so that no stray word does it. */
function wrongName(call: CommandLine, rest: readonly string[]): Refused | null {
  const isNamed = isUseridShaped(call.words[0] ?? '') && rest.length === 0;
  return isNamed ? null : refused('command-usage', { usage: call.usage });
}
