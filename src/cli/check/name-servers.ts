// Checks that the name servers of the machine answer, which the verification of senders needs.
import type { Finding, Resolver } from '#service/ports.ts';

export async function checkNameServers({ resolveTxt }: Resolver, address: string): Promise<readonly Finding[]> {
  const name = `_dmarc.${address.slice(address.lastIndexOf('@') + 1)}`;
  const answer = await resolveTxt(name);
  if (answer.kind !== 'failed') return [];
  const what = `the name servers of this machine do not answer for ${name} (${answer.why}): without them verifyDkim proves no sender.`;
  return [{ level: 'warn', where: 'DNS', what }];
}
