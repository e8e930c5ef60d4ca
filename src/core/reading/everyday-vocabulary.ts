// Lists words in five languages that many patterns of everyday sentences share.
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
