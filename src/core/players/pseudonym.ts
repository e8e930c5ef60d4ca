// Hashes and pseudonyms of forgotten userids.
// The hash recognises a userid that is stored nowhere. The pseudonym is the player's name in their games from then on.
import { canonicaliseAddress } from '../mail/canonical-address.ts';
import type { Sign } from '../mail/token.ts';

/** The hash by which a forgotten userid is recognised. */
export const useridHash = (userid: string, sign: Sign): string => sign(`forgotten userid|${userid}`);

/** The hash by which a forgotten player's mailbox is recognised. */
export const mailboxHash = (address: string, sign: Sign): string =>
  sign(`forgotten mailbox|${canonicaliseAddress(address)}`);

const PREFIX = 'gone-';

/** Is this the pseudonym of a forgotten player? No player can choose such a userid. */
export const isPseudonym = (userid: string): boolean => userid.startsWith(PREFIX);

/** The `cause` keeps others from guessing the pseudonym. A userid has at most 16 characters. */
export const pseudonymOf = (userid: string, cause: string, sign: Sign): string =>
  `${PREFIX}${sign(`pseudonym|${cause}|${userid}`).slice(0, 11)}`;
