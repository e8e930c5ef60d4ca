// Deletes a forgotten player's mail: in the outbox, given up, and in the mailbox.
// A decision cannot do this.
import { getDocument, isOfKind } from '#core/kernel/documents.ts';
import { reasonOf } from '#games/kit/assert.ts';
import type { ServiceContext } from './commit-request.ts';
import type { Alarm, MailArchive } from './ports.ts';

export interface ForgettingContext extends ServiceContext {
  readonly archive: MailArchive;
}

/** The mailbox or the disk cannot be reached. It is tried again. */
export class MailNotErased extends Error {
  constructor(cause: unknown) {
    super(reasonOf(cause), { cause });
    this.name = 'MailNotErased';
  }
}

/** Erases the mails of a forgotten player and returns their addresses. null: the alarm is not about that step of a forgetting. */
export async function eraseMail(
  { key }: Alarm,
  { store, archive }: ForgettingContext,
): Promise<readonly string[] | null> {
  if (!isOfKind('forgetting', key)) return null;
  const { documents } = await store.read([key]);
  const forgetting = getDocument(documents, key);
  if (forgetting?.step !== 'mail') return null;
  const addresses = [...forgetting.addresses, ...(forgetting.asked ?? [])];
  try {
    if (addresses.length > 0) await archive.erase({ of: addresses });
    await store.erase(addresses);
  } catch (error) {
    throw new MailNotErased(error);
  }
  return addresses;
}
