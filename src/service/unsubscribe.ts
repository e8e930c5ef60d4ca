// Acts that come neither by mail nor from the operator: by pages, and from the settings.
import { type TypedRecurring, readRecurring } from '#core/features/tournaments/recurring.ts';
import type { Refused } from '#core/kernel/refusal.ts';
import type { PagePost } from '#core/desk/decide/request.ts';
import { type ListReader, readListToken } from '#core/writing/compose-context.ts';
import { type Result, no, ok } from '#games/kit/result.ts';
import { type ServiceContext, commitRequest, guardReading } from './commit-request.ts';

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

/**
 * Resolves when the act would survive a power cut. A click takes effect once. Returns the reason why nothing was done. null: it is
 * done.
 */
export async function postFromPage(post: Omit<PagePost, 'kind'>, service: ServiceContext): Promise<Refused | null> {
  const cause = `page:${service.fingerprint(`${post.token.toLowerCase()} ${post.id}`)}`;
  if (await guardReading(service.store).isSeen(cause)) return null;
  const commit = await commitRequest({ kind: 'page-post', ...post }, cause, service);
  await commit?.durable;
  const refusal = commit?.plan.refused ?? null;
  const { mails = [], unsentCount: unsent = 0 } = commit?.plan ?? {};
  service.log.info('page-post', { mails: mails.length, unsent, refused: refusal?.code ?? '' });
  return refusal;
}

/** Stores all recurring tournaments. If one cannot be read, stores none and returns its id and the reason. */
export async function configureRecurring(
  typedList: readonly TypedRecurring[],
  service: ServiceContext,
): Promise<Result<null, { readonly id: string; readonly why: Refused }>> {
  const recurring = [];
  for (const each of typedList) {
    const read = readRecurring(service.games, each);
    if (!read.ok) return no({ id: each.id, why: read.reason });
    recurring.push(read.value);
  }
  const cause = `recurring:${service.clock.now()}`;
  const commit = await commitRequest({ kind: 'recurring-configured', recurring }, cause, service);
  await commit?.durable;
  return ok(null);
}
