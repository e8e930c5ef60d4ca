// Fixed phrases of mail programs: delimiters above quotes and forwards, signatures of telephones, footers of mailing lists.

const DASHES = '[-\u2010-\u2015]{2,}';

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
  ...[
    'forwarded message',
    'forwarded mail',
    'forwarded by .{1,60}',
    'weitergeleitete nachricht',
    'message transféré',
    'message transmis',
  ],
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

export const ORIGINAL = new RegExp(`^${DASHES} ?${anyOf(ORIGINALS)} ?${DASHES}$`, 'iu');

export const FORWARDED = new RegExp(
  `^(?:${DASHES} ?${anyOf(FORWARDS)}:? ?(?:${DASHES})?|(?:begin forwarded message|anfang der weitergeleiteten nachricht|début du message réexpédié|début du message transféré|inicio del mensaje reenviado|inizio messaggio inoltrato|início da mensagem reencaminhada|begin doorgestuurd bericht) ?:)$`,
  'iu',
);

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

const WHOLE = [
  `${anyOf(SENT)}(?!\\p{L}).{0,60}(?<!\\p{L})${DEVICE}.{0,160}`,
  `${anyOf(GET)} outlook .{1,160}`,
  'outlook voor .{1,160}',
  `lähetetty .{0,20}${DEVICE}\\p{L}{0,6}`,
  `(?:나의 )?${DEVICE}['’]?\\p{L}{0,6} ?(?:から送信|gönderildi|에서 보냄).{0,60}`,
  '(?:发自|從|发送自)我的 ?.{0,40}',
  'yahoo mail: .{1,60}',
  'virus-free\\..{0,200}',
  '(?:please )?excuse (?:my )?(?:brevity|typos).{0,40}',
];

/** A whole line that a program adds below what was typed; a link may stand behind it. */
export const MOBILE = new RegExp(`^(?:${WHOLE.join('|')})$`, 'iu');

export const LIST_FOOTER =
  /\b(?:mailing[- ]?list|mailinglist|liste de diffusion|lista de correo|unsubscribe|désinscrire|abbestellen|listinfo|_{10,})/i;
