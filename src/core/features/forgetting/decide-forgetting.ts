// Forgets a player in batches. Each batch is one commit that stores where the next one begins.
// So it goes on wherever it was interrupted.
import type { Consequence } from '#core/players/message.ts';
import { presentFeedKey } from '../calendar/index.ts';
import { resignAllBoards } from '../leaving/close.ts';
import { optOutHash } from '#core/players/blocked.ts';
import { findPastRests } from '#core/kernel/calendar.ts';
import { announceToAll } from '#core/board/acts/announce.ts';
import { createActorContext } from '#core/players/decision.ts';
import { limits } from '#core/kernel/limits.ts';
import { accountQuotaIdOf, mailboxIdOf } from '#core/players/quota-rules.ts';
import { ratingKey } from '../ratings/index.ts';
import type { AlarmRequest, RequestContext } from '#core/writing/feature.ts';
import {
  type Changes,
  type Document,
  type DocumentChange,
  type DocumentKey,
  type Event,
  FIRST_BOARD,
  type ListName,
  isOfKind,
  matchRefOf,
} from '#core/kernel/documents.ts';
import { type Account, createAccount } from '#core/players/account.ts';
import { type State, apply } from '#core/kernel/state.ts';
import { erasePlayer } from '#core/kernel/document-definition.ts';
import { DAY_MS, type Instant } from '#core/kernel/time.ts';
import { TOURNAMENTS } from '../tournaments/tournament.ts';
import { type Forgetting, nextStep } from './forgetting.ts';
import { mailboxHash, useridHash } from '#core/players/userid.ts';

/** The pause between two batches, in which mails of games are decided. */
const PAUSE_MS = 200;
/** The pause before mails are erased. In it, mails that were just decided are moved out of INBOX. */
const MAIL_PAUSE_MS = 10_000;

/** Decides the next batch. null: the service has not erased the mails yet. */
export function decideForgetting(
  state: State,
  forgetting: Forgetting,
  { mailIsErased }: Pick<AlarmRequest, 'mailIsErased'>,
  context: RequestContext,
): Consequence | null {
  switch (forgetting.step) {
    case 'leave':
      return leaveBoardsOf(state, forgetting, context);
    case 'rename':
      return storeProgress(renameAccount(state, forgetting, context), forgetting, nextStep(forgetting), context);
    case 'boards':
      return eraseFromBatch(state, forgetting, listBoardsAfter(state, context, forgetting.after), context);
    case 'tournaments':
      return eraseFromBatch(state, forgetting, listTournamentsAfter(state, forgetting.after), context);
    case 'accounts':
      return eraseFromBatch(state, forgetting, listAccountsAfter(state, forgetting.after), context);
    case 'rest':
      return eraseFromBatch(state, forgetting, listRestAfter(state, forgetting.after), context);
    case 'mail':
      return mailIsErased === true ? storeProgress(state, forgetting, null, context) : null;
  }
}

/** Stores the progress. `next` null: the forgetting is done, and its document is deleted. */
function storeProgress(
  state: State,
  { userid }: Forgetting,
  next: Forgetting | null,
  { now, trust }: RequestContext,
): Consequence {
  const key: DocumentKey = `forgetting/${useridHash(userid, trust.sign)}`;
  const pause = next?.step === 'mail' ? MAIL_PAUSE_MS : PAUSE_MS;
  return { messages: [], state: state.with(new Map([[key, next === null ? null : { ...next, wake: now + pause }]])) };
}

/** Resigns the running boards, as signing off does, while the player still has the old userid. */
function leaveBoardsOf(state: State, forgetting: Forgetting, context: RequestContext): Consequence {
  const { userid } = forgetting;
  const account = state.account(userid);
  if (account === null) return storeProgress(state, forgetting, nextStep(forgetting), context);
  const { events, notifications } = resignAllBoards(createActorContext(state, context.now, userid));
  const all: readonly Event[] = [
    ...events,
    ...(account.closed ? [] : [{ kind: 'account-closed', userid, leaves: null } as const]),
  ];
  const after = all.reduce(apply, state);
  const asked = findUnconfirmedAddresses(state, account);
  const next = {
    ...forgetting,
    addresses: findProvedAddresses(state, account),
    ...(asked.length === 0 ? {} : { asked }),
    ...(account.former === undefined ? {} : { former: account.former.userid }),
  };
  const messages = announceToAll(createActorContext(after, context.now, userid), notifications);
  return { ...storeProgress(after, next, nextStep(next), context), messages };
}

