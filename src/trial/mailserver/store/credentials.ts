// Checks logins: all accounts take any password, but the service's account its generated one alone.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accountOf } from '../addresses.ts';
import { replaceDurably } from './files.ts';

export interface Credentials {
  readonly servicePassword: string;
  /** The account's name when user and password are right. */
  readonly check: (user: string, password: string) => string | undefined;
}

/** `service`: the name of its account; its password lies in the folder `dir`. */
export async function openCredentials(dir: string, domain: string, service: string): Promise<Credentials> {
  const servicePassword = await readOrMake(dir);
  const check = (user: string, password: string): string | undefined => {
    const account = accountOf(user, domain);
    if (account !== service.toLowerCase()) return account;
    return isSame(password, servicePassword) ? account : undefined;
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

function isSame(left: string, right: string): boolean {
  const hashText = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hashText(left), hashText(right));
}
