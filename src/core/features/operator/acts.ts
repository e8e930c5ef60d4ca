// Carries out the acts of the operator: on boards, accounts, addresses and bans.
// All players concerned are told.
import { nameBoard } from '#core/board/match.ts';
import * as z from 'zod';
import type { Stored } from '#core/kernel/document-definition.ts';
import { renameInMatch } from '#core/board/match-definition.ts';
import { type Match, userids } from '#core/board/match-document.ts';
import { type ActorContext, type Decision, allow, deny, writeDocument, buildNotice } from '#core/players/decision.ts';
import { type DocumentChange, type MatchRef, matchKey } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { refused } from '#core/kernel/refusal.ts';
import { DAY_MS } from '#core/kernel/time.ts';
import { parseLine } from '#core/kernel/words.ts';
import { playPrepared } from '#core/board/acts/play.ts';
import { loadMatch } from '#core/board/acts/require-match.ts';
import { resignBoard } from '#core/board/acts/resign.ts';
import { giveTime, voidBoard } from '#core/board/acts/arbiter.ts';
import { type Account, banPhrase, findPresentUserid, createAccount } from '#core/players/account.ts';
import { isRobot } from '#core/players/robots.ts';
import { parseAddress } from '#core/players/userid.ts';
import { addTypedOptions, findNamedGame } from '#games/game.ts';
import { resignAllBoards } from '../leaving/close.ts';
import { cancelAndTell, openByTerms } from '../tournaments/organise.ts';
import { parseTournamentTerms } from '../tournaments/tournament-options.ts';

const text = z.string().max(500);
const positive = z.number().int().positive();

/** The acts that an operator can request. */
export const operatorAct = z.discriminatedUnion('act', [
  /** The service accepts nothing from this account for this number of days. null: permanently. */
  z.object({ act: z.literal('ban'), userid: text, days: positive.nullable() }),
  z.object({ act: z.literal('unban'), userid: text }),
  z.object({ act: z.literal('reset-password'), userid: text }),
  /** An organiser may open clubs, and tournaments without games of their own before. */
  z.object({ act: z.literal('name-organiser'), userid: text, isNamed: z.boolean() }),
  /** `line`: a game and options, as behind `tournament open`. */
  z.object({ act: z.literal('open-tournament'), line: text }),
  z.object({ act: z.literal('cancel-tournament'), number: positive }),
  /** The game ends without a result. */
  z.object({ act: z.literal('void-board'), game: text, number: positive }),
  z.object({ act: z.literal('resign-seat'), game: text, number: positive, userid: text }),
  /** All players of the board have this number of days more. */
  z.object({ act: z.literal('give-time'), game: text, number: positive, days: positive }),
  z.object({ act: z.enum(['add-address', 'remove-address']), userid: text, address: text }),
  /** The account `userid` is closed, and what it had goes to `into`. */
  z.object({ act: z.literal('merge'), userid: text, into: text }),
]);

export type OperatorAct = Stored<typeof operatorAct>;

/** Resigns one seat of a player, as the player could. The player is told who did it. */
function resignSeat(context: ActorContext, ref: MatchRef, userid: string): Decision {
  const loaded = loadMatch(context.state, ref);
  if (!loaded.ok) return deny(loaded.reason.refused);
  const asPlayer = { ...context, actor: userid };
  const resigned = resignBoard(asPlayer, ref);
  if (!resigned.ok) return deny(resigned.reason.refused);
  const { events, notifications } = playPrepared(asPlayer, resigned.value);
  const told = buildNotice(userid, { code: 'resigned-by-operator', parts: nameBoard(loaded.value) });
  return allow(events, [...notifications, told]);
}