/** The addresses that were proved to be the player's. Other addresses in the account may belong to others, and are deleted with the account. */
function findProvedAddresses(
  state: State,
  { userid, addresses, restorable, leftFrom = [] }: Account,
): readonly string[] {
  const before = [...(restorable?.addresses ?? []), ...leftFrom];
  state.requireDocuments(before.map(address => `address/${address}` as const));
  return [...new Set([...addresses, ...before.filter(address => (state.owner(address) ?? userid) === userid)])];
}

/** The addresses that were asked to confirm a sign-up, and never did. */
function findUnconfirmedAddresses(state: State, { addresses, wanted, restorable }: Account): readonly string[] {
  if (addresses.length > 0 || restorable !== null) return [];
  const asked = wanted ?? [];
  state.requireDocuments(asked.map(address => `address/${address}` as const));
  return asked.filter(address => state.owner(address) === null);
}

/** Replaces the account by a closed one under the pseudonym. It keeps the intervals that the clocks of its boards are derived from. */
function renameAccount(
  state: State,
  { userid, pseudonym, addresses, former }: Forgetting,
  { now, trust }: RequestContext,
): State {
  const { sign } = trust;
  const ratings = state.listKeys(`rated/player/${userid}`);
  const optOuts = addresses.map((address): DocumentKey => `optout/${mailboxIdOf(address)}`);
  const owned = addresses.map((address): DocumentKey => `address/${address}`);
  state.requireDocuments([...ratings, ...optOuts, ...owned]);
  const account = state.account(userid);
  const feed = account === null ? null : presentFeedKey(account, sign);
  const changes: readonly DocumentChange[] = [
    [`forgotten/${useridHash(userid, sign)}`, { at: now, until: null }],
    ...(account === null
      ? []
      : [[`account/${pseudonym}`, createPseudonymousAccount(account, pseudonym, now)] as const]),
    [`account/${userid}`, null],
    ...(former === undefined
      ? []
      : [
          [`forgotten/${useridHash(former, sign)}`, { at: now, until: null }] as const,
          [`account/${former}`, null] as const,
        ]),
    ...(feed === null ? [] : [[feed, null] as const]),
    ...ratings.flatMap((key): readonly DocumentChange[] => {
      const rating = state.get(key);
      if (rating === null) return [];
      return [
        [key, null],
        [ratingKey(rating.game, pseudonym), { ...rating, userid: pseudonym }],
      ];
    }),
    ...addresses.flatMap((address): readonly DocumentChange[] => {
      const optOut = state.get(`optout/${mailboxIdOf(address)}`);
      return [
        ...((state.owner(address) ?? userid) === userid ? [[`address/${address}`, null] as const] : []),
        [`quota/${mailboxIdOf(address)}`, null],
        // The used limits of the mailbox are erased above. This hash keeps players from renewing them by being forgotten every day.
        [`forgotten/${mailboxHash(address, sign)}`, { at: now, until: now + limits.forgottenDays * DAY_MS }],
        ...(optOut === null
          ? []
          : [
              [`optout/${mailboxIdOf(address)}`, null] as const,
              [`optout/${optOutHash(address, sign)}`, optOut] as const,
            ]),
      ];
    }),
    [`quota/${accountQuotaIdOf(userid)}`, null],
    [`subscribers/${userid}`, null],
  ];
  return state.with(new Map(changes));
}

/**
 * Keeps of the calendar only its past days off: clocks do not need the time zone and the days booked ahead. Keeps `web`, so that a player
 * whom no page shows stays so.
 */
