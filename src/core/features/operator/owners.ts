// The operator's acts for players without their mailbox: new addresses, and two accounts made one.
import { renameInMatch } from '#core/board/match-definition.ts';
import { type Match, userids } from '#core/board/match-document.ts';
import { type ActorContext, allow, type Decision, deny } from '#core/decision/decision.ts';
import { matchKey } from '#core/kernel/documents.ts';
import type { DocumentChange } from '#core/kernel/event.ts';
import { limits } from '#core/kernel/limits.ts';
import { refused } from '#core/kernel/refusal.ts';
import type { Account } from '#core/players/account.ts';
import { defaultSettings } from '#core/players/settings.ts';
import { parseAddress } from '#core/players/userid.ts';
import { buildNotice } from './notice.ts';

/** The account has the address at once: the operator has made sure whose it is. The account's other addresses are told too. */
export function addAddress({ state }: ActorContext, account: Account, typed: string): Decision {
  const { userid, addresses } = account;
  const parsed = parseAddress(typed);
  if (!parsed.ok) return deny(parsed.reason);
  const address = parsed.value;
  if (addresses.includes(address) || state.owner(address) !== null) return deny(refused('address-taken', { address }));
  if (addresses.length >= limits.addressesPerAccount)
    return deny(refused('addresses-too-many', { most: limits.addressesPerAccount }));
  return allow(
    [{ kind: 'address-confirmed', userid, address }],
    [buildNotice(userid, { code: 'address-added', parts: { userid, address } })],
  );
}

/** An account keeps at least one address. The address that is taken away gets no mail: another person may read it now. */
export function removeAddress(account: Account, typed: string): Decision {
  const { userid, addresses } = account;
  const address = typed.toLowerCase();
  const kept = addresses.filter(each => each.toLowerCase() !== address);
  if (kept.length === addresses.length) return deny(refused('address-not-theirs', { userid, address }));
  if (kept.length === 0) return deny(refused('address-last', { userid }));
  return allow(
    [{ kind: 'addresses-wanted', userid, addresses: kept }],
    [buildNotice(userid, { code: 'address-removed', parts: { userid, address } })],
  );
}

/** The account `from` is closed. Its addresses and running boards go to `into`; what it has finished stays under its name. */
export function mergeAccounts({ state }: ActorContext, from: Account, into: Account): Decision {
  if (from.userid === into.userid) return deny(refused('merge-same', { userid: from.userid }));
  const addresses = [...new Set([...into.addresses, ...from.addresses])];
  if (addresses.length > limits.addressesPerAccount)
    return deny(refused('addresses-too-many', { most: limits.addressesPerAccount }));
  const boards = state.boards(`running/player/${from.userid}`);
  if (boards.length > limits.renamedBoards)
    return deny(refused('merge-boards', { userid: from.userid, most: limits.renamedBoards }));
  state.requireLoaded(boards.map(ref => ({ kind: 'document', key: matchKey(ref) })));
  const matches = boards.flatMap(ref => state.match(ref) ?? []);
  const hindrance = matches.find(match => match.tournament !== undefined || userids(match).includes(into.userid));
  if (hindrance !== undefined)
    return deny(refused('merge-board', { game: hindrance.game, number: hindrance.number, userid: from.userid }));
  return allow(
    [{ kind: 'documents-changed', documents: listChanges(from, { ...into, addresses }, matches) }],
    [buildNotice(into.userid, { code: 'accounts-merged', parts: { from: from.userid, userid: into.userid } })],
  );
}

function listChanges(from: Account, into: Account, matches: readonly Match[]): readonly DocumentChange[] {
  const closed: Account = {
    ...{ userid: from.userid, addresses: [], wanted: null, passwordHash: null, opened: from.opened },
    ...{ renamedTo: into.userid, settings: { ...defaultSettings, web: from.settings.web } },
    ...{ closed: true, locked: false, passwordFrom: [], restorable: null },
  };
  const renamed = { userid: from.userid, pseudonym: into.userid, addresses: [] };
  return [
    [`account/${from.userid}`, closed],
    [`account/${into.userid}`, into],
    ...from.addresses.map((address): DocumentChange => [`address/${address}`, { userid: into.userid }]),
    ...matches.map((match): DocumentChange => [matchKey(match), renameInMatch(match, renamed)]),
  ];
}
