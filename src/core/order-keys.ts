// Order keys: requests that share a key are decided in the order of arrival, others concurrently.
// Keys come from a mail's header alone. For what only its body names, the versions of documents detect conflicts.
import { canonicalAddress } from './accounts/canonical-address.ts';
import type { OwnAddress } from './identity/token.ts';
import type { Incoming } from './mail/incoming.ts';
import type { Catalogue } from './state/catalogue.ts';
import { matchKey } from './state/documents.ts';
import { findNamedBoards } from './state/related.ts';

/** The sender's mailbox, and the boards its tokens or its Subject name. */
export const orderKeys = (mail: Incoming, { games }: Pick<Catalogue, 'games'>, own: OwnAddress): readonly string[] => [
  ...mail.from.map(({ address }) => `from ${canonicalAddress(address)}`),
  ...findNamedBoards(mail, games, own).map(matchKey),
];
