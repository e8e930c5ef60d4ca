// Shows a mail: its header, and its HTML in a sandboxed frame, its text or its source.
import type { ShownMail } from '#trial/inbox/shapes.ts';
import { copyOf, createElement, find } from '../elements.ts';
import { splitMailText } from './mail-text.ts';
import { fitToContent } from './fit-frame.ts';
import { formatLongDate, say } from './page-parts.ts';
import { readText, reasonOf } from './requests.ts';

type View = 'html' | 'text' | 'source';

/** How the last mail was wanted; so is the next one, where it can be. */
let preferred: View = 'html';

export interface MailView {
  readonly element: HTMLElement;
  readonly focus: () => void;
}

/** `path`: where the server has it. `hasBoard`: the board is shown beside it. */
export function createMailView(
  path: string,
  mail: ShownMail,
  { hasBoard, reply }: { readonly hasBoard: boolean; readonly reply: () => void },
): MailView {
  const element = copyOf('mail');
  const heading = find(element, 'h3');
  heading.textContent = mail.subject;
  find(element, '.from').textContent = mail.from;
  find(element, '.to').textContent = mail.to;
  find(element, '.date').textContent = formatLongDate(mail.date);
  listFiles(element, path, mail.files);
  const cut = find(element, '.cut');
  cut.textContent = say('cut');
  cut.hidden = !mail.isCut;
  find(element, '.reply').addEventListener('click', reply);
  const html = `${path}/html${hasBoard ? '?pictures=none' : ''}`;
  fitToContent(find(element, 'iframe', HTMLIFrameElement));
  offerViews(element, { path, html }, mail);
  return { element, focus: () => heading.focus() };
}

function listFiles(element: HTMLElement, path: string, files: readonly string[]): void {
  if (files.length === 0) for (const part of element.querySelectorAll('.files')) part.remove();
  else
    find(element, 'dd.files').append(
      ...files.flatMap((name, index) => {
        const link = document.createElement('a');
        link.href = `${path}/files/${index}`;
        link.textContent = name;
        return [link, ' '];
      }),
    );
}

/** Prose wraps as the window is wide. The lines of a board stay whole. */
const layOutText = (text: string): readonly HTMLElement[] =>
  splitMailText(text).map(part => createElement('span', { className: part.isFixed ? 'fixed' : 'prose' }, part.text));

function offerViews(
  element: HTMLElement,
  { path, html }: { readonly path: string; readonly html: string },
  mail: ShownMail,
): void {
  const frame = find(element, 'iframe', HTMLIFrameElement);
  const text = find(element, 'pre');
  let shown: View = 'html';
  const show = async (view: View): Promise<void> => {
    frame.hidden = view !== 'html';
    text.hidden = view === 'html';
    if (view === 'html' && frame.src === '') frame.src = html;
    shown = view;
    if (view === 'text') text.replaceChildren(...layOutText(mail.text));
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
