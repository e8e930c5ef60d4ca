// Fixed phrases of mail programs: delimiters, signatures of telephones, footers of mailing lists.
// Delimiters are the lines above quotes and forwards.

import { trimEnd } from '#games/kit/move-text.ts';

const DASHES = '-\u2010\u2011\u2012\u2013\u2014\u2015';
const FORWARDER = 'forwarded by ';

const ORIGINALS = [
  ...['original message', 'original email', 'original e-mail', 'reply message', 'reply above this line'],
  ...['ursprüngliche nachricht', 'original-nachricht', 'originalnachricht', 'ursprüngliche mail'],
  ...["message d'origine", 'message d’origine', 'message original', 'courriel original', 'mail original'],
  ...['mensaje original', 'messaggio originale', 'mensagem original', 'oorspronkelijk bericht', 'origineel bericht'],
  ...[
    'wiadomość oryginalna',
    'oryginalna wiadomość',
    'исходное сообщение',
    'оригинальное сообщение',
    'původní zpráva',
    'pôvodná správa',
  ],
  ...[
    'ursprungligt meddelande',
    'originalmeddelande',
    'oprindelig meddelelse',
    'opprinnelig melding',
    'alkuperäinen viesti',
    'eredeti üzenet',
  ],
  ...[
    'orijinal ileti',
    'özgün ileti',
    '原始邮件',
    '邮件原件',
    '原始郵件',
    '元のメッセージ',
    '원본 메시지',
    '원본 메일',
    'mesaj original',
  ],
];

const FORWARDS = [
  ...['forwarded message', 'forwarded mail', 'weitergeleitete nachricht', 'message transféré', 'message transmis'],
  ...[
    'mensaje reenviado',
    'messaggio inoltrato',
    'mensagem encaminhada',
    'doorgestuurd bericht',
    'przekazana wiadomość',
    'treść przekazanej wiadomości',
  ],
  ...[
    'пересылаемое сообщение',
    'přeposlaná zpráva',
    'vidarebefordrat meddelande',
    'videresendt meddelelse',
    'videresendt melding',
  ],
  ...['välitetty viesti', '転送メッセージ', '转发的邮件', '轉寄的郵件', '전달된 메시지', 'i̇letilmiş mesaj'],
];

const anyOf = (phrases: readonly string[]): string => `(?:${phrases.join('|')})`;

/** Apple's, which stand without dashes. */
const BEGINS = [
  ...['begin forwarded message', 'anfang der weitergeleiteten nachricht', 'début du message réexpédié'],
  ...['début du message transféré', 'inicio del mensaje reenviado', 'inizio messaggio inoltrato'],
  ...['início da mensagem reencaminhada', 'begin doorgestuurd bericht'],
];

/** Characters of the name in `Forwarded by …`. */
const LONGEST_FORWARDER = 60;

interface Framed {
  readonly phrase: string;
  readonly hasEnd: boolean;
}

/** What stands behind two dashes or more, and perhaps before as many. */
function framed(line: string): Framed | null {
  const begun = /^[-\u2010-\u2015]{2,} ?/.exec(line)?.[0];
  if (begun === undefined) return null;
  const rest = line.slice(begun.length).toLowerCase();
  const phrase = trimEnd(rest, DASHES);
  const dashes = rest.length - phrase.length;
  return dashes === 1 ? null : { phrase: phrase.trim(), hasEnd: dashes > 1 };
}

export function isOriginal(line: string): boolean {
  const found = framed(line);
  return found !== null && found.hasEnd && ORIGINALS.includes(found.phrase);
}

export function isForwarded(line: string): boolean {
  const found = framed(line);
  if (found === null) return line.endsWith(':') && BEGINS.includes(line.slice(0, -1).trimEnd().toLowerCase());
  const phrase = trimEnd(found.phrase, ':').trimEnd();
  return (
    FORWARDS.includes(phrase) || (phrase.startsWith(FORWARDER) && phrase.length <= FORWARDER.length + LONGEST_FORWARDER)
  );
}

