// Formats mails as chat messages, for chat programs whose messages are mails, such as Delta Chat.
// A board is a picture with a caption. A longer text is split into pieces that can be read between other messages.
import { limits } from '#core/kernel/limits.ts';
import { type ComposeContext, sayPhrase } from '#core/writing/compose-context.ts';
import type { BoardView } from './board-view.ts';

/** Recognises lists, tables and drawings: their lines begin with a blank, or have wide gaps. */
const IN_COLUMNS = /^[ \t]|\S {2,}\S/m;

/** Joins lines that were wrapped, apart from columns. Words about the Subject become words about the line, since a chat has no Subjects. */
export function joinWrappedLines(context: ComposeContext, text: string): string {
  const tellCode = (code: string): string => sayPhrase(context, { code, parts: {} });
  const joined = text
    .split('\n\n')
    .map(paragraph => (IN_COLUMNS.test(paragraph) ? paragraph : paragraph.replace(/\n/g, ' ')))
    .join('\n\n');
  return ['the-subject', 'subject']
    .flatMap(code =>
      ['`', "'"].map(quote => [`${tellCode(code)} ${quote}`, `${tellCode('the-line')} ${quote}`] as const),
    )
    .reduce((text, [subject, line]) => text.replaceAll(subject, line), joined)
    .trim();
}

const shorten = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, Math.max(0, maxLength - 2)).trimEnd()} …`;

/** The caption of a board's picture, at most `limits.captionLength` characters long. Comments are shortened to fit. */
export function formatCaption(context: ComposeContext, view: BoardView): string {
  const { refused, question, news, ratings, prepared, status, clock, comments, answer } = view;
  const [example] = answer?.examples ?? [];
  const line =
    example === undefined ? [] : [sayPhrase(context, { code: 'chat-example', parts: { example: example.move } })];
  const texts = [
    ...refused,
    question,
    ...(refused.length > 0 ? [] : [...news.slice(-2), ...ratings]),
    ...prepared,
    status,
    clock,
  ].filter(text => text !== '');
  const upperLines = texts.map(each => joinWrappedLines(context, each));
  const room = limits.captionLength - [...upperLines, ...line].join('\n').length - 1;
  const words = comments.map(({ by, text }) => `${by}: ${text}`).join('\n');
  const shownWords = words === '' || room < 20 ? [] : [shorten(words, room)];
  return shorten([...upperLines, ...shownWords, ...line].join('\n'), limits.captionLength);
}

/** Splits a text between paragraphs, else between lines, into pieces of at most `limits.chatPieceLength` characters. Drops surplus pieces. */
export function splitIntoPieces(context: ComposeContext, text: string): readonly string[] {
  const pieces: string[] = [];
  for (const paragraph of joinWrappedLines(context, text).split('\n\n').flatMap(splitParagraph)) {
    const last = pieces.at(-1);
    const joined = `${last ?? ''}\n\n${paragraph}`;
    if (last !== undefined && joined.length <= limits.chatPieceLength) pieces[pieces.length - 1] = joined;
    else pieces.push(paragraph);
  }
  return pieces.slice(0, limits.chatPieces);
}

/** Splits a paragraph that is too long for a piece, between lines if possible, else between words. */
function splitParagraph(paragraph: string): readonly string[] {
  const maxLength = limits.chatPieceLength;
  if (paragraph.length <= maxLength) return [paragraph];
  const newline = paragraph.lastIndexOf('\n', maxLength);
  const blank = paragraph.lastIndexOf(' ', maxLength);
  const end = newline > 0 ? newline : blank > 0 ? blank : maxLength;
  return [paragraph.slice(0, end), ...splitParagraph(paragraph.slice(end).trimStart())];
}
