// Counts that may only fall: imports that run up between floors, casts, marks of our dialect, lines, files.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles } from './gate/checkout.ts';
import { importsOf } from './source-imports.ts';

const root = join(import.meta.dirname, '..');
const contents = new Map<string, string>();
const read = (file: string): string => {
  const content = contents.get(file) ?? readFileSync(join(root, file), 'utf8');
  contents.set(file, content);
  return content;
};
const code = listFiles(root).filter(file => /^(?:src|games)\/.*\.ts$/.test(file));
const imports = new Map(code.map(file => [file, importsOf(file, true)]));

/** The folders of the core, the lowest floor first. */
const FLOORS = JSON.parse(read('config/floors.json')) as readonly { readonly folder: string }[];

/** The number of a file's floor: files beside the folders know all of them. -1: it is not in the core. */
function floorOf(file: string): number {
  const [top, folder = '', ...others] = file.split('/').slice(1);
  if (top !== 'core') return -1;
  return others.length === 0 ? FLOORS.length : FLOORS.findIndex(each => each.folder === folder);
}

const upward = code.flatMap(file =>
  (imports.get(file) ?? [])
    .filter(target => floorOf(file) >= 0 && floorOf(target) > floorOf(file))
    .map(target => `${file} -> ${target}`),
);

/** By folder, the folders that its files import. */
const folders = new Map<string, Set<string>>();
for (const [file, targets] of imports) {
  const known = folders.get(dirname(file)) ?? new Set();
  for (const target of targets) if (dirname(target) !== dirname(file)) known.add(dirname(target));
  folders.set(dirname(file), known);
}

const mutual = [...folders].flatMap(([folder, others]) =>
  [...others].filter(other => folder < other && folders.get(other)?.has(folder)).map(other => `${folder} <-> ${other}`),
);

/** The folders that can be reached from one by imports. */
function reachedFrom(folder: string): ReadonlySet<string> {
  const found = new Set(folders.get(folder));
  for (const each of found) for (const next of folders.get(each) ?? []) found.add(next);
  return found;
}

const inCycles = [...folders.keys()].filter(folder => folder.startsWith('src/core') && reachedFrom(folder).has(folder));

const found = (pattern: RegExp): readonly string[] =>
  code.flatMap(file => [...read(file).matchAll(pattern)].map(([text]) => `${file}: ${text}`));

const DOCUMENTS =
  'Match|Account|AddressOwner|Counter|ParkedMail|Alert|Quota|OptOut|Stops|Subscribers|PlayerRating|Mailing|Seek|Tournament|Series|Forgetting|Forgotten';

/** One function casts, for all of them: asItsKind. */
const THE_CAST = 'src/core/kernel/documents.ts: as Documents[Kind]';

/** Six marks of our dialect, which hardly occur in other people's programs. */
const MARKS =
  /\b[Ww]ho(?:ever|m)? (?:is|has|was|does|wants|may|can|cannot|asks|plays|writes|reads)\b|\b[Nn]obody\b|\b[Ss]o (?:many|long|few)\b|\b[Ii]t is (?:looked|said|told|waited|asked)\b|(?:^|\. |\* )Of (?:a|the|what|whom)\b|\bof (?:theirs|ours)\b/g;

const markedIn = (files: readonly string[], textOf: (content: string) => string): readonly string[] =>
  files.flatMap(file => [...textOf(read(file)).matchAll(MARKS)].map(([mark]) => `${file}: ${mark}`));

const commentsOf = (content: string): string =>
  [...content.matchAll(/\/\*[^]*?\*\/|(?<!:)\/\/.*/g)].map(([comment]) => comment).join('\n');

const docs = listFiles(root).filter(file => /^(?:docs\/.*|[A-Z]+)\.md$/.test(file));

const texts = listFiles(root).filter(file =>
  /^templates\/(?:sentences|letters|web)\/|^games\/[a-z]+\/RULES\.md$/.test(file),
);

