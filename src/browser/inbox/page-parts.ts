// What the page of the inbox was served with: facts, sentences, and templates of its parts.
import { lookUp } from '#games/kit/look-up.ts';
import { find } from '../elements.ts';
import type { InboxFacts, InboxWord } from '#trial/inbox/shapes.ts';

const page = find(document, '#inbox');
export const facts = JSON.parse(page.dataset['facts'] ?? '') as InboxFacts;

/** The sentence, its gaps filled. */
export const say = (word: InboxWord, parts: Readonly<Record<string, string>> = {}): string =>
  facts.words[word].replace(/\{(\w+)\}/g, (_, name: string) => lookUp(parts, name) ?? '');

/** The last ones stay there to be read again. */
const MAX_ANNOUNCED = 5;

/** Read out by a screen reader, whatever it is at; one does not silence the one before. */
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
