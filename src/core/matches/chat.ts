// Sends words to other players, without a move.
import {
  type CommandContext,
  chargedPlayerOf,
  allow,
  type Decision,
  deny,
  type Notification,
} from '../decision/decision.ts';
import { type Match, userids } from '../board/match-document.ts';
import type { MatchRef } from '../kernel/documents.ts';
import type { State } from '../kernel/state.ts';
import { isSecret } from '../board/secret.ts';
import { findSpectators } from '../board/subscribers.ts';
import { loadMatch } from './require-match.ts';
import { refused, type Refused } from '../kernel/refusal.ts';
import { wordCharges, chatCharge } from '../players/quota-rules.ts';
import { type Charge, hasRoom } from '../players/quota.ts';
import { limits } from '../kernel/limits.ts';
import { withoutBlockers } from '../accounts/blocked.ts';
import { findRobot } from '../players/robots.ts';

export function sendChat(context: CommandContext, ref: MatchRef): Decision {
  const table = loadMatch(context.state, ref);
  if (!table.ok) return table;
  const text = context.comment;
  if (text === '') return deny(refused('message-empty'), ref);
  const from = context.actor ?? '';
  const charges = wordCharges(chargedPlayerOf(context));
  const boardCharge = chatCharge(from, ref);
  const refusal = refuseWords(context, charges);
  if (refusal !== null) return deny(refusal, ref);
  if (!hasRoom(context.state, [boardCharge], context.now))
    return deny(refused('chats-full', { most: limits.chatsPerBoard }), ref);
  const { match } = table.value;
  const hearers = listHearers(context.state, match, from, text);
  const readers = withoutBlockers(context.state, from, [...new Set([...hearers, from])]);
  const messages = readers.map((userid): Notification => ({
    kind: 'message',
    message: { kind: 'chat', to: { kind: 'account', userid }, match: ref, from, text },
  }));
  const reachesNoPlayer = !hearers.some(userid => userids(match).includes(userid));
  const done: Notification = { kind: 'done', done: { code: 'chat-apart', parts: {} } };
  return allow(
    [{ kind: 'charged', charges: [...charges, boardCharge], at: context.now }],
    [...messages, ...(reachesNoPlayer ? [done] : [])],
  );
}

/** During a game, spectators' words do not reach the players. Players' secret words never reach spectators. */
function listHearers(state: State, match: Match, from: string, text: string): readonly string[] {
  const players = userids(match);
  const spectators = findSpectators(state, match).map(({ userid }) => userid);
  if (players.includes(from)) return isSecret(text) ? players : [...players, ...spectators];
  return match.state === 'over' ? [...players, ...spectators] : spectators;
}

/** Why these words cannot be sent now. null: they can. The writer gets the words back with the refusal. */
const refuseWords = (context: CommandContext, charges: readonly Charge[]): Refused | null =>
  hasRoom(context.state, charges, context.now) ? null : refused('messages-full', { most: limits.messagesPerHour });

/** Readers who have blocked the writer get no mail. The writer is not told, since the reader's mail is filtered. */
export function sendMessage(context: CommandContext, readers: readonly string[]): Decision {
  if (context.comment === '') return deny(refused('message-empty'));
  const unknown = readers.filter(userid => context.state.account(userid)?.closed !== false);
  if (unknown.length > 0) return deny(refused('user-unknown', { userid: unknown.join(', ') }));
  const robot = readers.find(userid => findRobot(context.state.robots, userid) !== null);
  if (robot !== undefined) return deny(refused('robot-reads-nothing', { robot }));
  const from = context.actor ?? '';
  const charges = wordCharges(chargedPlayerOf(context));
  const full = refuseWords(context, charges);
  if (full !== null) return deny(full);
  const messages = withoutBlockers(context.state, from, [...new Set(readers)]).map((userid): Notification => ({
    kind: 'message',
    message: { kind: 'message', to: { kind: 'account', userid }, from, text: context.comment },
  }));
  return allow(
    [{ kind: 'charged', charges, at: context.now }],
    [...messages, { kind: 'done', done: { code: 'message-sent', parts: { userids: readers.join(', ') } } }],
  );
}
