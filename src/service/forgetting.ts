// Deletes a forgotten player's mail: in the outbox, given up, and in the mailbox.
// A decision cannot do this.
import { getDocument, isOfKind } from '#core/kernel/documents.ts';
import { reasonOf } from '#games/kit/assert.ts';
import type { ServiceContext } from './commit-request.ts';
import type { Alarm, MailArchive } from './ports.ts';

export interface ForgettingContext extends ServiceContext {
  readonly archive: MailArchive;
}

/** The mailbox or the disk cannot be reached. The erasure is tried again. */
export class MailNotErased extends Error {
  constructor(cause: unknown) {
    super(reasonOf(cause), { cause });
    this.name = 'MailNotErased';
  }
}

/** Erases the mails of a forgotten player and returns their addresses. null: the alarm is not about this step of a forgetting. */
export async function eraseMail(
  { key }: Alarm,
  { store, archive }: ForgettingContext,
): Promise<readonly string[] | null> {
  if (!isOfKind('forgetting', key)) return null;
  const { documents } = await store.read([key]);
  const forgetting = getDocument(documents, key);
  if (forgetting?.step !== 'mail') return null;
  const erasedAddresses = [...forgetting.addresses, ...(forgetting.asked ?? [])];
  try {
    if (erasedAddresses.length > 0) await archive.erase({ of: erasedAddresses });
    await store.erase(erasedAddresses);
  } catch (error) {
    throw new MailNotErased(error);
  }
  return erasedAddresses;
}
