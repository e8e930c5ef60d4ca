// Renders the board for a mail, as its reader wants it, and as a caption in a chat.
import { limits } from '#core/kernel/limits.ts';
import type { PlayerSettings } from '#core/players/settings.ts';
import { type ComposeContext, sayPhrase } from '#core/writing/compose-context.ts';
import type { MailPicture, PictureInHtml } from '#core/writing/mail-plan.ts';
import type { Drawn } from '#core/writing/picture/drawing.ts';
import { layOut, scaleOf } from '#core/writing/picture/strokes.ts';
import { signsExplained } from '#core/writing/picture/text.ts';
import { wrapParagraph } from '#core/writing/text.ts';

// In a chat a board is a picture with a caption. A longer text is split into pieces that can be read between other messages.

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
  const words = comments.map(({ by, heading, text }) => `${heading || `${by}:`} ${text}`).join('\n');
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

/** Everything the two templates of a board mail show. */
export interface BoardView {
  /** The question to the reader. '': there is none. */
  readonly question: string;
  readonly status: string;
  /** The deadline and the time left. '': no clock runs. */
  readonly clock: string;
  /** The reader's colours as CSS colours. */
  readonly stones: readonly string[];
  readonly news: readonly string[];
  /** The new ratings after the result. */
  readonly ratings: readonly string[];
  /** The paragraphs of a tutorial's lesson. */
  readonly lesson: readonly string[];
  /** What an engine found: paragraphs, and the graph in HTML. The graph is '' if there is none. */
  readonly review: { readonly told: readonly string[]; readonly graph: string };
  /** The reader's prepared moves. */
  readonly prepared: readonly string[];
  readonly refused: readonly string[];
  readonly moves: string;
  readonly board: BoardParts;
  /** The URL of the board's page. '': there is none. */
  readonly page: string;
  readonly aims: string;
  /** The aims below the picture of an HTML mail. */
  readonly aimsOfPicture: string;
  readonly options: string;
  /** A sentence about each robot at the board, and with a result the checkpoint of the ledger. */
  readonly remarks: readonly string[];
  /** The comments of others, oldest first, and with a result the thoughts of the players. `heading`: whose, and when. '': a comment. */
  readonly comments: readonly {
    readonly by: string;
    readonly heading: string;
    readonly text: string;
    readonly quoted: string;
  }[];
  /** The reader's own note. null: there is none. */
  readonly note: { readonly text: string; readonly quoted: string } | null;
  /** Why a follower gets the mail. '' for players. */
  readonly following: string;
  readonly undelivered: string;
  /** null: the reader has nothing to answer here. */
  readonly answer: {
    readonly examples: readonly { readonly move: string; readonly meaning: string; readonly padded: string }[];
    readonly others: string;
    readonly links: readonly { readonly word: string; readonly href: string }[];
  } | null;
}

/** The parts of a board mail that show the position. '': the part is left out. */
export interface BoardParts {
  readonly ascii: string;
  /** The position in words, a paragraph each. The first one says what happened. */
  readonly words: readonly string[];
  /** Whether the board is told in words and not drawn, for screen readers. */
  readonly isSpoken: boolean;
  /** HTML: the picture or a table, and the board as text in a folded element. */
  readonly element: string;
  /** Sentences below the board. */
  readonly notes: readonly string[];
}

export interface RenderedBoard {
  readonly parts: BoardParts;
  /** None, or one. */
  readonly pictures: readonly MailPicture[];
}

export const escapeHtml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** The Content-IDs of the picture, for light and dark colour schemes. */
type PictureIds = Pick<PictureInHtml, 'cid' | 'darkCid'>;

/** What a tap on the picture does: it opens the page of the board with the tapped spot chosen. */
export interface Taps {
  /** The address of the page, with the token of the mail in its fragment. */
  readonly page: string;
  /** The spots that a move may name first. */
  readonly names: readonly string[];
}

/** Pixels. Programs on phones show it whole, and none has to shrink it: an image map would not shrink with it. */
const PICTURE_WIDTH = 360;

/** Each spot takes 150 bytes. */
const MOST_TAPS = 250;

/** An image map: a circle around each spot that can be tapped. '': there is none. */
function buildMap(name: string, { picture, drawing }: Drawn, taps: Taps | null): string {
  if (taps === null || taps.names.length > MOST_TAPS || picture.trays.length > 0) return '';
  const { spots } = layOut(picture);
  const { x, y, cell } = scaleOf(layOut(picture));
  const shrink = Math.min(1, PICTURE_WIDTH / drawing().width);
  const named = new Set(taps.names);
  const areas = spots
    .filter(spot => named.has(spot.name))
    .map(spot => {
      const circle = [x(spot.x), y(spot.y), cell / 2].map(pixels => Math.round(pixels * shrink)).join(',');
      const href = escapeHtml(`${taps.page}&tap=${spot.name}`);
      return `<area shape="circle" coords="${circle}" href="${href}" alt="${spot.name}" tabindex="-1">`;
    });
  return areas.length === 0 ? '' : `<map name="${name}">\n${areas.join('\n')}\n</map>`;
}

