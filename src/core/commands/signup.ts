// `signup`: an account for a sender, confirmed at once where the mail server vouched for the address, else by a reply.
import { no, ok } from '../../../games/kit/result.ts';
import { defaultSettings } from '../accounts/settings.ts';
import { addressOf, newUserid, passwordOf } from '../accounts/userid.ts';
import type { Command, Decision, Moment, Notice } from '../language/command.ts';
import { decided, denied } from '../language/command.ts';
import { limits } from '../limits.ts';
import type { Charge } from '../quota/quota.ts';
import { hasRoom } from '../quota/quota.ts';
import { askingCharges, ofAddress, unaskedCharge } from '../quota/rules.ts';
import type { Refused } from '../refusal.ts';
import { refused } from '../refusal.ts';
import { DAY_MS } from '../time.ts';
import type { Account } from '../state/documents.ts';
import { commandWords } from './words.ts';

interface SignupArgs {
  readonly userid: string;
  readonly password: string | null;
  readonly addresses: readonly string[];
}

export const signup: Command = {
  name: 'signup',
  aliases: ['add'],
  shortest: null,
  scope: 'server',
  inReply: false,
  takesAnyWords: false,
  usage: 'signup userid [password [address …]]',
  summary: 'opens an account for you; the password is needed only to play from other addresses',
  by: 'anyone',
  parse: call => {
    const [name, ...rest] = call.words;
    if (name === undefined) return no(refused('command-usage', { usage: call.usage }));
    const userid = newUserid(name, { games: call.games, commandWords });
    if (!userid.ok) return userid;
    const [secret, others] = rest[0]?.includes('@') === true ? [null, rest] : [rest[0] ?? null, rest.slice(1)];
    const password = secret === null ? ok(null) : passwordOf(secret);
    if (!password.ok) return password;
    const addresses = addressList(others);
    if (!addresses.ok) return addresses;
    const args = { userid: userid.value, password: password.value, addresses: addresses.value };
    return ok({ claim: null, secrets: secret === null ? [] : [secret], run: at => openAccount(at, args) });
  },
};

export function addressList(words: readonly string[]): ReturnType<typeof listed> {
  if (words.length > limits.addressesPerAccount)
    return no(refused('addresses-too-many', { most: limits.addressesPerAccount }));
  return listed(words);
}

function listed(
  words: readonly string[],
): { readonly ok: true; readonly value: readonly string[] } | { readonly ok: false; readonly reason: Refused } {
  const addresses: string[] = [];
  for (const word of words) {
    const address = addressOf(word.replace(/,$/, ''));
    if (!address.ok) return address;
    if (!addresses.includes(address.value)) addresses.push(address.value);
  }
  return ok(addresses);
}

/** Why this userid cannot be had; null when it can. One that nobody confirmed in time, or that was refused, is free again. */
export function freeUserid(at: Moment, userid: string): Refused | null {
  const held = at.world.document('account', userid);
  if (held === null) return null;
  const isWaitedFor = held.wanted !== null && at.now - held.opened <= limits.unconfirmedDays * DAY_MS;
  const isStale = held.addresses.length === 0 && !held.closed && !isWaitedFor;
  return isStale ? null : refused('userid-taken', { userid });
}

export const openedAccount = (
  at: Moment,
  userid: string,
  addresses: readonly string[],
  passwordHash: string | null,
): Account => ({
  userid,
  addresses,
  wanted: null,
  passwordHash,
  settings: defaultSettings,
  opened: at.now,
  closed: false,
  locked: false,
  passwordFrom: [],
  restorable: null,
});

function openAccount(at: Moment, args: SignupArgs): Decision {
  const { userid } = args;
  const typed = args.addresses.length === 0 ? [at.sender.address] : args.addresses;
  // Whoever signs up for somebody else's address would hold a password to an account that other person then uses.
  if (!typed.includes(at.sender.address)) return denied(refused('signup-own-address', { address: at.sender.address }));
  const own = at.world.document('address', at.sender.address)?.userid ?? null;
  if (own !== null) return denied(refused('account-exists', { userid: own }));
  const taken = freeUserid(at, userid);
  if (taken !== null) return denied(taken);
  return at.sender.proof === 'none' ? askedFor(at, userid) : opened(at, { ...args, addresses: typed });
}

/** Of a mail that nothing proves only its address counts, and that is asked: its password and other addresses may be a forger's. */
function askedFor(at: Moment, userid: string): Decision {
  const asked = [at.sender.address];
  const account: Account = { ...openedAccount(at, userid, [], null), wanted: asked };
  const charges = askingCharges(null);
  const mayAsk = hasRoom(at.world, [...charges, unaskedCharge(at.sender.address)], at.now);
  const isOptedOut = at.world.document('optout', ofAddress(at.sender.address)) !== null;
  // A name is not held for an address that is not asked; and who wants no such mail gets none.
  if (isOptedOut) return decided([], []);
  if (!mayAsk) return denied(refused('ask-later'));
  return decided(
    [
      { kind: 'account-opened', account },
      { kind: 'charged', charges, at: at.now },
    ],
    confirmations(userid, asked, true),
  );
}

function opened(at: Moment, { userid, password, addresses }: SignupArgs): Decision {
  const { address } = at.sender;
  const open = addresses.filter(each => each !== address);
  const charges = askingCharges({ userid, addresses: [address] });
  const shut = unaskable(at, open, charges);
  if (shut !== null) return denied(shut);
  const account: Account = {
    ...openedAccount(at, userid, [address], password === null ? null : at.world.hashed(password)),
    wanted: open.length === 0 ? null : addresses,
  };
  const to = { kind: 'address', address } as const;
  const welcome: Notice = {
    kind: 'letter',
    letter: { kind: 'welcome', to, userid, password: password === null ? 'none' : 'set' },
  };
  return decided(
    [
      { kind: 'account-opened', account },
      { kind: 'charged', charges: open.flatMap(() => charges), at: at.now },
    ],
    [welcome, ...confirmations(userid, open, false)],
  );
}

/** Why these addresses cannot be asked whether they belong to the sender, each for these charges; null: they can. */
export function unaskable(at: Moment, addresses: readonly string[], charges: readonly Charge[]): Refused | null {
  if (addresses.length === 0) return null;
  const shut = addresses.find(
    address =>
      at.world.document('optout', ofAddress(address)) !== null || !hasRoom(at.world, [unaskedCharge(address)], at.now),
  );
  if (shut !== undefined) return refused('address-unwanted', { address: shut });
  return hasRoom(at.world, charges, at.now, addresses.length)
    ? null
    : refused('addresses-today', { most: limits.addressesAskedPerDay });
}

/** A mail to each address that has to say yes first. */
export const confirmations = (userid: string, addresses: readonly string[], fresh: boolean): readonly Notice[] =>
  addresses.map(address => ({
    kind: 'letter',
    letter: { kind: 'confirm-address', to: { kind: 'address', address }, userid, address, fresh },
  }));
