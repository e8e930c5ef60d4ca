// Did somebody say yes or no? Only the first line they wrote counts, and only a word that stands for itself.
import { tidy } from './words.ts';

const YES: ReadonlySet<string> = new Set(['yes', 'ja', 'oui', 'si', 'sí', 'sim', 'да']);
const NO: ReadonlySet<string> = new Set(['no', 'nein', 'non', 'não', 'nee', 'nej', 'нет']);

/**
 * `yes`, `Yes.`, `Yes, that was me`; `no`, `NO! I did not send this`. A sentence that only begins like it says neither:
 * an automatic answer must not confirm anything, nor undo it.
 */
export function yesOrNo(text: string): 'yes' | 'no' | null {
  const line = tidy(text.split('\n', 1)[0] ?? '').toLowerCase();
  const word = /^\p{L}{1,10}(?=[.!,;:]|$)/u.exec(line)?.[0] ?? '';
  if (YES.has(word)) return 'yes';
  return NO.has(word) ? 'no' : null;
}
