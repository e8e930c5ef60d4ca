// Parses a yes or a no. Only the first line counts, and only a word on its own.
import { tidy } from '../kernel/words.ts';

const YES: ReadonlySet<string> = new Set(['yes', 'ja', 'oui', 'si', 'sí', 'sim', 'da', 'да']);
const NO: ReadonlySet<string> = new Set(['no', 'nein', 'non', 'não', 'nao', 'nee', 'nej', 'нет']);

/** The words that may follow a yes. Any other text could be an automatic answer. */
const YES_TAILS: ReadonlySet<string> = new Set([
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

/** Marks that mail programs and people put around a word. */
const QUOTATION_MARKS = /[*_`"'“”‘’]/g;

/**
 * Accepts `yes`, `*Yes*.`, `Yes, that was me`, `no`, `NO! I did not send this`. null: the text is neither. An automatic answer must not
 * confirm or undo anything, so a sentence that only begins with yes or no is neither.
 */
export function parseYesOrNo(text: string): 'yes' | 'no' | null {
  const line = tidy(text.split('\n', 1)[0] ?? '')
    .toLowerCase()
    .replace(QUOTATION_MARKS, '');
  const word = /^\p{L}{1,10}/u.exec(line)?.[0] ?? '';
  const rest = line.slice(word.length);
  const tail = rest.replace(/^[\s.!,;]{1,9}/, '');
  if (YES.has(word)) return YES_TAILS.has(tail.replace(/[.!]{1,9}$/, '')) ? 'yes' : null;
  // `No. 4711`, `no-reply` and `no: …` are not the answer no.
  return NO.has(word) && (rest === '' || /^[.!,;]\s?(?:\p{L}|$)|^[.!]{1,9}$/u.test(rest)) ? 'no' : null;
}
