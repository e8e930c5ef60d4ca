// Faults of the data on disk, each a sentence for the operator: where, what is wrong, what to do.
import { DOCUMENTS } from '#core/features.ts';
import { type DocumentKey, type DocumentKind, kindOf } from '#core/kernel/documents.ts';
import type { Finding } from '#service/ports.ts';

/** Thrown for a file the service cannot start without. */
export class DamagedData extends Error {
  constructor(file: string, what: string) {
    super(
      `${file} is damaged: ${what}. Put a copy from a backup in its place and start again. Moved away, the last changes it holds are lost, and the numbers of boards opened last may be given again.`,
    );
    this.name = 'DamagedData';
  }
}

/** Is a damaged document of this kind replaced by a new one? */
export const isReplaced = (key: DocumentKey): boolean => DOCUMENTS[kindOf(key)].isRenewed === true;

export const createDamageFinding = (kind: DocumentKind, where: string, why: string): Finding => ({
  level: DOCUMENTS[kind].isRenewed === true ? 'warn' : 'error',
  where,
  what: `it is damaged: ${why}. ${DOCUMENTS[kind].ifDamaged}.`,
});
