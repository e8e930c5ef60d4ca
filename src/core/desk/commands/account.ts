// The commands about an account: `signup`, `change`, `signoff`, `block` and `friend`.
import { type CommandContext, allow, type Decision, deny } from '#core/players/decision.ts';
import { limits } from '#core/kernel/limits.ts';
import { hasRoom } from '#core/players/quota.ts';
import { ownerAskedCharge } from '#core/players/quota-rules.ts';
import { ok } from '#games/kit/result.ts';
import { alertChange, parseAddressList, wantAddresses, askAddresses } from '#core/players/addresses.ts';
import { type PeopleList, changePeople, tellBlocked } from '#core/players/blocked.ts';
import { openAccount, setSenderLanguage } from '#core/players/open.ts';
import { askToForget } from '#core/features/forgetting/index.ts';
import { closeAccount } from '#core/features/leaving/close.ts';
import { tellFriends } from '#core/features/standings/index.ts';
import { refused } from '#core/kernel/refusal.ts';
import { parseLanguageOption } from '#core/players/settings.ts';
import { isUseridShaped, parseNewUserid, parsePassword } from '#core/players/userid.ts';
import {
  type Command,
  type CommandLine,
  type ParsedCommand,
  findCredentials,
  parseCredentials,
} from '#core/language/command.ts';

export function setPassword(context: CommandContext, password: string): Decision {
  const userid = context.actor ?? '';
  return allow(
    [{ kind: 'password-changed', userid, passwordHash: context.state.hashOf(password) }],
    [alertChange(userid, { code: 'password-changed', parts: { userid } })],
  );
}

/** A token alone proves only that the sender has seen a mail to the player. Each address of the account is asked; `yes` sets the password. */
export function askForPassword(context: CommandContext, password: string): Decision {
  const userid = context.actor ?? '';
  const charge = ownerAskedCharge(userid);
  if (!hasRoom(context.state, [charge], context.now))
    return deny(refused('owner-asked', { most: limits.ownerAskedPerDay }));
  const passwordHash = context.state.hashOf(password);
  return ok(askAddresses(context, { kind: 'password', passwordHash }, charge));
}

export const signup: Command = {
  name: 'signup',
  aliases: ['add'],
  usage: 'signup userid [password [address …]] [-language=en|pt]',
  example: 'signup ana',
  permission: 'anyone',
  parse: commandLine => {
    const [name, ...rest] = commandLine.words;
    if (name === undefined) return null;
    const userid = parseNewUserid(name, commandLine);
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

export const changeAddress: Command = {
  name: 'change address',
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
  usage: 'change password [userid current] new',
  example: 'change password correct-horse',
  permission: 'owner',
  parse: commandLine => {
    const { credentials, rest } = parseCredentials(commandLine, 1);
    const [secret = '', ...more] = rest;
    const password = parsePassword(secret);
    if (more.length > 0 || secret === '') return null;
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
  isHarmful: true,
  usage: 'signoff userid [password] | signoff forget',
  example: 'signoff alice',
  permission: 'owner',
  parse: commandLine => {
    const { credentials, rest } = parseCredentials(commandLine, 0);
    if (rest.length === 1 && rest[0]?.toLowerCase() === 'forget')
      return ok({ credentials, permission: 'account', run: askToForget });
    // The name is required, since signing off cannot be undone after some days.
    return isUseridShaped(commandLine.words[0] ?? '') && rest.length === 0
      ? ok({ credentials, run: closeAccount })
      : null;
  },
};

/** `block` and `unblock`, `friend` and `unfriend`. Without a name they show the list. */
function createListCommands(list: PeopleList, name: string, tell: typeof tellBlocked, more: Partial<Command>) {
  const create = (typed: string, isAdding: boolean): Command => ({
    ...{ name: typed, usage: `${typed} [userid password] [userid …]`, example: `${typed} bob`, permission: 'account' },
    parse: commandLine => {
      const { credentials, userids } = parseUserids(commandLine);
      const run = (context: CommandContext): Decision =>
        userids.length === 0 ? tell(context) : changePeople(context, list, userids, isAdding);
      return userids.every(isUseridShaped) ? ok({ credentials, run }) : null;
    },
  });
  return [{ ...create(name, true), ...more }, create(`un${name}`, false)];
}

export const listCommands: readonly Command[] = [
  ...createListCommands('blocked', 'block', tellBlocked, { isHarmful: true }),
  ...createListCommands('friends', 'friend', tellFriends, { aliases: ['friends'] }),
];

/** Userids, perhaps after credentials. The second word is a password if it is not the userid of an account. */
function parseUserids(commandLine: CommandLine) {
  const words = commandLine.words.map(word => word.replace(/,$/, ''));
  const [, second = ''] = words;
  const isName = isUseridShaped(second) && commandLine.isUser(second.toLowerCase());
  const credentials = isName ? null : findCredentials(commandLine, words, commandLine.userid === null ? 0 : 1);
  return { credentials, userids: (credentials === null ? words : words.slice(2)).map(word => word.toLowerCase()) };
}
