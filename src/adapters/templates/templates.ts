// The Stationery port: Eta templates, sentences and rules texts of every language.
// All are read at the start, so that a missing one shows before the first mail.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Eta } from 'eta';
import { must } from '#games/kit/assert.ts';
import { FIRST_LANGUAGE, type Language, LANGUAGES } from '#core/kernel/languages.ts';
import type { Templates, TemplatesByLanguage } from '#core/wording/mail-plan.ts';
import { removeNotes } from '#core/wording/rules-drawings.ts';
import { say, type Sentences } from '#core/kernel/sentence.ts';
import { packageRoot, readSentences } from './sentences.ts';

/** The texts of a language, as its files hold them. */
interface Texts {
  readonly letters: ReadonlyMap<string, string>;
  readonly sentences: Sentences;
  readonly rules: ReadonlyMap<string, string>;
}

/** The folder of a language's files. The first language has its rules beside the games. Other languages have all files in templates/<language>. */
const folderOf = (language: Language, root: string): string =>
  language === FIRST_LANGUAGE ? join(root, 'templates') : join(root, 'templates', language);

const rulesFile = (game: string, language: Language, root: string): string =>
  language === FIRST_LANGUAGE
    ? join(root, 'games', game, 'RULES.md')
    : join(folderOf(language, root), 'rules', `${game}.md`);

/** The texts of one language alone. Missing ones are not filled in. */
export function textsOf(language: Language, games: readonly string[], root: string = packageRoot()): Texts {
  const folder = join(folderOf(language, root), 'letters');
  const letters = existsSync(folder) ? readdirSync(folder) : [];
  const described = games.filter(game => existsSync(rulesFile(game, language, root)));
  return {
    letters: new Map(letters.map(name => [name, readFileSync(join(folder, name), 'utf8')])),
    sentences: readSentences(join(folderOf(language, root), 'sentences')),
    rules: new Map(described.map(game => [game, readFileSync(rulesFile(game, language, root), 'utf8')])),
  };
}

/** Fills missing texts from the first language: a mail in two languages is better than none. */
const filledUp = (texts: Texts, first: Texts): Texts => ({
  letters: new Map([...first.letters, ...texts.letters]),
  sentences: { ...first.sentences, ...texts.sentences },
  rules: new Map([...first.rules, ...texts.rules]),
});

export function loadTemplates(games: readonly string[], root: string = packageRoot()): TemplatesByLanguage {
  const first = textsOf(FIRST_LANGUAGE, games, root);
  const all = LANGUAGES.map(language => [language, templatesOf(language, filledUp(textsOf(language, games, root), first))] as const); // prettier-ignore
  return Object.fromEntries(all) as TemplatesByLanguage;
}

function templatesOf(language: Language, { letters, sentences, rules }: Texts): Templates {
  const eta = new Eta({ autoTrim: false, autoEscape: true, useWith: false });
  for (const [name, text] of letters) eta.loadTemplate(`@${name}`, text);
  const told = (code: string, parts = {}): string => say(sentences, { code, parts });
  return {
    language,
    render: (template, view) => eta.render(`@${template}`, { ...view, language, say: told }),
    sentences,
    rules: game => must(rules.get(game), `${game} has its RULES.md`),
  };
}

/** The rules of a game in the first language, as the terminal shows them. */
export const rulesOf = (game: string, root: string = packageRoot()): string =>
  removeNotes(readFileSync(rulesFile(game, FIRST_LANGUAGE, root), 'utf8'));
