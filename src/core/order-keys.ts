// Order keys: requests that share a key are decided in the order of arrival, others concurrently.
// Keys come from a mail's header alone. For what only its body names, the versions of documents detect conflicts.
import { canonicaliseAddress } from './mail/canonical-address.ts';
import type { OwnAddress } from './mail/token.ts';
import type { Incoming } from './mail/incoming.ts';
import type { Catalogue } from './kernel/state.ts';
import { matchKey } from './kernel/documents.ts';
import { findNamedBoards } from './prefetch.ts';

/** The sender's mailbox, and the boards its tokens or its Subject name. */
export const orderKeys = (mail: Incoming, { games }: Pick<Catalogue, 'games'>, own: OwnAddress): readonly string[] => [
  ...mail.from.map(({ address }) => `from ${canonicaliseAddress(address)}`),
  ...findNamedBoards(mail, games, own).map(matchKey),
];
