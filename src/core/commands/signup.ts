// `signup`: opens an account for a sender.
// It is confirmed at once if the mail server vouched for the address, else by a reply.
import { no, ok } from '#games/kit/result.ts';
import { parseNewUserid, parsePassword } from '../players/userid.ts';
import type { Command } from '../reading/command.ts';
import { refused } from '../kernel/refusal.ts';
import { commandWords } from '../kernel/command-words.ts';
import { parseAddressList } from '../accounts/addresses.ts';
import { parseLanguageOption } from '../players/settings.ts';
import { openAccount, setSenderLanguage } from '../accounts/open.ts';

export const signup: Command = {
  name: 'signup',
  aliases: ['add'],
  scope: 'server',
  usage: 'signup userid [password [address …]] [-language=en|pt]',
  example: 'signup ana',
  permission: 'anyone',
  parse: commandLine => {
    const [name, ...rest] = commandLine.words;
    if (name === undefined) return no(refused('command-usage', { usage: commandLine.usage }));
    const userid = parseNewUserid(name, { games: commandLine.games, commandWords });
    if (!userid.ok) return userid;
    const [secret, addressWords] = rest[0]?.includes('@') === true ? [null, rest] : [rest[0] ?? null, rest.slice(1)];
    const password = secret === null ? ok(null) : parsePassword(secret);
    if (!password.ok) return password;
    const addresses = parseAddressList(addressWords);
    if (!addresses.ok) return addresses;
    const language = parseLanguageOption(commandLine.options);
    if (!language.ok) return language;
    const args = { userid: userid.value, password: password.value, addresses: addresses.value };
    return ok({
      secrets: secret === null ? [] : [secret],
      run: context => openAccount(setSenderLanguage(context, language.value), args),
    });
  },
};
