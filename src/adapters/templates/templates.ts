// The port Stationery: Eta templates, sentences and rules texts, all read at start, so that a missing one shows before the first mail.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Eta } from 'eta';
import { must } from '#games/kit/assert.ts';
import type { Templates } from '#core/messages/plan.ts';
import { packageRoot, readSentences } from './sentences.ts';

export function templates(games: readonly string[], root: string = packageRoot()): Templates {
  const eta = new Eta({ autoTrim: false, autoEscape: true, useWith: false });
  const folder = join(root, 'templates', 'letters');
  for (const name of readdirSync(folder)) eta.loadTemplate(`@${name}`, readFileSync(join(folder, name), 'utf8'));
  const rules = new Map(games.map(game => [game, rulesOf(game, root)]));
  return {
    render: (template, view) => eta.render(`@${template}`, view),
    sentences: readSentences(join(root, 'templates', 'sentences')),
    rules: game => must(rules.get(game), `${game} has its RULES.md`),
  };
}

/** The rules of a game, as help mails them. */
export const rulesOf = (game: string, root: string = packageRoot()): string =>
  readFileSync(join(root, 'games', game, 'RULES.md'), 'utf8');

/** A page of templates/web, ready to be filled. */
export function webPage(name: string, root: string = packageRoot()): (view: object) => string {
  const eta = new Eta({ autoTrim: false, autoEscape: true });
  const template = eta.compile(readFileSync(join(root, 'templates', 'web', name), 'utf8'));
  return view => eta.render(template, view);
}
