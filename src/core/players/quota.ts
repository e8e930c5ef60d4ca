// Counts uses in documents, so that limits hold across mails, processes and restarts.
import { lookUp } from '#games/kit/look-up.ts';
import type { State } from '../kernel/state.ts';
import type { DocumentKey } from '../kernel/documents.ts';
import type { Instant } from '../kernel/time.ts';
import { type Quota, quotaEnds } from './quota-document.ts';

/** At most `most` uses within `spanMs` milliseconds, counted under the name of their purpose. */
export interface QuotaRule {
  readonly purpose: string;
  readonly spanMs: number;
  readonly most: number;
}

/** One use, charged to the quota document of this id: a canonical address, `user:alice`, or `all`. */
export interface Charge {
  readonly id: string;
  readonly rule: QuotaRule;
  /**
   * The name under which the use of a shared limit is counted. When the limit is full, a holder with few uses still finds a place: the oldest
   * use of the holder with most uses goes. Absent: all uses are alike.
   */
  readonly holder?: string;
}

interface Use {
  readonly at: Instant;
  readonly by: string;
}

const EMPTY: Quota = { uses: {}, idle: { proved: null, unproved: null } };

function recent(quota: Quota | null, { purpose, spanMs }: QuotaRule, now: Instant): readonly Use[] {
  const { at = [], by = [] } = lookUp(quota?.uses, purpose) ?? {};
  return at
    .map((at, index): Use => ({ at, by: by[index] ?? '' }))
    .filter(({ at }) => at > now - spanMs && at <= now + AHEAD_MS);
}

const countOf = (uses: readonly Use[], holder: string): number => uses.filter(({ by }) => by === holder).length;

/** The holder with most uses: of several the one that comes first. */
function largestHolder(uses: readonly Use[]): { readonly holder: string; readonly count: number } {
  const counts = new Map<string, number>();
  for (const { by } of uses) counts.set(by, (counts.get(by) ?? 0) + 1);
  const [[holder, count] = ['', 0]] = [...counts].toSorted(([, a], [, b]) => b - a);
  return { holder, count };
}

/** Is there a place, or does somebody hold two more than this holder, who would then have one more? */
function isFree(uses: readonly Use[], { rule, holder }: Charge, times: number): boolean {
  if (uses.length + times <= rule.most) return true;
  return holder !== undefined && times === 1 && largestHolder(uses).count >= countOf(uses, holder) + 2;
}

/** With place for one more. */
function withPlace(uses: readonly Use[], { rule, holder }: Charge): readonly Use[] {
  if (uses.length < rule.most) return uses;
  if (holder === undefined) return uses.slice(uses.length - rule.most + 1);
  const largest = largestHolder(uses).holder;
  return uses.toSpliced(
    uses.findIndex(({ by }) => by === largest),
    1,
  );
}

/** Further ahead only a clock that was wrong can have been. */
const AHEAD_MS = 300_000;

/** How often this was done lately. */
export const countUses = (state: State, { id, rule }: Charge, now: Instant): number =>
  recent(state.get(`quota/${id}`), rule, now).length;

/** May this still be done, this number of times? */
export const hasRoom = (state: State, charges: readonly Charge[], now: Instant, times = 1): boolean =>
  charges.every(charge => isFree(recent(state.get(`quota/${charge.id}`), charge.rule, now), charge, times));

/** The document with one use more; what is over for other purposes goes. */
export function addUse(quota: Quota | null, charge: Charge, now: Instant): Quota {
  const { rule, holder } = charge;
  const before = quota ?? EMPTY;
  const uses = Object.fromEntries(Object.entries(before.uses).filter(([, { until }]) => until > now));
  const all = [...withPlace(recent(quota, rule, now), charge), { at: now, by: holder ?? '' }];
  const by = holder === undefined ? {} : { by: all.map(use => use.by) };
  return {
    ...before,
    uses: { ...uses, [rule.purpose]: { at: all.map(use => use.at), ...by, until: now + rule.spanMs } },
  };
}

/** The state with this use counted. */
export const spend = (state: State, charge: Charge, now: Instant): State =>
  setQuota(state, charge.id, addUse(state.get(`quota/${charge.id}`), charge, now));

/** The state with the use of that instant taken back, if it still counts. */
export function refund(state: State, { id, rule }: Charge, used: Instant): State {
  const quota = state.get(`quota/${id}`);
  const held = lookUp(quota?.uses, rule.purpose);
  if (quota === null || held?.at.includes(used) !== true) return state;
  const index = held.at.indexOf(used);
  const at = held.at.toSpliced(index, 1);
  const by = held.by === undefined ? {} : { by: held.by.toSpliced(index, 1) };
  return setQuota(state, id, { ...quota, uses: { ...quota.uses, [rule.purpose]: { ...held, at, ...by } } });
}

export const removeUses = (quota: Quota, { purpose }: QuotaRule): Quota | null =>
  kept({ ...quota, uses: Object.fromEntries(Object.entries(quota.uses).filter(([name]) => name !== purpose)) });

export const setQuota = (state: State, id: string, quota: Quota): State =>
  state.with(new Map<DocumentKey, Quota | null>([[`quota/${id}`, kept(quota)]]));

/** Where nothing is left the document goes at once: there is no instant at which an alarm could drop it. */
const kept = (quota: Quota): Quota | null => (quotaEnds(quota) === 0 ? null : quota);

export const setIdle = (quota: Quota | null, idle: Partial<Quota['idle']>): Quota => {
  const before = quota ?? EMPTY;
  return { ...before, idle: { ...before.idle, ...idle } };
};
