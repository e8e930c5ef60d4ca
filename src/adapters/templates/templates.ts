// The Stationery port: Eta templates, sentences and rules texts of every language.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Eta } from 'eta';
import * as z from 'zod';
import { type Phrases, createPhrases } from '#core/language/courtesy.ts';
import { type Ear, type Example, createEar } from '#core/language/ear.ts';
import { FIRST_LANGUAGE, LANGUAGES, type Language, type Sentence, type Sentences, say } from '#core/kernel/sentence.ts';
import { createMarks } from '#core/mail/gates.ts';
import type { Templates, TemplatesByLanguage } from '#core/writing/mail-plan.ts';
import { removeNotes } from '#core/writing/text.ts';
import type { AnyGame } from '#games/game.ts';
import { assert, must } from '#games/kit/assert.ts';
import { lookUp } from '#games/kit/look-up.ts';
import { findPackageRoot } from '../package-root.ts';

// The code of a sentence is in one file only.

const form = z.string().min(1);

const plural = z.strictObject({
  by: form,
  ...{ zero: form.exactOptional(), one: form.exactOptional(), two: form.exactOptional() },
  ...{ few: form.exactOptional(), many: form.exactOptional(), other: form },
});

const file = z.record(z.string(), z.union([form, plural]));

/** All sentences of the package, or of another folder of such files. Throws if a file is damaged: the service cannot run without them. */
export function readSentences(folder: string = join(findPackageRoot(), 'templates', 'sentences')): Sentences {
  const sentences: Record<string, Sentence> = {};
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.json')) continue;
    for (const [code, sentence] of Object.entries(file.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))))) {
      assert(lookUp(sentences, code) === undefined, `'${code}' has one sentence (again in ${name})`);
      sentences[code] = sentence;
    }
  }
  return sentences;
}

// Missing texts of a language are logged at the start. The tests allow none.

/** The text of a letter, without template code and HTML. */
export const removeMarkup = (text: string): string =>
  text
    .replace(/<%[^%]*%>/g, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&\w+;/g, ' ');

/** Each missing text: the file it belongs into, and the text in the first language. */
export function findGaps(language: Language, own: Texts, first: Texts): readonly string[] {
  const folder = `templates/${language}`;
  const sentences = Object.entries(first.sentences)
    .filter(([code]) => lookUp(own.sentences, code) === undefined)
    .map(([code, sentence]) => `${folder}/sentences lacks '${code}': ${JSON.stringify(sentence)}`);
  const letters = [...first.letters]
    .filter(([name, text]) => /\p{L}{2}/u.test(removeMarkup(text)) && !own.letters.has(name))
    .map(([name]) => `${folder}/letters/${name} is missing`);
  const rules = [...first.rules.keys()].filter(game => !own.rules.has(game));
  return [...sentences, ...letters, ...rules.map(game => `${folder}/rules/${game}.md is missing`)];
}

// All templates are read at the start, so that a missing one shows before the first mail.

/** The texts of a language, as its files hold them. */
interface Texts {
  readonly letters: ReadonlyMap<string, string>;
  readonly sentences: Sentences;
  readonly rules: ReadonlyMap<string, string>;
}

/** The folder of a language's files. The first language has its rules beside the games. Other languages have all files in templates/<language>. */
const folderOf = (language: Language): string =>
  join(findPackageRoot(), 'templates', language === FIRST_LANGUAGE ? '' : language);

const rulesPath = (game: string, language: Language): string =>
  language === FIRST_LANGUAGE
    ? join(findPackageRoot(), 'games', game, 'RULES.md')
    : join(folderOf(language), 'rules', `${game}.md`);

/** The texts of one language. Missing texts stay missing. */
export function readTexts(language: Language, games: readonly string[]): Texts {
  const folder = join(folderOf(language), 'letters');
  const letters = existsSync(folder) ? readdirSync(folder) : [];
  const gamesWithRules = games.filter(game => existsSync(rulesPath(game, language)));
  return {
    letters: new Map(letters.map(name => [name, readFileSync(join(folder, name), 'utf8')])),
    sentences: readSentences(join(folderOf(language), 'sentences')),
    rules: new Map(gamesWithRules.map(game => [game, readFileSync(rulesPath(game, language), 'utf8')])),
  };
}

/** The texts of all languages. Each one that is missing in a language is noted. */
export function loadTemplates(
  games: readonly string[],
  noteGap: (gap: string) => void = () => undefined,
): TemplatesByLanguage {
  const first = readTexts(FIRST_LANGUAGE, games);
  const all = LANGUAGES.map(language => {
    const texts = readTexts(language, games);
    findGaps(language, texts, first).forEach(noteGap);
    return [language, createTemplates(language, texts, first)] as const;
  });
  return Object.fromEntries(all) as TemplatesByLanguage;
}

/** Missing texts are filled from the first language: a mail in two languages is better than none. */
function createTemplates(language: Language, texts: Texts, first: Texts): Templates {
  const sentences = { ...first.sentences, ...texts.sentences };
  const eta = new Eta({ autoTrim: false, autoEscape: true, useWith: false });
  for (const [name, text] of [...first.letters, ...texts.letters]) eta.loadTemplate(`@${name}`, text);
  const sayInLanguage = (code: string, parts = {}): string => say(sentences, { code, parts });
  return {
    language,
    render: (template, view) => eta.render(`@${template}`, { ...view, language, say: sayInLanguage }),
    sentences,
    rules: game => must(texts.rules.get(game) ?? first.rules.get(game), `${game} has its RULES.md`),
  };
}

/** The rules of a game in the first language, as the terminal shows them. */
export const readRules = (game: string): string =>
  removeNotes(readFileSync(rulesPath(game, FIRST_LANGUAGE), 'utf8'));

// Phrases of people and of programs. A line `[name]` stands above the lines of a group, and `#` before a note.

const folderOfPhrases = (): string => join(findPackageRoot(), 'templates', 'phrases');

/** The groups of a file of phrases, by name. */
function readPhrases(name: string): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  let group: string[] = [];
  for (const typed of readFileSync(join(folderOfPhrases(), name), 'utf8').split('\n')) {
    const line = typed.trim();
    const heading = line.startsWith('[') ? /^\[([^[\]|]+)\]$/.exec(line)?.[1] : undefined;
    if (heading !== undefined) groups.set(heading, (group = groups.get(heading) ?? []));
    else if (line !== '' && !line.startsWith('#')) group.push(line);
  }
  return groups;
}

const MARKS_FILE = 'automatic.txt';
const MANNERS_FILE = 'courtesy.txt';

/** The Ear port: what people write, in all languages, and what programs write. Throws if a file is missing. */
export function loadEar(games: readonly AnyGame[]): Ear {
  const groups = readPhrases(MARKS_FILE);
  const marks = createMarks(name => must(groups.get(name), `${MARKS_FILE} has ${name}`));
  const manners = readPhrases(MANNERS_FILE);
  const find = (name: string): Phrases => createPhrases(must(manners.get(name), `${MANNERS_FILE} has ${name}`));
  const files = readdirSync(folderOfPhrases()).filter(name => name !== MARKS_FILE && name !== MANNERS_FILE);
  const examples = files.flatMap(name =>
    [...readPhrases(name)].flatMap(([wish, lines]) =>
      lines.map((line): Example => {
        const text = line.replace(/^= /, '');
        return { wish, text, language: basename(name, '.txt'), isExact: text !== line };
      }),
    ),
  );
  return createEar(examples, { marks, courtesies: find('courtesy'), yes: find('yes') }, games);
}
