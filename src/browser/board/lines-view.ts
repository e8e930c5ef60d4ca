// Shows the lines that were tried, and how to mail them: links that begin mails, lines to copy.
import { must } from '#games/kit/assert.ts';
import { formatMailto } from '#core/mail/mailto.ts';
import type { BoardData } from '#core/pages/board-data.ts';
import { findById, createElement, replaceIn } from '../elements.ts';
import { moveTo, type Exploration, removeVariation } from './course.ts';
import { listLinesToSend, moveToSend } from './lines-to-send.ts';
import type { LetterWriter } from './sender.ts';
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

/** Characters: longer links some systems cut, or do not open. A move that is cut may be another one. */
const MAX_LINK_LENGTH = 2_000;

/** A mail on its way to be sent. */
interface Letter {
  readonly label: string;
  readonly lines: readonly string[];
  /** The player that writes it. */
  readonly player: string;
}

/** A mail: a link that begins it, one that begins it in the inbox beside this page, and its lines to be copied into another. */
function createMailItem(
  { label, lines, player }: Letter,
  subject: string,
  sender: LetterWriter,
  tell: Tell,
): HTMLElement {
  const href = formatMailto(sender.address, subject, `${lines.join('\r\n')}\r\n`);
  const begun = new URLSearchParams({ write: player, to: sender.address, subject, text: `${lines.join('\n')}\n` });
  const here = createElement('a', { className: 'send-here', href: `/inbox#${begun.toString()}` }, tell('try-send-here', { player })); // prettier-ignore
  const isTooLong = href.length > MAX_LINK_LENGTH;
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
    isTooLong
      ? createElement('p', {}, label, '. ', tell('try-too-long'))
      : createElement('a', { className: 'send', href }, label),
    ...(sender.hasInbox ? [here] : []),
    createElement('pre', { tabIndex: 0 }, lines.join('\n')),
    ...buttons,
  );
}

export function showMails(exploration: Exploration, data: BoardData, sender: LetterWriter, tell: Tell): void {
  const subject = `Re: ${data.title} Board ${data.number}`;
  const { reply } = sender;
  const isReaders = (seat: number): boolean => reply === null || data.holders[seat] === reply.player;
  const { game, positions } = exploration.course;
  const mover = game.toMove(must(positions.at(-1), 'a game begins somewhere'));
  const seat = game.seats(data.setup).findIndex(({ colours }) => mover !== null && colours.includes(mover));
  const move = moveToSend(exploration);
  const title = game.seats(data.setup)[seat]?.title ?? '';
  const played = move === null ? [] : [{ seat, lines: [move], label: tell('try-send-move', { side: title }) }];
  const prepared = listLinesToSend(exploration, data.setup).map(each => ({
    ...each,
    label: tell('try-send-lines', { side: each.side }),
  }));
  const items = [...played, ...prepared]
    .filter(each => isReaders(each.seat))
    .flatMap(each => {
      const player = data.players[data.holders[each.seat] ?? 0] ?? null;
      return player === null ? [] : createMailItem({ ...each, player }, subject, sender, tell);
    });
  const isThere = data.isRunning && items.length > 0;
  findById('mails', HTMLElement).hidden = !isThere;
  replaceIn(findById('letters', HTMLElement), isThere ? items : []);
}
