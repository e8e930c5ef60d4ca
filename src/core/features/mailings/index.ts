// The feature `mailings`: announcements and broadcasts, to all players who want them.
import * as z from 'zod';
import { type DocumentDefinition, type Stored, instant, userid } from '#core/kernel/document-definition.ts';
import type { DocumentKey } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { refused } from '#core/kernel/refusal.ts';
import type { State } from '#core/kernel/state.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#core/kernel/time.ts';
import { type Command, parseCredentials } from '#core/language/command.ts';
import type { Sign } from '#core/mail/token.ts';
import { type Account, openAbsenceOf } from '#core/players/account.ts';
import { hasBlocked } from '#core/players/blocked.ts';
import type { Consequence, Message } from '#core/players/message.ts';
import {
  type CommandContext,
  type Decision,
  allow,
  chargedPlayerOf,
  deny,
  takeCharges,
  tell,
  writeDocument,
} from '#core/players/decision.ts';
import { type ChargedPlayer, chargePlayer, chargeService, createDayRule } from '#core/players/quota-rules.ts';
import { type Charge, hasRoom } from '#core/players/quota.ts';
import type { MessageKind } from '#core/writing/compose-context.ts';
import type { Feature, RequestContext } from '#core/writing/feature.ts';
import { quoteText } from '#core/writing/text.ts';
import { ok } from '#games/kit/result.ts';

declare module '#core/kernel/documents.ts' {
  interface Documents {
    readonly mailing: Mailing;
  }
}

const mailingSchema = z.object({
  /** The writer of a broadcast. null: an announcement by the operator. */
  from: userid.nullable(),
  /** The club whose members it goes to. Absent: to all players. */
  club: z.string().exactOptional(),
  text: z.string(),
  /** When it was written: accounts opened later do not get it. */
  at: instant,
  /** The userid of the last account that got the mail. '': none did. */
  after: z.string(),
  /** Whether all batches were sent. The document then stays for a while, so that the same text is not sent again. */
  isDone: z.boolean(),
  /** When the next batch is due, or when the document can be deleted. */
  wake: instant,
});

type Mailing = Stored<typeof mailingSchema>;

export const createMailing = (from: string | null, text: string, at: Instant): Mailing => ({
  ...{ from, text, at, after: '', isDone: false },
  wake: at,
});

export const MAILING: DocumentDefinition<'mailing'> = {
  schema: mailingSchema,
  folder: 'mailings',
  ifDamaged: 'Put a copy from a backup in its place, or move the file away: whoever has not been written to yet is not',
  isListedWhole: true,
  alarm: ({ wake }) => wake,
  erase: (mailing, { userid: gone }) => (mailing.from === gone ? null : mailing),
};

/** Is this text valid: not empty, not too long, without control characters? */
export const mayAnnounce = (text: string): boolean =>
  text.trim() !== '' && text.length <= limits.announcementLength && !/[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ufffd]/.test(text);

const announcementId = (text: string, sign: Sign): string => sign(`announcement|${text}`);

/** The mailing to store. `before`: the mailing with the same text. null: the same text is being sent, or was sent just now. */
function announcementAfter(
  before: Mailing | null,
  { text, isAgain, now }: { readonly text: string; readonly isAgain: boolean; readonly now: Instant },
  sign: Sign,
): { readonly id: string; readonly mailing: Mailing } | null {
  const next = createMailing(null, text, now);
  // If no service is running, the old mailing is not deleted in time.
  if (before === null || (before.isDone && before.wake <= now))
    return { id: announcementId(text, sign), mailing: next };
  return isAgain ? { id: sign(`announcement|${text}|${now}`), mailing: next } : null;
}

/** A broadcast: charged to its writer, and to the quota of the whole service. */
export const broadcastCharges = (player: ChargedPlayer): { readonly own: readonly Charge[]; readonly all: Charge } => ({
  own: chargePlayer(player, { purpose: 'broadcast', spanMs: limits.broadcastDays * DAY_MS, maxUses: 1 }),
  all: chargeService(createDayRule('broadcast', limits.broadcastsPerDay)),
});

/** News of a club. */
export const newsCharges = (player: ChargedPlayer, maxUses: number): readonly Charge[] =>
  chargePlayer(player, { purpose: 'club news', spanMs: 7 * DAY_MS, maxUses });

/** Broadcasts: mails to all players who accept them. They are rare, and need some finished games. */
function sendBroadcast(context: CommandContext): Decision {
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
    [writeDocument(`mailing/${id}`, createMailing(userid, comment, now)), takeCharges([...own, all], now)],
    [tell('broadcast-sent')],
  );
}

/** `broadcast`: sends a message to all players who accept broadcasts. */
export const broadcast: Command = {
  name: 'broadcast',
  listedAfter: 'message',
  usage: 'broadcast [userid password]',
  example: 'broadcast',
  permission: 'account',
  parse: commandLine => {
    const { credentials, rest } = parseCredentials(commandLine, 0);
    return rest.length > 0 ? null : ok({ credentials, run: sendBroadcast });
  },
};

