// The feature `renaming`: a guest chooses a name, once.
import { renameInMatch } from '#core/board/match-definition.ts';
import { listPlayerLists } from '#core/kernel/document-definition.ts';
import {
  type DataRequest,
  type DocumentChange,
  type DocumentKey,
  type ListName,
  matchKey,
} from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { refused } from '#core/kernel/refusal.ts';
import type { Command } from '#core/language/command.ts';
import { type Account, isGuestName, createAccount } from '#core/players/account.ts';
import { type CommandContext, type Decision, allow, deny, tell } from '#core/players/decision.ts';
import { findUseridRefusal } from '#core/players/open.ts';
import { accountQuotaIdOf } from '#core/players/quota-rules.ts';
import { parseNewUserid, useridHash } from '#core/players/userid.ts';
import type { Feature } from '#core/writing/feature.ts';
import { must } from '#games/kit/assert.ts';
import { trimEnd } from '#games/kit/move-text.ts';
import { ok } from '#games/kit/result.ts';

// Renaming is possible once, and only while a few running boards alone name the guest.

function renameGuest(context: CommandContext, typed: string): Decision {
  const userid = context.actor ?? '';
  if (!isGuestName(userid)) return deny(refused('rename-guests', { userid }));
  const parsed = parseNewUserid(typed, context.state);
  if (!parsed.ok) return deny(parsed.reason);
  const name = parsed.value;
  // A second guest name would allow a second change.
  if (isGuestName(name)) return deny(refused('userid-reserved', { userid: name, other: `my-${name}` }));
  const taken = findUseridRefusal(context, name);
  if (taken !== null) return deny(taken);
  const account = must(context.state.account(userid), 'whoever is renamed has an account');
  if (!isMentionedOnBoardsAlone(context, account)) return deny(refused('rename-late', { userid }));
  return allow(
    [{ kind: 'documents-changed', documents: listChanges(context, account, name) }],
    [tell('renamed', { userid: name, former: userid })],
  );
}

/** Is the userid stored in the account and on a few running boards alone, and is no change of the account open that could be undone? */
function isMentionedOnBoardsAlone({ state, sign }: CommandContext, account: Account): boolean {
  const { userid, passwordHash, wanted, restorable, feed, subscriptions = [] } = account;
  const elsewhere: readonly ListName[] = [`over/player/${userid}`, ...listPlayerLists(state.documents, userid)];
  const documents: readonly DocumentKey[] = [`subscribers/${userid}`, `forgetting/${useridHash(userid, sign)}`];
  const running: ListName = `running/player/${userid}`;
  state.requireLoaded([
    ...[running, ...elsewhere].map((list): DataRequest => ({ kind: 'list', list })),
    ...documents.map((key): DataRequest => ({ kind: 'document', key })),
  ]);
  const boards = state.boards(running);
  return (
    [passwordHash, wanted, restorable].every(each => each === null) &&
    feed === undefined &&
    subscriptions.length === 0 &&
    elsewhere.every(list => state.listKeys(list).length === 0) &&
    documents.every(key => state.get(key) === null) &&
    boards.length <= limits.renamedBoards &&
    boards.every(ref => state.match(ref) !== null && state.match(ref)?.tournament === undefined)
  );
}

/** The former account stays, closed, so that its userid is taken. New boards write the quota, so that they conflict with this. */
function listChanges({ state, now }: CommandContext, account: Account, name: string): readonly DocumentChange[] {
  const { userid, addresses, opened, settings } = account;
  const quota = `quota/${accountQuotaIdOf(userid)}` as const;
  const renamed = { userid, pseudonym: name, addresses: [] };
  const former = { ...createAccount(userid, opened, { web: settings.web }), closed: true, renamedTo: name };
  return [
    [`account/${userid}`, former],
    [`account/${name}`, { ...account, userid: name, former: { userid, at: now } }],
    ...addresses.map((address): DocumentChange => [`address/${address}`, { userid: name }]),
    [`quota/${accountQuotaIdOf(name)}`, state.get(quota)],
    [quota, null],
    ...state.boards(`running/player/${userid}`).map((ref): DocumentChange => {
      const match = must(state.match(ref), 'a running board that is not damaged exists');
      return [matchKey(ref), renameInMatch(match, renamed)];
    }),
  ];
}

/** `rename`: a guest who joined by a plain `yes` chooses a name. */
export const rename: Command = {
  name: 'rename',
  listedAfter: 'signup',
  isAlone: true,
  isHarmful: true,
  takesAnyWords: true,
  usage: 'rename userid',
  example: 'rename fred',
  permission: 'owner',
  parse: ({ words: [word = '', ...rest] }) => {
    const name = trimEnd(word, '.!');
    // `rename me` and `rename me to fred` are sentences.
    if (name === '' || name.toLowerCase() === 'me' || rest.length > 0) return null;
    return ok({ run: context => renameGuest(context, name) });
  },
};

export const renaming = {
  refusals: { 'rename-guests': ['userid'], 'rename-late': ['userid'] } as const,
  commands: [rename],
} satisfies Feature;
