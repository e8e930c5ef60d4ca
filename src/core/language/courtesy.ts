// Recognises courtesies around a move or an answer, in five languages, and a yes or a no.
import { tidy } from '../kernel/words.ts';
import { MAX_LENGTH, splitWords } from './sentence-words.ts';

/** Words without accents and apostrophes. Of each part of a phrase one choice follows the other part's. */
type Template = readonly (readonly (readonly string[])[])[];

const parseTemplate = (template: string): Template =>
  template
    .split(/[[\]]/)
    .map((part, index) => (index % 2 === 0 ? [part] : part.split('|')).map(text => text.match(/[^ ]+/g) ?? []));

/** The words that a phrase of this template may begin with. */
function listFirstWords([part, ...rest]: Template): readonly string[] {
  if (part === undefined) return [];
  const own = part.flatMap(([word]) => word ?? []);
  return part.every(choice => choice.length > 0) ? own : [...own, ...listFirstWords(rest)];
}

/** Templates of phrases, by the first words of the phrases. */
export type Phrases = ReadonlyMap<string, readonly Template[]>;

/** The phrases of a group of `templates/phrases/courtesy.txt`. */
export function createPhrases(templates: readonly string[]): Phrases {
  const phrases = new Map<string, Template[]>();
  for (const template of templates.map(parseTemplate))
    for (const word of new Set(listFirstWords(template))) phrases.set(word, [...(phrases.get(word) ?? []), template]);
  return phrases;
}

/** What people say around a move or an answer, and how they say yes. */
export interface Manners {
  readonly courtesies: Phrases;
  readonly yes: Phrases;
}

/** The number of words of the longest phrase from this place on. */
const phraseAt = (words: readonly string[], at: number, phrases: Phrases): number =>
  Math.max(0, ...(phrases.get(words[at] ?? '') ?? []).map(template => matchTemplate(words, at, template)));

/** The number of words of the longest phrase of a template from this place on. -Infinity: there is none. */
function matchTemplate(words: readonly string[], at: number, [part, ...rest]: Template): number {
  if (part === undefined) return 0;
  const fitting = part.filter(choice => choice.every((word, index) => word === words[at + index]));
  return Math.max(...fitting.map(({ length }) => length + matchTemplate(words, at + length, rest)));
}

/** What follows one of these may be a name: `Hi Otto`. */
const GREETING =
  /^(?:hi|hello|hey|dear|hallo|moin|bonjour|salut|cher|chere|hola|querid[oa]|estimad[oa]|ola|car[oa]|viva|thanks|danke|merci|gracias|obrigad[oa]|played|game|luck|move|morning|evening|you|gespielt|gluck|zug|morgen|abend|joue|chance|coup|jugado|suerte|jugada|dias|tardes|jogado|sorte|jogada|dia|tarde)$/;

/** What follows one of these is a name or a place, even at the end: `Regards, Otto`, `Greetings from Spain`. */
const SIGN_OFF =
  /^(?:regards|cheers|sincerely|yours|wishes|from|grusse|gruss|grussen|lg|mfg|vg|aus|von|cordialement|amicalement|amities|bises|bisous|bientot|saludos?|abrazos?|desde|cumprimentos|abracos?|saudacoes|beijinhos|beijos|abs|bjs|att|atenciosamente)$/;

/** A name: a word of letters alone, so that no cell is one. */
const NAME = /^\p{L}{2,16}$/u;

/** Is the word at this place a name that goes with the word before it? The last word of a line may be the move. */
function isName(words: readonly string[], at: number, manners: Manners): boolean {
  const before = words[at - 1] ?? '';
  const mayBeName = SIGN_OFF.test(before) || (GREETING.test(before) && at < words.length - 1);
  return mayBeName && NAME.test(words[at] ?? '') && phraseAt(words, at, manners.courtesies) === 0;
}

/** The index of the first word that is no courtesy; the length if all are. */
function firstOther(words: readonly string[], manners: Manners): number {
  let at = 0;
  const count = (): number => phraseAt(words, at, manners.courtesies);
  for (let length = count(); length > 0; length = count()) {
    at += length;
    // `Hi Otto, b3,a3`
    if (isName(words, at, manners)) at += 1;
  }
  return at;
}

