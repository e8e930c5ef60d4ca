// Renders the HTML pages from the templates in templates/web, and rules of games as HTML.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Eta } from 'eta';
import MarkdownIt from 'markdown-it';
import { type Language, say } from '#core/kernel/sentence.ts';
import { formatMailto } from '#core/mail/mailto.ts';
import type { Page } from '#core/writing/on-web.ts';
import type { TemplatesByLanguage } from '#core/writing/mail-plan.ts';
import type { Phrase } from '#games/kit/refusal.ts';

/** `-size=13        the size of the board`; a long term is a line of its own. */
const TERM = /^(\S+)(?: {2,}(\S.*))?$/;
/** A line of the explanation. */
const REST = /^ {6,}(\S.*)$/;
/** Drawings have columns. */
const COLUMNS = / {3}/;

interface Definition {
  readonly term: string;
  readonly text: string;
}

/** The terms of an indented block, each with its explanation. null: the block is something else. */
export function parseDefinitions(block: string): readonly Definition[] | null {
  const found: Definition[] = [];
  for (const line of block.trimEnd().split('\n')) {
    const rest = REST.exec(line)?.[1];
    const last = found.at(-1);
    const [, term, text = ''] = TERM.exec(line) ?? [];
    if (rest !== undefined && last !== undefined)
      found[found.length - 1] = { term: last.term, text: `${last.text} ${rest}`.trim() };
    else if (term !== undefined) found.push({ term, text });
    else return null;
  }
  return found.every(({ text }) => text !== '' && !COLUMNS.test(text)) ? found : null;
}

export function createRulesRenderer(): (rules: string) => string {
  // HTML in a rules text stays text.
  const markdown = new MarkdownIt({ html: false });
  const { escapeHtml } = markdown.utils;
  markdown.core.ruler.push('code-blocks', ({ tokens }) => {
    for (const token of tokens.filter(({ type }) => type === 'code_block' || type === 'fence')) {
      const definitions = parseDefinitions(token.content);
      token.type = definitions === null ? 'code_block' : 'html_block';
      // The keyboard can scroll a block that is too wide. An indented block has its attributes at the element that scrolls.
      if (definitions === null) token.attrSet('tabindex', '0');
      else {
        const rows = definitions.map(
          ({ term, text }) => `<dt><code>${escapeHtml(term)}</code></dt><dd>${escapeHtml(text)}</dd>`,
        );
        token.content = `<dl class="terms">${rows.join('')}</dl>\n`;
      }
    }
  });
  return rules => markdown.render(rules);
}

export interface SiteFacts {
  /** The address players write to. */
  readonly address: string;
  /** Where the pages are reached from outside. '': unknown. */
  readonly webUrl: string;
  /** Ports of the embedded mail servers. null: there are none. */
  readonly connect: { readonly smtp: number; readonly imap: number } | null;
  /** Can mails be read and written in the browser? Then every page links to the inbox. */
  readonly hasInbox: boolean;
}

export type RenderPage = (page: Page, language: Language) => string;

export function loadPageTemplates(root: string, templates: TemplatesByLanguage, facts: SiteFacts): RenderPage {
  const eta = new Eta({ autoEscape: true, autoTrim: false });
  const folder = join(root, 'templates', 'web');
  for (const name of readdirSync(folder).filter(each => each.endsWith('.html')))
    eta.loadTemplate(`@${name}`, readFileSync(join(folder, name), 'utf8'));
  const helpers = { ...facts, ...createMailLinks(facts), markdown: createRulesRenderer() };
  return ({ template, frame, view }, language) => {
    const sayInLanguage = (code: string, parts: Phrase['parts'] = {}): string =>
      say(templates[language].sentences, { code, parts });
    const boards = (heading: string, rows: readonly object[]): string =>
      eta.render('@boards.html', { say: sayInLanguage, heading, rows });
    const shared = { ...helpers, language, say: sayInLanguage, boards, ...frame };
    const body = eta.render(`@${template}.html`, { ...shared, ...view });
    return eta.render('@layout.html', { ...shared, body });
  };
}

/** Links that start a mail with a command, in the inbox where there is one, else in a mail program. */
function createMailLinks({ address, hasInbox }: SiteFacts) {
  /** `notBy`: a userid that cannot give the command, as it is about their own. */
  const play = (command: string, notBy?: string): string =>
    `/inbox#${new URLSearchParams({ play: command, ...(notBy === undefined ? {} : { not: notBy }) }).toString()}`;
  const mailto = (subject: string): string => formatMailto(address, subject, null);
  const beginMail = (command: string): string => formatMailto(address, 'multiple', `signup yourname\r\n${command}\r\n`);
  return {
    mailto: (subject: string) => (hasInbox ? play(subject) : mailto(subject)),
    /** For players. */
    send: (command: string, notBy?: string) => (hasInbox ? play(command, notBy) : mailto(command)),
    /** For players and newcomers: both lines are in one mail. The inbox knows which of them it shows. */
    begin: (command: string) => (hasInbox ? play(command) : beginMail(command)),
    beginMail,
  };
}
