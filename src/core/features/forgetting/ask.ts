// Asks a player at all their addresses whether they really want to be forgotten.
// The answer `yes` begins it.
import { type CommandContext, allow, type Decision, deny, type Notification } from '#core/decision/decision.ts';
import { limits } from '#core/kernel/limits.ts';
import { hasRoom } from '#core/players/quota.ts';
import { forgettingCharge } from '#core/players/quota-rules.ts';
import { refused } from '#core/kernel/refusal.ts';
import type { Account } from '#core/players/account.ts';
import { type Instant, DAY_MS } from '#core/kernel/time.ts';
import type { Sign } from '#core/mail/token.ts';
import { forgettingOf } from './forgetting.ts';
import { useridHash } from '#core/players/pseudonym.ts';

export function askToForget(context: CommandContext): Decision {
  const userid = context.actor ?? '';
  const told = context.state.account(userid)?.addresses ?? [];
  const charge = forgettingCharge(userid);
  if (!hasRoom(context.state, [charge], context.now))
    return deny(refused('forget-asked', { most: limits.forgettingAskedPerDay }));
  const id = context.sign(`forget|${context.cause}|${userid}`);
  const asked = told.map((address): Notification => ({
    kind: 'message',
    message: { kind: 'confirm-forget', to: { kind: 'address', address }, userid, id },
  }));
  const isTold = told.includes(context.sender.address);
  const line: Notification = { kind: 'done', done: { code: 'forget-asks', parts: { userid } } };
  return allow(
    [
      { kind: 'alert-raised', id, alert: { kind: 'forget', account: userid, told, at: context.now, spent: false } },
      { kind: 'charged', charges: [charge], at: context.now },
    ],
    isTold ? asked : [line, ...asked],
  );
}

/** An answer to the question, and the data to decide it. */
interface ForgetAnswer {
  readonly account: Account;
  /** The id of the question. */
  readonly id: string;
  readonly asked: Instant;
  readonly answer: 'yes' | 'no';
  readonly address: string;
  readonly now: Instant;
  readonly cause: string;
  readonly sign: Sign;
}

/** Decides the answer. It must come from an address of the account, and a `yes` within `undoDays`. */
export function answerToForget({ account, id, asked, answer, address, now, cause, sign }: ForgetAnswer): Decision {
  const { userid } = account;
  if (!account.addresses.includes(address)) return deny(refused('undo-void', { userid }));
  if (answer === 'no')
    return allow([{ kind: 'alert-answered', id }], [{ kind: 'done', done: { code: 'forget-not', parts: {} } }]);
  if (now > asked + limits.undoDays * DAY_MS) return deny(refused('forget-late', { days: limits.undoDays }));
  return allow(
    [
      { kind: 'alert-answered', id },
      {
        kind: 'documents-changed',
        documents: [[`forgetting/${useridHash(userid, sign)}`, forgettingOf(userid, cause, now, sign)]],
      },
    ],
    [{ kind: 'done', done: { code: 'forget-begun', parts: { userid } } }],
  );
}
