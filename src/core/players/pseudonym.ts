// Hashes and pseudonyms of forgotten userids.
// The hash recognises a userid that is stored nowhere. The pseudonym is the player's name in their games from then on.
import { canonicalAddress } from '../mail/canonical-address.ts';
import type { Sign } from '../mail/token.ts';

/** By it a userid is known again that is kept nowhere. */
export const useridHash = (userid: string, sign: Sign): string => sign(`forgotten userid|${userid}`);

/** The same of a mailbox. */
export const mailboxHash = (address: string, sign: Sign): string =>
  sign(`forgotten mailbox|${canonicalAddress(address)}`);

const PREFIX = 'gone-';

/** No player can have such a name. */
export const isPseudonym = (userid: string): boolean => userid.startsWith(PREFIX);

/** `cause`: makes it another for everybody who might guess. A userid has 16 characters. */
export const pseudonymOf = (userid: string, cause: string, sign: Sign): string =>
  `${PREFIX}${sign(`pseudonym|${cause}|${userid}`).slice(0, 11)}`;
