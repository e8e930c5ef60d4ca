// The Secrets port: scrypt for passwords, HMAC for tokens.
import { createHmac, createSecretKey, randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
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

/** 80 bits as 16 letters and digits that survive any mail program's idea of case: five bits make a letter. */
function writeLetters(mac: Buffer): string {
  let letters = '';
  for (const start of [0, 5]) {
    const bits = mac.readUIntBE(start, 5);
    for (let place = 2 ** 35; place >= 1; place /= 32) letters += ALPHABET.charAt(Math.floor(bits / place) % 32);
  }
  return letters;
}

/** `signingKey`: at least 32 random bytes, stored with the data. With a new key all tokens sent before are invalid. */
export function createSecrets(signingKey: Buffer, cost: Cost = COST): Secrets {
  const key = createSecretKey(signingKey);
  return {
    hash: secret => hash(secret, cost),
    verify: async (secret, stored) => {
      const [scheme, N, r, p, salt = '', digits = ''] = stored.split('$');
      if (scheme !== 'scrypt') return false;
      const expected = Buffer.from(digits, 'base64');
      const found = await derive(secret, Buffer.from(salt, 'base64'), { N: Number(N), r: Number(r), p: Number(p) });
      return found.length === expected.length && timingSafeEqual(found, expected);
    },
    sign: text => writeLetters(createHmac('sha256', key).update(text).digest()),
    derive: purpose => createHmac('sha256', key).update(`\0${purpose}`).digest(),
  };
}
