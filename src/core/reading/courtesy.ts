// Recognises courtesies around a move or an answer, in five languages.
import { COURTESIES as PHRASES } from './courtesy-phrases.ts';
import { MAX_LENGTH, splitWords } from './everyday-pattern.ts';

const MOST_WORDS = Math.max(...[...PHRASES].map(phrase => phrase.split(' ').length));

/** The number of words that phrases of courtesy take from this place on. */
function phraseAt(words: readonly string[], at: number): number {
  for (let length = Math.min(MOST_WORDS, words.length - at); length > 0; length--)
    if (PHRASES.has(words.slice(at, at + length).join(' '))) return length;
  return 0;
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
function isName(words: readonly string[], at: number): boolean {
  const before = words[at - 1] ?? '';
  const mayBeName = SIGN_OFF.test(before) || (GREETING.test(before) && at < words.length - 1);
  return mayBeName && NAME.test(words[at] ?? '') && phraseAt(words, at) === 0;
}

/** The index of the first word that is no courtesy; the length if all are. */
function firstOther(words: readonly string[]): number {
  let at = 0;
  for (let length = phraseAt(words, at); length > 0; length = phraseAt(words, at)) {
    at += length;
    // `Hi Otto, b3,a3`
    if (isName(words, at)) at += 1;
  }
  return at;
}

/** Does a text say nothing but courtesies? Smileys are some. At most a few lines. */
export function isCourtesy(text: string): boolean {
  const words = splitWords(text.replace(SMILEY, ' ').replace(/\s+/g, ' ').trim());
  if (words === null) return false;
  if (words.length === 0) return SMILEY_ONLY.test(text);
  const other = firstOther(words);
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
export function removeCourtesy(line: string): string {
  // The patterns below take long over a long line.
  if (line.length > MAX_LENGTH) return line;
  const text = line
    .replace(SMILEY, ' ')
    .replace(/\p{Extended_Pictographic}|\ufe0f|\u200d/gu, ' ')
    .replace(BREAK, ' ');
  const typed = text.split(/\s+/).filter(word => word !== '');
  const plain = typed.map(word => (splitWords(word) ?? []).join(' '));
  const words = plain.filter(word => word !== '');
  const before = firstOther(words);
  const rest = words.slice(before);
  const end = lastOther(rest);
  return joinTyped(typed, plain, before, before + end);
}

/** The number of words up to the last one that is no courtesy. */
function lastOther(words: readonly string[]): number {
  for (let end = 1; end <= words.length; end++) if (firstOther(words.slice(end)) === words.length - end) return end;
  return words.length;
}

/** The typed words with these numbers among those that have letters or digits. */
function joinTyped(typed: readonly string[], plain: readonly string[], from: number, to: number): string {
  const kept: string[] = [];
  let at = 0;
  typed.forEach((word, index) => {
    const isWord = plain[index] !== '';
    if (at >= from && at < to) kept.push(word);
    if (isWord) at += 1;
  });
  return kept.join(' ').replace(/^[,;]+|[,;.!?]+$/g, '');
}

/** Ways to say yes to an invitation. */
const YES: ReadonlySet<string> = new Set(
  `yes|yes please|yep|yeah|yup|ok|okay|sure|sure thing|of course|certainly|absolutely|definitely|gladly|with pleasure|my pleasure|lets play|let us play|lets do it|lets go
id be delighted|i would be delighted|id be happy to|sehr gern|sehr gerne|com certeza|id love to|i would love to|love to|id like to|i would like to|id like to play|i would like to play|id love to play|i would love to play|happy to|happy to play|glad to|im in|i am in|count me in|why not|good idea|great idea|sounds good|sounds great|sounds fun
accepted|accept|i accept|i accept the invitation|i accept the challenge|challenge accepted|i will play|ill play|i want to play|deal|game on|bring it on|thumbs up|agreed|i agree|fine|fine with me|perfect|great|cool|super
ja|ja bitte|ja gerne|gerne|sehr gerne|ja gern|gern|klar|na klar|naturlich|selbstverstandlich|einverstanden|ich nehme an|ich bin dabei|bin dabei|auf gehts|los gehts|warum nicht|mit vergnugen|ich mache mit|ich spiele mit|ich spiele gerne|lass uns spielen|passt|prima|toll
oui|oui avec plaisir|avec plaisir|avec joie|volontiers|bien sur|daccord|dac|pourquoi pas|jaccepte|accepte|je veux bien|ok pour moi|allons y|on joue|jouons|entendu|parfait|partant|je suis partant|je suis partante
si|si por favor|si gracias|claro|claro que si|por supuesto|con gusto|con mucho gusto|encantado|encantada|vale|de acuerdo|acepto|acepto la invitacion|acepto el reto|por que no|vamos|juguemos|venga|me apunto|perfecto|genial
sim|sim por favor|claro que sim|com gosto|com muito gosto|com todo o gosto|com prazer|aceito|aceito o convite|aceito o desafio|de acordo|porque nao|vamos|vamos a isso|vamos jogar|esta bem|combinado|perfeito|otimo|bora|alinho`
    .split(/[|\n]/)
    .map(phrase => phrase.trim()),
);

const MAX_YES_WORDS = Math.max(...[...YES].map(phrase => phrase.split(' ').length));

/** What may stand before the name that somebody chooses. */
const NAMING =
  /^(?:my name is|name is|call me|as|me as|under the name|ich heisse|mein name ist|als|je mappelle|mappelle|me llamo|mi nombre es|como|chamo me|o meu nome e) /;

/** A userid that is meant as one: with a digit or a hyphen. */
const CHOSEN_NAME = /^(?=.*[0-9_-])\p{L}[\p{L}\p{N}_-]{1,15}$/u;

/** The number of words of the longest yes from this place on. */
function yesAt(words: readonly string[], at: number): number {
  for (let length = Math.min(MAX_YES_WORDS, words.length - at); length > 0; length--)
    if (YES.has(words.slice(at, at + length).join(' '))) return length;
  return 0;
}

/** A mail of nothing but one of these pictures: thumbs up, a hand that says ok, a tick, and `OK`. */
const YES_PICTURE = /^(?:\u{1f44d}|\u{1f44c}|\u2705|\u{1f197})(?:\p{Emoji_Modifier}|\ufe0f|!|\s)*$/u;

/** The index behind the words of agreement and courtesy; null: none of them says yes. */
function endOfYes(words: readonly string[]): number | null {
  let at = 0;
  let hasYes = false;
  for (let length = 1; length > 0; at += length) {
    const yes = yesAt(words, at);
    const courtesy = phraseAt(words, at);
    // `great` and `ok, let's play` say yes, `great to hear from you` does not.
    hasYes ||= yes > 0 && yes + yesAt(words, at + yes) >= courtesy;
    // `Hi alice, yes, I'd like to play`
    length = Math.max(yes, courtesy, isName(words, at) ? 1 : 0);
  }
  return hasYes ? at : null;
}

/** A friendly yes, with the name its writer chooses if there is one. null: the line is no clear yes. */
export function parseAcceptance(line: string): { readonly name: string | null } | null {
  // `Game on?`, `OK? No.`
  if (line.includes('?')) return null;
  if (YES_PICTURE.test(line.trim())) return { name: null };
  const words = splitWords(line) ?? [];
  const end = endOfYes(words);
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
