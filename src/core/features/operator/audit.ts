// The audit log: what the operator has done, when, and by which user of the machine.
import { z } from 'zod';
import { type DocumentDefinition, type Fields, instant } from '#core/kernel/document-definition.ts';
import { DAY_MS, type Instant } from '#core/kernel/time.ts';

declare module '#core/kernel/documents.ts' {
  interface Documents {
    readonly audit: AuditEntry;
  }
  interface ListsByKind {
    readonly audit: 'kind/audit';
  }
}

export interface AuditEntry {
  readonly at: Instant;
  /** The name of the user of the machine who gave the command, as their program says it. */
  readonly by: string;
  /** The fields of the command, with their values as texts: `{ act: 'ban', userid: 'mallory', days: '30' }`. */
  readonly facts: Readonly<Record<string, string>>;
}

/** An entry is kept this long. */
const KEPT_DAYS = 730;

export const AUDIT_ENTRY: DocumentDefinition<'audit'> = {
  schema: z.object({
    at: instant,
    by: z.string(),
    facts: z.record(z.string(), z.string()),
  } satisfies Fields<AuditEntry>),
  folder: 'audit',
  ifDamaged:
    'Put a copy from a backup in its place, or move the file away: what it told of the operator is then not known',
  isListedWhole: true,
  alarm: ({ at }) => at + KEPT_DAYS * DAY_MS,
  erase: (entry, { userid, pseudonym, addresses }) => {
    const erase = (value: string): string =>
      value === userid ? pseudonym : addresses.includes(value.toLowerCase()) ? '' : value;
    const facts = Object.fromEntries(Object.entries(entry.facts).map(([name, value]) => [name, erase(value)]));
    return JSON.stringify(facts) === JSON.stringify(entry.facts) ? entry : { ...entry, facts };
  },
};
