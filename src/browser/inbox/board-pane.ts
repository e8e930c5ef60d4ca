// Shows the board that a mail is about above the mail, in a frame, to be played on.
// The first lines of the mail are above the frame: they say whose turn it is and what happened.
import type { ShownMail } from '#trial/inbox/shapes.ts';
import { createElement, find } from '../elements.ts';
import { fitToContent } from './fit-frame.ts';
import { listOpeningParagraphs } from './mail-text.ts';
import { readToken } from './reply-token.ts';

export interface BoardPane {
  /** Shows the board of a mail, or nothing if it has none; a board that is shown already takes over what is new. */
  readonly show: (mail: Pick<ShownMail, 'replyTo' | 'text'>) => Promise<boolean>;
  /** Is a mail with this Reply-To about a board? */
  readonly hasBoard: (replyTo: string) => boolean;
  /** Is a mail with this Reply-To about the board that is shown? */
  readonly isAbout: (replyTo: string) => boolean;
}

/** A mail about a board is answered to an address with the token of the board. null: the mail is about no board. */
function findBoard(replyTo: string): { readonly path: string; readonly token: string } | null {
  const read = readToken(replyTo);
  if (read?.claims.kind !== 'board') return null;
  const { game, number } = read.claims.match;
  return { path: `/${game}/${number}/play`, token: read.token };
}

function showOpening(opening: HTMLElement, [first, ...others]: readonly string[]): void {
  opening.hidden = first === undefined;
  const [line = '', ...rest] = (first ?? '').split('\n');
  const elements = [
    createElement('p', {}, createElement('strong', {}, line), ['', ...rest].join('\n')),
    ...others.map(paragraph => createElement('p', {}, paragraph)),
  ];
  opening.replaceChildren(...elements);
  opening.scrollTop = 0;
}

/** Tells the page of the board how high the board may be, to be in view with what is above it and the bar below it. */
function keepInView(stage: HTMLElement, opening: HTMLElement, frame: HTMLIFrameElement): void {
  const measure = (): void => {
    const { minHeight, rowGap } = getComputedStyle(stage);
    const room = Number.parseFloat(minHeight) - opening.offsetHeight - Number.parseFloat(rowGap);
    frame.contentDocument?.querySelector('html')?.style.setProperty('--view', `${room}px`);
  };
  new ResizeObserver(measure).observe(opening);
  addEventListener('resize', measure);
  frame.addEventListener('load', measure);
}

/** `stage`: the board and what is above it. `mailbox`: of the player that plays in it. */
export function createBoardPane(stage: HTMLElement, mailbox: string): BoardPane {
  const frame = find(stage, 'iframe', HTMLIFrameElement);
  const opening = find(stage, '.opening');
  let shown: string | null = null;
  fitToContent(frame);
  keepInView(stage, opening, frame);
  return {
    hasBoard: replyTo => findBoard(replyTo) !== null,
    isAbout: replyTo => !stage.hidden && shown !== null && findBoard(replyTo)?.path === shown,
    show: async ({ replyTo, text }) => {
      const board = findBoard(replyTo);
      // A player may keep their boards off the pages.
      const isThere = board !== null && (board.path === shown || (await fetch(board.path, { method: 'HEAD' })).ok);
      stage.hidden = !isThere;
      if (!isThere) return false;
      shown = board.path;
      showOpening(opening, listOpeningParagraphs(text));
      frame.src = `${board.path}#${new URLSearchParams({ reply: board.token, as: mailbox }).toString()}`;
      return true;
    },
  };
}
