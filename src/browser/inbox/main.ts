// The inbox in a browser: live mailboxes of the embedded mail server, side by side.
import type { MailboxNews, MailRow } from '#trial/inbox/shapes.ts';
import { type MailboxPane, createMailboxView } from './mailbox-view.ts';
import { parsePageAddress, fragmentOf, nameIn } from './page-address.ts';
import { find } from '../elements.ts';
import { listRemembered, read, reasonOf, rememberOpen, rememberUse, say, showError } from './page.ts';

/** Milliseconds without the server after which the page says so, and until it tries again, if the browser does not. */
const PATIENCE_MS = 3_000;
const AGAIN_MS = 3_000;

const boxes = find(document, '#boxes');
const chooser = find(document, '#chooser', HTMLFormElement);
const trouble = find(document, '#trouble');
const open = new Map<string, MailboxPane>();

let stream: EventSource | undefined;
/** Whose mails it brings. */
let heard = '';
let again: number | undefined;
let worry: number | undefined;

function listen(): void {
  const wanted = new URLSearchParams([...open.keys()].map(name => ['as', name])).toString();
  if (wanted === heard && stream?.readyState !== EventSource.CLOSED) return;
  heard = wanted;
  stream?.close();
  clearTimeout(again);
  if (open.size === 0) return;
  stream = new EventSource(`/inbox/live?${wanted}`);
  stream.addEventListener('mailbox', ({ data }: MessageEvent<string>) => {
    const { name, mails } = JSON.parse(data) as MailboxNews;
    open.get(name)?.update(mails);
    count();
  });
  stream.addEventListener('open', () => {
    if (worry !== undefined) showError(trouble, '');
    clearTimeout(worry);
    worry = undefined;
  });
  stream.addEventListener('error', () => {
    worry ??= setTimeout(() => showError(trouble, say('lost')), PATIENCE_MS);
    if (stream?.readyState === EventSource.CLOSED) again = setTimeout(listen, AGAIN_MS);
  });
}

function count(): void {
  const unread = [...open.values()].reduce((sum, box) => sum + box.unread(), 0);
  document.title = `${unread === 0 ? '' : `(${unread}) `}${say('title')}`;
}

/** What is open is shown in the address, and so comes back with the page. */
function arrangeMailboxes(): void {
  const names = [...open.keys()];
  rememberOpen(names);
  history.replaceState(null, '', `/inbox${fragmentOf(names)}`);
  for (const [name, box] of open) box.beside(names.filter(each => each !== name));
  document.body.classList.toggle('beside', names.length > 1);
  find(document, '#lead').hidden = names.length > 0;
  const [first, second] = [...chooser.querySelectorAll<HTMLButtonElement>('button[value]')];
  if (first !== undefined) first.hidden = open.has(first.value);
  if (second !== undefined) second.hidden = names.length === 0 || open.has(second.value);
  for (const button of [first, second]) button?.classList.toggle('main', names.length === 0);
  count();
  listen();
}

/** Opens a mailbox, or finds it open. undefined: it cannot be opened, and the page says why. */
async function openBox(name: string): Promise<MailboxPane | undefined> {
  const known = open.get(name);
  if (known !== undefined) return known;
  showError(trouble, '');
  const reading = read<readonly MailRow[]>(`/inbox/${encodeURIComponent(name)}/mails`);
  const mails = await reading.catch((error: unknown) => showError(trouble, reasonOf(error)));
  if (!mails) return undefined;
  // Asked for twice, it is opened once.
  const meanwhile = open.get(name);
  if (meanwhile !== undefined) return meanwhile;
  const box = createMailboxView(name, () => closeBox(name));
  open.set(name, box);
  box.element.addEventListener('focusin', () => rememberUse(name));
  boxes.append(box.element);
  box.update(mails);
  arrangeMailboxes();
  return box;
}

function closeBox(name: string): void {
  const box = open.get(name);
  if (box?.mayGo() !== true) return;
  open.delete(name);
  box.element.remove();
  arrangeMailboxes();
  find(chooser, 'button:not([hidden])').focus();
}

async function follow(): Promise<void> {
  const { names, begun, wish } = parsePageAddress(location.hash);
  const isReturning = open.size === 0 && names.length === 0;
  for (const name of isReturning ? listRemembered() : names) await openBox(name);
  if (wish !== null) {
    const buttons = [...chooser.querySelectorAll<HTMLButtonElement>('button[value]')];
    const writer = [...listRemembered(), ...buttons.map(({ value }) => value)].find(name => name !== wish.notBy);
    const box = writer === undefined ? undefined : await openBox(writer);
    arrangeMailboxes();
    box?.begin(wish.command);
  }
  if (begun === null) return;
  const box = await openBox(begun.name);
  arrangeMailboxes();
  box?.write(begun.draft, begun.draft.text.trim() !== '');
}

for (const button of chooser.querySelectorAll<HTMLButtonElement>('button[value]'))
  button.addEventListener('click', () => void openBox(button.value).then(box => box?.focus()));
chooser.addEventListener('submit', event => {
  event.preventDefault();
  const field = find(chooser, '[name=name]', HTMLInputElement);
  void openBox(nameIn(field.value)).then(box => {
    if (box === undefined) return;
    field.value = '';
    box.focus();
  });
});
chooser.hidden = false;
addEventListener('hashchange', () => void follow());
addEventListener('beforeunload', event => {
  if ([...open.values()].some(box => box.isTouched())) event.preventDefault();
});
void follow();
