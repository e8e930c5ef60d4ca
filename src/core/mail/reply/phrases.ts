// Phrases of mail programs: lines above forwarded mails, signatures of telephones, footers.

const FORWARDED =
  /forwarded|weitergeleitet|transféré|message transmis|réexpédi|reenviad|inoltrat|encaminhad|doorgestuurd|przekazan|пересыл|přeposlan|preposlan|vidarebefordr|videresend|välitet|továbbít|転送|转发|轉寄|전달|i̇?leti/;
/** The first words of Apple's line above a forwarded mail, which has no dashes. */
const BEGIN = /^(?:begin|anfang|début|inicio|inizio|início)\b[^\d:]{1,50}:$/;

/** `---------- Forwarded message ---------`, `Begin forwarded message:` */
export function isForwarded(typed: string): boolean {
  const line = typed.slice(0, 120).toLowerCase();
  return (/^[-\u2010-\u2015]{2}/.test(line) || BEGIN.test(line)) && FORWARDED.test(line);
}

const alternatives = (phrases: readonly string[]): string => `(?:${phrases.join('|')})`;

const DEVICE =
  '(?:i(?:phon\\p{L}{1,6}|pad|pod|os)|android|samsung|galaxy|huawei|xiaomi|pixel|nokia|blackberry|windows|outlook|mail|gmail|yahoo|proton ?mail|proton|aol|gmx|web\\.de|k-9|thunderbird|smartphone|mobile|mobil|phone|handy|tablet|telefon|fairphone|hotmail|spark|fastmail|tutanota|tuta|posteo|orange)';

const SENT_WORDS = [
  'sent (?:from|via|with|using)|von meinem|gesendet (?:von|mit|über)|diese nachricht wurde',
  'envoyé (?:de|depuis|avec|à partir)|provenance ?:|enviado (?:desde|do|de|a partir|con|com|pelo)',
  'inviato (?:da|dal|con)|(?:verzonden|verstuurd) (?:vanaf|met|via)|skickat från|sendt fra',
  '(?:wysłane|wysłano) z|отправлено (?:с|из)|надіслано з|odesláno z|odoslané z|elküldve|trimis de pe',
  'أُرسلت من|أرسلت من|تم الإرسال من|נשלח מה|נשלח מ|đã gửi từ|được gửi từ|ส่งจาก',
];

const GET_WORDS = [
  'get|holen sie sich|laden sie|obtenez|télécharge[rz]|obtener|obtenga|obter|obtenha|baixe|ottieni|scarica',
  'skaffa|hämta|hent|pobierz|скачать|hanki|download',
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

export const isListFooter = (line: string): boolean => LIST_WORDS.test(line);
