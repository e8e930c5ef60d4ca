// What a mail has in common with others, from its header alone: requests that share a key are carried out in the order of arrival, others side by side. What only a body names is decided by the versions of documents.
import { canonicalAddress } from './accounts/canonical-address.ts';
import type { OwnAddress } from './identity/token.ts';
import type { Incoming } from './mail/incoming.ts';
import type { Catalogue } from './state/catalogue.ts';
import { matchKey } from './state/documents.ts';
import { boardsNamed } from './state/related.ts';

/** The sender's mailbox, and the boards its tokens or its Subject name. */
export const orderKeys = (mail: Incoming, { games }: Pick<Catalogue, 'games'>, own: OwnAddress): readonly string[] => [
  ...mail.from.map(({ address }) => `from ${canonicalAddress(address)}`),
  ...boardsNamed(mail, games, own).map(matchKey),
];
