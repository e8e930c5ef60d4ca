// Shows the lines that were tried, and how to mail them: buttons, links, lines to copy.
import { findById, createElement, replaceIn } from '../elements.ts';
import { moveTo, type Exploration, removeVariation } from './course.ts';
import { type Letter, linkTo } from './letters.ts';
import type { Tell } from './telling.ts';

/** Each line that was tried, move by move, numbered as in the game. */
export function showLines(exploration: Exploration, tell: Tell, go: (next: Exploration) => void): void {
  const { variations, place } = exploration;
  findById('lines', HTMLElement).hidden = variations.length === 0;
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

/** Sends a mail from the inbox of its writer. null: there is no inbox, and a mail program sends it. */
export type SendLetter = ((letter: Letter) => void) | null;

/** A mail: the button that sends it where there is an inbox, a link that begins it in a mail program, and its lines to be copied. */
function createMailItem(letter: Letter, tell: Tell, send: SendLetter): HTMLElement {
  const { label, lines, player } = letter;
  const href = linkTo(letter);
  const here = createElement('button', { type: 'button', className: 'send-here' }, `${label}: ${tell('try-send-here', { player })}`); // prettier-ignore
  here.addEventListener('click', () => send?.(letter));
  const copied = createElement('span', { className: 'copied', role: 'status' });
  const copy = createElement('button', { type: 'button' }, tell('try-copy'));
  copy.addEventListener('click', () => {
    void navigator.clipboard.writeText(lines.join('\n')).then(() => (copied.textContent = tell('try-copied')));
  });
  // Without a secure connection browsers have no clipboard for pages; the lines can be marked and copied by hand.
  const buttons = 'clipboard' in navigator ? [copy, copied] : [];
  return createElement(
    'div',
    { className: 'mail' },
    ...(send === null ? [] : [here]),
    href === null
      ? createElement('p', {}, label, '. ', tell('try-too-long'))
      : createElement(
          'a',
          { className: send === null ? 'send' : 'send aside', href },
          send === null ? label : tell('try-send-program'),
        ),
    createElement('pre', { tabIndex: 0 }, lines.join('\n')),
    ...buttons,
    ...describeNumber(lines, tell),
  );
}

/** Says what the number behind a move means. */
function describeNumber(lines: readonly string[], tell: Tell): readonly HTMLElement[] {
  const [, number] = /#(\d+)/.exec(lines.join(' ')) ?? [];
  return number === undefined ? [] : [createElement('p', { className: 'note' }, tell('try-number', { number }))];
}

/** With an inbox the bar below the board sends the move, and here are only the other mails. */
export function showMails(letters: readonly Letter[], tell: Tell, send: SendLetter): void {
  const shown = letters.filter(({ move }) => send === null || move === null);
  findById('mails', HTMLElement).hidden = shown.length === 0;
  replaceIn(
    findById('letters', HTMLElement),
    shown.map(letter => createMailItem(letter, tell, send)),
  );
}
