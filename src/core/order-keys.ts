// What a mail has in common with others, from its header alone: requests that share a key are carried out in the order of arrival, others side by side. What only a body names is decided by the versions of documents.
import { canonicalAddress } from './accounts/canonical-address.ts';
import { boardInSubject } from './language/subject.ts';
import { bareSubject } from './language/words.ts';
import { detailsOf } from './mail/gates.ts';
import type { Incoming } from './mail/incoming.ts';
import type { OwnAddress } from './identity/token.ts';
import { parseToken } from './identity/token.ts';
import type { Catalogue } from './state/catalogue.ts';
import type { MatchRef } from './state/documents.ts';
import { matchKey } from './state/documents.ts';

/** The sender's mailbox, and the boards its tokens or its Subject name. */
export function orderKeys(mail: Incoming, { games }: Pick<Catalogue, 'games'>, own: OwnAddress): readonly string[] {
  const named = boardInSubject(bareSubject(mail.subject), games);
  const boards = detailsOf(mail, own).flatMap((detail): MatchRef[] => {
    const stub = parseToken(detail);
    return stub?.kind === 'board' || stub?.kind === 'seat' ? [stub.match] : [];
  });
  return [
    ...mail.from.map(({ address }) => `from ${canonicalAddress(address)}`),
    ...[...boards, ...(named === null ? [] : [named])].map(matchKey),
  ];
}
