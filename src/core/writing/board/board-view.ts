// Renders the board for a mail, as its reader wants it, and names the data of the mail's templates.
import type { Picture } from '#games/kit/picture.ts';
import type { PlayerSettings } from '#core/players/settings.ts';
import type { Drawing } from '#core/picture/drawing.ts';
import type { Drawn } from '#core/picture/drawn.ts';
import { signsExplained, wordsOf } from '#core/picture/words.ts';
import type { MailPicture, PictureInHtml } from '#core/wording/mail-plan.ts';
import { type ComposeContext, tell } from '#core/wording/compose-context.ts';
import { wrapParagraph } from '#core/wording/text.ts';

/** Everything the two templates of a board mail show. */
export interface BoardView {
  /** What the reader is asked; '' for nothing. */
  readonly question: string;
  readonly status: string;
  /** Until when, and how much is left; '' where no clock runs. */
  readonly clock: string;
  /** The reader's colours, as CSS has them. */
  readonly stones: readonly string[];
  readonly news: readonly string[];
  /** What the result made of the ratings. */
  readonly ratings: readonly string[];
  /** What a tutorial teaches, a paragraph each. */
  readonly lesson: readonly string[];
  /** What the reader has prepared. */
  readonly prepared: readonly string[];
  readonly refused: readonly string[];
  readonly moves: string;
  readonly board: BoardParts;
  /** The address of the board's page; '' where it has none. */
  readonly page: string;
  readonly aims: string;
  readonly options: string;
  /** The players that are programs, a sentence each. */
  readonly robots: readonly string[];
  /** What others wrote, oldest first. */
  readonly comments: readonly { readonly by: string; readonly text: string; readonly quoted: string }[];
  /** What the reader has noted for themselves; null: nothing. */
  readonly note: { readonly text: string; readonly quoted: string } | null;
  /** Why a reader without a seat gets it. '' for players. */
  readonly following: string;
  readonly undelivered: string;
  /** null: the reader has nothing to answer here. */
  readonly answer: {
    readonly examples: readonly { readonly move: string; readonly meaning: string; readonly padded: string }[];
    readonly others: string;
    readonly links: readonly { readonly word: string; readonly href: string }[];
  } | null;
}

/** What the templates of a board mail show of the position; '' for what is left out. */
export interface BoardParts {
  readonly ascii: string;
  /** Paragraphs; the first of them says what happened. */
  readonly words: readonly string[];
  /** The board is told in words and not drawn: the mail must not depend on sight. */
  readonly isSpoken: boolean;
  /** HTML elements: the picture, or a table in its place, and the letters folded away. */
  readonly element: string;
  /** Sentences below the board. */
  readonly notes: readonly string[];
}

export interface BoardShown {
  readonly parts: BoardParts;
  readonly picture: MailPicture | null;
}

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** What the HTML calls the picture, by day and by night. */
type Names = Pick<PictureInHtml, 'cid' | 'darkCid'>;

/**
 * Programs that know no other picture for the dark show the one they know. Screen readers are told the position once: by the picture's
 * alternative text, or by the words beside it.
 */
function shownAs({ width, height }: Drawing, { cid, darkCid }: Names, alternative: string): string {
  return (
    `<picture><source media="(prefers-color-scheme: dark)" srcset="cid:${darkCid}">` +
    `<img src="cid:${cid}" width="${width}" height="${height}" alt="${escaped(alternative)}" ` +
    'style="display:block;max-width:100%;height:auto;border-radius:6px"></picture>'
  );
}

/** The board in letters: the position is told besides. */
const lettersOf = (ascii: string): string =>
  `<pre aria-hidden="true" style="margin:12px 0;font:12px/1.3 ui-monospace,Menlo,Consolas,monospace;overflow-x:auto">${escaped(ascii)}</pre>`;

/** Where something better is shown the letters fold away; programs that fold nothing show them below. */
const folded = (letters: string, summary: string): string =>
  `<details style="margin:8px 0"><summary style="font-size:14px">${escaped(summary)}</summary>\n${letters}\n</details>`;

/** Sentences below the board; `isDrawn`: it has marks to be explained. */
const notesOf = (context: ComposeContext, picture: Picture, isDrawn: boolean): readonly string[] =>
  [...(isDrawn ? signsExplained(picture) : []), ...picture.notes].map(note => wrapParagraph(tell(context, note)));

function paragraphsOf(context: ComposeContext, picture: Picture): readonly string[] {
  const { sides, events } = wordsOf(picture, context.templates.sentences);
  return [...(events.length === 0 ? [] : [events.join(' ')]), ...sides].map(wrapParagraph);
}

/** `name`: what is signed to name the picture in this mail. */
export function renderBoard(context: ComposeContext, board: Drawn, settings: PlayerSettings, name: string): BoardShown {
  const isChat = settings.mail === 'chat';
  // A chat draws nothing with letters.
  const isTold = settings.board !== 'ascii' || (isChat && !context.pictures);
  const parts = {
    ascii: settings.board === 'words' ? '' : board.text(context.templates.sentences),
    words: isTold ? paragraphsOf(context, board.picture) : [],
    isSpoken: settings.board === 'words',
    notes: notesOf(context, board.picture, settings.board !== 'words'),
  };
  // What a picture says is said once: by the words in the mail, or in its own place.
  const tellOnce = (): string => (isTold ? '' : board.words(context.templates.sentences));
  if (settings.mail === 'html') return htmlShown(context, board, parts, { tellOnce, name });
  const picture = isChat && !isTold ? { drawing: board.drawing(), inHtml: null, standIn: tellOnce() } : null;
  return { parts: { ...parts, element: '' }, picture };
}

/** The board in a mail's HTML part: a picture, or a table where the service draws none; the letters folded below. */
function htmlShown(
  context: ComposeContext,
  board: Drawn,
  parts: Omit<BoardParts, 'element'>,
  { tellOnce, name }: { readonly tellOnce: () => string; readonly name: string },
): BoardShown {
  const letters = parts.ascii === '' ? '' : lettersOf(parts.ascii);
  const below = letters === '' ? '' : `\n${folded(letters, tell(context, { code: 'board-as-text', parts: {} }))}`;
  if (!context.pictures) return { parts: { ...parts, element: board.html() + below }, picture: null };
  const [id, told] = [context.sign(name), tellOnce()];
  const names = { cid: `board.${id}@${context.own.domain}`, darkCid: `dark.${id}@${context.own.domain}` };
  const drawing = board.drawing();
  const element = shownAs(drawing, names, told) + below;
  const standIn = (told === '' ? '' : `<p style="margin:0 0 12px">${escaped(told)}</p>`) + letters;
  return { parts: { ...parts, element }, picture: { drawing, inHtml: { ...names, element }, standIn } };
}
