// Reads stdin: lines as they arrive, or one mail.
// No line grows beyond its limit, and only the line under way is held.
import type { Readable } from 'node:stream';
import { limits } from '#core/kernel/limits.ts';

export interface InputLine {
  readonly text: string;
  /** Cut at the limit: the rest of it was thrown away. */
  readonly cut: boolean;
}

const createLine = (text: string, cut: boolean): InputLine => ({
  text: text.endsWith('\r') ? text.slice(0, -1) : text,
  cut,
});

/** Yields the lines each piece of input completes. `most`: characters a line may have, the rest is dropped. A last line without a newline counts. */
export async function* linesOf(input: Readable, most: number): AsyncGenerator<readonly InputLine[]> {
  let kept = '';
  let cut = false;
  const keep = (piece: string): void => {
    cut ||= kept.length + piece.length > most;
    kept = (kept + piece).slice(0, most);
  };
  input.setEncoding('utf8');
  for await (const chunk of input as AsyncIterable<string>) {
    const [first = '', ...others] = chunk.split('\n');
    const lines: InputLine[] = [];
    keep(first);
    for (const piece of others) {
      lines.push(createLine(kept, cut));
      [kept, cut] = ['', false];
      keep(piece);
    }
    if (lines.length > 0) yield lines;
  }
  if (kept !== '') yield [createLine(kept, cut)];
}

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
