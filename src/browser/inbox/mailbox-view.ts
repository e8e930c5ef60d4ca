// Shows one mailbox: its mails as they arrive, the open mail, and the mail being written.
import type { MailRow, ShownMail, WrittenMail } from '#trial/inbox/shapes.ts';
import { copyOf, createElement, find } from '../elements.ts';
import {
  type AnswerWatch,
  type BoardPane,
  chooseMails,
  createBoardPane,
  createMailList,
  createMailView,
  watchForAnswer,
} from './mail-view.ts';
import { replyTo } from './page-address.ts';
import { announce, facts, findOwner, formatLongDate, post, read, reasonOf, say, showError } from './page.ts';

interface Composer {
  readonly element: HTMLElement;
  /** Puts the cursor where writing goes on, or on `Send` where nothing is missing. */
  readonly focus: (isReady: boolean) => void;
  /** Was anything written in it? */
  readonly isTouched: () => boolean;
  /** May it go? Asks where something was written in it. */
  readonly mayGo: () => boolean;
}

/** `send` rejects with RequestRefused where it could not be sent. */
function createComposer(
  draft: WrittenMail,
  { send, discard }: { readonly send: (draft: WrittenMail) => Promise<void>; readonly discard: () => void },
): Composer {
  const form = copyOf('composer', HTMLFormElement);
  const to = find(form, '[name=to]', HTMLInputElement);
  const subject = find(form, '[name=subject]', HTMLInputElement);
  const text = find(form, '[name=text]', HTMLTextAreaElement);
  const button = find(form, '[type=submit]', HTMLButtonElement);
  const trouble = find(form, '.trouble');
  to.value = draft.to;
  subject.value = draft.subject;
  text.value = draft.text;
  const isTouched = (): boolean => text.value !== draft.text || subject.value !== draft.subject;
  const mayGo = (): boolean => !isTouched() || confirm(say('discard'));

  form.addEventListener('submit', event => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    showError(trouble, '');
    send({ to: to.value, subject: subject.value, text: text.value, answers: draft.answers }).catch((error: unknown) => {
      button.disabled = false;
      showError(trouble, reasonOf(error));
    });
  });
  form.addEventListener('keydown', event => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  find(form, '.cancel').addEventListener('click', () => {
    if (mayGo()) discard();
  });

  const focus: Composer['focus'] = isReady => {
    form.scrollIntoView({ block: 'nearest' });
    if (isReady) button.focus();
    else if (to.value === '') to.focus();
    else if (subject.value === '') subject.focus();
    else {
      text.focus();
      text.setSelectionRange(0, 0);
      text.scrollTop = 0;
    }
  };
  return { element: form, focus, isTouched, mayGo };
}

export interface MailboxPane {
  readonly element: HTMLElement;
  /** The present mailbox. */
  readonly update: (mails: readonly MailRow[]) => void;
  readonly unread: () => number;
  /** Begins a mail. `isReady`: it only needs to be sent. */
  readonly write: (draft: WrittenMail, isReady: boolean) => void;
  /** Begins the mail with this command. In an empty mailbox the mail signs its user up first. */
  readonly begin: (command: string) => void;
  /** The names of the mailboxes beside this one: their users can be challenged. */
  readonly beside: (names: readonly string[]) => void;
  /** Is something being written that would be lost? */
  readonly isTouched: () => boolean;
  /** May it be closed? Asks where something is being written. */
  readonly mayGo: () => boolean;
  readonly focus: () => void;
}

/** What a newcomer may want to write, in the order in which it helps. `isNew`: the mailbox has no mail. */
const listBeginnings = (name: string, others: readonly string[], isNew: boolean): readonly string[] =>
  isNew
    ? [`signup ${name}`, 'help']
    : [
        'nex challenge -size=7 me robot',
        ...others.map(other => `nex challenge -size=5 ${name} ${other}`),
        'tutorial',
        'help',
      ];

export function createMailboxView(name: string, closed: () => void): MailboxPane {
  const element = copyOf('box');
  const [reading, told] = [find(element, '.reading'), find(element, '.told')];
  let mails: readonly MailRow[] | null = null;
  let others: readonly string[] = [];
  let chosen: number | null = null;
  const board = createBoardPane(find(element, '.stage'));
  const answer = watchForAnswer(board);
  find(element, 'iframe.board').addEventListener('sending', answer.begin);
  const writing = manageDraft(name, element, answer);
  const list = createMailList(find(element, '.mails'), uid => void open(uid, true));
  const search = find(element, '.search', HTMLInputElement);
  const showList = (): void => list.show(chooseMails(mails ?? [], search.value), chosen);
  search.addEventListener('input', showList);

  const open = async (uid: number, isWanted: boolean): Promise<void> => {
    chosen = uid;
    told.textContent = '';
    // Where there is room for one column alone, it shows the list or what is read.
    element.classList.add('is-reading');
    showList();
    if (isWanted) answer.end();
    const path = `/inbox/${name}/${uid}`;
    try {
      const mail = await read<ShownMail>(path);
      // Meanwhile another one may have been chosen.
      if (chosen === uid) await showMail({ path, mail, isWanted }, { reading, board, write: writing.write });
    } catch (error) {
      told.textContent = reasonOf(error);
    }
  };

  const offerBeginnings = (): void =>
    showBeginnings(find(element, '.begin'), listBeginnings(name, others, mails?.length === 0), subject =>
      writing.write({ ...TO_SERVICE, subject }, true),
    );

  const unread = (): number => chooseMails(mails ?? [], '').filter(({ isUnread }) => isUnread).length;
  const update: MailboxPane['update'] = now => {
    const before = mails;
    const newest = before?.[0]?.uid ?? 0;
    mails = now;
    if ((before?.length === 0) !== (now.length === 0)) offerBeginnings();
    find(element, '.empty').hidden = now.length > 0;
    linkOwnPage(find(element, 'h2 a', HTMLAnchorElement), findOwner(now));
    showList();
    find(element, '.back .count').textContent = unread() === 0 ? '' : `(${unread()})`;
    const fresh = before === null ? [] : now.filter(({ uid }) => uid > newest);
    const [arrived] = fresh;
    if (arrived === undefined) return;
    announce(say('new-mail', { name, from: arrived.from, subject: arrived.subject }));
    const shown = answer.choose(fresh);
    if (shown !== undefined) void open(shown.uid, false);
  };

  nameBox(element, name, closed);
  find(element, 'button.back').addEventListener('click', () => {
    element.classList.remove('is-reading');
    list.focus();
  });
  find(element, 'button.write').addEventListener('click', () => writing.write(TO_SERVICE, false));
  return {
    ...{ element, update, unread },
    ...writing,
    begin: command => writing.write(beginCommand(command, mails?.length === 0 ? name : null), true),
    beside: names => {
      others = names;
      offerBeginnings();
    },
  };
}

