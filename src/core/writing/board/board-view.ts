// Renders the board for a mail, as its reader wants it, and names the data of the mail's templates.
import type { Picture } from '#games/kit/picture.ts';
import type { PlayerSettings } from '#core/players/settings.ts';
import type { Drawing, Drawn } from '#core/writing/picture/drawing.ts';
import { signsExplained, wordsOf } from '#core/writing/picture/text.ts';
import type { MailPicture, PictureInHtml } from '#core/writing/mail-plan.ts';
import { type ComposeContext, sayPhrase } from '#core/writing/compose-context.ts';
import { wrapParagraph } from '#core/writing/text.ts';

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
  /** A sentence about each robot at the board. */
  readonly robots: readonly string[];
  /** The comments of others, oldest first. */
  readonly comments: readonly { readonly by: string; readonly text: string; readonly quoted: string }[];
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

const escapeHtml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** The Content-IDs of the picture, for light and dark colour schemes. */
type PictureIds = Pick<PictureInHtml, 'cid' | 'darkCid'>;

/**
 * Programs without a dark scheme show the light picture. Screen readers get the position once: by the alternative text of the picture,
 * or by the words beside it.
 */
function buildPictureElement({ width, height }: Drawing, { cid, darkCid }: PictureIds, alternative: string): string {
  return (
    `<picture><source media="(prefers-color-scheme: dark)" srcset="cid:${darkCid}">` +
    `<img src="cid:${cid}" width="${width}" height="${height}" alt="${escapeHtml(alternative)}" ` +
    'style="display:block;max-width:100%;height:auto;border-radius:6px"></picture>'
  );
}

/** The board as text, hidden from screen readers, since the position is in the mail in words as well. */
const buildLettersElement = (ascii: string): string =>
  `<pre aria-hidden="true" style="margin:12px 0;font:12px/1.3 ui-monospace,Menlo,Consolas,monospace;overflow-x:auto">${escapeHtml(ascii)}</pre>`;

/** The board as text in a folded element, below a picture. Programs that cannot fold show it open. */
const buildFoldedElement = (letters: string, summary: string): string =>
  `<details style="margin:8px 0"><summary style="font-size:14px">${escapeHtml(summary)}</summary>\n${letters}\n</details>`;

function listParagraphs(context: ComposeContext, picture: Picture): readonly string[] {
  const { sides, events } = wordsOf(picture, context.templates.sentences);
  return [...(events.length === 0 ? [] : [events.join(' ')]), ...sides].map(wrapParagraph);
}

/** Renders the board in the form that the reader has chosen. The Content-IDs of the picture are derived from `name`. */
export function renderBoard(
  context: ComposeContext,
  board: Drawn,
  settings: PlayerSettings,
  name: string,
): RenderedBoard {
  const isChat = settings.mail === 'chat';
  // A chat shows no board as text.
  const isInWords = settings.board !== 'ascii' || (isChat && !context.pictures);
  const parts = {
    ascii: settings.board === 'words' ? '' : board.text(context.templates.sentences),
    words: isInWords ? listParagraphs(context, board.picture) : [],
    isSpoken: settings.board === 'words',
    notes: [...(settings.board === 'words' ? [] : signsExplained(board.picture)), ...board.picture.notes].map(note =>
      wrapParagraph(sayPhrase(context, note)),
    ),
  };
  // The position is told once: by the words in the mail, or by the alternative text of the picture.
  const tellUnlessInWords = (): string => (isInWords ? '' : board.words(context.templates.sentences));
  if (settings.mail === 'html') return renderHtmlBoard(context, board, parts, { tellOnce: tellUnlessInWords, name });
  const pictures =
    isChat && !isInWords ? [{ drawing: board.drawing(), inHtml: null, standIn: tellUnlessInWords() }] : [];
  return { parts: { ...parts, element: '' }, pictures };
}

/** Renders the board for HTML: a picture, or a table if the service draws none, and the board as text folded below. */
function renderHtmlBoard(
  context: ComposeContext,
  board: Drawn,
  parts: Omit<BoardParts, 'element'>,
  { tellOnce, name }: { readonly tellOnce: () => string; readonly name: string },
): RenderedBoard {
  const letters = parts.ascii === '' ? '' : buildLettersElement(parts.ascii);
  const below =
    letters === '' ? '' : `\n${buildFoldedElement(letters, sayPhrase(context, { code: 'board-as-text', parts: {} }))}`;
  if (!context.pictures) return { parts: { ...parts, element: board.html() + below }, pictures: [] };
  const [id, alternativeText] = [context.sign(name), tellOnce()];
  const names = { cid: `board.${id}@${context.own.domain}`, darkCid: `dark.${id}@${context.own.domain}` };
  const drawing = board.drawing();
  const element = buildPictureElement(drawing, names, alternativeText) + below;
  const standIn =
    (alternativeText === '' ? '' : `<p style="margin:0 0 12px">${escapeHtml(alternativeText)}</p>`) + letters;
  return { parts: { ...parts, element }, pictures: [{ drawing, inHtml: { ...names, element }, standIn }] };
}
