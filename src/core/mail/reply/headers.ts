// Finds the block From:, Sent:, To:, Subject: above a quoted mail, in many languages.
// Outlook and similar programs write it.

const FROM_NAMES = [
  ...[
    'from',
    'von',
    'de',
    'da',
    'van',
    'od',
    'от',
    'от кого',
    'från',
    'fra',
    'lähettäjä',
    'feladó',
    'kimden',
    'gönderen',
  ],
  ...['από', 'de la', 'від', 'expéditeur', 'remitente', 'mittente', 'nadawca', 'odesílatel', 'absender', 'afzender'],
  ...['发件人', '寄件者', '差出人', '보낸 사람', 'מאת', 'من', '送信者', 'saatja', 'nuo', 'sendandi', 'người gửi'],
];

const OTHER_NAMES = [
  ...['sent', 'date', 'to', 'cc', 'bcc', 'subject', 'reply-to', 'reply to', 'importance', 'attachments', 'when'],
  ...['gesendet', 'datum', 'an', 'betreff', 'kopie', 'cc', 'antwort an', 'wichtigkeit'],
  ...['envoyé', 'à', 'objet', 'date', 'répondre à', 'envoyé le', 'destinataire'],
  ...[
    'enviado',
    'enviado el',
    'fecha',
    'para',
    'asunto',
    'enviada em',
    'enviado em',
    'enviada',
    'data',
    'assunto',
    'responder a',
  ],
  ...['inviato', 'a', 'oggetto', 'data', 'inviata', 'verzonden', 'aan', 'onderwerp', 'wysłano', 'do', 'dw', 'temat'],
  ...['odesláno', 'komu', 'předmět', 'předmět', 'kopie', 'odoslané', 'predmet', 'skickat', 'till', 'ämne', 'kopia'],
  ...[
    'sendt',
    'til',
    'emne',
    'dato',
    'lähetetty',
    'vastaanottaja',
    'aihe',
    'päivämäärä',
    'kopio',
    'elküldve',
    'címzett',
    'tárgy',
    'dátum',
  ],
  ...[
    'отправлено',
    'дата',
    'кому',
    'тема',
    'копия',
    'надіслано',
    'σταλθηκε',
    'προς',
    'θέμα',
    'ημερομηνία',
    'trimis',
    'către',
    'subiect',
  ],
  ...[
    'gönderildi',
    'kime',
    'konu',
    'tarih',
    '发送时间',
    '收件人',
    '主题',
    '抄送',
    '日期',
    '傳送時間',
    '寄件日期',
    '收件者',
    '主旨',
    '副本',
  ],
  ...[
    '送信日時',
    '日時',
    '宛先',
    '件名',
    '日付',
    '보낸 날짜',
    '날짜',
    '받는 사람',
    '제목',
    '참조',
    'נשלח',
    'אל',
    'נושא',
    'تاريخ',
    'إلى',
    'الموضوع',
  ],
];

const createSet = (list: readonly string[]): ReadonlySet<string> => new Set(list);
const FROM_LABELS = createSet(FROM_NAMES);
const ALL_LABELS = createSet([...FROM_NAMES, ...OTHER_NAMES]);

/** The longest label. Characters. */
const MAX_LABEL_LENGTH = 25;

export interface LabelledLine {
  readonly label: string;
  readonly value: string;
}

/** Parses `Label: value`. Some programs set the label in bold by stars or underscores. */
export function parseLabelledLine(line: string): LabelledLine | null {
  const colon = line.search(/[:\uff1a]/);
  if (colon === -1) return null;
  const label = line
    .slice(0, colon)
    .replace(/^[*_]{1,2}/, '')
    .replace(/\s$/, '')
    .replace(/[*_]{1,2}$/, '');
  const value = line.slice(colon + 1).replace(/^[*_]{1,2}/, '');
  const isLabel = label !== '' && label.length <= MAX_LABEL_LENGTH && !label.includes('*');
  if (!isLabel || (value !== '' && value === value.trimStart())) return null;
  return { label: label.trim().toLowerCase(), value: value.trimStart() };
}

const MAX_LINES = 12;

/** The index after the header block that begins at `start`. null: no block begins there. */
export function findHeaderBlock(
  trimmedLines: readonly string[],
  labels: readonly (LabelledLine | null)[],
  start: number,
): number | null {
  const first = labels[start] ?? null;
  if (first === null) return null;
  const lines: LabelledLine[] = [first];
  let end = start + 1;
  // A long list of recipients is broken, so one line without a label may be between two labelled lines.
  for (let index = start + 1; index < start + MAX_LINES; index++) {
    const line = trimmedLines[index] ?? '';
    const next = labels[index] ?? null;
    if (line === '' || (next === null && (labels[index + 1] ?? null) === null)) break;
    if (next === null) continue;
    lines.push(next);
    end = index + 1;
  }
  return isBlock(lines) ? end : null;
}

/** A block has known labels, or in an unknown language at least three lines with an address and a time of day. */
function isBlock(lines: readonly LabelledLine[]): boolean {
  const known = lines.filter(({ label }) => ALL_LABELS.has(label));
  if (known.length * 2 >= lines.length && isKnownBlock(known)) return true;
  const values = lines.map(({ value }) => value).join(' ');
  return (
    lines.length >= 3 &&
    /@[^\s@]+\.\p{L}/u.test(values) &&
    /\b\d{1,2}[:.]\d{2}\b/.test(values) &&
    /\b20\d{2}\b/.test(values)
  );
}

function isKnownBlock(known: readonly LabelledLine[]): boolean {
  const labels = new Set(known.map(({ label }) => label));
  const hasSender = known.some(({ label }) => FROM_LABELS.has(label));
  // `De: … Para: …` typed by a person has no third line, and no address.
  return hasSender && labels.size >= 2 && (labels.size >= 3 || known.some(({ value }) => value.includes('@')));
}
