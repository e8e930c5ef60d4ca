// The stored form of the uses of limits, by an address, by an account, or in the whole service.
import { z } from 'zod';
import type { DocumentDefinition, ErasedPlayer } from '../kernel/document-definition.ts';
import { type Fields, instant } from '../kernel/schema-parts.ts';
import type { Instant } from '../kernel/time.ts';

declare module '../kernel/documents.ts' {
  interface Documents {
    readonly quota: Quota;
  }
}

declare module '../kernel/lists.ts' {
  interface ListsByKind {
    readonly quota: 'kind/quota';
  }
}

/** When something was done, for the limits that count it. The uses do not count any more after `until`. */
export interface Uses {
  /** Oldest first. */
  readonly at: readonly Instant[];
  /** The holder of each use, for limits that many share. Absent: holders are not distinguished. */
  readonly by?: readonly string[];
  readonly until: Instant;
}

/** Mails in a row that change nothing and were answered. */
export interface Idle {
  readonly mails: number;
  /** A MAC of the last mail's words. */
  readonly words: string;
  /** MACs of what the last replies said; absent: there was none. */
  readonly replies?: readonly string[];
  /** No answer until then; 0: each such mail is answered. */
  readonly muted: Instant;
  /** A day after the last answer. */
  readonly until: Instant;
}

/** The uses of limits by an address, by an account, or in the whole service. */
export interface Quota {
  /** By purpose. */
  readonly uses: Readonly<Record<string, Uses>>;
  /** What claims to come from an address must not silence its owner: two rows. */
  readonly idle: { readonly proved: Idle | null; readonly unproved: Idle | null };
}

const idle = z
  .object({
    mails: z.number().int(),
    words: z.string(),
    replies: z.array(z.string()).exactOptional(),
    muted: instant,
    until: instant,
  } satisfies Fields<Idle>)
  .nullable();

/** From when on nothing in it counts any more: the document may be dropped. */
export const quotaEnds = ({ uses, idle }: Quota): Instant =>
  Math.max(
    0,
    ...Object.values(uses).map(({ until }) => until),
    ...[idle.proved, idle.unproved].map(each => each?.until ?? 0),
  );

export const QUOTA: DocumentDefinition<'quota'> = {
  schema: z.object({
    uses: z.record(
      z.string(),
      z.object({ at: z.array(instant), by: z.array(z.string()).exactOptional(), until: instant }),
    ),
    idle: z.object({ proved: idle, unproved: idle }),
  } satisfies Fields<Quota>),
  folder: 'quotas',
  ifDamaged: 'It is made anew: what it counted begins again at nothing',
  isRenewed: true,
  isListedWhole: true,
  alarm: quotaEnds,
  erase: withoutPurposes,
};

/** What somebody has done towards a player is counted under the player's name. */
function withoutPurposes(quota: Quota, { userid }: ErasedPlayer): Quota {
  const kept = Object.entries(quota.uses).filter(([purpose]) => !purpose.split(' ').includes(userid));
  return kept.length === Object.keys(quota.uses).length ? quota : { ...quota, uses: Object.fromEntries(kept) };
}