/** Puts a mail in the place of the one before it. `isWanted`: somebody chose it, and goes on there. */
async function showMail(
  { path, mail, isWanted }: { readonly path: string; readonly mail: ShownMail; readonly isWanted: boolean },
  { reading, board, write }: Pick<MailboxPane, 'write'> & { readonly reading: HTMLElement; readonly board: BoardPane },
): Promise<void> {
  const hasBoard = await board.show(mail);
  const { element, focus } = createMailView(path, mail, { hasBoard, reply: () => write(answerTo(mail), false) });
  find(reading, ':scope > .choose, :scope > .mail').replaceWith(element);
  // The board is above the mail, and comes first for the keyboard.
  if (isWanted && hasBoard) find(reading, '.opening').focus();
  else if (isWanted) focus();
  await post(`${path}/seen`, {});
}

/** What the box and its buttons are called. */
function nameBox(element: HTMLElement, name: string, closed: () => void): void {
  const heading = find(element, 'h2');
  find(heading, 'a').textContent = name;
  element.ariaLabel = heading.textContent.trim();
  const close = find(element, 'button.close');
  close.ariaLabel = close.ariaLabel?.replace('…', name) ?? name;
  close.addEventListener('click', closed);
}

/** The page knows by #me that its player looks at it. */
function linkOwnPage(link: HTMLAnchorElement, userid: string | null): void {
  if (userid === null) return;
  link.href = `/players/${userid}#me`;
  link.title = say('own');
}

const TO_SERVICE: WrittenMail = { to: facts.service, subject: '', text: '', answers: null };

/** `newcomer`: the name to sign up by in the same mail. null: the writer has an account. */
const beginCommand = (command: string, newcomer: string | null): WrittenMail =>
  newcomer === null
    ? { ...TO_SERVICE, subject: command }
    : { ...TO_SERVICE, subject: 'multiple', text: `signup ${newcomer}\n${command}\n` };

/** `signup` is what somebody new begins with. */
function showBeginnings(begin: HTMLElement, subjects: readonly string[], write: (subject: string) => void): void {
  const buttons = subjects.map(subject => {
    const isMain = subject.startsWith('signup') && subjects.length <= 2;
    const button = createElement('button', { type: 'button', className: isMain ? 'main' : '' }, subject);
    button.addEventListener('click', () => write(subject));
    return button;
  });
  begin.replaceChildren(find(begin, 'span'), ...buttons);
}

/** The mail that is being written in a mailbox: one at a time. */
function manageDraft(
  name: string,
  element: HTMLElement,
  answer: AnswerWatch,
): Pick<MailboxPane, 'write' | 'isTouched' | 'mayGo' | 'focus'> {
  const [reading, told] = [find(element, '.reading'), find(element, '.told')];
  const focus = (): void => find(element, 'button.write').focus();
  let writing: Composer | null = null;
  const discard = (): void => {
    writing?.element.remove();
    writing = null;
    focus();
  };
  return {
    focus,
    write: (draft, isReady) => {
      if (writing !== null && !writing.mayGo()) return;
      writing?.element.remove();
      answer.end();
      element.classList.add('is-reading');
      told.textContent = '';
      const begun = createComposer(draft, {
        discard,
        send: async mail => {
          answer.begin();
          await post(`/inbox/${name}/send`, mail);
          // Meanwhile another one may have been begun, and the answer may be shown, which says it all.
          if (writing === begun) discard();
          if (answer.isAnswered()) return;
          answer.begin();
          told.textContent = say('sent', { to: mail.to });
        },
      });
      writing = begun;
      reading.append(begun.element);
      begun.focus(isReady);
    },
    isTouched: () => writing?.isTouched() ?? false,
    mayGo: () => writing?.mayGo() ?? true,
  };
}

const answerTo = (mail: ShownMail): WrittenMail =>
  replyTo(mail, say('wrote', { date: formatLongDate(mail.date), from: mail.from }));
