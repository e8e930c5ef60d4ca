// Takes readers off lists of mails, by the tokens in the headers of mails.
import { type ListReader, readListToken } from '#core/writing/compose-context.ts';
import { commitRequest, type ServiceContext } from './commit-request.ts';

/** Resolves to the list, when the change would survive a power cut. null: the token is not ours, and nothing was changed. */
export async function unsubscribe(token: string, service: ServiceContext): Promise<ListReader | null> {
  const left = readListToken(token, service.secrets.sign);
  if (left === null) return null;
  const cause = `unsubscribe:${service.clock.now()}:${service.fingerprint(token).slice(0, 32)}`;
  const commit = await commitRequest({ kind: 'list-left', left }, cause, service);
  await commit?.durable;
  if (commit?.result === 'committed') service.log.info('list-left', { list: left.list.kind });
  return left;
}
