// Broadcasts: mails to all players who accept them. They are rare, and need some finished games.
import { type CommandContext, chargedPlayerOf, allow, type Decision, deny } from '#core/decision/decision.ts';
import { limits } from '#core/kernel/limits.ts';
import { hasRoom } from '#core/players/quota.ts';
import { broadcastCharges } from '#core/players/quota-rules.ts';
import { refused } from '#core/kernel/refusal.ts';
import { mailing } from './mailing.ts';

export function sendBroadcast(context: CommandContext): Decision {
  const { state, comment, now } = context;
  const userid = context.actor ?? '';
  if (comment === '') return deny(refused('message-empty'));
  // Only the list is read, and no game is loaded.
  const finished = state.boards(`over/player/${userid}`).length;
  const least = limits.broadcastGames;
  if (finished < least) return deny(refused('broadcast-games', { least, finished }));
  const { own, all } = broadcastCharges(chargedPlayerOf(context));
  if (!hasRoom(state, own, now)) return deny(refused('broadcast-week', { days: limits.broadcastDays }));
  if (!hasRoom(state, [all], now)) return deny(refused('broadcast-day', { most: limits.broadcastsPerDay }));
  const id = context.sign(`broadcast|${context.cause}|${userid}`);
  return allow(
    [
      { kind: 'documents-changed', documents: [[`mailing/${id}`, mailing(userid, comment, now)]] },
      { kind: 'charged', charges: [...own, all], at: now },
    ],
    [{ kind: 'done', done: { code: 'broadcast-sent', parts: {} } }],
  );
}
