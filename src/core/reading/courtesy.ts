// Recognises courtesies around a move or an answer, in five languages.
import { splitWords } from './everyday-pattern.ts';

/** Phrases by their words; `plainWords` says how they are written. */
const PHRASES: ReadonlySet<string> = new Set(
  `how are you|how are you doing|how is it going|hows it going|how are things|see you tomorrow|see you later|you play well|well done|you too|same to you|smiley|i was ill|it was a pleasure|my pleasure|hi|hello|hey|hi there|hello there|dear|good morning|good day|good afternoon|good evening|good night|greetings|welcome back
thanks|thank you|thank you very much|thanks a lot|many thanks|thx|ty|cheers|thanks for the game|thank you for the game|thanks for waiting
thanks for your patience|thanks for the quick reply|thanks for the reminder|thanks for playing|thanks again|you are welcome|youre welcome|no problem
please|pls|sorry|so sorry|im sorry|i am sorry|sorry for the delay|sorry for the wait|sorry for being late|sorry im late|sorry i am late|apologies
excuse me|pardon|oops|my bad|sorry i meant|i meant|i mean
good luck|have fun|good luck have fun|gl|hf|gg|wp|gl hf|good game|well played|nice game|great game|nice move|good move|great move|nice one
interesting move|tough one|tricky|hard choice|difficult position|clever|impressive|congratulations|congrats|best wishes|best regards|kind regards
regards|best|all the best|see you|see you soon|bye|take care|have a nice day|have a good day|have a nice weekend|enjoy|your turn|your move|over to you
ok|okay|well|so|now|then|and|hmm|hm|ah|oh|aha|wow|haha|lol|right|alright|all right|fine|great|good|nice|yes|sure|here we go|lets go|lets see
i play|i will play|ill play|i move|my move|my move is|i go|i go for|i take|i choose|i put|here is my move|heres my move|here it is|then i play|so i play
i think i play|i guess|i think|lets try|i try|ill try|i will try|lets play|its my move|this is my move|next move|for now|this time|with pleasure|gladly
wie gehts|wie geht es dir|wie geht es|bis morgen|bis spater|hallo|guten tag|guten morgen|guten abend|gute nacht|moin|servus|gruss dich|grussi|liebe grusse|viele grusse|grusse|schone grusse|mfg|lg|vg
danke|vielen dank|danke schon|dankeschon|besten dank|danke fur das spiel|danke fur die partie|danke furs spiel|bitte|entschuldigung|tut mir leid|sorry fur die verspatung
viel gluck|viel glueck|viel spass|viel erfolg|gutes spiel|schones spiel|schoner zug|guter zug|gut gespielt|glueckwunsch|gluckwunsch|tschuss|bis bald|bis dann
schonen tag|schonen abend|schones wochenende|ich spiele|ich ziehe|ich setze|ich nehme|mein zug|mein zug ist|also|dann|na gut|gut|jetzt|ja|gerne|du bist dran|du bist am zug
ca va|comment ca va|comment vas tu|a demain|bonjour|bonsoir|salut|coucou|cher|chere|merci|merci beaucoup|merci pour la partie|sil vous plait|sil te plait|svp|stp|il vous plait|il te plait|pardon|desole|desolee|excuse moi|excusez moi
bonne chance|bonne partie|bien joue|beau coup|joli coup|felicitations|a bientot|au revoir|cordialement|amicalement|amities|bonne journee|bonne soiree
je joue|je joue en|mon coup|mon coup est|voici mon coup|alors|bon|bien|voila|oui|daccord|a toi|a vous|a toi de jouer|avec plaisir|volontiers
que tal|como estas|hasta manana|hola|buenas|buenos dias|buenas tardes|buenas noches|estimado|estimada|querido|querida|gracias|muchas gracias|gracias por la partida|gracias por el juego|por favor|perdon|lo siento|disculpa|disculpas|perdona
buena suerte|suerte|buena partida|bien jugado|buena jugada|felicidades|enhorabuena|saludos|un saludo|un abrazo|abrazos|hasta luego|hasta pronto|adios|buen dia
juego|yo juego|mi jugada|mi jugada es|mi movimiento|mi movimiento es|muevo|pues|bueno|vale|entonces|ahora|si|claro|te toca|tu turno|con gusto|con mucho gusto
tudo bem|como estas|ate amanha|ola|bom dia|boa tarde|boa noite|caro|cara|viva|obrigado|obrigada|muito obrigado|muito obrigada|obrigado pelo jogo|obrigada pelo jogo|obrigado pela partida|obrigada pela partida|se faz favor|desculpa|desculpe|lamento
boa sorte|bom jogo|boa partida|bem jogado|boa jogada|bela jogada|parabens|cumprimentos|abraco|um abraco|abracos|beijinhos|ate logo|ate breve|ate ja|adeus|bom fim de semana
jogo|eu jogo|a minha jogada|a minha jogada e|minha jogada|a jogada|a jogada e|entao|bem|bom|agora|sim|claro|e a tua vez|tua vez|com gosto|com muito gosto|com todo o gosto`
    .split(/[|\n]/)
    .map(phrase => phrase.trim()),
);