/** Does a text say nothing but courtesies? Smileys are some. At most a few lines. */
export function isCourtesy(text: string, manners: Manners): boolean {
  const words = splitWords(text.replace(SMILEY, ' ').replace(/\s+/g, ' ').trim());
  if (words === null) return false;
  if (words.length === 0) return SMILEY_ONLY.test(text);
  const other = firstOther(words, manners);
  const [name = '', ...rest] = words.slice(other);
  return (
    other === words.length ||
    (other > 0 && rest.length === 0 && GREETING.test(words[other - 1] ?? '') && NAME.test(name))
  );
}

/** Emoticons of letters and marks; pictures are no words anyway. */
const SMILEY = /(?:^|\s)[:;=8xX][-o^']?[)(\]D|pPoO3](?=\s|$)/g;
const SMILEY_ONLY = /\p{Extended_Pictographic}|[:;=][-o^']?[)(\]D]/u;

/** Breaks between the parts of a line of which one may be a move. */
const BREAK = /[!.;:()\n]+\s+|\s+[-\u2013\u2014]\s+|[!.?]+$/g;

/** A line without the courtesies around what else it says: `hi otto, I play b3,a3, thanks!` is `b3,a3`. '' if there is nothing else. */
export function removeCourtesy(line: string, manners: Manners): string {
  // The patterns below take long over a long line.
  if (line.length > MAX_LENGTH) return line;
  const text = line
    .replace(SMILEY, ' ')
    .replace(/\p{Extended_Pictographic}|\ufe0f|\u200d/gu, ' ')
    .replace(BREAK, ' ');
  const typed = text.split(/\s+/).filter(word => word !== '');
  const plain = typed.map(word => (splitWords(word) ?? []).join(' '));
  const words = plain.filter(word => word !== '');
  const before = firstOther(words, manners);
  const rest = words.slice(before);
  const end = lastOther(rest, manners);
  // The typed words with these numbers among those that have letters or digits.
  const to = before + end;
  const kept: string[] = [];
  let at = 0;
  typed.forEach((word, index) => {
    const isWord = plain[index] !== '';
    if (at >= before && at < to) kept.push(word);
    if (isWord) at += 1;
  });
  return kept.join(' ').replace(/^[,;]+|[,;.!?]+$/g, '');
}

/** The number of words up to the last one that is no courtesy. */
function lastOther(words: readonly string[], manners: Manners): number {
  for (let end = 1; end <= words.length; end++)
    if (firstOther(words.slice(end), manners) === words.length - end) return end;
  return words.length;
}

/** What may stand before the name that somebody chooses. */
const NAMING =
  /^(?:my name is|name is|call me|as|me as|under the name|ich heisse|mein name ist|als|je mappelle|mappelle|me llamo|mi nombre es|como|chamo me|o meu nome e) /;

/** A userid that is meant as one: with a digit or a hyphen. */
const CHOSEN_NAME = /^(?=.*[0-9_-])\p{L}[\p{L}\p{N}_-]{1,15}$/u;

/** A mail of nothing but one of these pictures: thumbs up, a hand that says ok, a tick, and `OK`. */
const YES_PICTURE = /^(?:\u{1f44d}|\u{1f44c}|\u2705|\u{1f197})(?:\p{Emoji_Modifier}|\ufe0f|!|\s)*$/u;

/** A friendly yes, with the name its writer chooses if there is one. null: the line is no clear yes. */
export function parseAcceptance(line: string, manners: Manners): { readonly name: string | null } | null {
  // `Game on?`, `OK? No.`
  if (line.includes('?')) return null;
  if (YES_PICTURE.test(line.trim())) return { name: null };
  const words = splitWords(line) ?? [];
  // The index behind the words of agreement and courtesy; null: none of them says yes.
  let at = 0;
  let hasYes = false;
  for (let length = 1; length > 0; at += length) {
    const yes = phraseAt(words, at, manners.yes);
    const courtesy = phraseAt(words, at, manners.courtesies);
    // `great` and `ok, let's play` say yes, `great to hear from you` does not.
    hasYes ||= yes > 0 && yes + phraseAt(words, at + yes, manners.yes) >= courtesy;
    // `Hi alice, yes, I'd like to play`
    length = Math.max(yes, courtesy, isName(words, at, manners) ? 1 : 0);
  }
  const end = hasYes ? at : null;
  if (end === null) return null;
  return end === words.length ? { name: null } : findChosenName(line, words.slice(end).join(' '));
}

/** The name in what stands behind a yes. null: there are other words. */
function findChosenName(line: string, rest: string): { readonly name: string } | null {
  const name = rest.replace(NAMING, '');
  const typed = /[\p{L}\p{N}_-]+(?=[^\p{L}\p{N}_-]*$)/u.exec(line)?.[0] ?? '';
  const isNamed = name !== rest || CHOSEN_NAME.test(typed);
  return isNamed && /^[a-z]\S+$/.test(name) && !/[.!;]/.test(line.slice(0, -typed.length).replace(/^\W+/, '').slice(-3))
    ? { name: typed.toLowerCase() }
    : null;
}

/** What people say of themselves beside a yes. It takes nothing back. In words without marks and accents. */
const INEXPERIENCE = new RegExp(
  [
    'why not|warum nicht|pourquoi pas|por que no|porque nao',
    '(?:i |ive |i have |we |weve |we have )?(?:never|not) (?:ever |yet |really )?(?:played|tried|heard of|seen|done)(?: (?:it|this|that|one|nex|hex|y|gomoku|gonnect|nexos|hexafive))?(?: game)?(?: before)?',
    'i (?:havent|have not) (?:ever |really )?(?:played|tried|heard of|seen)(?: (?:it|this|that))?(?: game)?(?: before)?',
    'i (?:am|m) not (?:very |so |too )?(?:good|strong|experienced)(?: at (?:it|this))?|im not (?:very |so |too )?(?:good|strong|experienced)(?: at (?:it|this))?',
    'i (?:dont|do not) know (?:it|the rules|the game|how it works)(?: yet)?',
    '(?:ich habe )?(?:es |das )?noch nie (?:es |das )?gespielt|ich kenne (?:es|das spiel|die regeln) nicht',
    '(?:je n ai|je nai|jai) jamais joue(?: a ce jeu)?|nunca joguei(?: isso| este jogo)?|nunca he jugado(?: a esto)?|nunca lo he jugado',
  ]
    .map(phrase => `(?:${phrase})`)
    .join('|'),
  'g',
);

const removeInexperience = (line: string): string =>
  (splitWords(line) ?? []).join(' ').replace(INEXPERIENCE, ' ').trim();

/** The words of a line without what people say of their inexperience. */
export const removeRemarks = (line: string): readonly string[] =>
  removeInexperience(line)
    .split(' ')
    .filter(word => word !== '');

/** Is it a sentence about one's own inexperience, and nothing else but `but` or `and`? */
export const isRemark = (line: string): boolean =>
  /^(?:but|and|aber|mais|mas|pero|though)?$/.test(removeInexperience(line));

// A yes or a no. Only the first line counts, and only a word on its own.

const YES_WORDS: ReadonlySet<string> = new Set(['yes', 'ja', 'oui', 'si', 'sí', 'sim', 'da', 'да']);
const NO: ReadonlySet<string> = new Set(['no', 'nein', 'non', 'não', 'nao', 'nee', 'nej', 'нет']);

/** The words that may follow a yes. Any other text could be an automatic answer. */
const YES_TAILS: ReadonlySet<string> = new Set(
  (
    '|please|thanks|thank you|that was me|it was me|that is me|that is right|i did|bitte|por favor|obrigado|obrigada|' +
    'fui eu|está certo|está bem'
  ).split('|'),
);

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
  if (YES_WORDS.has(word)) return YES_TAILS.has(tail.replace(/[.!]{1,9}$/, '')) ? 'yes' : null;
  // `No. 4711`, `no-reply` and `no: …` are not the answer no.
  return NO.has(word) && (rest === '' || /^[.!,;]\s?(?:\p{L}|$)|^[.!]{1,9}$/u.test(rest)) ? 'no' : null;
}
