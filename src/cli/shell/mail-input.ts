// Reads a mail from stdin.
import type { Readable } from 'node:stream';
import { limits } from '#core/kernel/limits.ts';

/** The bytes of the mail. If there are more than `limits.mailBytes`, a little more than these: the mail is too large. */
export async function readMailBytes(input: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input as AsyncIterable<Buffer | string>) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    size += bytes.length;
    if (size > limits.mailBytes) break;
  }
  return Buffer.concat(chunks);
}