const DEVICE =
  '(?:i(?:phon\\p{L}{1,6}|pad|pod|os)|android|samsung|galaxy|huawei|xiaomi|pixel|nokia|blackberry|windows|outlook|mail|gmail|yahoo|proton ?mail|proton|aol|gmx|web\\.de|k-9|thunderbird|smartphone|mobile|mobil|phone|handy|tablet|telefon|fairphone|hotmail|spark|fastmail|tutanota|tuta|posteo|orange)';

const SENT = [
  ...[
    'sent (?:from|via|with|using)',
    'von meinem',
    'gesendet (?:von|mit|über)',
    'diese nachricht wurde',
    'envoyé (?:de|depuis|avec|à partir)',
  ],
  ...[
    'provenance ?:',
    'enviado (?:desde|do|de|a partir|con|com|pelo)',
    'inviato (?:da|dal|con)',
    '(?:verzonden|verstuurd) (?:vanaf|met|via)',
  ],
  ...[
    'skickat från',
    'sendt fra',
    '(?:wysłane|wysłano) z',
    'отправлено (?:с|из)',
    'надіслано з',
    'odesláno z',
    'odoslané z',
    'elküldve',
    'trimis de pe',
  ],
];

const GET = [
  ...[
    'get',
    'holen sie sich',
    'laden sie',
    'obtenez',
    'télécharge[rz]',
    'obtener',
    'obtenga',
    'obter',
    'obtenha',
    'baixe',
    'ottieni',
    'scarica',
  ],
  ...['skaffa', 'hämta', 'hent', 'pobierz', 'скачать', 'hanki', 'download'],
];

/** Without a link or anything else between the program and the line's end. */
const WHOLE = [
  `${anyOf(GET)} outlook .{1,160}`,
  'outlook voor .{1,160}',
  `lähetetty .{0,20}${DEVICE}\\p{L}{0,6}`,
  `(?:나의 )?${DEVICE}['’]?\\p{L}{0,6} ?(?:から送信|gönderildi|에서 보냄).{0,60}`,
  '(?:发自|從|发送自)我的 ?.{0,40}',
  'yahoo mail: .{1,60}',
  'virus-free\\..{0,200}',
  '(?:please )?excuse (?:my )?(?:brevity|typos).{0,40}',
];

/** How far behind the words the program stands, and what may stand behind it: mostly a link. Characters. */
const LONGEST_BETWEEN = 60;
const LONGEST_BEHIND = 160;

const SENT_BEGINS = new RegExp(`^${anyOf(SENT)}`, 'iu');
const A_DEVICE = new RegExp(DEVICE, 'giu');
const MOBILES = WHOLE.map(phrase => new RegExp(`^${phrase}$`, 'iu'));

const isLetter = (character: string): boolean => /\p{L}/u.test(character);

/** `Sent from my iPhone`, `Gesendet mit der GMX Mail App`. */
function isSentFrom(line: string): boolean {
  const words = SENT_BEGINS.exec(line)?.[0];
  if (words === undefined || isLetter(line.charAt(words.length))) return false;
  const rest = line.slice(words.length);
  return [...rest.matchAll(A_DEVICE)].some(
    ({ index, 0: device }) =>
      index <= LONGEST_BETWEEN &&
      !isLetter(rest.charAt(index - 1)) &&
      rest.length - index - device.length <= LONGEST_BEHIND,
  );
}

/** A whole line that a program adds below what was typed; a link may stand behind it. */
export const isMobile = (line: string): boolean => isSentFrom(line) || MOBILES.some(mobile => mobile.test(line));

const LIST_WORDS =
  /\b(?:mailing[- ]?list|mailinglist|liste de diffusion|lista de correo|unsubscribe|désinscrire|abbestellen|listinfo)/i;

export const isListFooter = (line: string): boolean => LIST_WORDS.test(line) || line.includes('__________');