// A mailing goes from userid to userid. So every account is written to exactly once, whatever happens between two batches.

/** The pause between two batches, in which mails of games are sent. */
const PAUSE_MS = 10_000;
/** How long the same text is not sent again. */
const SAME_MS = HOUR_MS;

/** The operator's mail to all accounts. */
export interface AnnouncementRequest {
  readonly kind: 'announcement';
  readonly text: string;
  /** Send it even if the same text was announced just before? */
  readonly isAgain: boolean;
}

/** Begins an announcement. null: the same text was sent just now. */
function beginAnnouncement(
  state: State,
  { text, isAgain }: AnnouncementRequest,
  context: RequestContext,
): Consequence | null {
  const { now, trust } = context;
  const before = state.get(`mailing/${announcementId(text, trust.sign)}`);
  const next = announcementAfter(before, { text, isAgain, now }, trust.sign);
  if (next === null) return null;
  const key = `mailing/${next.id}` as const;
  return { messages: [], state: state.with(new Map([[key, next.mailing]])) };
}

/** Sends the next batch, or deletes the mailing after the last one. */
export function decideMailing(state: State, id: string, now: Instant): Consequence {
  const document = state.get(`mailing/${id}`);
  const key: DocumentKey = `mailing/${id}`;
  if (document === null || document.isDone) return { messages: [], state: state.with(new Map([[key, null]])) };
  const { club, after } = document;
  const userids =
    club === undefined
      ? state.accountsAfter(after, limits.mailingBatch)
      : (state.get(`club/${club}`)?.members ?? [])
          .filter(userid => userid > after)
          .toSorted()
          .slice(0, limits.mailingBatch);
  state.requireAccounts(userids);
  const isLast = userids.length < limits.mailingBatch;
  const next: Mailing = isLast
    ? { ...document, text: '', isDone: true, wake: now + SAME_MS }
    : { ...document, after: userids.at(-1) ?? '', wake: now + PAUSE_MS };
  return {
    messages: userids.filter(userid => isReader(state, document, userid)).map(userid => message(document, userid)),
    state: state.with(new Map([[key, next]])),
  };
}

/** The accounts of robots are not stored. A damaged account is left out, and the others still get the mail. */
function isReader(state: State, { from, at, club }: Mailing, userid: string): boolean {
  if (state.isAccountDamaged(userid)) return false;
  const account = state.account(userid);
  if (account === null || !isReached(account) || account.opened > at) return false;
  if (from === null) return true;
  const isOpen = state.account(from)?.closed === false;
  const isWanted = club === undefined ? account.settings.broadcast === 'on' : account.settings.clubs === 'on';
  return isOpen && userid !== from && isWanted && !hasBlocked(state, userid, from);
}

const isReached = (account: Account): boolean =>
  !account.closed && account.addresses.length > 0 && openAbsenceOf(account) === null;

const message = ({ from, text, club }: Mailing, userid: string): Message => ({
  ...(from === null ? { kind: 'announcement' as const } : { kind: 'broadcast' as const, from, club: club ?? null }),
  ...{ to: { kind: 'account', userid }, userid, text },
});

/** The mail of the operator to all players. */
const announcement: MessageKind<{ readonly userid: string; readonly text: string }> = {
  charge: 'free',
  priority: 'mailing',
  write: (context, { userid, text }) => ({
    subject: { code: 'subject-announcement', parts: {} },
    token: { kind: 'digest', userid },
    text: context.templates.render('announcement.txt', { userid, text: quoteText(text) }),
  }),
};

interface Broadcast {
  readonly userid: string;
  readonly from: string;
  /** null: to all players. */
  readonly club: string | null;
  readonly text: string;
}

const broadcastMail: MessageKind<Broadcast> = {
  charge: 'free',
  priority: 'mailing',
  write: (context, { userid, from, club, text }) => ({
    subject:
      club === null
        ? { code: 'subject-broadcast', parts: { from } }
        : { code: 'subject-club-news', parts: { name: club } },
    token: { kind: 'digest', userid },
    text: context.templates.render('broadcast.txt', { from, club, text: quoteText(text) }),
    unsubscribe:
      club === null
        ? { list: { kind: 'broadcast' }, line: 'set broadcast=off' }
        : { list: { kind: 'clubs' }, line: 'set clubs=off' },
  }),
};

export const messages = { announcement, broadcast: broadcastMail };

export const mailings = {
  refusals: {
    'broadcast-games': ['least', 'finished'],
    'broadcast-week': ['days'],
    'broadcast-day': ['most'],
  } as const,
  documents: { mailing: MAILING },
  commands: [broadcast],
  requests: { announcement: beginAnnouncement },
  alarms: {
    mailing: ({ state, key, context }) => decideMailing(state, key.slice('mailing/'.length), context.now),
  },
} satisfies Feature;
