// Counts uses in documents, so that limits hold across mails, processes and restarts.
import * as z from 'zod';
import { lookUp } from '#games/kit/look-up.ts';
import { type DocumentDefinition, type ErasedPlayer, type Stored, instant } from '../kernel/document-definition.ts';
import type { DocumentKey } from '../kernel/documents.ts';
import type { State } from '../kernel/state.ts';
import type { Instant } from '../kernel/time.ts';

declare module '../kernel/documents.ts' {
  interface Documents {
    readonly quota: Quota;
  }
}

const usesSchema = z.object({
  /** Oldest first. */
  at: z.array(instant),
  /** The holder of each use, for a limit that several holders share. Absent: holders are not distinguished. */
  by: z.array(z.string()).exactOptional(),
  until: instant,
});

/** The instants at which something was done, for the limits that count them. After `until` they no longer count. */
export type Uses = Stored<typeof usesSchema>;

const idleSchema = z.object({
  mails: z.number().int(),
  /** A MAC of the text of the last mail. */
  words: z.string(),
  /** MACs of the texts of the last replies. Absent: there was none. */
  replies: z.array(z.string()).exactOptional(),
  /** Until this instant such mails get no answer. 0: each of them is answered. */
  muted: instant,
  /** When the count ends: a day after the last answer. */
  until: instant,
});

/** Counts answered mails in a row that changed nothing. */
export type Idle = Stored<typeof idleSchema>;

const quotaSchema = z.object({
  /** The uses by the purpose of their rule. */
  uses: z.record(z.string(), usesSchema),
  /** Proved and unproved mails are counted apart, so that a forger cannot silence the owner of an address. */
  idle: z.object({ proved: idleSchema.nullable(), unproved: idleSchema.nullable() }),
});

/** The uses of limits by an address, by an account, or in the whole service. */
export type Quota = Stored<typeof quotaSchema>;

/** The instant from which nothing in the document counts any more, so that it may be deleted. 0: nothing counts now. */
export const quotaEndOf = ({ uses, idle }: Quota): Instant =>
  Math.max(
    0,
    ...Object.values(uses).map(({ until }) => until),
    ...[idle.proved, idle.unproved].map(each => each?.until ?? 0),
  );

export const QUOTA: DocumentDefinition<'quota'> = {
  schema: quotaSchema,
  folder: 'quotas',
  ifDamaged: 'It is made anew: what it counted begins again at nothing',
  isRenewed: true,
  isListedWhole: true,
  alarm: quotaEndOf,
  erase: eraseUses,
};

/** Drops the uses whose purpose names the erased player, such as challenges of that player. */
function eraseUses(quota: Quota, { userid }: ErasedPlayer): Quota {
  const kept = Object.entries(quota.uses).filter(([purpose]) => !purpose.split(' ').includes(userid));
  return kept.length === Object.keys(quota.uses).length ? quota : { ...quota, uses: Object.fromEntries(kept) };
}

/** At most `maxUses` uses within `spanMs` milliseconds. The uses are stored under the purpose. */
export interface QuotaRule {
  readonly purpose: string;
  readonly spanMs: number;
  readonly maxUses: number;
}

/** One use, charged to the quota document of this id: a canonical address, `user:alice`, or `all`. */
export interface Charge {
  readonly id: string;
  readonly rule: QuotaRule;
  /**
   * The name under which the use of a shared limit is counted. When the limit is full, a holder with few uses may still add one: the oldest
   * use of the holder with most uses is dropped. Absent: holders are not distinguished.
   */
  readonly holder?: string;
}

interface Use {
  readonly at: Instant;
  readonly by: string;
}

const EMPTY: Quota = { uses: {}, idle: { proved: null, unproved: null } };

function listRecentUses(quota: Quota | null, { purpose, spanMs }: QuotaRule, now: Instant): readonly Use[] {
  const { at = [], by = [] } = lookUp(quota?.uses, purpose) ?? {};
  return at
    .map((at, index): Use => ({ at, by: by[index] ?? '' }))
    .filter(({ at }) => at > now - spanMs && at <= now + MAX_AHEAD_MS);
}

