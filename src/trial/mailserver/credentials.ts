// Logins: addresses `local@domain`, also `local+detail@domain`, and their passwords.
// All accounts take any password, but the service's account only its generated one.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from './limits.ts';
import { replaceDurably } from './index-file.ts';

interface LocalAddress {
  /** In lower case: the name of the account, safe as the name of a folder. */
  readonly local: string;
  readonly detail: string | undefined;
}

// Dots only between other characters, so that neither `.` nor `..` can be an account.
const saneLocal = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;
const saneDetail = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{0,200}$/;

/** The account an address belongs to. `undefined` for an address of another domain, or with other characters. */
export function parseLocalAddress(address: string, domain: string): LocalAddress | undefined {
  const at = address.lastIndexOf('@');
  if (at < 0 || address.slice(at + 1).toLowerCase() !== domain.toLowerCase()) return undefined;
  const [local = '', ...details] = address.slice(0, at).toLowerCase().split('+');
  const detail = details.length > 0 ? details.join('+') : undefined;
  if (local.length > limits.localPart || !saneLocal.test(local)) return undefined;
  return detail !== undefined && !saneDetail.test(detail) ? undefined : { local, detail };
}

export interface Credentials {
  readonly servicePassword: string;
  /** The account's name when user and password are right. */
  readonly check: (user: string, password: string) => string | undefined;
}

/** `service`: the name of its account. Its password is in the folder `dir`. */
export async function openCredentials(dir: string, domain: string, service: string): Promise<Credentials> {
  const servicePassword = await readOrMake(dir);
  const check = (user: string, password: string): string | undefined => {
    // The account that a user name of a login means: the full address, or its local part alone. No detail.
    const found = parseLocalAddress(user.includes('@') ? user : `${user}@${domain}`, domain);
    const account = found?.detail === undefined ? found?.local : undefined;
    const isRight = account !== service.toLowerCase() || timingSafeEqual(hashText(password), hashText(servicePassword));
    return isRight ? account : undefined;
  };
  return { servicePassword, check };
}

async function readOrMake(dir: string): Promise<string> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const path = join(dir, 'service-password');
  const known = await readFile(path, 'utf8').catch(() => '');
  if (known.trim() !== '') {
    await chmod(path, 0o600);
    return known.trim();
  }
  const made = randomBytes(24).toString('base64url');
  await replaceDurably(path, `${made}\n`);
  return made;
}

const hashText = (text: string): Buffer => createHash('sha256').update(text).digest();
