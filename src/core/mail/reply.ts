// What the sender newly wrote: the text of a mail without the quote below or between, and without the signature.
import { limits } from '../limits.ts';

/** Stub of the first hour; see the goldens in test/golden/replies. */
export function newText(text: string): string {
  const lines = text.slice(0, limits.textLength).split('\n').map(line => line.slice(0, limits.lineLength).trimEnd());
  const kept: string[] = [];
  for (const line of lines) {
    if (line === '--' || /^-{2,} ?original message/i.test(line)) break;
    if (line.startsWith('>') || /wrote:$/.test(line)) continue;
    kept.push(line);
  }
  return kept.join('\n').trim();
}
