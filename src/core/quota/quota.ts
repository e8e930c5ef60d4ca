// How often something was done lately, counted in documents, so that a limit holds across mails, processes and restarts.
import { lookUp } from '#games/kit/look-up.ts';
import type { State } from '../state/state.ts';
import type { DocumentKey, Instant, Quota } from '../state/documents.ts';

/** So many uses within so many milliseconds, counted under the name of their purpose. */
export interface QuotaRule {
  readonly purpose: string;
  readonly spanMs: number;
  readonly most: number;
}

/** One use, charged to the quota document of this id: a canonical address, `user:alice`, or `all`. */
export interface Charge {
  readonly id: string;
  readonly rule: QuotaRule;
}

const EMPTY: Quota = { uses: {}, idle: { proved: null, unproved: null } };

const recent = (quota: Quota | null, { purpose, spanMs }: QuotaRule, now: Instant): readonly Instant[] =>
  (lookUp(quota?.uses, purpose)?.at ?? []).filter(at => at > now - spanMs && at <= now + AHEAD_MS);

/** Further ahead only a clock that was wrong can have been. */
const AHEAD_MS = 300_000;

/** How often this was done lately. */
export const countUses = (state: State, { id, rule }: Charge, now: Instant): number =>
  recent(state.document('quota', id), rule, now).length;

/** May this still be done, so many times? */
export const hasRoom = (state: State, charges: readonly Charge[], now: Instant, times = 1): boolean =>
  charges.every(({ id, rule }) => recent(state.document('quota', id), rule, now).length + times <= rule.most);

/** The document with one use more; what is over for other purposes goes. */
export function withUse(quota: Quota | null, rule: QuotaRule, now: Instant): Quota {
  const before = quota ?? EMPTY;
  const uses = Object.fromEntries(Object.entries(before.uses).filter(([, { until }]) => until > now));
  const at = [...recent(quota, rule, now), now].slice(-rule.most);
  return { ...before, uses: { ...uses, [rule.purpose]: { at, until: now + rule.spanMs } } };
}

/** The state with this use counted. */
export const spend = (state: State, { id, rule }: Charge, now: Instant): State =>
  withQuota(state, id, withUse(state.document('quota', id), rule, now));

/** The state with the use of that instant taken back, if it still counts. */
export function refund(state: State, { id, rule }: Charge, used: Instant): State {
  const quota = state.document('quota', id);
  const held = lookUp(quota?.uses, rule.purpose);
  if (quota === null || held?.at.includes(used) !== true) return state;
  const at = held.at.toSpliced(held.at.indexOf(used), 1);
  return withQuota(state, id, { ...quota, uses: { ...quota.uses, [rule.purpose]: { ...held, at } } });
}

export const withoutUses = (quota: Quota, { purpose }: QuotaRule): Quota | null =>
  kept({ ...quota, uses: Object.fromEntries(Object.entries(quota.uses).filter(([name]) => name !== purpose)) });

export const withQuota = (state: State, id: string, quota: Quota): State =>
  state.with(new Map<DocumentKey, Quota | null>([[`quota/${id}`, kept(quota)]]));

/** Where nothing is left the document goes at once: there is no instant at which an alarm could drop it. */
const kept = (quota: Quota): Quota | null => (quotaEnds(quota) === 0 ? null : quota);

export const withIdle = (quota: Quota | null, idle: Partial<Quota['idle']>): Quota => {
  const before = quota ?? EMPTY;
  return { ...before, idle: { ...before.idle, ...idle } };
};

/** From when on nothing in it counts any more: the document may be dropped. */
export const quotaEnds = ({ uses, idle }: Quota): Instant =>
  Math.max(
    0,
    ...Object.values(uses).map(({ until }) => until),
    ...[idle.proved, idle.unproved].map(each => each?.until ?? 0),
  );
