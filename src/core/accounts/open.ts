// Opens an account: at once if the mail server vouched for the address, else after a `yes`.
import { type CommandContext, allow, type Decision, deny, type Notification } from '../decision/decision.ts';
import { type Refused, refused } from '../kernel/refusal.ts';
import type { Language } from '../kernel/languages.ts';
import { limits } from '../kernel/limits.ts';
import { DAY_MS } from '../kernel/time.ts';
import type { Account } from '../players/account.ts';
import { defaultSettings } from '../players/settings.ts';
import { isOptedOut } from './opted-out.ts';
import { mailboxHash, useridHash } from '../players/pseudonym.ts';
import { askingCharges, signupCharge, unaskedCharge } from '../players/quota-rules.ts';
import { hasRoom } from '../players/quota.ts';
import { askForConfirmations, unaskable } from './addresses.ts';

interface SignupArgs {
  readonly userid: string;
  readonly password: string | null;
  readonly addresses: readonly string[];
}

/** Why this userid cannot be had. null: it can. A userid is free again if it was refused, or not confirmed in time. */
export function findUseridRefusal(at: CommandContext, userid: string): Refused | null {
  const held = at.state.account(userid);
  const [name, mailbox] = [useridHash(userid, at.sign), mailboxHash(at.sender.address, at.sign)];
  at.state.requireLoaded([name, mailbox].map(id => ({ kind: 'document', key: `forgotten/${id}` })));
  if (at.state.get(`forgotten/${name}`) !== null) return refused('userid-taken', { userid });
  if ((at.state.get(`forgotten/${mailbox}`)?.until ?? 0) > at.now)
    return refused('signup-forgotten', { days: limits.forgottenDays });
  if (held === null) return null;
  const isWaitedFor = held.wanted !== null && at.now - held.opened <= limits.unconfirmedDays * DAY_MS;
  const isStale = held.addresses.length === 0 && !held.closed && !isWaitedFor;
  return isStale ? null : refused('userid-taken', { userid });
}

export const openConfirmedAccount = (
  at: CommandContext,
  userid: string,
  addresses: readonly string[],
  passwordHash: string | null,
): Account => ({
  userid,
  addresses,
  wanted: null,
  passwordHash,
  settings: { ...defaultSettings, language: at.sender.language ?? defaultSettings.language },
  opened: at.now,
  closed: false,
  locked: false,
  passwordFrom: [],
  restorable: null,
});

/** A sender who names a language gets mails in it. */
export const writingIn = (at: CommandContext, language: Language | null): CommandContext =>
  language === null ? at : { ...at, sender: { ...at.sender, language } };

export function openAccount(at: CommandContext, args: SignupArgs): Decision {
  const { userid } = args;
  const typed = args.addresses.length === 0 ? [at.sender.address] : args.addresses;
  // A sender who signs up another person's address would hold a password to an account that this person then uses.
  if (!typed.includes(at.sender.address)) return deny(refused('signup-own-address', { address: at.sender.address }));
  const own = at.state.owner(at.sender.address);
  if (own !== null) return deny(refused('account-exists', { userid: own }));
  const taken = findUseridRefusal(at, userid);
  if (taken !== null) return deny(taken);
  return at.sender.proof === 'none' ? askedFor(at, userid) : opened(at, { ...args, addresses: typed });
}

/** Asks the address of a mail without proof to confirm, and uses nothing else: its password and other addresses may be a forger's. */
function askedFor(at: CommandContext, userid: string): Decision {
  const asked = [at.sender.address];
  const account: Account = { ...openConfirmedAccount(at, userid, [], null), wanted: asked };
  const charges = [signupCharge(at.sender.address)];
  const mayAsk = hasRoom(at.state, [...charges, unaskedCharge(at.sender.address)], at.now);
  // No name is held for an address that is not asked. An address that has opted out gets no mail.
  if (isOptedOut(at, at.sender.address)) return allow([], []);
  if (!mayAsk) return deny(refused('ask-later'));
  return allow(
    [
      { kind: 'account-opened', account },
      { kind: 'charged', charges, at: at.now },
    ],
    askForConfirmations(userid, asked, true),
  );
}

function opened(at: CommandContext, { userid, password, addresses }: SignupArgs): Decision {
  const { address } = at.sender;
  const open = addresses.filter(each => each !== address);
  const charges = askingCharges({ userid, addresses: [address] });
  const shut = unaskable(at, open, charges);
  if (shut !== null) return deny(shut);
  const account: Account = {
    ...openConfirmedAccount(at, userid, [address], password === null ? null : at.state.hashOf(password)),
    wanted: open.length === 0 ? null : addresses,
  };
  const to = { kind: 'address', address } as const;
  const welcome: Notification = {
    kind: 'message',
    message: { kind: 'welcome', to, userid, password: password === null ? 'none' : 'set' },
  };
  return allow(
    [
      { kind: 'account-opened', account },
      { kind: 'charged', charges: open.flatMap(() => charges), at: at.now },
    ],
    [welcome, ...askForConfirmations(userid, open, false)],
  );
}
