// Shows mails: their list, the open one, and in a frame the board that it is about.
import type { MailRow, ShownMail } from '#trial/inbox/shapes.ts';
import { copyOf, createElement, find } from '../elements.ts';
import { listOpeningParagraphs, splitMailText } from './mail-text.ts';
import { formatLongDate, formatShortDate, readText, readToken, reasonOf, say } from './page.ts';

/** Pixels: a hostile mail may be as long as it likes. */
const MAX_FRAME_HEIGHT = 20_000;
/** Pixels of a scroll bar below what is too wide. */
const SCROLL_BAR = 18;

/** The inbox may measure the page: it is one of the site, or no script can run in it. */
function fitToContent(frame: HTMLIFrameElement): void {
  frame.addEventListener('load', () => {
    // A browser that does not say what it loads the mail for may not measure it.
    const root = frame.contentDocument?.documentElement;
    if (root === undefined) return;
    const fit = (): void => {
      const isWide = root.scrollWidth > root.clientWidth;
      const border = frame.offsetHeight - frame.clientHeight;
      const height = Math.ceil(root.getBoundingClientRect().height) + border + (isWide ? SCROLL_BAR : 0);
      frame.style.height = `${Math.min(MAX_FRAME_HEIGHT, height)}px`;
    };
    new ResizeObserver(fit).observe(root);
    fit();
  });
}

// The board. The first lines of the mail are above its frame: they say whose turn it is and what happened.

export interface BoardPane {
  /** Shows the board of a mail, or nothing if it has none. A board that is already shown is only updated. */
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

/** `stage`: the board and what is above it. */
export function createBoardPane(stage: HTMLElement): BoardPane {
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
      showOpening(opening, listOpeningParagraphs(text.replaceAll('`', '')));
      frame.src = `${board.path}#${new URLSearchParams({ reply: board.token }).toString()}`;
      return true;
    },
  };
}

type View = 'html' | 'text' | 'source';

/** The chosen view of the last mail. The next mail opens in it if it has it. */
let preferred: View = 'html';

/** `path`: where the server has it. `hasBoard`: the board is shown beside it. */
export function createMailView(
  path: string,
  mail: ShownMail,
  { hasBoard, reply }: { readonly hasBoard: boolean; readonly reply: () => void },
): { readonly element: HTMLElement; readonly focus: () => void } {
  const element = copyOf('mail');
  const heading = find(element, 'h3');
  heading.textContent = mail.subject;
  find(element, '.from').textContent = mail.from;
  find(element, '.to').textContent = mail.to;
  find(element, '.date').textContent = formatLongDate(mail.date);
  if (mail.files.length === 0) for (const part of element.querySelectorAll('.files')) part.remove();
  else
    find(element, 'dd.files').append(
      ...mail.files.flatMap((name, index) => [createElement('a', { href: `${path}/files/${index}` }, name), ' ']),
    );
  const cut = find(element, '.cut');
  cut.textContent = say('cut');
  cut.hidden = !mail.isCut;
  find(element, '.reply').addEventListener('click', reply);
  offerViews(element, mail, path, `${path}/html${hasBoard ? '?pictures=none' : ''}`);
  return { element, focus: () => heading.focus() };
}

function offerViews(element: HTMLElement, mail: ShownMail, path: string, html: string): void {
  const frame = find(element, 'iframe', HTMLIFrameElement);
  fitToContent(frame);
  const text = find(element, 'pre');
  let shown: View = 'html';
  const show = async (view: View): Promise<void> => {
    frame.hidden = view !== 'html';
    text.hidden = view === 'html';
    if (view === 'html' && frame.src === '') frame.src = html;
    shown = view;
    // Prose wraps as the window is wide. The lines of a board stay whole.
    if (view === 'text')
      text.replaceChildren(
        ...splitMailText(mail.text).map(part =>
          createElement('span', { className: part.isFixed ? 'fixed' : 'prose' }, part.text),
        ),
      );
    if (view !== 'source') return;
    const source = await readText(`${path}/source`).catch(reasonOf);
    // Meanwhile another view may have been chosen.
    if (shown === 'source') text.textContent = source;
  };
  const first = preferred === 'html' && !mail.hasHtml ? 'text' : preferred;
  for (const choice of element.querySelectorAll<HTMLInputElement>('.views input')) {
    // The three belong together, and to no other mail.
    choice.name = `view of ${path}`;
    choice.checked = choice.value === first;
    if (choice.value === 'html' && !mail.hasHtml) choice.closest('label')?.remove();
    choice.addEventListener('change', () => {
      preferred = choice.value as View;
      void show(preferred);
    });
  }
  void show(first);
}

