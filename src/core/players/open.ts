// Opens an account: at once if the mail server vouched for the address, else after a `yes`.
import { type CommandContext, allow, type Decision, deny, takeCharges, sendToSender } from './decision.ts';
import { type Refused, refused } from '../kernel/refusal.ts';
import type { Language } from '../kernel/sentence.ts';
import { limits } from '../kernel/limits.ts';
import { DAY_MS } from '../kernel/time.ts';
import { type Account, createAccount } from './account.ts';
import { defaultSettings } from './settings.ts';
import { isOptedOut } from './blocked.ts';
import { mailboxHash, useridHash } from './userid.ts';
import { askingCharges, signupCharge, unaskedCharge } from './quota-rules.ts';
import { hasRoom } from './quota.ts';
import { askForConfirmations, findAskingRefusal } from './addresses.ts';

interface SignupArgs {
  readonly userid: string;
  readonly password: string | null;
  readonly addresses: readonly string[];
}

/** Why this userid cannot be had. null: it can. A userid is free again if it was refused, or not confirmed in time. */
export function findUseridRefusal(context: CommandContext, userid: string): Refused | null {
  const account = context.state.account(userid);
  const [name, mailbox] = [useridHash(userid, context.sign), mailboxHash(context.sender.address, context.sign)];
  context.state.requireDocuments([name, mailbox].map(id => `forgotten/${id}` as const));
  if (context.state.get(`forgotten/${name}`) !== null) return refused('userid-taken', { userid });
  if ((context.state.get(`forgotten/${mailbox}`)?.until ?? 0) > context.now)
    return refused('signup-forgotten', { days: limits.forgottenDays });
  if (account === null) return null;
  const isAwaitingConfirmation =
    account.wanted !== null && context.now - account.opened <= limits.unconfirmedDays * DAY_MS;
  const isStale = account.addresses.length === 0 && !account.closed && !isAwaitingConfirmation;
  return isStale ? null : refused('userid-taken', { userid });
}

export const openConfirmedAccount = (
  context: CommandContext,
  userid: string,
  addresses: readonly string[],
  passwordHash: string | null,
): Account => ({
  ...createAccount(userid, context.now, { language: context.sender.language ?? defaultSettings.language }),
  ...{ addresses, passwordHash },
});

/** A sender who names a language gets mails in it. */
export const setSenderLanguage = (context: CommandContext, language: Language | null): CommandContext =>
  language === null ? context : { ...context, sender: { ...context.sender, language } };

export function openAccount(context: CommandContext, args: SignupArgs): Decision {
  const { userid } = args;
  const typedAddresses = args.addresses.length === 0 ? [context.sender.address] : args.addresses;
  // A sender who signs up another person's address would hold a password to an account that this person then uses.
  if (!typedAddresses.includes(context.sender.address))
    return deny(refused('signup-own-address', { address: context.sender.address }));
  const ownUserid = context.state.owner(context.sender.address);
  if (ownUserid !== null) return deny(refused('account-exists', { userid: ownUserid }));
  const taken = findUseridRefusal(context, userid);
  if (taken !== null) return deny(taken);
  return context.sender.proof === 'none'
    ? askForConfirmation(context, userid)
    : openAtOnce(context, { ...args, addresses: typedAddresses });
}

/** Asks the address of a mail without proof to confirm, and uses nothing else: its password and other addresses may be a forger's. */
function askForConfirmation(context: CommandContext, userid: string): Decision {
  const askedAddresses = [context.sender.address];
  const account: Account = { ...openConfirmedAccount(context, userid, [], null), wanted: askedAddresses };
  const charges = [signupCharge(context.sender.address)];
  const mayAsk = hasRoom(context.state, [...charges, unaskedCharge(context.sender.address)], context.now);
  // No name is held for an address that is not asked. An address that has opted out gets no mail.
  if (isOptedOut(context, context.sender.address)) return allow([], []);
  if (!mayAsk) return deny(refused('ask-later'));
  return allow(
    [{ kind: 'account-opened', account }, takeCharges(charges, context.now)],
    askForConfirmations(userid, askedAddresses, true),
  );
}

function openAtOnce(context: CommandContext, { userid, password, addresses }: SignupArgs): Decision {
  const { address } = context.sender;
  const unconfirmed = addresses.filter(each => each !== address);
  const charges = askingCharges({ userid, addresses: [address] });
  const refusal = findAskingRefusal(context, unconfirmed, charges);
  if (refusal !== null) return deny(refusal);
  const account: Account = {
    ...openConfirmedAccount(context, userid, [address], password === null ? null : context.state.hashOf(password)),
    wanted: unconfirmed.length === 0 ? null : addresses,
  };
  const welcome = sendToSender(context, { kind: 'welcome', userid, password: password === null ? 'none' : 'set' });
  return allow(
    [
      { kind: 'account-opened', account },
      takeCharges(
        unconfirmed.flatMap(() => charges),
        context.now,
      ),
    ],
    [welcome, ...askForConfirmations(userid, unconfirmed, false)],
  );
}
