// Serves the style sheet, the board script of each game, and the sentences that the scripts use.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { LANGUAGES, type Sentences } from '#core/kernel/sentence.ts';
import type { Replies, Site } from './site.ts';

const SCRIPT = 'text/javascript; charset=utf-8';

/** Codes that scripts use in addition to the sentence files `games` and `try`. */
const OTHER_CODES: ReadonlySet<string> = new Set([
  ...['locale', 'colour', 'status-at', 'imagined-side', 'imagined-won', 'imagined-drawn'],
]);

/** The returned function tells whether a script uses a code. A code with a colon names a word of the language: 'stone:black'. */
function createCodeFilter(root: string): (code: string) => boolean {
  const files = ['games', 'try'].map(name => join(root, 'templates', 'sentences', `${name}.json`));
  const codes = new Set(files.flatMap(file => Object.keys(JSON.parse(readFileSync(file, 'utf8')) as Sentences)));
  return code => codes.has(code) || OTHER_CODES.has(code) || code.includes(':');
}

/** The sentences that scripts use, in one language, as JSON. */
export function selectScriptSentences(root: string, sentences: Sentences): string {
  const isUsed = createCodeFilter(root);
  return JSON.stringify(Object.fromEntries(Object.entries(sentences).filter(([code]) => isUsed(code))));
}

export function loadAssets(web: Hono, { root, catalogue, templates }: Site, { sendFile }: Replies): void {
  for (const [name, type] of [
    ['style.css', 'text/css; charset=utf-8'],
    ['icon.svg', 'image/svg+xml; charset=utf-8'],
  ] as const) {
    const text = readFileSync(join(root, 'templates', 'web', name), 'utf8');
    web.get(`/assets/${name}`, c => sendFile(c, type, text));
  }
  const scripts = new Map(
    catalogue.games.map(({ name }) => [
      `${name}.js`,
      readFileSync(join(root, 'dist', 'browser', 'boards', `${name}.js`)),
    ]),
  );
  web.get('/assets/boards/:script', c => sendFile(c, SCRIPT, scripts.get(c.req.param('script')) ?? null));
  const sentences = new Map(
    LANGUAGES.map(language => [`${language}.json`, selectScriptSentences(root, templates[language].sentences)]),
  );
  web.get('/assets/sentences/:language', c =>
    sendFile(c, 'application/json; charset=utf-8', sentences.get(c.req.param('language')) ?? null),
  );
}