const MEASURED: Readonly<Record<string, readonly string[]>> = {
  'imports that run up': upward,
  'pairs of folders that import each other': mutual,
  'folders of the core in a cycle': inCycles,
  'casts of documents': found(new RegExp(`\\bas (?:${DOCUMENTS}|Documents\\[\\w+\\])(?![\\w'\`])`, 'g')).filter(
    (place, index, all) => place !== THE_CAST || all.indexOf(place) !== index,
  ),
  'kinds of documents told by their keys': found(/startsWith\([`'](?:match|account|quota|seek|rating|tournament)\//g),
  'marks of our dialect in comments': markedIn(code, commentsOf),
  'marks of our dialect in docs': markedIn(docs, content => content),
  'marks of our dialect in texts for players': markedIn(texts, content => content.replace(/^ *"[\w-]+": /gm, '')),
  'first lines over 100 characters': code.filter(file => (/^.*$/m.exec(read(file))?.[0].length ?? 0) > 100),
};

/** The top-level functions of a file. `isPrivate`: it is not exported. */
const FUNCTION =
  /^(?<exported>export )?(?:(?:async )?function (?<declared>\w+)|const (?<assigned>\w+)(?:: [^=\n]+)? = (?:async )?(?:<[^>\n]*>)?\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)(?:: [^\n]*?)? =>)/gm;

const functions = code.flatMap(file => {
  const content = read(file);
  return [...content.matchAll(FUNCTION)].map(({ groups = {} }) => {
    const name = groups['declared'] ?? groups['assigned'] ?? '';
    const uses = content.split(new RegExp(`\\b${name}\\b`)).length - 2;
    return { file, name, isPrivate: groups['exported'] === undefined, uses };
  });
});

/** The files outside the folder of a feature whose code mentions it. */
const mentions = (folder: string, word: RegExp): readonly string[] =>
  code.filter(
    file => !file.includes(`/features/${folder}/`) && word.test(read(file).replace(/\/\*[^]*?\*\/|(?<!:)\/\/.*/g, '')),
  );

/** Sizes, which may be below the number that is written down. */
const SIZES: Readonly<Record<string, number>> = {
  'lines of src and games': code.reduce((sum, file) => sum + read(file).split('\n').length - 1, 0),
  'files of src and games': code.length,
  'private functions with one use, of a thousand functions': Math.round(
    (1_000 * functions.filter(({ isPrivate, uses }) => isPrivate && uses === 1).length) / functions.length,
  ),
  'blocks that declare a module': found(/^declare module/gm).length,
  'files that mention seek outside its folder': mentions('seeks', /seek/i).length,
  'files that mention tournament outside its folder': mentions('tournaments', /tournament/i).length,
  'files that mention holiday outside its folder': mentions('holidays', /holiday/i).length,
  'files that mention calendar outside its folder': mentions('calendar', /calendar/i).length,
  'files that mention teaching outside its folder': mentions('teaching', /teaching/i).length,
};

const ALLOWED = JSON.parse(read('test/ratchet.json')) as Readonly<Record<string, number>>;

describe('a count that may only fall', () => {
  it.each(Object.keys(MEASURED))('%s', name => {
    const places = MEASURED[name] ?? [];
    const said = places.slice(0, 200).join('\n');
    expect(places.length, `more than before:\n${said}`).toBeLessThanOrEqual(ALLOWED[name] ?? 0);
    expect(places.length, 'fewer than before: write the new count into test/ratchet.json').toBe(ALLOWED[name] ?? 0);
  });

  it.each(Object.entries(SIZES))('%s', (name, size) =>
    expect(size, 'test/ratchet.json').toBeLessThanOrEqual(ALLOWED[name] ?? 0),
  );

  it('is measured on floors that hold every file of the core', () => {
    expect(code.filter(file => file.startsWith('src/core/') && floorOf(file) < 0)).toEqual([]);
  });
});

describe('the name of an exported function', () => {
  const { verbs, patterns, values } = JSON.parse(read('test/verbs.json')) as {
    /** The verbs with which names begin; forms of "to be" and "to have" ask a question. */
    readonly verbs: string;
    /** The exceptions, as regular expressions with their reasons. */
    readonly patterns: Readonly<Record<string, string>>;
    readonly values: { readonly reason: string; readonly names: string };
  };
  const known = new Set(verbs.split(' '));
  const excepted = new Set(values.names.split(' '));
  const exported =
    /^export (?:async )?function\*? (\w+)|^export const (\w+)(?:: [^=\n]+)? = (?:async )?(?:<[^>]*>)?\(/gm;
  const names = code.flatMap(file =>
    [...read(file).matchAll(exported)].map(([, declared, assigned]) => declared ?? assigned ?? ''),
  );
  const hasVerb = (name: string): boolean => known.has(/^[a-z]+/.exec(name)?.[0] ?? '');

  it('begins with a verb, in three of five', () => {
    expect(names.filter(hasVerb).length / names.length).toBeGreaterThanOrEqual(0.6);
  });

  it('begins with a verb, or is an exception with a reason', () => {
    const rules = Object.keys(patterns).map(pattern => new RegExp(pattern));
    const odd = names.filter(name => !hasVerb(name) && !rules.some(rule => rule.test(name)));
    expect(odd.filter(name => !excepted.has(name))).toEqual([]);
    expect(
      [...excepted].filter(name => !odd.includes(name)),
      'no longer an exception',
    ).toEqual([]);
  });
});
