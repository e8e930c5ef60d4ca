// The audit log: what the operator has done, when, and by which user of the machine.
import { z } from 'zod';
import { type DocumentDefinition, type Stored, instant } from '#core/kernel/document-definition.ts';
import { DAY_MS } from '#core/kernel/time.ts';

declare module '#core/kernel/documents.ts' {
  interface Documents {
    readonly audit: AuditEntry;
  }
  interface ListsByKind {
    readonly audit: 'kind/audit';
  }
}

const auditEntrySchema = z.object({
  at: instant,
  /** The name of the user of the machine who gave the command, as their program says it. */
  by: z.string(),
  /** The fields of the command, with their values as texts: `{ act: 'ban', userid: 'mallory', days: '30' }`. */
  facts: z.record(z.string(), z.string()),
});

export type AuditEntry = Stored<typeof auditEntrySchema>;

/** An entry is kept this long. */
const KEPT_DAYS = 730;

export const AUDIT_ENTRY: DocumentDefinition<'audit'> = {
  schema: auditEntrySchema,
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
