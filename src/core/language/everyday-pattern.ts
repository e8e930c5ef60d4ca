// Matches sentences of ordinary language against patterns of words, in five languages.

/** The words of a text with a blank or a new line between them. */
export const splitToSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

export const GAME =
  'game|games|board|boards|match|matches|spiel|spiele|spielen|spieles|partie*|brett*|jeu|jeux|partid*|juego*|jogo*|tabuleiro*|tablero*';
export const OPPONENT =
  'opponent*|adversar*|gegner*|rival*|oponente*|contrincante*|partner|he|she|they|er|sie|il|elle|other_player|other_side|player|spieler|friend';
export const MAIL =
  'mail|mails|email|emails|e_mail|e_mails|message|messages|nachricht*|courriel*|correo*|mensaje*|mensag*|post';
export const MY = 'my|mine|mein*|mes|mon|ma|mis|mi|meu*|minha*';
export const SHOW =
  'show|see|list|view|find|where|give|get|send|which|what|zeig*|seh*|wo|liste*|voir|montre*|ou_sont|ver|muestra*|lista|donde|mostra*|onde|todas|todos';
export const CHANGE =
  'change*|geandert|new|different|another|update|rename|correct|edit|ander*|andern|neue*|wechsel*|changer|nouvel*|modifier|cambi*|nuev*|mudar|alterar|trocar|nov*';
export const PICTURE = 'picture*|image*|images|graphic*|photo*|png|bild*|grafik*|imagen*|imagem|imagens|foto*|figura*';
export const WITHOUT =
  'no|without|not|dont|off|never|stop|keine*|ohne|nicht|aus|sans|pas|arrete*|sin|nada|sem|nao|desliga*';
export const ASKING = 'what|which|who|was|welche*|wer|quel*|qui|que|cual*|quien*|qual|quais|quem';
export const RULES = 'rule|rules|regel|regeln|spielregeln|regle|regles|regla|reglas|regra|regras';

/** Characters; a longer line is prose. */
export const MAX_LENGTH = 100;

/** The words of a sentence, small, without accents and apostrophes; null: it is too long to be looked at. */
export function splitWords(text: string): readonly string[] | null {
  if (text.length > MAX_LENGTH) return null;
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[\u2018\u2019`\u00b4]/g, "'")
    .replace(/\b(?:[cdjlmnst]|qu)'(?=[aeiouhy])/g, '')
    .replace(/'/g, '');
  // One character may stand for many.
  if (plain.length > 2 * MAX_LENGTH) return null;
  return plain.match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** A pattern whose groups each have to be in the sentence. */
export type Pattern = readonly RegExp[];

const alternative = (words: string): string => {
  const text = words.trim().replaceAll('_', ' ').replaceAll('*', '[^ ]*');
  return text.startsWith('^') ? `^ ${text.slice(1)}` : ` ${text}`;
};

const groupOf = (group: string): RegExp => new RegExp(`(?:${group.split('|').map(alternative).join('|')})(?= )`);

/** `more|extra & time|days`, as `SentenceRow` says. */
export const parsePattern = (text: string): Pattern => text.split(' & ').map(groupOf);

/** The words as patterns are matched against them. */
export const joinWords = (words: readonly string[]): string => ` ${words.join(' ')} `;

/** Does a sentence have a word of each group? `text`: from `joinWords`. */
export const hasPattern = (text: string, pattern: Pattern): boolean => pattern.every(group => group.test(text));

/** Function words, which a pattern need not name. */
const FILLERS: ReadonlySet<string> = new Set(
  `anyway no nao pas dont cant cannot really maybe sending work works more very a an the this that these those it its is are am was be do does did have has had can could will would shall should may might must to of on in at for with by from me my mine i im id you your we us our he she they him her them
want wants like wish need please now again also too just only some any all as so and or but if there here what how when where which get give show tell let make put set see use today pls thanks thank sorry hi hello ok which whose why who send sent receive again simply rather prefer instead mail mails email emails future format version
der die das den dem ein eine einen einer ich du er sie es wir mir mich mein meine dir bitte kann kannst will mochte hatte gern gerne wie was wann wo ist sind war und oder auch noch nur mal zu auf im am von mit fur nicht jetzt danke welche welcher welches wer warum bekommen schicken schick sende lieber
habe haben hat brauche le la les l un une seul seule par ai avez as avoir des de du d je tu il elle nous vous me moi mon ma mes te est sont suis peux peut veux voudrais comment quand ou que quoi qui et aussi encore sil plait svp en dans avec pour ce cet cette ca maintenant merci quel quelle quels quelles qui pourquoi envoyer envoyez envoie recevoir prefere seulement courriel courriels
el los las una uno y yo tu mi mis me te se es son soy puedo puede quiero quisiera como cuando donde que quien tambien por favor con para en este esta esto ahora gracias cual cuales quien quienes recibir enviar envia prefiero correo correos solamente
o os as um uma eu meu minha meus minhas e sao sou posso pode quero queria quando onde quem tambem se faz com no na do da isto agora obrigado obrigada qual quais quem receber enviar envia prefiro somente`.split(
    /\s+/,
  ),
);

/** How many words of a sentence are neither in the pattern nor function words. */
export function countOtherWords(words: readonly string[], pattern: Pattern): number {
  let text = joinWords(words);
  for (const group of pattern) text = text.replace(new RegExp(group, 'g'), ' ');
  return text.split(' ').filter(word => word !== '' && !FILLERS.has(word)).length;
}

/** Words that turn a sentence into its opposite. */
export const NEGATION: Pattern = parsePattern(
  'not|dont|doesnt|didnt|isnt|cant|cannot|wont|wouldnt|shouldnt|never|nicht|nie|niemals|kein|keine|keinen|pas|jamais|nao|nunca|tampoco|without',
);
