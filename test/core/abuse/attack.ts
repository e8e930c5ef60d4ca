// A lab to attack: mails in short, who got what, and what passwords cost.
import { createMemoryStore } from '#test/memory-store.ts';
import { createSecrets } from '#adapters/crypto/secrets.ts';
import type { Secrets } from '#service/ports.ts';
import { type Lab, lab } from '#test/service/lab.ts';

export { told as subjects } from '#test/service/lab.ts';

export const HOUR_MS = 3_600_000;
export const ALICE = 'alice@example.test';
export const BOB = 'bob@example.test';
export const account = async (service: Lab, userid: string): Promise<unknown> =>
  (await service.store.read([`account/${userid}`])).documents.get(`account/${userid}`);

export async function signedUp(service: Lab, ...names: readonly string[]): Promise<void> {
  for (const name of names) await service.deliver({ from: `${name}@example.test`, subject: `signup ${name}` });
}

/** A lab whose passwords count what they cost. */
export function countingLab(store = createMemoryStore()): { readonly service: Lab; readonly hashes: () => number } {
  const vault = createSecrets(Buffer.alloc(32, 7), { N: 16, r: 1, p: 1 });
  let hashes = 0;
  const counting: Secrets = {
    ...vault,
    verify: (secret, hash) => {
      hashes += 1;
      return vault.verify(secret, hash);
    },
    hash: secret => {
      hashes += 1;
      return vault.hash(secret);
    },
  };
  return { service: lab({ secrets: counting, store }), hashes: () => hashes };
}
