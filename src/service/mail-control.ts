// Shows the operator the mails that wait, were given up or put aside, and retries or drops them.
import * as z from 'zod';
import type { AdminPage } from './admin.ts';
import type { Stored } from '#core/kernel/document-definition.ts';
import { limits } from '#core/kernel/limits.ts';
import type { Instant } from '#core/kernel/time.ts';
import { findPaceState, type PaceState } from './pace.ts';
import type { Clock, HeldMail, MailRecord, Quarantine, Store } from './ports.ts';

/**
 * `waiting`: to be sent for the first time. `delayed`: to be sent again. `failed`: given up. `quarantined`: incoming, and put aside.
 * `undecided`: fetched from the mailbox.
 */
export const MAIL_STATES = ['waiting', 'delayed', 'failed', 'quarantined', 'undecided'] as const;

export type HeldState = (typeof MAIL_STATES)[number];

export const isHeldState = (value: unknown): value is HeldState => MAIL_STATES.some(state => state === value);

const text = z.string().max(500);

/** Which mails: of these states, and perhaps with an address that contains a text. '': any address. */
const mailFilter = z.object({ states: z.array(z.enum(MAIL_STATES)), address: text });

export const mailQuery = z.discriminatedUnion('query', [
  mailFilter.extend({ query: z.literal('mails'), after: text }),
  z.object({ query: z.literal('mail'), id: text }),
]);

/** `ids`: these mails. null: all that match the filter. */
export const mailAct = mailFilter.extend({ act: z.enum(['retry-mail', 'drop-mail']), ids: z.array(text).nullable() });

export type MailFilter = Stored<typeof mailFilter>;
export type MailQuery = Stored<typeof mailQuery>;
export type MailAct = Stored<typeof mailAct>;

export interface MailControlContext {
  readonly store: Pick<Store, 'listMails' | 'readMail' | 'markMail' | 'readPace'>;
  readonly quarantine: Quarantine;
  readonly clock: Pick<Clock, 'now' | 'speed'>;
  /** When the process that sends tries again. null: sending is not paused. */
  readonly sendingPausedUntil: () => Promise<Instant | null>;
}

const PAGE_SIZE = 200;
/** Mails that were put aside and are listed. An operator works on them from the oldest on. */
const MAX_HELD = 200;
/** Characters of a mail that are shown. A picture is longer, and says nothing to the reader. */
const MAX_SHOWN = 20_000;

type FoundMail =
  | { readonly of: 'outbox'; readonly mail: MailRecord }
  | { readonly of: 'quarantine'; readonly mail: HeldMail };

const stateOf = (found: FoundMail): HeldState => {
  if (found.of === 'quarantine') return found.mail.state;
  if (found.mail.state === 'failed') return 'failed';
  return found.mail.tries > 0 ? 'delayed' : 'waiting';
};

const isWanted = (found: FoundMail, { states, address }: MailFilter): boolean =>
  states.includes(stateOf(found)) &&
  (address === '' ||
    (found.of === 'outbox' ? found.mail.to : [found.mail.from]).some(each =>
      each.toLowerCase().includes(address.toLowerCase()),
    ));

const OUTBOX_STATES: readonly HeldState[] = ['waiting', 'delayed', 'failed'];

/** All mails that match, those of the outbox first. `after`: the id of a mail of the outbox. */
async function* findMails(
  { store, quarantine }: MailControlContext,
  filter: MailFilter,
  after: string | null,
): AsyncGenerator<FoundMail> {
  let last = after;
  for (let size = PAGE_SIZE; size === PAGE_SIZE && filter.states.some(state => OUTBOX_STATES.includes(state));) {
    const page = await store.listMails(last, PAGE_SIZE);
    for (const mail of page) if (isWanted({ of: 'outbox', mail }, filter)) yield { of: 'outbox', mail };
    size = page.length;
    last = page.at(-1)?.id ?? last;
  }
  if (filter.states.every(state => OUTBOX_STATES.includes(state))) return;
  for (const mail of await quarantine.list(MAX_HELD))
    if (isWanted({ of: 'quarantine', mail }, filter)) yield { of: 'quarantine', mail };
}

const formatInstant = (at: Instant | null): string | null => (at === null ? null : new Date(at).toISOString());

/** What holds up mails that are due. */
interface SendingState {
  readonly pausedUntil: Instant | null;
  readonly pace: PaceState | null;
  readonly now: Instant;
}

/** Why a mail waits: a pause, or the pace of sending. null: it is not due yet, or there is room for it. */
function findWaitReason({ priority, due }: MailRecord, { pausedUntil, pace, now }: SendingState): string | null {
  if (due === null) return null;
  if (pausedUntil !== null && due < pausedUntil)
    return `the SMTP server takes none of our mail: sending is paused until ${formatInstant(pausedUntil)}`;
  if (pace === null || due > now) return null;
  const from = priority === 'board' ? pace.boardsFrom : pace.othersFrom;
  return from > now ? `smtp.perHour is ${pace.perHour}: the next mail can be sent at ${formatInstant(from)}` : null;
}

function toRow(found: FoundMail, sending: SendingState): object {
  const state = stateOf(found);
  if (found.of === 'quarantine') {
    const { came, ...mail } = found.mail;
    return { ...mail, state, came: formatInstant(came) };
  }
  const { id, priority, to, tries, written, due } = found.mail;
  const why = found.mail.why ?? findWaitReason(found.mail, sending);
  return { ...{ id, state, priority, to, tries }, written: formatInstant(written), due: formatInstant(due), why };
}

/** Lists a page of mails, or shows one. */
export async function buildMailPage(query: MailQuery, context: MailControlContext): Promise<AdminPage> {
  const { store, clock, quarantine } = context;
  if (query.query === 'mail') {
    const { id } = query;
    const raw = (await store.readMail(id)) ?? (await quarantine.read(id));
    // The bytes as Latin-1 characters.
    const text = Buffer.from(raw?.subarray(0, MAX_SHOWN) ?? '').toString('latin1');
    return { rows: raw === null ? [] : [{ id, size: raw.length, text, isCut: raw.length > MAX_SHOWN }], next: null };
  }
  const now = clock.now();
  const sending: SendingState = {
    ...{ now, pausedUntil: await context.sendingPausedUntil() },
    pace: findPaceState(await store.readPace(), clock.speed ?? 1, now),
  };
  const rows: object[] = [];
  let last = '';
  for await (const found of findMails(context, query, query.after === '' ? null : query.after)) {
    // Mails that were put aside have no next page.
    if (rows.length >= limits.adminRows && found.of === 'outbox') return { rows, next: last };
    rows.push(toRow(found, sending));
    last = found.mail.id;
  }
  return { rows, next: null };
}

/** Resolves to the number of mails that were retried or dropped. */
export async function applyMailAct({ act, ids, ...filter }: MailAct, context: MailControlContext): Promise<number> {
  const { store, quarantine, clock } = context;
  const isRetry = act === 'retry-mail';
  const carryOut = async (id: string): Promise<boolean> => {
    if ((await store.readMail(id)) === null) return isRetry ? quarantine.retry(id) : quarantine.drop(id);
    await store.markMail(id, isRetry ? { kind: 'later', due: clock.now(), tries: 0 } : { kind: 'sent' });
    return true;
  };
  const found = [...(ids ?? [])];
  if (ids === null) for await (const { mail } of findMails(context, filter, null)) found.push(mail.id);
  let count = 0;
  for (const id of found) if (await carryOut(id)) count += 1;
  return count;
}
