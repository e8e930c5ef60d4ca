// The feature `forgetting`: erasing everything about a player, and telling what is stored.
import { askAddresses } from '#core/players/addresses.ts';
import { listRunning } from '#core/board/acts/allowance.ts';
import { playerName } from '#core/board/match.ts';
import type { ListName } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { refused } from '#core/kernel/refusal.ts';
import type { State } from '#core/kernel/state.ts';
import { DAY_MS, type Instant } from '#core/kernel/time.ts';
import type { Command } from '#core/language/command.ts';
import { type Account, findPresentUserid } from '#core/players/account.ts';
import { isOptedOut } from '#core/players/blocked.ts';
import {
  type CommandContext,
  type Decision,
  allow,
  deny,
  sendMail,
  tell,
  writeDocument,
} from '#core/players/decision.ts';
import type { Consequence } from '#core/players/message.ts';
import { chargeAccount, createDayRule } from '#core/players/quota-rules.ts';
import { type Charge, hasRoom } from '#core/players/quota.ts';
import { findRobot } from '#core/players/robots.ts';
import { isPseudonym, useridHash } from '#core/players/userid.ts';
import type { Feature, RequestContext } from '#core/writing/feature.ts';
import { must } from '#games/kit/assert.ts';
import { ok } from '#games/kit/result.ts';
import { decideForgetting } from './decide-forgetting.ts';
import { FORGETTING, FORGOTTEN, forgettingOf } from './forgetting.ts';

/** Charged when a player is asked whether they want to be forgotten. */
export const forgettingCharge = (userid: string): Charge =>
  chargeAccount(userid, createDayRule('forget', limits.forgettingAskedPerDay));

// The answer `yes` begins it.

export function askToForget(context: CommandContext): Decision {
  const userid = context.actor ?? '';
  const charge = forgettingCharge(userid);
  if (!hasRoom(context.state, [charge], context.now))
    return deny(refused('forget-asked', { most: limits.forgettingAskedPerDay }));
  const { events, notifications } = askAddresses(context, { kind: 'forget' }, charge);
  const isTold = context.state.account(userid)?.addresses.includes(context.sender.address) === true;
  return allow(events, isTold ? notifications : [tell('forget-asks', { userid }), ...notifications]);
}

/** An answer to the question, and the data to decide it. */
interface ForgetAnswer extends Pick<CommandContext, 'now' | 'cause' | 'sign'> {
  readonly account: Account;
  /** The id of the question. */
  readonly id: string;
  readonly asked: Instant;
  readonly answer: 'yes' | 'no';
  readonly address: string;
}

/** Decides the answer. It must come from an address of the account, and a `yes` within `undoDays`. */
export function answerToForget({ account, id, asked, answer, address, now, cause, sign }: ForgetAnswer): Decision {
  const { userid } = account;
  if (!account.addresses.includes(address)) return deny(refused('undo-void', { userid }));
  if (answer === 'no') return allow([{ kind: 'alert-answered', id }], [tell('forget-not')]);
  if (now > asked + limits.undoDays * DAY_MS) return deny(refused('forget-late', { days: limits.undoDays }));
  return allow(
    [
      { kind: 'alert-answered', id },
      writeDocument(`forgetting/${useridHash(userid, sign)}`, forgettingOf(userid, cause, now, sign)),
    ],
    [tell('forget-begun', { userid })],
  );
}

/** `privacy`: tells players what is stored about them. */
export const privacy: Command = {
  name: 'privacy',
  listedAfter: 'unblock',
  usage: 'privacy',
  example: 'privacy',
  permission: 'anyone',
  parse: commandLine => (commandLine.words.length > 0 ? null : ok({ run: tellPrivacy })),
};

// It reads only the account and lists, so that the number of games does not matter.

function tellPrivacy(context: CommandContext): Decision {
  const { state, actor: userid } = context;
  if (userid === null) return deny(refused('everyday-privacy'));
  const lists = {
    finished: `over/player/${userid}`,
    ratings: `rated/player/${userid}`,
    seeks: `seeks/player/${userid}`,
    tournaments: `tournaments/player/${userid}`,
  } as const satisfies Readonly<Record<string, ListName>>;
  state.requireLoaded([
    ...Object.values(lists).map(list => ({ kind: 'list', list }) as const),
    { kind: 'document', key: `subscribers/${userid}` },
  ]);
  const boards = listRunning(state, userid).flatMap(ref => state.outline(ref) ?? []);
  const account = must(state.account(userid), 'whoever asks has an account');
  const counts = {
    ...{ running: boards.length, notes: boards.filter(({ notes = {} }) => Object.hasOwn(notes, userid)).length },
    prepared: boards.filter(({ players, prepared = [] }) =>
      prepared.some(({ by }) => playerName(players[by]) === userid),
    ).length,
    ...{ finished: state.listKeys(lists.finished).length, ratings: state.listKeys(lists.ratings).length },
    ...{ seeks: state.listKeys(lists.seeks).length, tournaments: state.listKeys(lists.tournaments).length },
    ...countsOf(account),
    followers: state.get(`subscribers/${userid}`)?.list.length ?? 0,
  };
  const optedOut = account.addresses.filter(address => isOptedOut(context, address));
  const to = { kind: 'account', userid } as const;
  return allow([], [sendMail({ kind: 'privacy', to, userid, counts, optedOut })]);
}

const COUNTED = ['subscriptions', 'blocked', 'friends', 'calendar', 'absences'] as const;

const countsOf = (account: Account): Readonly<Record<string, number>> => ({
  ...Object.fromEntries(COUNTED.map(list => [list, account[list]?.length ?? 0])),
  answers: Object.keys(account.answers ?? {}).length,
});

/** The operator starts the forgetting of a player. */
export interface ForgetPlayer {
  readonly kind: 'forget-player';
  readonly userid: string;
}

/** Begins to forget a player. null: there is no such player, or the forgetting has begun. */
export function beginForgetting(
  state: State,
  { userid: named }: ForgetPlayer,
  { cause, now, trust: { sign } }: RequestContext,
): Consequence | null {
  const userid = findPresentUserid(state, named);
  const account = state.account(userid);
  const key = `forgetting/${useridHash(userid, sign)}` as const;
  const isBegun = state.get(key) !== null;
  if (account === null || findRobot(state.robots, userid) !== null || isPseudonym(userid) || isBegun) return null;
  return { messages: [], state: state.with(new Map([[key, forgettingOf(userid, cause, now, sign)]])) };
}

export const forgetting = {
  refusals: { 'forget-asked': ['most'], 'forget-late': ['days'] } as const,
  documents: { forgetting: FORGETTING, forgotten: FORGOTTEN },
  commands: [privacy],
  requests: { 'forget-player': beginForgetting },
  alarms: {
    forgetting: ({ state, document, request, context }) => decideForgetting(state, document, request, context),
  },
} satisfies Feature;