/**
 * Programs without a dark scheme show the light picture. Screen readers get the position once: by the alternative text of the picture,
 * or by the words beside it.
 */
function buildPictureElement(
  board: Drawn,
  { cid, darkCid }: PictureIds,
  alternative: string,
  taps: Taps | null,
): string {
  const { width, height } = board.drawing();
  const shown = Math.min(width, PICTURE_WIDTH);
  const name = `taps-${cid.slice('board.'.length, 'board.'.length + 8)}`;
  const map = buildMap(name, board, taps);
  return (
    `<picture><source media="(prefers-color-scheme: dark)" srcset="cid:${darkCid}">` +
    `<img src="cid:${cid}" width="${shown}" height="${Math.round((height * shown) / width)}" alt="${escapeHtml(alternative)}" ` +
    `${map === '' ? '' : `usemap="#${name}" border="0" `}style="display:block;max-width:100%;height:auto;border-radius:6px"></picture>${map}`
  );
}

/** The board as text, hidden from screen readers, since the position is in the mail in words as well. */
const buildLettersElement = (ascii: string): string =>
  `<pre aria-hidden="true" style="margin:12px 0;font:12px/1.3 ui-monospace,Menlo,Consolas,monospace;overflow-x:auto">${escapeHtml(ascii)}</pre>`;

/** The board as text in a folded element, below a picture. Programs that cannot fold show it open. */
const buildFoldedElement = (letters: string, summary: string): string =>
  `<details style="margin:8px 0"><summary style="font-size:14px">${escapeHtml(summary)}</summary>\n${letters}\n</details>`;

/**
 * Renders the board in the form that the reader has chosen. The Content-IDs of the picture are derived from `name`. `taps`: null where
 * nothing can be played from the picture.
 */
export function renderBoard(
  context: ComposeContext,
  board: Drawn,
  settings: PlayerSettings,
  name: string,
  taps: Taps | null = null,
): RenderedBoard {
  const isChat = settings.mail === 'chat';
  // A chat shows no board as text.
  const isInWords = settings.board !== 'ascii' || (isChat && !context.pictures);
  const parts = {
    ascii: settings.board === 'words' ? '' : board.text(context.templates.sentences),
    words: isInWords ? board.words(context.templates.sentences).map(wrapParagraph) : [],
    isSpoken: settings.board === 'words',
    notes: [...(settings.board === 'words' ? [] : signsExplained(board.picture)), ...board.picture.notes].map(note =>
      wrapParagraph(sayPhrase(context, note)),
    ),
  };
  // The position is told once: by the words in the mail, or by the alternative text of the picture.
  const tellUnlessInWords = (): string => (isInWords ? '' : board.words(context.templates.sentences).join(' '));
  if (settings.mail === 'html')
    return renderHtmlBoard(context, board, parts, { tellOnce: tellUnlessInWords, name, taps });
  const pictures =
    isChat && !isInWords ? [{ drawing: board.drawing(), inHtml: null, standIn: tellUnlessInWords() }] : [];
  return { parts: { ...parts, element: '' }, pictures };
}

/** Renders the board for HTML: a picture, or a table if the service draws none, and the board as text folded below. */
function renderHtmlBoard(
  context: ComposeContext,
  board: Drawn,
  parts: Omit<BoardParts, 'element'>,
  { tellOnce, name, taps }: { readonly tellOnce: () => string; readonly name: string; readonly taps: Taps | null },
): RenderedBoard {
  const letters = parts.ascii === '' ? '' : buildLettersElement(parts.ascii);
  const below =
    letters === '' ? '' : `\n${buildFoldedElement(letters, sayPhrase(context, { code: 'board-as-text', parts: {} }))}`;
  if (!context.pictures) return { parts: { ...parts, element: board.html() + below }, pictures: [] };
  const [id, alternativeText] = [context.sign(name), tellOnce()];
  const names = { cid: `board.${id}@${context.own.domain}`, darkCid: `dark.${id}@${context.own.domain}` };
  const drawing = board.drawing();
  const element = buildPictureElement(board, names, alternativeText, parts.isSpoken ? null : taps) + below;
  const standIn =
    (alternativeText === '' ? '' : `<p style="margin:0 0 12px">${escapeHtml(alternativeText)}</p>`) + letters;
  return { parts: { ...parts, element }, pictures: [{ drawing, inHtml: { ...names, element }, standIn }] };
}