const MOST_WORDS = Math.max(...[...PHRASES].map(phrase => phrase.split(' ').length));

/** The number of words that phrases of courtesy take from this place on. */
function phraseAt(words: readonly string[], at: number): number {
  for (let length = Math.min(MOST_WORDS, words.length - at); length > 0; length--)
    if (PHRASES.has(words.slice(at, at + length).join(' '))) return length;
  return 0;
}

/** What follows one of these may be a name: `Hi Otto`. */
const GREETING =
  /^(?:hi|hello|hey|dear|hallo|moin|bonjour|salut|cher|chere|hola|querid[oa]|estimad[oa]|ola|car[oa]|viva|thanks|danke|merci|gracias|obrigad[oa])$/;

/** A name: a word of letters alone, so that no cell is one. */
const NAME = /^\p{L}{2,16}$/u;

/** The index of the first word that is no courtesy; the length if all are. */
function firstOther(words: readonly string[]): number {
  let at = 0;
  for (let length = phraseAt(words, at); length > 0; length = phraseAt(words, at)) {
    const isGreeting = GREETING.test(words[at + length - 1] ?? '');
    at += length;
    const name = words[at] ?? '';
    const isLast = at === words.length - 1;
    // `Hi Otto, b3,a3`; the last word of a line may be the move.
    if (isGreeting && !isLast && NAME.test(name) && phraseAt(words, at) === 0) at += 1;
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
  const text = line
    .replace(SMILEY, ' ')
    .replace(/\p{Extended_Pictographic}|\ufe0f|\u200d/gu, ' ')
    .replace(BREAK, ' ');
  const typed = text.split(/\s+/).filter(word => word !== '');
  const plain = typed.map(word => (splitWords(word) ?? []).join(' '));
  if (plain.join('').length > 100) return line;
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
id love to|i would love to|love to|id like to|i would like to|id like to play|i would like to play|id love to play|i would love to play|happy to|happy to play|glad to|im in|i am in|count me in|why not|good idea|great idea|sounds good|sounds great|sounds fun
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
  /^(?:i am|im|my name is|name is|call me|as|me as|under the name|ich bin|ich heisse|mein name ist|als|je suis|je mappelle|mappelle|me llamo|soy|mi nombre es|como|chamo me|sou|sou o|sou a|o meu nome e) /;

/** A userid that is meant as one: with a digit, a hyphen or a capital letter. */
const CHOSEN_NAME = /^(?=.*[0-9_-]|\p{Lu})\p{L}[\p{L}\p{N}_-]{1,15}$/u;

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
    hasYes ||= yes > 0;
    length = Math.max(yes, phraseAt(words, at));
  }
  return hasYes ? at : null;
}

/** A friendly yes, with the name its writer chooses if there is one. null: the line is no clear yes. */
export function parseAcceptance(line: string): { readonly name: string | null } | null {
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
  return isNamed && /^[a-z]\S+$/.test(name) ? { name: typed.toLowerCase() } : null;
}
