// Finds the block From:, Sent:, To:, Subject: above a quoted mail, in many languages.
// Outlook and similar programs write it.
import { OUR_SUBJECT, stripReplyPrefixes } from '#core/kernel/words.ts';

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
  // No blank follows a full-width colon.
  if (!isLabel || (line[colon] === ':' && value !== '' && value === value.trimStart())) return null;
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

/** The values of the fields of a mail, and how much they count. With 2 it is one, if it names an address or one of our Subjects. */
const NAMES: readonly (readonly [RegExp, number])[] = [
  [/<[^<>\s@]+@[^<>\s@]+>/, 2],
  [OUR_SUBJECT, 2],
  [/@[^\s@]+\.\p{L}/u, 1],
];
const TIMES: readonly (readonly [RegExp, number])[] = [
  [/\b\d{1,2}[:.h]\d{2}\b/, 1],
  [/\b(?:19|20)\d{2}\b/, 1],
];

/** `Move: b3,a3` below the name and address of the writer is typed. */
const MOVE = /^[a-z]\d{1,2}(?=[\s,;&]|$)/i;

/** Are these the fields of a mail, in any language? People type such lines, too, but not with these values. */
function isBlock(lines: readonly LabelledLine[]): boolean {
  const values = lines.map(({ value }) => stripReplyPrefixes(value));
  const weigh = (signs: typeof NAMES): number =>
    Math.max(0, ...signs.flatMap(([sign, weight]) => (values.some(value => sign.test(value)) ? [weight] : [])));
  if (values.some(value => MOVE.test(value))) return false;
  // Two lines may say where their writer can be reached.
  return lines.length >= 2 && (weigh(NAMES) === 2 || (lines.length >= 3 && weigh(NAMES) + weigh(TIMES) === 2));
}
