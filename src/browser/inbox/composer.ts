// The form in which a mail is written. Only the user sends a mail.
import type { BegunLetter } from './page-address.ts';
import { copyOf, find } from '../elements.ts';
import { reasonOf, say, showError } from './page.ts';

export interface Composer {
  readonly element: HTMLElement;
  /** Puts the cursor where writing goes on, or on `Send` where nothing is missing. */
  readonly focus: (isReady: boolean) => void;
  /** Was anything written in it? */
  readonly isTouched: () => boolean;
  /** May it go? Asks where something was written in it. */
  readonly mayGo: () => boolean;
}

interface ComposerActs {
  /** Rejects with RequestRefused where it could not be sent. */
  readonly send: (draft: BegunLetter) => Promise<void>;
  readonly discard: () => void;
}

export function createComposer(draft: BegunLetter, { send, discard }: ComposerActs): Composer {
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
