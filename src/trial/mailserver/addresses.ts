// Parses addresses of this server: `local@domain`, and `local+detail@domain` for the same mailbox.
import { limits } from './limits.ts';

export interface LocalAddress {
  /** In lower case: the name of the account, safe as the name of a folder. */
  readonly local: string;
  readonly detail: string | undefined;
}

// Dots only between other characters, so that neither `.` nor `..` can be an account.
const saneLocal = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;
const saneDetail = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{0,200}$/;

/** The account an address belongs to; `undefined` when it is no address of this domain or no sane one. */
export function parseLocalAddress(address: string, domain: string): LocalAddress | undefined {
  const at = address.lastIndexOf('@');
  if (at < 0 || address.slice(at + 1).toLowerCase() !== domain.toLowerCase()) return undefined;
  return splitLocal(address.slice(0, at).toLowerCase());
}

function splitLocal(text: string): LocalAddress | undefined {
  const plus = text.indexOf('+');
  const local = plus < 0 ? text : text.slice(0, plus);
  const detail = plus < 0 ? undefined : text.slice(plus + 1);
  if (!isAccountName(local) || (detail !== undefined && !saneDetail.test(detail))) return undefined;
  return { local, detail };
}

function isAccountName(text: string): boolean {
  return text.length <= limits.localPart && saneLocal.test(text);
}

/** The account a user name of a login means: the full address, or its local part alone. No detail. */
export function accountOf(user: string, domain: string): string | undefined {
  const found = parseLocalAddress(user.includes('@') ? user : `${user}@${domain}`, domain);
  return found?.detail === undefined ? found?.local : undefined;
}
