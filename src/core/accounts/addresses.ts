// Asks for, confirms and changes the addresses of an account.
import { limits } from '../kernel/limits.ts';
import { no, ok } from '#games/kit/result.ts';
import { refused, type Refused } from '../kernel/refusal.ts';
import { parseAddress } from '../players/userid.ts';
import { isOptedOut } from './opted-out.ts';
import {
  type CommandContext,
  chargedPlayerOf,
  allow,
  type Decision,
  deny,
  type Notification,
} from '../decision/decision.ts';
import { type Charge, hasRoom } from '../players/quota.ts';
import { unaskedCharge, askingCharges } from '../players/quota-rules.ts';
import type { Event } from '../kernel/event.ts';
import type { Phrase } from '#games/kit/refusal.ts';

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
    const address = parseAddress(word.replace(/,$/, ''));
    if (!address.ok) return address;
    if (!addresses.includes(address.value)) addresses.push(address.value);
  }
  return ok(addresses);
}

/** Why these addresses cannot be asked whether they belong to the sender, each for these charges; null: they can. */
export function unaskable(
  at: CommandContext,
  addresses: readonly string[],
  charges: readonly Charge[],
): Refused | null {
  if (addresses.length === 0) return null;
  const shut = addresses.find(
    address => isOptedOut(at, address) || !hasRoom(at.state, [unaskedCharge(address)], at.now),
  );
  if (shut !== undefined) return refused('address-unwanted', { address: shut });
  return hasRoom(at.state, charges, at.now, addresses.length)
    ? null
    : refused('addresses-today', { most: limits.addressesAskedPerDay });
}

/** A mail to each address that has to say yes first. */
export const askForConfirmations = (
  userid: string,
  addresses: readonly string[],
  fresh: boolean,
): readonly Notification[] =>
  addresses.map(address => ({
    kind: 'message',
    message: { kind: 'confirm-address', to: { kind: 'address', address }, userid, address, fresh },
  }));

export function wantAddresses(at: CommandContext, given: readonly string[]): Decision {
  const userid = at.actor ?? '';
  const asked = given.length === 0 ? [at.sender.address] : given;
  const fresh = asked.filter(address => !(at.state.account(userid)?.addresses.includes(address) ?? false));
  const taken = fresh.find(address => address === at.sender.address && at.state.owner(address) !== null);
  if (taken !== undefined) return deny(refused('address-taken', { address: taken }));
  // The address this mail is proved to come from has said yes already.
  const proved = at.sender.proof === 'none' ? [] : fresh.filter(address => address === at.sender.address);
  const open = fresh.filter(address => !proved.includes(address));
  const charges = askingCharges(chargedPlayerOf(at));
  const shut = unaskable(at, open, charges);
  if (shut !== null) return deny(shut);
  const confirmed = proved.map((address): Event => ({ kind: 'address-confirmed', userid, address }));
  const news: Notification =
    open.length === 0
      ? alertChange(userid, { code: 'addresses-changed', parts: { userid, addresses: asked.join(', ') } })
      : { kind: 'done', done: { code: 'addresses-asked', parts: { addresses: open.join(', ') } } };
  return allow(
    [
      { kind: 'addresses-wanted', userid, addresses: asked },
      ...confirmed,
      { kind: 'charged', charges: open.flatMap(() => charges), at: at.now },
    ],
    [news, ...askForConfirmations(userid, open, false)],
  );
}

/** Tells the owner of an account about a change in it: this may be their only sign that another person made it. */
export const alertChange = (userid: string, news: Phrase): Notification => ({
  kind: 'alert',
  alert: 'change',
  userid,
  isSaid: true,
  news,
});
