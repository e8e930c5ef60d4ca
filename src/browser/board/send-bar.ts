// What is below the board: acts, lines that were tried, and buttons to send them.
import type { PageAct } from '#core/desk/pages/board-data.ts';
import { createElement, findById, replaceIn } from '../elements.ts';
import { type Exploration, moveTo, removeVariation } from './course.ts';
import { type Letter, linkTo } from './letters.ts';
import type { Tell } from './telling.ts';

// The button of a line only begins the mail: the bar shows it, and sends it.

/** The line that goes with words to the other players. */
export const WORDS = 'chat';

/** `begun`: the act that the bar shows. null: none. */
export function showActs(acts: readonly PageAct[], begun: PageAct | null, begin: (act: PageAct) => void): void {
  findById('acts', HTMLElement).hidden = acts.length === 0;
  findById('message', HTMLElement).hidden = begun?.line !== WORDS;
  const buttons = acts.map(act => {
    const button = createElement('button', { type: 'button', ariaPressed: String(act === begun) }, act.label);
    button.addEventListener('click', () => begin(act));
    return button;
  });
  replaceIn(findById('act-list', HTMLElement), buttons);
}

/** Each line that was tried, move by move, numbered as in the game. */
export function showLines(exploration: Exploration, tell: Tell, go: (next: Exploration) => void): void {
  const { variations, place } = exploration;
  // The bar tells of a single move, and takes it back.
  const isOneMove = variations.length === 1 && variations[0]?.moves.length === 1;
  findById('lines', HTMLElement).hidden = variations.length === 0 || isOneMove;
  const items = variations.map(({ from, moves }, variation) => {
    const links = moves.map((text, i) => {
      const isShown = place.variation === variation && place.ply === i + 1;
      const button = createElement('button', { type: 'button', className: 'move' }, `${from + i + 1}. ${text}`);
      if (isShown) button.setAttribute('aria-current', 'step');
      button.addEventListener('click', () => go(moveTo(exploration, { variation, ply: i + 1 })));
      return button;
    });
    const close = createElement('button', { type: 'button', className: 'remove', ariaLabel: tell('try-remove', { line: moves.join(' ') }) }, '×'); // prettier-ignore
    close.addEventListener('click', () => go(removeVariation(exploration, variation)));
    return createElement('li', {}, ...links, close);
  });
  replaceIn(findById('tried', HTMLElement), items);
}

/** How moves and acts are sent. */
export interface SendWay {
  /** Is the reader of the page known, and the writer of every mail? */
  readonly isOwn: () => boolean;
  /** By its token. A letter without one begins as a mail. */
  readonly send: (letter: Letter) => void;
}

/** The lines with the button that sends them, or without a token a link that begins their mail. */
function createMailItem(letter: Letter, tell: Tell, { send }: SendWay): HTMLElement {
  const { label, lines, token } = letter;
  const href = linkTo(letter, false);
  const here = createElement('button', { type: 'button', className: 'send-here' }, label);
  here.addEventListener('click', () => send(letter));
  const link = href === null ? null : createElement('a', { className: 'send', href, target: '_top' }, label);
  const way = token === null ? (link ?? createElement('p', {}, label, '. ', tell('try-too-long'))) : here;
  return createElement('div', { className: 'mail' }, way, createElement('pre', { tabIndex: 0 }, lines.join('\n')));
}

/** What the bar below the board sends is not among them. */
export function showMails(letters: readonly Letter[], inBar: Letter | null, tell: Tell, way: SendWay): void {
  const shown = letters.filter(letter => letter.token === null || letter !== inBar);
  findById('mails', HTMLElement).hidden = shown.length === 0;
  replaceIn(
    findById('letters', HTMLElement),
    shown.map(letter => createMailItem(letter, tell, way)),
  );
}

