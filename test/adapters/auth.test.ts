// Passwords and tokens: what is kept of a password opens with it alone; a MAC is the same for the same text and key, and for nothing else.
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from '#test/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { openSigningKey } from '#adapters/store/json/folder.ts';
import { createSecrets } from '#adapters/crypto/secrets.ts';

const cheap = { N: 16, r: 1, p: 1 };

describe('secrets', () => {
  it('keeps a salted hash that opens with the password alone', async () => {
    const vault = createSecrets(Buffer.alloc(32));
    const [first, second] = [await vault.hash('Sesam öffne'), await vault.hash('Sesam öffne')];
    expect(first).not.toBe(second);
    expect(first).not.toContain('Sesam');
    expect(await vault.verify('Sesam öffne', first)).toBe(true);
    expect(await vault.verify('Sesam o\u0308ffne', second)).toBe(true);
    expect(await vault.verify('sesam öffne', first)).toBe(false);
    expect(await vault.verify('', first)).toBe(false);
  });

  it('opens hashes made at another cost, and no garbage', async () => {
    const hash = await createSecrets(Buffer.alloc(32), cheap).hash('x');
    const vault = createSecrets(Buffer.alloc(32));
    expect(await vault.verify('x', hash)).toBe(true);
    for (const garbage of ['', 'plain', 'scrypt$16$1$1', 'md5$x$y'])
      expect(await vault.verify('x', garbage)).toBe(false);
  });

  it('signs with sixteen characters that survive any change of case', () => {
    const vault = createSecrets(Buffer.alloc(32, 1), cheap);
    const other = createSecrets(Buffer.alloc(32, 2), cheap);
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(vault.sign(a)).toMatch(/^[a-z2-7]{16}$/);
        expect(vault.sign(a) === vault.sign(b)).toBe(a === b);
        expect(vault.sign(a)).not.toBe(other.sign(a));
      }),
    );
  });
});

describe('signing key', () => {
  it('is made once, for the owner alone, and a damaged one is named', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'nexpost-key-'));
    const key = await openSigningKey(dir);
    expect(key.length).toBe(32);
    expect(await openSigningKey(dir)).toEqual(key);
    expect((await stat(join(dir, 'key'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(dir, 'key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
    await writeFile(join(dir, 'key'), 'short');
    await expect(openSigningKey(dir)).rejects.toThrow(/key is damaged/);
    await rm(dir, { recursive: true });
  });
});
