// Parses a yes or a no. Only the first line counts, and only a word on its own.
import { tidy } from '../kernel/words.ts';

const YES: ReadonlySet<string> = new Set(['yes', 'ja', 'oui', 'si', 'sí', 'sim', 'da', 'да']);
const NO: ReadonlySet<string> = new Set(['no', 'nein', 'non', 'não', 'nao', 'nee', 'nej', 'нет']);

/** What may stand behind a yes and leaves it one; behind anything else an automatic answer could stand. */
const TAILS: ReadonlySet<string> = new Set([
  ...[
    '',
    'please',
    'thanks',
    'thank you',
    'that was me',
    'it was me',
    'that is me',
    'that is right',
    'i did',
    'bitte',
    'por favor',
  ],
  ...['obrigado', 'obrigada', 'fui eu', 'está certo', 'está bem'],
]);

/** Marks that mail programs and typists put around a word. */
const MARKS = /[*_`"'“”‘’]/g;

/**
 * `yes`, `*Yes*.`, `Yes, that was me`; `no`, `NO! I did not send this`. A sentence that only begins like it says neither:
 * an automatic answer must not confirm anything, nor undo it.
 */
export function parseYesOrNo(text: string): 'yes' | 'no' | null {
  const line = tidy(text.split('\n', 1)[0] ?? '')
    .toLowerCase()
    .replace(MARKS, '');
  const word = /^\p{L}{1,10}/u.exec(line)?.[0] ?? '';
  const behind = line.slice(word.length);
  const tail = behind.replace(/^[\s.!,;]{1,9}/, '');
  if (YES.has(word)) return TAILS.has(tail.replace(/[.!]{1,9}$/, '')) ? 'yes' : null;
  // `No. 4711` is a number, `no-reply` and `no: …` are no word.
  return NO.has(word) && (behind === '' || /^[.!,;]\s?(?:\p{L}|$)|^[.!]{1,9}$/u.test(behind)) ? 'no' : null;
}
