// Formats mails as chat messages, for chat programs whose messages are mails, such as Delta Chat.
// A board is a picture with a caption. A longer text is split into pieces that can be read between other messages.
import { limits } from '#core/kernel/limits.ts';
import { type ComposeContext, tell } from '#core/wording/compose-context.ts';
import type { BoardView } from './board-view.ts';

/** Lists, tables and drawings: their lines begin with a blank, or have wide gaps. */
const STANDS_IN_COLUMNS = /^[ \t]|\S {2,}\S/m;

/** Lines that were broken for a fixed width are one again; what stands in columns stays as it is. A chat has no Subjects. */
export function unwrapped(context: ComposeContext, text: string): string {
  const said = (code: string): string => tell(context, { code, parts: {} });
  const joined = text
    .split('\n\n')
    .map(paragraph => (STANDS_IN_COLUMNS.test(paragraph) ? paragraph : paragraph.replace(/\n/g, ' ')))
    .join('\n\n');
  return ['the-subject', 'subject']
    .flatMap(code => ['`', "'"].map(quote => [`${said(code)} ${quote}`, `${said('the-line')} ${quote}`] as const))
    .reduce((told, [subject, line]) => told.replaceAll(subject, line), joined)
    .trim();
}

const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, Math.max(0, most - 2)).trimEnd()} …`;

/** The caption of a board's picture, at most `limits.captionLength` characters, with as many of the others' words as there is room for. */
export function captionOf(context: ComposeContext, view: BoardView): string {
  const { refused, question, news, ratings, prepared, status, clock, comments, answer } = view;
  const [example] = answer?.examples ?? [];
  const line = example === undefined ? [] : [tell(context, { code: 'chat-example', parts: { example: example.move } })];
  const told = [
    ...refused,
    question,
    ...(refused.length > 0 ? [] : [...news.slice(-2), ...ratings]),
    ...prepared,
    status,
    clock,
  ].filter(text => text !== '');
  const above = told.map(each => unwrapped(context, each));
  const room = limits.captionLength - [...above, ...line].join('\n').length - 1;
  const words = comments.map(({ by, text }) => `${by}: ${text}`).join('\n');
  const said = words === '' || room < 20 ? [] : [shortened(words, room)];
  return shortened([...above, ...said, ...line].join('\n'), limits.captionLength);
}

/** A text in pieces of at most `limits.chatPieceLength` characters, broken between paragraphs, else between lines; what is too much is left out. */
export function piecesOf(context: ComposeContext, text: string): readonly string[] {
  const pieces: string[] = [];
  for (const paragraph of unwrapped(context, text).split('\n\n').flatMap(paragraphs)) {
    const last = pieces.at(-1);
    const joined = `${last ?? ''}\n\n${paragraph}`;
    if (last !== undefined && joined.length <= limits.chatPieceLength) pieces[pieces.length - 1] = joined;
    else pieces.push(paragraph);
  }
  return pieces.slice(0, limits.chatPieces);
}

/** A paragraph that is too long for a piece, broken between its lines, or where it must be. */
function paragraphs(paragraph: string): readonly string[] {
  const most = limits.chatPieceLength;
  if (paragraph.length <= most) return [paragraph];
  const newline = paragraph.lastIndexOf('\n', most);
  const blank = paragraph.lastIndexOf(' ', most);
  const end = newline > 0 ? newline : blank > 0 ? blank : most;
  return [paragraph.slice(0, end), ...paragraphs(paragraph.slice(end).trimStart())];
}