function createPseudonymousAccount(
  { opened, calendar = [], absences, settings: { web } }: Account,
  pseudonym: string,
  now: Instant,
): Account {
  const rests = findPastRests(calendar, opened, now);
  return {
    ...{ ...createAccount(pseudonym, opened, { web }), closed: true },
    ...(rests.length === 0 ? {} : { rests }),
    ...(absences === undefined ? {} : { absences }),
  };
}

/** The keys of a batch, and where the next batch begins. null: this is the last batch. */
interface Batch {
  readonly keys: readonly DocumentKey[];
  readonly after: string | null;
}

/** A batch of boards of all games. Their numbers have few gaps, so no list of boards is needed. */
function listBoardsAfter(state: State, { games }: RequestContext, after: string): Batch {
  const [name = games[0]?.name ?? '', number = `${FIRST_BOARD}`] = after.split(' ').filter(Boolean);
  const from = Number(number);
  const end = state.get(`counter/${name}`)?.next ?? FIRST_BOARD;
  const to = Math.min(end, from + limits.forgettingBatch);
  const nextGame = games[games.findIndex(game => game.name === name) + 1];
  const numbers = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  return {
    keys: numbers.map((each): DocumentKey => `match/${name}/${each}`),
    after: to < end ? `${name} ${to}` : nextGame === undefined ? null : nextGame.name,
  };
}

function listTournamentsAfter(state: State, after: string): Batch {
  const from = after === '' ? 1 : Number(after);
  const end = state.get(`counter/${TOURNAMENTS}`)?.next ?? 1;
  const to = Math.min(end, from + limits.forgettingBatch);
  const numbers = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  return { keys: numbers.map((each): DocumentKey => `tournament/${each}`), after: to < end ? `${to}` : null };
}

function listAccountsAfter(state: State, after: string): Batch {
  const userids = state.accountsAfter(after, limits.forgettingBatch);
  state.requireAccounts(userids);
  return {
    keys: userids.filter(userid => !state.isAccountDamaged(userid)).map((userid): DocumentKey => `account/${userid}`),
    after: userids.length < limits.forgettingBatch ? null : (userids.at(-1) ?? null),
  };
}

function listRestAfter(state: State, after: string): Batch {
  const whole = Object.entries(state.documents).filter(([, { isListedWhole }]) => isListedWhole === true);
  const all = whole.flatMap(([kind]) => state.listKeys(`kind/${kind}` as ListName)).toSorted();
  const left = all.filter(key => key > after);
  const keys = left.slice(0, limits.forgettingBatch);
  return { keys, after: keys.length < left.length ? (keys.at(-1) ?? null) : null };
}

/** Erases the player from the documents of a batch. */
function eraseFromBatch(
  state: State,
  forgetting: Forgetting,
  { keys, after }: Batch,
  context: RequestContext,
): Consequence {
  state.requireDocuments(keys);
  const changed = keys.flatMap((key): readonly DocumentChange[] => {
    // Loads a document. Boards are loaded without a replay, since only changed boards need one.
    const before = isOfKind('match', key) ? state.outline(matchRefOf(key)) : state.get(key);
    if (before === null) return [];
    const erased = eraseBoth(state, key, before, forgetting);
    // A damaged board cannot be written. The operator gets a report about it elsewhere.
    const isLeft = erased === before || (isOfKind('match', key) && state.isDamaged(matchRefOf(key)));
    return isLeft ? [] : [[key, erased]];
  });
  const next = after === null ? nextStep(forgetting) : { ...forgetting, after };
  return storeProgress(state.with(new Map(changed) satisfies Changes), forgetting, next, context);
}

/** The document without the player, by the present and by the former userid. */
function eraseBoth(state: State, key: DocumentKey, document: Document, forgetting: Forgetting): Document | null {
  const erased = erasePlayer(state.documents, key, document, forgetting);
  const { former } = forgetting;
  return erased === null || former === undefined
    ? erased
    : erasePlayer(state.documents, key, erased, { ...forgetting, userid: former });
}
