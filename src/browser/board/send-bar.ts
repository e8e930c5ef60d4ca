// What is below the board: acts, lines that were tried, and buttons to send them.
import type { PageAct } from '#core/desk/pages/board-data.ts';
import { createElement, findById, replaceIn } from '../elements.ts';
import { type Exploration, moveTo, removeVariation } from './course.ts';
import { type Letter, linkTo } from './letters.ts';
import type { Tell } from './telling.ts';

// The button of a line only begins the mail: the bar shows it, and sends it.

/** `begun`: the act that the bar shows. null: none. */
export function showActs(acts: readonly PageAct[], begun: PageAct | null, begin: (act: PageAct) => void): void {
  findById('acts', HTMLElement).hidden = acts.length === 0;
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

/** How mails and acts are sent. */
export interface SendWay {
  /** Is the reader of the page known, and the writer of every mail? */
  readonly isOwn: () => boolean;
  /** Can the page send it, by its token or from an inbox? If not, a mail program sends it. */
  readonly canSend: (letter: Pick<Letter, 'token'>) => boolean;
  readonly send: (letter: Letter) => void;
  /** There is an inbox, and this browser has no key of it. */
  readonly isLocked: boolean;
}

/** A mail: the button that sends it, or a link that begins it in a mail program, and its lines to be copied. */
function createMailItem(letter: Letter, tell: Tell, { isOwn, canSend, send }: SendWay): HTMLElement {
  const { label, lines, player } = letter;
  const href = linkTo(letter);
  const isSent = canSend(letter);
  const name = isOwn() ? label : `${label}: ${tell('try-send-here', { player })}`;
  const here = createElement('button', { type: 'button', className: 'send-here' }, name);
  here.addEventListener('click', () => send(letter));
  const copied = createElement('span', { className: 'copied', role: 'status' });
  const copy = createElement('button', { type: 'button' }, tell('try-copy'));
  copy.addEventListener('click', () => {
    void navigator.clipboard.writeText(lines.join('\n')).then(() => (copied.textContent = tell('try-copied')));
  });
  // Without a secure connection browsers give pages no clipboard. The lines can be marked and copied by hand.
  const buttons = 'clipboard' in navigator ? [copy, copied] : [];
  // Says what the number behind a move means.
  const [, number] = /#(\d+)/.exec(lines.join(' ')) ?? [];
  return createElement(
    'div',
    { className: 'mail' },
    ...(isSent ? [here] : []),
    href === null
      ? createElement('p', {}, label, '. ', tell('try-too-long'))
      : createElement(
          'a',
          { className: isSent ? 'send aside' : 'send', href },
          isSent ? tell('try-send-program') : label,
        ),
    createElement('pre', { tabIndex: 0 }, lines.join('\n')),
    ...buttons,
    ...(number === undefined ? [] : [createElement('p', { className: 'note' }, tell('try-number', { number }))]),
  );
}

/** A move that the bar below the board sends is not among them. */
export function showMails(letters: readonly Letter[], tell: Tell, way: SendWay): void {
  const shown = letters.filter(letter => !way.canSend(letter) || letter.move === null);
  findById('mails', HTMLElement).hidden = shown.length === 0;
  replaceIn(
    findById('letters', HTMLElement),
    shown.map(letter => createMailItem(letter, tell, way)),
  );
}

/** Shows the bar below the board: the move that was tried, and buttons to send it or take it back. */
export interface SendBar {
  /** The move or the act to send. null: none was chosen, or it cannot be sent. `isOver`: no move can follow. */
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
  /** Can the page send a move of this position? */
  readonly canSend: boolean;
}

const isAct = (letter: Letter | null): boolean => letter !== null && letter.act !== null;

export function createSendBar(tell: Tell, { isOwn, canSend, send, isLocked }: SendWay, takeBack: () => void): SendBar {
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
    if (shown !== null && !isWaiting) send(shown);
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
    isLocked && !canSend(letter)
      ? tell('try-no-key')
      : letter.act !== null
        ? tell('try-act', { act: letter.label })
        : tell(isOwn() ? 'try-your-move' : 'try-move-of', { move: letter.move ?? '', player: letter.player });
  /** The inbox sends for any player, so the button names the player to an unknown reader. */
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
          ? (letter === null ? move.canSend : canSend(letter))
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
