// Stores the recurring tournaments of the operator's configuration, at the start.
import { no, ok, type Result } from '#games/kit/result.ts';
import type { Refused } from '#core/kernel/refusal.ts';
import { readRecurring, type TypedRecurring } from '#core/features/tournaments/recurring.ts';
import { commitRequest, type ServiceContext } from './commit-request.ts';

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
