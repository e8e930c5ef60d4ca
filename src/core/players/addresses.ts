// Asks for, confirms and changes the addresses of an account.
import { type Alert } from './confirmations.ts';
import { limits } from '../kernel/limits.ts';
import { no, ok } from '#games/kit/result.ts';
import { refused, type Refused } from '../kernel/refusal.ts';
import { parseAddress } from './userid.ts';
import { isOptedOut } from './blocked.ts';
import {
  type CommandContext,
  chargedPlayerOf,
  allow,
  type Decision,
  deny,
  type Notification,
  sendMail,
  takeCharges,
  tell,
  type Decided,
} from './decision.ts';
import { type Charge, hasRoom } from './quota.ts';
import { unaskedCharge, askingCharges } from './quota-rules.ts';
import type { Event } from '../kernel/documents.ts';
import type { Phrase } from '#games/kit/refusal.ts';

export function parseAddressList(words: readonly string[]): ReturnType<typeof parseAddresses> {
  if (words.length > limits.addressesPerAccount)
    return no(refused('addresses-too-many', { most: limits.addressesPerAccount }));
  return parseAddresses(words);
}

function parseAddresses(
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
export function findAskingRefusal(
  context: CommandContext,
  addresses: readonly string[],
  charges: readonly Charge[],
): Refused | null {
  if (addresses.length === 0) return null;
  const unwanted = addresses.find(
    address => isOptedOut(context, address) || !hasRoom(context.state, [unaskedCharge(address)], context.now),
  );
  if (unwanted !== undefined) return refused('address-unwanted', { address: unwanted });
  return hasRoom(context.state, charges, context.now, addresses.length)
    ? null
    : refused('addresses-today', { most: limits.addressesAskedPerDay });
}

/** A mail to each address that has to say yes first. */
export const askForConfirmations = (
  userid: string,
  addresses: readonly string[],
  fresh: boolean,
): readonly Notification[] =>
  addresses.map(address =>
    sendMail({ kind: 'confirm-address', to: { kind: 'address', address }, userid, address, fresh }),
  );

export function wantAddresses(context: CommandContext, given: readonly string[]): Decision {
  const userid = context.actor ?? '';
  const wantedAddresses = given.length === 0 ? [context.sender.address] : given;
  const newAddresses = wantedAddresses.filter(
    address => !(context.state.account(userid)?.addresses.includes(address) ?? false),
  );
  const taken = newAddresses.find(
    address => address === context.sender.address && context.state.owner(address) !== null,
  );
  if (taken !== undefined) return deny(refused('address-taken', { address: taken }));
  // The address this mail is proved to come from has said yes already.
  const provedAddresses =
    context.sender.proof === 'none' ? [] : newAddresses.filter(address => address === context.sender.address);
  const unconfirmed = newAddresses.filter(address => !provedAddresses.includes(address));
  const charges = askingCharges(chargedPlayerOf(context));
  const refusal = findAskingRefusal(context, unconfirmed, charges);
  if (refusal !== null) return deny(refusal);
  const confirmed = provedAddresses.map((address): Event => ({ kind: 'address-confirmed', userid, address }));
  const news: Notification =
    unconfirmed.length === 0
      ? alertChange(userid, { code: 'addresses-changed', parts: { userid, addresses: wantedAddresses.join(', ') } })
      : tell('addresses-asked', { addresses: unconfirmed.join(', ') });
  return allow(
    [
      { kind: 'addresses-wanted', userid, addresses: wantedAddresses },
      ...confirmed,
      takeCharges(
        unconfirmed.flatMap(() => charges),
        context.now,
      ),
    ],
    [news, ...askForConfirmations(userid, unconfirmed, false)],
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

/** Asks each address of the actor's account about a wish that a token alone has proved. Raises the alert that a `yes` answers. */
export function askAddresses(
  context: CommandContext,
  alert: Pick<Alert, 'passwordHash'> & { readonly kind: 'password' | 'forget' },
  charge: Charge,
): Decided {
  const userid = context.actor ?? '';
  const told = context.state.account(userid)?.addresses ?? [];
  const id = context.sign(`${alert.kind}|${context.cause}|${userid}`);
  const raised = { ...alert, account: userid, told, at: context.now, spent: false };
  return {
    events: [{ kind: 'alert-raised', id, alert: raised }, takeCharges([charge], context.now)],
    notifications: told.map(address =>
      sendMail({ kind: `confirm-${alert.kind}`, to: { kind: 'address', address }, userid, id }),
    ),
  };
}