/** The holder with most uses. Among equals, the one whose first use is the oldest. */
function largestHolder(uses: readonly Use[]): { readonly holder: string; readonly count: number } {
  const counts = new Map<string, number>();
  for (const { by } of uses) counts.set(by, (counts.get(by) ?? 0) + 1);
  const [[holder, count] = ['', 0]] = [...counts].toSorted(([, a], [, b]) => b - a);
  return { holder, count };
}

/** Can this number of uses be added? If the limit is full, one use can still be added if another holder has at least two more than this one. */
function canAdd(uses: readonly Use[], { rule, holder }: Charge, count: number): boolean {
  if (uses.length + count <= rule.maxUses) return true;
  return (
    holder !== undefined &&
    count === 1 &&
    largestHolder(uses).count >= uses.filter(({ by }) => by === holder).length + 2
  );
}

/** The uses after one was dropped, if the limit is full. */
function makeRoom(uses: readonly Use[], { rule, holder }: Charge): readonly Use[] {
  if (uses.length < rule.maxUses) return uses;
  if (holder === undefined) return uses.slice(uses.length - rule.maxUses + 1);
  const largest = largestHolder(uses).holder;
  return uses.toSpliced(
    uses.findIndex(({ by }) => by === largest),
    1,
  );
}

/** Uses further in the future than this come from a wrong clock and do not count. */
const MAX_AHEAD_MS = 300_000;

/** The number of uses that count now. */
export const countUses = (state: State, { id, rule }: Charge, now: Instant): number =>
  listRecentUses(state.get(`quota/${id}`), rule, now).length;

/** Do all limits allow this number of further uses? */
export const hasRoom = (state: State, charges: readonly Charge[], now: Instant, count = 1): boolean =>
  charges.every(charge => canAdd(listRecentUses(state.get(`quota/${charge.id}`), charge.rule, now), charge, count));

/** The quota with this use added. Uses of other purposes that no longer count are dropped. */
export function addUse(quota: Quota | null, charge: Charge, now: Instant): Quota {
  const { rule, holder } = charge;
  const before = quota ?? EMPTY;
  const uses = Object.fromEntries(Object.entries(before.uses).filter(([, { until }]) => until > now));
  const recentUses = [...makeRoom(listRecentUses(quota, rule, now), charge), { at: now, by: holder ?? '' }];
  const by = holder === undefined ? {} : { by: recentUses.map(use => use.by) };
  return {
    ...before,
    uses: { ...uses, [rule.purpose]: { at: recentUses.map(use => use.at), ...by, until: now + rule.spanMs } },
  };
}

/** The state with this use added. */
export const spend = (state: State, charge: Charge, now: Instant): State =>
  setQuota(state, charge.id, addUse(state.get(`quota/${charge.id}`), charge, now));

/** The state without the use of that instant, if it is still stored. */
export function refund(state: State, { id, rule }: Charge, usedAt: Instant): State {
  const quota = state.get(`quota/${id}`);
  const uses = lookUp(quota?.uses, rule.purpose);
  if (quota === null || uses?.at.includes(usedAt) !== true) return state;
  const index = uses.at.indexOf(usedAt);
  const at = uses.at.toSpliced(index, 1);
  const by = uses.by === undefined ? {} : { by: uses.by.toSpliced(index, 1) };
  return setQuota(state, id, { ...quota, uses: { ...quota.uses, [rule.purpose]: { ...uses, at, ...by } } });
}

export const removeUses = (quota: Quota, { purpose }: QuotaRule): Quota | null =>
  dropIfEmpty({ ...quota, uses: Object.fromEntries(Object.entries(quota.uses).filter(([name]) => name !== purpose)) });

export const setQuota = (state: State, id: string, quota: Quota): State =>
  state.with(new Map<DocumentKey, Quota | null>([[`quota/${id}`, dropIfEmpty(quota)]]));

/** null if nothing in the quota counts: it is deleted at once, since no alarm would be set for it. */
const dropIfEmpty = (quota: Quota): Quota | null => (quotaEndOf(quota) === 0 ? null : quota);

export const setIdle = (quota: Quota | null, idle: Partial<Quota['idle']>): Quota => {
  const before = quota ?? EMPTY;
  return { ...before, idle: { ...before.idle, ...idle } };
};
