// Shows the bar below the board: the move that was tried, and buttons to send it or take it back.
import { createElement, findById } from '../elements.ts';
import { type Letter, linkTo } from './letters.ts';
import type { SendLetter } from './lines-view.ts';
import type { Tell } from './telling.ts';

export interface SendBar {
  /** The move or the act to send; null: none was chosen, or it cannot be sent. `isOver`: no move can follow. */
  readonly show: (letter: Letter | null, shown: ShownMove) => void;
  /** What is being done about the move. '': nothing. */
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
}

/** How a move is sent from this page. */
export interface SendWay {
  /** Is the reader of the page known, and the writer of every mail? */
  readonly isOwn: () => boolean;
  readonly send: SendLetter;
  /** There is an inbox, and this browser has no key of it. */
  readonly isLocked: boolean;
}

const isAct = (letter: Letter | null): boolean => letter !== null && letter.act !== null;

export function createSendBar(tell: Tell, { isOwn, send, isLocked }: SendWay, takeBack: () => void): SendBar {
  const [bar, told, place] = ['send-bar', 'send-told', 'send'].map(id => findById(id, HTMLElement)) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ];
  const back = findById('take-back', HTMLButtonElement);
  const refusal = findById('refusal', HTMLElement);
  const button = createElement('button', { type: 'button', className: 'main' }, tell('try-send'));
  const link = createElement('a', { className: 'main' }, tell(isLocked ? 'try-send-mail' : 'try-send'));
  let shown: Letter | null = null;
  let canTakeBack = false;
  let isWaiting = false;
  /** What the bar says while no move is begun. */
  let usual = '';
  button.addEventListener('click', () => {
    if (shown !== null && !isWaiting) send?.(shown);
  });
  back.addEventListener('click', takeBack);

  const showControl = (control: HTMLElement | null): void => {
    if (control === null) place.replaceChildren();
    else if (control.parentElement !== place) place.replaceChildren(control);
  };
  const showButtons = (): void => {
    // Not disabled: the button keeps the focus of the keyboard.
    button.ariaDisabled = String(shown === null || isWaiting);
    back.hidden = !canTakeBack || isWaiting;
  };
  const describe = (letter: Letter): string =>
    isLocked
      ? tell('try-no-key')
      : letter.act !== null
        ? tell('try-act', { line: letter.act })
        : tell(isOwn() ? 'try-your-move' : 'try-move-of', { move: letter.move ?? '', player: letter.player });
  /** The inbox sends for any player: the button tells an unknown reader for whom. */
  const nameButton = (letter: Letter | null): string =>
    letter === null || isOwn() ? tell('try-send') : tell('try-send-as', { player: letter.player });
  const invite = ({ isTried, isOver, isRunning, awaited }: ShownMove): string => {
    if (awaited !== null) return tell('try-wait', { player: awaited });
    return isTried || isOver ? '' : tell(isRunning ? 'try-lead' : 'try-free');
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
      const href = letter === null ? null : linkTo(letter);
      if (href !== null) link.href = href;
      button.textContent = nameButton(letter);
      showControl(
        isAct(letter) || (move.isRunning && !move.isOver)
          ? send !== null
            ? button
            : href === null
              ? null
              : link
          : null,
      );
      showButtons();
    },
    tell: text => {
      refusal.textContent = '';
      told.textContent = text;
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
