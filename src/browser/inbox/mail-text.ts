// Splits the text of a mail into prose, which may wrap, and the lines of boards and tables.

/** The widest line the service writes. */
export const MAIL_WIDTH = 76;

interface TextPart {
  readonly isFixed: boolean;
  /** Whole lines. */
  readonly text: string;
}

/** Indented, in columns, or a ruler. */
const FIXED_LINE = /^ {2,}\S|\S {3,}\S|^([-*])\1{9,}$/;
/** Wrapping leaves quotes and addresses as they are. */
const UNWRAPPED_LINE = /^>|^$|https?:\S+$/;

/** Was this line broken only since the next word did not fit on it? A list goes on below its first word. */
function isBroken(line: string, next: string): boolean {
  const rest = next.trimStart();
  const indent = next.length - rest.length;
  return rest !== '' && line.length + 1 + (rest.split(' ', 1)[0] ?? '').length > MAIL_WIDTH - indent;
}

/** Lines that a mail program broke are joined again. */
export function splitMailText(text: string): readonly TextPart[] {
  const parts: { isFixed: boolean; lines: string[] }[] = [];
  let before = '';
  for (const line of text.replace(/\r\n?/g, '\n').trimEnd().split('\n')) {
    const last = parts.at(-1);
    const isJoined =
      last?.isFixed === false && !UNWRAPPED_LINE.test(before) && !line.startsWith('>') && isBroken(before, line);
    before = line;
    if (isJoined) {
      last.lines.push(`${last.lines.pop() ?? ''} ${line.trimStart()}`);
      continue;
    }
    const isFixed = FIXED_LINE.test(line);
    // An empty line belongs to what is above it.
    if (last !== undefined && (last.isFixed === isFixed || line === '')) last.lines.push(line);
    else parts.push({ isFixed, lines: [line] });
  }
  return parts.map(({ isFixed, lines }) => ({ isFixed, text: `${lines.join('\n')}\n` }));
}

/** More is not an opening: a mail in words alone holds no line that ends it. */
const MAX_OPENING_LENGTH = 1_200;

/** A person's own words, which the mail passes on below a line with a colon, are indented. */
const INDENT = /^ {4}/;
const MAX_WORDS_LENGTH = 600;

/** The indented words that begin this part. '': there are none. */
function takeWords({ text }: TextPart): string {
  const lines = text.split('\n');
  const end = lines.findIndex(line => line !== '' && !INDENT.test(line));
  const words = (end === -1 ? lines : lines.slice(0, end))
    .map(line => line.replace(INDENT, ''))
    .join('\n')
    .trimEnd();
  return words.length > MAX_WORDS_LENGTH ? `${words.slice(0, MAX_WORDS_LENGTH)}…` : words;
}

/** The paragraphs of a mail above its board: whose turn it is, what happened, and what there is to learn. */
export function listOpeningParagraphs(text: string): readonly string[] {
  const [first, second] = splitMailText(text.slice(0, 2 * MAX_OPENING_LENGTH));
  if (first === undefined || first.isFixed || first.text.trim() === '') return [];
  const words = first.text.trimEnd().endsWith(':') && second !== undefined ? takeWords(second) : '';
  const paragraphs = `${first.text.trim()}\n\n${words}`.trimEnd().split(/\n{2,}/);
  let length = 0;
  const most = paragraphs.findIndex(paragraph => (length += paragraph.length) > MAX_OPENING_LENGTH);
  return most === -1 ? paragraphs : paragraphs.slice(0, Math.max(1, most));
}
