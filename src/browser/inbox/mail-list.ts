// The mails of a mailbox as a list of buttons, newest first.
// The list is one stop of the Tab key, and arrow keys move through it.
import type { MailRow } from '#trial/inbox/shapes.ts';
import { copyOf, find } from '../elements.ts';
import { formatShortDate } from './page-parts.ts';

export interface MailList {
  /** Shows these mails, this one of them as chosen; the focus stays on the mail it was on. */
  readonly show: (mails: readonly MailRow[], chosen: number | null) => void;
  readonly focus: () => void;
}

export function createMailList(list: HTMLElement, choose: (uid: number) => void): MailList {
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
