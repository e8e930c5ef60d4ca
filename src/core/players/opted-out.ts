// Opt-outs from unrequested mails, by mailbox, or by its hash if its owner was forgotten.
import type { CommandContext } from './decision.ts';
import type { Sign } from '../mail/token.ts';
import { mailboxIdOf } from './quota-rules.ts';

/** The id of the opt-out once the address itself is not stored any more. */
export const optOutHash = (address: string, sign: Sign): string => sign(`optout|${mailboxIdOf(address)}`);

export function isOptedOut({ state, sign }: Pick<CommandContext, 'state' | 'sign'>, address: string): boolean {
  const ids = [mailboxIdOf(address), optOutHash(address, sign)];
  state.requireLoaded(ids.map(id => ({ kind: 'document', key: `optout/${id}` })));
  return ids.some(id => state.get(`optout/${id}`) !== null);
}
