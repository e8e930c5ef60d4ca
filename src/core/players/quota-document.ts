// The stored form of quotas: the uses of limits by an address, an account, or the whole service.
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

/** The instants at which something was done, for the limits that count them. After `until` they no longer count. */
export interface Uses {
  /** Oldest first. */
  readonly at: readonly Instant[];
  /** The holder of each use, for a limit that several holders share. Absent: holders are not distinguished. */
  readonly by?: readonly string[];
  readonly until: Instant;
}

/** Counts answered mails in a row that changed nothing. */
export interface Idle {
  readonly mails: number;
  /** A MAC of the text of the last mail. */
  readonly words: string;
  /** MACs of the texts of the last replies. Absent: there was none. */
  readonly replies?: readonly string[];
  /** Until this instant such mails get no answer. 0: each of them is answered. */
  readonly muted: Instant;
  /** When the count ends: a day after the last answer. */
  readonly until: Instant;
}

/** The uses of limits by an address, by an account, or in the whole service. */
export interface Quota {
  /** The uses by the purpose of their rule. */
  readonly uses: Readonly<Record<string, Uses>>;
  /** Proved and unproved mails are counted apart, so that a forger cannot silence the owner of an address. */
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

/** The instant from which nothing in the document counts any more, so that it may be deleted. 0: nothing counts now. */
export const quotaEndOf = ({ uses, idle }: Quota): Instant =>
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
  alarm: quotaEndOf,
  erase: eraseUses,
};

/** Drops the uses whose purpose names the erased player, such as challenges of that player. */
function eraseUses(quota: Quota, { userid }: ErasedPlayer): Quota {
  const kept = Object.entries(quota.uses).filter(([purpose]) => !purpose.split(' ').includes(userid));
  return kept.length === Object.keys(quota.uses).length ? quota : { ...quota, uses: Object.fromEntries(kept) };
}