// The list. It is one stop of the Tab key, and arrow keys move through it.

/** Those with this text. Without one: of each board the newest and those with unread words, and all that show no board. */
export function chooseMails(mails: readonly MailRow[], text: string): readonly MailRow[] {
  const wanted = text.trim().toLowerCase();
  if (wanted !== '') return mails.filter(({ from, subject }) => `${from} ${subject}`.toLowerCase().includes(wanted));
  const boards = mails.map(({ subject }) => /\S+ Board \d+/.exec(subject)?.[0]);
  const isNewest = (board: string | undefined, at: number): boolean => !board || boards.indexOf(board) === at;
  return mails.filter(({ subject, isUnread }, at) => isNewest(boards[at], at) || (isUnread && subject.endsWith('**')));
}

/** `show` shows these mails, with one of them chosen. The focus stays on its mail. */
export function createMailList(
  list: HTMLElement,
  choose: (uid: number) => void,
): { readonly show: (mails: readonly MailRow[], chosen: number | null) => void; readonly focus: () => void } {
  const listButtons = (): HTMLButtonElement[] => [...list.querySelectorAll('button')];

  list.addEventListener('keydown', event => {
    const all = listButtons();
    const at = all.findIndex(button => button === document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    const button = next === undefined ? undefined : all[next];
    if (button === undefined) return;
    event.preventDefault();
    for (const each of all) each.tabIndex = each === button ? 0 : -1;
    button.focus();
  });

  const rowOf = (mail: MailRow, chosen: number | null): HTMLElement => {
    const row = copyOf('row');
    const button = find(row, 'button', HTMLButtonElement);
    button.value = String(mail.uid);
    button.addEventListener('click', () => choose(mail.uid));
    if (mail.uid === chosen) button.setAttribute('aria-current', 'true');
    row.classList.toggle('unread', mail.isUnread);
    const unread = find(row, '.unread');
    if (mail.isUnread) button.prepend(unread);
    else unread.remove();
    find(row, '.from').textContent = mail.from;
    find(row, '.subject').textContent = mail.subject;
    const time = find(row, 'time', HTMLTimeElement);
    time.dateTime = mail.date;
    time.textContent = formatShortDate(mail.date);
    return row;
  };

  return {
    focus: () =>
      listButtons()
        .find(({ tabIndex }) => tabIndex === 0)
        ?.focus(),
    show: (mails, chosen) => {
      const focused = listButtons().find(button => button === document.activeElement)?.value;
      list.replaceChildren(...mails.map(mail => rowOf(mail, chosen)));
      const all = listButtons();
      const stop = all.find(({ value }) => value === (focused ?? String(chosen))) ?? all[0];
      for (const each of all) each.tabIndex = each === stop ? 0 : -1;
      if (focused !== undefined) stop?.focus();
    },
  };
}

/** Milliseconds in which an answer belongs to what was sent: that it was understood, and then perhaps a robot's move. */
const ANSWER_MS = 15_000;

export interface AnswerWatch {
  /** Something is being sent: its answer may arrive before the server says so. */
  readonly begin: () => void;
  /** Was a mail shown since? */
  readonly isAnswered: () => boolean;
  /** Something else is read or written now. */
  readonly end: () => void;
  /** The mail among these, the newest first, that is to be shown. undefined: none. */
  readonly choose: (arrived: readonly MailRow[]) => MailRow | undefined;
}

/** A board goes before the other mails that come with it, and after it only another board is shown. */
export function watchForAnswer(board: Pick<BoardPane, 'hasBoard' | 'isAbout'>): AnswerWatch {
  let until = 0;
  let shown: 'nothing' | 'mail' | 'board' = 'nothing';
  return {
    begin: () => {
      until = Date.now() + ANSWER_MS;
      shown = 'nothing';
    },
    end: () => (until = 0),
    isAnswered: () => shown !== 'nothing',
    choose: arrived => {
      const answers = Date.now() < until ? arrived : [];
      const withBoard = answers.find(({ replyTo }) => board.hasBoard(replyTo));
      const answer = withBoard ?? (shown === 'board' ? undefined : answers[0]);
      const chosen = answer ?? arrived.find(({ replyTo }) => board.isAbout(replyTo));
      if (chosen !== undefined) shown = board.hasBoard(chosen.replyTo) ? 'board' : 'mail';
      return chosen;
    },
  };
}