/** The account has the address at once: the operator has made sure whose it is. The account's other addresses are told too. */
function addAddress({ state }: ActorContext, account: Account, typed: string): Decision {
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
function removeAddress(account: Account, typed: string): Decision {
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
function mergeAccounts({ state }: ActorContext, from: Account, into: Account): Decision {
  if (from.userid === into.userid) return deny(refused('merge-same', { userid: from.userid }));
  const addresses = [...new Set([...into.addresses, ...from.addresses])];
  if (addresses.length > limits.addressesPerAccount)
    return deny(refused('addresses-too-many', { most: limits.addressesPerAccount }));
  const boards = state.boards(`running/player/${from.userid}`);
  if (boards.length > limits.renamedBoards)
    return deny(refused('merge-boards', { userid: from.userid, most: limits.renamedBoards }));
  const matches = state.matches(boards);
  const hindrance = matches.find(match => match.tournament !== undefined || userids(match).includes(into.userid));
  if (hindrance !== undefined)
    return deny(refused('merge-board', { game: hindrance.game, number: hindrance.number, userid: from.userid }));
  return allow(
    [{ kind: 'documents-changed', documents: listChanges(from, { ...into, addresses }, matches) }],
    [buildNotice(into.userid, { code: 'accounts-merged', parts: { from: from.userid, userid: into.userid } })],
  );
}

function listChanges(from: Account, into: Account, matches: readonly Match[]): readonly DocumentChange[] {
  const empty = createAccount(from.userid, from.opened, { web: from.settings.web });
  const renamed = { userid: from.userid, pseudonym: into.userid, addresses: [] };
  return [
    [`account/${from.userid}`, { ...empty, closed: true, renamedTo: into.userid }],
    [`account/${into.userid}`, into],
    ...from.addresses.map((address): DocumentChange => [`address/${address}`, { userid: into.userid }]),
    ...matches.map((match): DocumentChange => [matchKey(match), renameInMatch(match, renamed)]),
  ];
}

/** Carries out an act. `context` has no actor. */
export function carryOutOperatorAct(context: ActorContext, act: OperatorAct): Decision {
  if ('userid' in act && act.act !== 'resign-seat')
    return actOnAccount(context, act.userid, account => changeAccount(context, account, act));
  switch (act.act) {
    case 'open-tournament':
      return openOperatorTournament(context, act.line);
    case 'cancel-tournament':
      return cancelOperatorTournament(context, act.number);
    case 'void-board':
      return voidBoard(context, boardOf(act), { code: 'voided-news', parts: {} });
    case 'resign-seat':
      return resignSeat(context, boardOf(act), findPresentUserid(context.state, act.userid));
    case 'give-time':
      return giveTime(context, boardOf(act), { days: act.days, code: 'time-by-operator' });
  }
}

type AccountAct = Exclude<Extract<OperatorAct, { readonly userid: string }>, { readonly act: 'resign-seat' }>;

function changeAccount(context: ActorContext, account: Account, act: AccountAct): Decision {
  switch (act.act) {
    case 'ban':
      return banAccount(context, account, act.days);
    case 'unban':
      return unbanAccount(account);
    case 'reset-password':
      return resetPassword(account);
    case 'name-organiser':
      return nameOrganiser(account, act.isNamed);
    case 'add-address':
      return addAddress(context, account, act.address);
    case 'remove-address':
      return removeAddress(account, act.address);
    case 'merge':
      return actOnAccount(context, act.into, into => mergeAccounts(context, account, into));
  }
}

function actOnAccount({ state }: ActorContext, userid: string, done: (account: Account) => Decision): Decision {
  const account = isRobot(state, userid) ? null : state.account(findPresentUserid(state, userid));
  return account?.closed === false ? done(account) : deny(refused('user-unknown', { userid }));
}

const boardOf = ({ game, number }: MatchRef): MatchRef => ({ game, number });

/** Resigns the running boards, so that no player waits there. Seeks and entries end as an effect of the event. */
function banAccount(context: ActorContext, account: Account, days: number | null): Decision {
  const { userid } = account;
  const ban = { since: context.now, until: days === null ? null : context.now + days * DAY_MS };
  const { events, notifications } = resignAllBoards({ ...context, actor: userid });
  return allow(
    [...events, { kind: 'account-changed', userid, change: { ban } }],
    [
      ...notifications,
      buildNotice(userid, banPhrase(account, ban, { permanent: 'banned', until: 'banned-until' }), {
        code: 'banned-means',
        parts: {},
      }),
    ],
  );
}

function unbanAccount(account: Account): Decision {
  const { userid, ban = null } = account;
  if (ban === null) return deny(refused('not-banned', { userid }));
  return allow(
    [{ kind: 'account-changed', userid, change: { ban: null } }],
    [buildNotice(userid, { code: 'unbanned', parts: { userid } })],
  );
}

function nameOrganiser({ isOrganiser: _, ...account }: Account, isNamed: boolean): Decision {
  const { userid } = account;
  const named: Account = isNamed ? { ...account, isOrganiser: true } : account;
  const news = { code: isNamed ? 'organiser-named' : 'organiser-unnamed', parts: { userid } };
  return allow([writeDocument(`account/${userid}`, named)], [buildNotice(userid, news)]);
}

/** No password is made up, shown or mailed: the owner sets a new one. */
function resetPassword(account: Account): Decision {
  const { userid } = account;
  return allow(
    [{ kind: 'password-changed', userid, passwordHash: null }],
    [buildNotice(userid, { code: 'password-reset', parts: { userid } }, { code: 'password-reset-new', parts: {} })],
  );
}

/** Opens a tournament of the operator's. */
function openOperatorTournament(context: ActorContext, line: string): Decision {
  const { words, options } = parseLine(line);
  const { games } = context.state;
  const found = words.length === 1 ? findNamedGame(games, words[0] ?? '') : null;
  if (found === null) return deny(refused('tournament-game', { game: games[0]?.name ?? '' }));
  const terms = parseTournamentTerms(found.game, addTypedOptions(found, options));
  return terms.ok ? openByTerms(context, terms.value, null) : deny(terms.reason);
}

function cancelOperatorTournament({ state }: ActorContext, number: number): Decision {
  const tournament = state.get(`tournament/${number}`);
  return tournament === null ? deny(refused('tournament-unknown', { number })) : cancelAndTell(tournament, null);
}
