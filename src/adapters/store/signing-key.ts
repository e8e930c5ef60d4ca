// The signing key, which every store keeps. With another one every token ever mailed is void.
import { randomBytes } from 'node:crypto';
import { z } from 'zod';

const KEY_BYTES = 32;

/** The digits of a key. */
export const keyDigits = z
  .string()
  .trim()
  .regex(/^[\da-f]{64}$/i);

export const createKeyDigits = (): string => randomBytes(KEY_BYTES).toString('hex');

export const KEY_DAMAGE = `is damaged: it should hold ${KEY_BYTES * 2} hexadecimal digits. Restore it from a backup.`;

export const KEY_LOSS =
  'it is missing. Put it back from a backup; with the new one that a start makes, no reply to a mail sent before is recognised, and players must ask for fresh boards with show.';
