// What the page of the inbox was served with, its way to the server, and what a browser remembers.
import { type UnverifiedToken, detailOf, parseToken } from '#core/mail/token.ts';
import { lookUp } from '#games/kit/look-up.ts';
import { type InboxFacts, type InboxRefusal, type InboxWord, SECRET_HEADER } from '#trial/inbox/shapes.ts';
import { find } from '../elements.ts';

const readFacts = (page: Document): InboxFacts => JSON.parse(find(page, '#inbox').dataset['facts'] ?? '') as InboxFacts;

export const facts = readFacts(document);

/** The sentence, its gaps filled. */
export const say = (word: InboxWord, parts: Readonly<Record<string, string>> = {}): string =>
  facts.words[word].replace(/\{(\w+)\}/g, (_, name: string) => lookUp(parts, name) ?? '');

/** The last ones stay there to be read again. */
const MAX_ANNOUNCED = 5;

/** A screen reader reads each of them, and a new one does not silence the one before. */
export function announce(text: string): void {
  const news = find(document, '#news');
  const line = document.createElement('p');
  line.textContent = text;
  news.append(line);
  while (news.childElementCount > MAX_ANNOUNCED) news.firstElementChild?.remove();
}

/** An empty text hides it. */
export function showError(line: HTMLElement, text: string): void {
  line.textContent = text;
  line.hidden = text === '';
}

const timeOfDay = new Intl.DateTimeFormat(facts.locale, { timeStyle: 'short' });
const day = new Intl.DateTimeFormat(facts.locale, { dateStyle: 'medium' });
const whole = new Intl.DateTimeFormat(facts.locale, {
  ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit' },
});

/** As short as can be: the time today, else the day. */
export function formatShortDate(iso: string): string {
  const date = new Date(iso);
  return date.toDateString() === new Date().toDateString() ? timeOfDay.format(date) : day.format(date);
}

export const formatLongDate = (iso: string): string => (iso === '' ? '' : whole.format(new Date(iso)));

/** The server refused. The message is a sentence for the user. */
class RequestRefused extends Error {}

/** A sentence for the user. */
export const reasonOf = (error: unknown): string => (error instanceof RequestRefused ? error.message : say('failed'));

/** null: the server cannot be reached. */
const ask = (path: string, request?: RequestInit): Promise<Response | null> => fetch(path, request).catch(() => null);

async function requireOk(answer: Response | null): Promise<Response> {
  if (answer === null) throw new RequestRefused(say('lost'));
  if (answer.ok) return answer;
  const { why } = (await answer.json().catch(() => ({ why: say('failed') }))) as InboxRefusal;
  throw new RequestRefused(why);
}

export const readText = async (path: string): Promise<string> => (await requireOk(await ask(path))).text();

export const read = async <Answer>(path: string): Promise<Answer> =>
  (await (await requireOk(await ask(path))).json()) as Answer;

let { secret } = facts;

export async function post(path: string, body: unknown): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const send = (): Promise<Response | null> =>
    ask(path, { method: 'POST', headers: { ...headers, [SECRET_HEADER]: secret }, body: JSON.stringify(body) });
  let answer = await send();
  // A restarted server has another secret. A page can ask for it, since every reader of the inbox is allowed to know it.
  if (answer?.status === 403)
    ({ secret } = readFacts(new DOMParser().parseFromString(await readText('/inbox'), 'text/html')));
  if (answer === null || answer.status === 403) answer = await send();
  await requireOk(answer);
}

/** Reads what a mail is about from the token in its Reply-To. null: it has another address, or no token. */
export function readToken(replyTo: string): { readonly token: string; readonly claims: UnverifiedToken } | null {
  const [local = '', domain = ''] = facts.service.split('@');
  const token = detailOf({ local, domain }, replyTo);
  const claims = token === null ? null : parseToken(token);
  return token === null || claims === null ? null : { token, claims };
}

/** The player who gets these mails. null: none of them names one. */
export function findOwner(mails: readonly { readonly replyTo: string }[]): string | null {
  for (const { replyTo } of mails) {
    const claims = readToken(replyTo)?.claims;
    if (claims?.kind === 'account' || claims?.kind === 'digest') return claims.userid;
  }
  return null;
}

const STORED_AS = 'nexpost-mailboxes';

export const listRemembered = (): readonly string[] => localStorage.getItem(STORED_AS)?.match(/\S+/g) ?? [];

const remember = (names: readonly string[]): void => localStorage.setItem(STORED_AS, names.join(' '));

/** These are open, and no others. */
export function rememberOpen(open: readonly string[]): void {
  const known = listRemembered().filter(name => open.includes(name));
  remember([...new Set([...known, ...open])]);
}

/** This open mailbox is used now. */
export const rememberUse = (name: string): void => remember([...new Set([name, ...listRemembered()])]);
