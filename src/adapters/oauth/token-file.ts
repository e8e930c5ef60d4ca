// The file with the refresh token: only its owner may read it, and it is replaced atomically.
import { readFile } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { reasonOf } from '#games/kit/assert.ts';

const OWNER_ONLY = 0o600;

const content = z.object({ refreshToken: z.string().min(1) });

/** null: there is no such file. */
export async function readRefreshToken(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  try {
    return content.parse(JSON.parse(text)).refreshToken;
  } catch (error) {
    throw new Error(`${file} holds no refresh token`, { cause: error });
  }
}

export async function writeRefreshToken(file: string, refreshToken: string): Promise<void> {
  await writeFileAtomic(file, `${JSON.stringify({ refreshToken })}\n`, { mode: OWNER_ONLY }).catch((error: unknown) => {
    throw new Error(`the refresh token cannot be written: ${reasonOf(error)}`, { cause: error });
  });
}