export interface SendBar {
  /** The move or the act to send. null: none was chosen, or it cannot be sent. `isOver`: no move can follow. */
  readonly show: (letter: Letter | null, shown: ShownMove) => void;
  /** What is being done or was done. A move that was not sent is told of behind it. */
  readonly tell: (text: string) => void;
  /** What is missing of a move that was begun. '': none was. */
  readonly hint: (text: string) => void;
  /** A mail is on its way: another click sends no second one, and the move cannot be taken back here. */
  readonly wait: (isOnItsWay: boolean) => void;
  readonly isWaiting: () => boolean;
}

/** What is known of the position shown. `isRunning`: can moves of this game be sent at all? */
export interface ShownMove {
  readonly isTried: boolean;
  readonly isOver: boolean;
  readonly isRunning: boolean;
  /** The player or the side that the reader waits for. null: none, or the reader is unknown. */
  readonly awaited: string | null;
  /** Can the page send a move of this position? */
  readonly canSend: boolean;
}

const isAct = (letter: Letter | null): boolean => letter !== null && letter.act !== null;

export function createSendBar(tell: Tell, { isOwn, send }: SendWay, takeBack: () => void): SendBar {
  const bar = findById('send-bar', HTMLElement);
  const told = findById('send-told', HTMLElement);
  const place = findById('send', HTMLElement);
  const back = findById('take-back', HTMLButtonElement);
  const refusal = findById('refusal', HTMLElement);
  const button = createElement('button', { type: 'button', className: 'main' }, tell('try-send'));
  const link = createElement('a', { className: 'main', target: '_top' }, tell('try-send'));
  let shown: Letter | null = null;
  let canTakeBack = false;
  const hasInbox = findById('try', HTMLElement).dataset['inbox'] !== undefined;
  let isWaiting = false;
  /** What the bar says while no move is begun. */
  let usual = '';
  button.addEventListener('click', () => {
    if (shown !== null && !isWaiting) send(shown);
  });
  back.addEventListener('click', () => {
    takeBack();
    (place.firstElementChild as HTMLElement | null)?.focus();
  });

  const showControl = (control: HTMLElement | null): void => {
    if (control === null) place.replaceChildren();
    else if (control.parentElement !== place) place.replaceChildren(control);
  };
  const showButtons = (): void => {
    // Not disabled: the button keeps the focus of the keyboard.
    button.ariaDisabled = String(shown === null || isWaiting);
    back.hidden = !canTakeBack || isWaiting;
    back.textContent = tell(isAct(shown) ? 'try-cancel' : 'try-take-back');
  };
  const describe = ({ act, label, move, player, lines }: Letter): string => {
    if (act !== null) return tell('try-act', { act: label });
    if (move === null) return tell('try-prepared', { lines: lines.join(' ') });
    return tell(isOwn() ? 'try-your-move' : 'try-move-of', { move, player });
  };
  const invite = ({ isTried, isOver, isRunning, awaited, canSend }: ShownMove): string => {
    if (awaited !== null) return tell('try-wait', { player: awaited });
    if (isTried || isOver) return '';
    return tell(!isRunning ? 'try-free' : isOwn() && !canSend ? 'try-newest' : 'try-lead');
  };
  return {
    show: (letter, move) => {
      const { isTried, isOver } = move;
      shown = letter;
      const isBegun = isTried || isAct(letter);
      bar.hidden = isOver && !isBegun;
      usual = letter === null ? invite(move) : describe(letter);
      told.textContent = usual;
      canTakeBack = isBegun;
      const href = letter === null ? null : linkTo(letter, hasInbox);
      if (href !== null) link.href = href;
      const canSend = letter === null ? move.canSend : letter.token !== null;
      const way = canSend ? button : href === null ? null : link;
      showControl(isAct(letter) || (move.isRunning && !move.isOver) ? way : null);
      showButtons();
    },
    tell: text => {
      refusal.textContent = '';
      told.textContent = shown === null || isWaiting ? text : `${text} ${usual}`;
    },
    hint: text => {
      if (!isWaiting) told.textContent = text === '' ? usual : text;
    },
    isWaiting: () => isWaiting,
    wait: isOnItsWay => {
      isWaiting = isOnItsWay;
      showButtons();
    },
  };
}
