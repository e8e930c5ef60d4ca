// The board in a mail, as its reader wants it: drawn with letters, told in words, as a picture.
import type { Picture } from '#games/kit/picture.ts';
import type { PlayerSettings } from '../accounts/settings.ts';
import type { Drawn } from '../picture/drawn.ts';
import { words } from '../picture/words.ts';
import type { MailPicture } from './plan.ts';
import { type ComposeContext, tell } from './compose-context.ts';
import { paragraph } from './text.ts';

/** What the templates of a board mail show of the position; '' for what is left out. */
export interface BoardParts {
  readonly ascii: string;
  readonly words: string;
  /** An HTML element: the picture, or a table in its place. */
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

/** Screen readers are told the position once: by the picture's alternative text, or by the words beside it. */
function element(svg: string, cid: string, alternative: string): string {
  const [, width = '', height = ''] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
  return (
    `<img src="cid:${cid}" width="${width}" height="${height}" alt="${escaped(alternative)}" ` +
    'style="display:block;max-width:100%;height:auto;border-radius:6px">'
  );
}

const notesOf = (context: ComposeContext, picture: Picture): readonly string[] =>
  picture.notes.map(note => paragraph(tell(context, note)));

/** `id` makes the picture's name in this mail. */
export function boardShown(context: ComposeContext, board: Drawn, settings: PlayerSettings, id: string): BoardShown {
  const told = words(board.picture, context.templates.sentences);
  const isTold = settings.board !== 'ascii';
  const parts = {
    ascii: settings.board === 'words' ? '' : board.text(),
    words: isTold ? paragraph(told) : '',
    notes: notesOf(context, board.picture),
  };
  if (settings.mail === 'text') return { parts: { ...parts, element: '' }, picture: null };
  if (!context.pictures) return { parts: { ...parts, element: board.html() }, picture: null };
  const picture = { cid: `board.${id}@${context.own.domain}`, svg: board.svg() };
  const shown = element(picture.svg, picture.cid, isTold ? '' : told);
  const standIn = isTold ? '' : `<p style="margin:0 0 12px">${escaped(told)}</p>`;
  return { parts: { ...parts, element: shown }, picture: { ...picture, element: shown, standIn } };
}
