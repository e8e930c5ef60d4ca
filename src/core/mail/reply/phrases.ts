// Fixed phrases of mail programs: delimiters, signatures of telephones, footers of mailing lists.
// Delimiters are the lines above quotes and forwards.

import { trimEnd } from '#games/kit/move-text.ts';

const DASHES = '-\u2010\u2011\u2012\u2013\u2014\u2015';
const FORWARDER_PREFIX = 'forwarded by ';

const ORIGINAL_PHRASES = [
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

const FORWARD_PHRASES = [
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

const alternatives = (phrases: readonly string[]): string => `(?:${phrases.join('|')})`;

/** Delimiters of Apple's programs, which have no dashes. */
const APPLE_FORWARDS = [
  ...['begin forwarded message', 'anfang der weitergeleiteten nachricht', 'début du message réexpédié'],
  ...['début du message transféré', 'inicio del mensaje reenviado', 'inizio messaggio inoltrato'],
  ...['início da mensagem reencaminhada', 'begin doorgestuurd bericht'],
];

/** The longest name in `Forwarded by …`. Characters. */
const MAX_FORWARDER_LENGTH = 60;

/** Parses a phrase between dashes. There are two or more before it, and none or two or more after it. */
function parseFramed(line: string) {
  const openingDashes = /^[-\u2010-\u2015]{2,} ?/.exec(line)?.[0];
  if (openingDashes === undefined) return null;
  const rest = line.slice(openingDashes.length).toLowerCase();
  const phrase = trimEnd(rest, DASHES);
  const dashes = rest.length - phrase.length;
  return dashes === 1 ? null : { phrase: phrase.trim(), hasEnd: dashes > 1 };
}

export function isOriginal(line: string): boolean {
  const framed = parseFramed(line);
  return framed !== null && framed.hasEnd && ORIGINAL_PHRASES.includes(framed.phrase);
}

export function isForwarded(line: string): boolean {
  const framed = parseFramed(line);
  if (framed === null) return line.endsWith(':') && APPLE_FORWARDS.includes(line.slice(0, -1).trimEnd().toLowerCase());
  const phrase = trimEnd(framed.phrase, ':').trimEnd();
  return (
    FORWARD_PHRASES.includes(phrase) ||
    (phrase.startsWith(FORWARDER_PREFIX) && phrase.length <= FORWARDER_PREFIX.length + MAX_FORWARDER_LENGTH)
  );
}

const DEVICE =
  '(?:i(?:phon\\p{L}{1,6}|pad|pod|os)|android|samsung|galaxy|huawei|xiaomi|pixel|nokia|blackberry|windows|outlook|mail|gmail|yahoo|proton ?mail|proton|aol|gmx|web\\.de|k-9|thunderbird|smartphone|mobile|mobil|phone|handy|tablet|telefon|fairphone|hotmail|spark|fastmail|tutanota|tuta|posteo|orange)';

const SENT_WORDS = [
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
    'أُرسلت من',
    'أرسلت من',
    'تم الإرسال من',
    'נשלח מה',
    'נשלח מ',
    'đã gửi từ',
    'được gửi từ',
    'ส่งจาก',
  ],
];

const GET_WORDS = [
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

/** Patterns of whole lines. */
const WHOLE_LINES = [
  `${alternatives(GET_WORDS)} outlook .{1,160}`,
  'outlook voor .{1,160}',
  `lähetetty .{0,20}${DEVICE}\\p{L}{0,6}`,
  `(?:나의 )?${DEVICE}['’]?\\p{L}{0,6} ?(?:から送信|gönderildi|에서 보냄).{0,60}`,
  '(?:发自|從|发送自)我的 ?.{0,40}',
  'yahoo mail: .{1,60}',
  'virus-free\\..{0,200}',
  '(?:please )?excuse (?:my )?(?:brevity|typos).{0,40}',
];

/** The longest text between `Sent from` and the device, and after the device, mostly a link. Characters. */
const MAX_LENGTH_BEFORE_DEVICE = 60;
const MAX_LENGTH_AFTER_DEVICE = 160;

const SENT_START = new RegExp(`^${alternatives(SENT_WORDS)}`, 'iu');
const DEVICE_PATTERN = new RegExp(DEVICE, 'giu');
const MOBILE_PATTERNS = WHOLE_LINES.map(phrase => new RegExp(`^${phrase}$`, 'iu'));

const isLetter = (character: string): boolean => /\p{L}/u.test(character);

/** `Sent from my iPhone`, `Gesendet mit der GMX Mail App`. */
function isSentFrom(line: string): boolean {
  const words = SENT_START.exec(line)?.[0];
  if (words === undefined || isLetter(line.charAt(words.length))) return false;
  const rest = line.slice(words.length);
  return [...rest.matchAll(DEVICE_PATTERN)].some(
    ({ index, 0: device }) =>
      index <= MAX_LENGTH_BEFORE_DEVICE &&
      !isLetter(rest.charAt(index - 1)) &&
      rest.length - index - device.length <= MAX_LENGTH_AFTER_DEVICE,
  );
}

/** Did a program add this line below the typed text? A link may follow it. */
export function isMobile(typed: string): boolean {
  // Some are between brackets, or behind dashes.
  const line = typed.replace(/^[([\-\u2013\u2014~ ]{1,4}/, '').replace(/[)\]]$/, '');
  return isSentFrom(line) || MOBILE_PATTERNS.some(mobile => mobile.test(line));
}

const LIST_WORDS =
  /\b(?:mailing[- ]?list|liste de diffusion|lista de correo|unsubscribe|désinscrire|abbestellen|listinfo)/i;

export const isListFooter = (line: string): boolean => LIST_WORDS.test(line) || line.includes('__________');
