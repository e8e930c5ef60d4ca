// The Secrets port: scrypt for passwords, HMAC for tokens.
import { createHmac, randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Secrets } from '#service/ports.ts';

/** OWASP's scrypt parameters for 16 MiB: N=2^14 with p=5. Each hash contains its parameters, so that they can be raised later. */
const COST: Cost = { N: 16_384, r: 8, p: 5 };
const KEY_BYTES = 32;

export interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

const deriveKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

const derive = (secret: string, salt: Buffer, cost: Cost): Promise<Buffer> =>
  deriveKey(secret.normalize('NFKC'), salt, KEY_BYTES, { ...cost, maxmem: 64 * 1024 * 1024 });

async function hash(secret: string, cost: Cost): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(secret, salt, cost);
  return `scrypt$${cost.N}$${cost.r}$${cost.p}$${salt.toString('base64')}$${key.toString('base64')}`;
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** `key`: at least 32 random bytes, stored with the data. With a new key all tokens sent before are invalid. */
export const createSecrets = (key: Buffer, cost: Cost = COST): Secrets => ({
  hash: secret => hash(secret, cost),
  verify: async (secret, stored) => {
    const [scheme, N, r, p, salt = '', digits = ''] = stored.split('$');
    if (scheme !== 'scrypt') return false;
    const expected = Buffer.from(digits, 'base64');
    const found = await derive(secret, Buffer.from(salt, 'base64'), { N: Number(N), r: Number(r), p: Number(p) });
    return found.length === expected.length && timingSafeEqual(found, expected);
  },
  sign: text => {
    // 80 bits as 16 letters and digits that survive any mail program's idea of case.
    const mac = createHmac('sha256', key).update(text).digest();
    let bits = 0n;
    for (const byte of mac.subarray(0, 10)) bits = (bits << 8n) | BigInt(byte);
    return Array.from({ length: 16 }, (_, i) => ALPHABET.charAt(Number((bits >> BigInt(75 - 5 * i)) & 31n))).join('');
  },
});
