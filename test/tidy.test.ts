// Style is a test: what every file of ours must be, beyond what the linters know.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles } from './gate/checkout.ts';
import { importsOf, specifiersOf, targetOf } from './source-imports.ts';

const root = join(import.meta.dirname, '..');
const tracked = listFiles(root).filter(
  file => file !== '' && !file.startsWith('test/golden/') && !file.startsWith('test/vectors/'),
);
const code = tracked.filter(file => /^(games|src|test|bench|research)\/.*\.ts$/.test(file));
const text = (file: string): string => readFileSync(join(root, file), 'utf8');
const offenders = (files: readonly string[], isBad: (content: string, file: string) => boolean): readonly string[] =>
  files.filter(file => isBad(text(file), file));

/** Words that have no place here, and what to do instead. */
const BANNED: readonly (readonly [RegExp, string])[] = [
  [/\b(?:TO[D]O|FIX[M]E|X[X]X|HA[C]K)\b/, 'do it, or write an issue'],
  [/\bconsole\.(?:log|debug)\(/, 'talk through Io or Log (tests and benches may print)'],
  [/\.(?:only|skip|skipIf|runIf|todo|fails)(?:\.\w+)*[(`]/, 'a test runs, or it is not there'],
  [/\b(?:only|skip|todo|fails): true\b/, 'a test runs, or it is not there'],
  [/@ts-(?:ignore|expect-error|nocheck)/, 'mend the type'],
  [/(?:es|ox)lint-disable/, 'mend the code, or change the rule with a reason'],
];

describe('every source file', () => {
  it('begins with a sentence that says what it is', () => {
    expect(offenders(code, content => !/^\/\/ \S.{10,}\n/.test(content))).toEqual([]);
  });

  it.each(BANNED)('has no %s', (word, instead) => {
    const isTalk = instead.includes('may print');
    const files = code.filter(
      file => file !== 'test/tidy.test.ts' && !(isTalk && /^(?:bench|research|test)/.test(file)),
    );
    expect(
      offenders(files, content => word.test(content)),
      instead,
    ).toEqual([]);
  });

  it('is named for what it holds', () => {
    expect(code.filter(file => /(?:^|\/)(?:utils?|helpers?|common|misc|manager)s?(?:\.|\/)/.test(file))).toEqual([]);
    expect(code.filter(file => !/^[a-z0-9./-]+$/.test(file))).toEqual([]);
  });
});

/** The files of the program, and which each imports, types counted. */
const product = code.filter(file => /^(?:games|src)\//.test(file));
const imports = new Map(product.map(file => [file, importsOf(file, true)]));

/** The room a file lies in: a folder of src, or a top-level folder. */
const roomOf = (file: string): string => /^(?:src\/)?[^/]+\//.exec(file)?.[0] ?? '';

describe('the program as a whole', () => {
  it('has no two exported types of one name', () => {
    const places = new Map<string, string[]>();
    for (const file of product) {
      for (const [, name = ''] of text(file).matchAll(/^export (?:interface|type|class) (\w+)/gm))
        places.set(name, [...(places.get(name) ?? []), file]);
    }
    expect([...places].filter(([, files]) => files.length > 1)).toEqual([]);
  });

  it('names what acts by a verb: participles are for copies', () => {
    const participle =
      /^(?:[a-z]+ed|held|kept|made|told|seen|sent|taken|found|given|begun|done|written|drawn)(?![a-z])/;
    const acting = product.flatMap(file =>
      [...text(file).matchAll(/^export (?:async )?(?:function|const) (\w+)([^{;]*?)(?:\{\n|=>)/gm)]
        .filter(([whole, , signature = '']) => /\basync\b|\): (?:Promise<|void\b)/.test(`${whole} ${signature}`))
        .map(([, name = '']) => name)
        .filter(name => participle.test(name) && !/^(?:need|seed|feed|embed)/.test(name))
        .map(name => `${file}: ${name}`),
    );
    expect(acting).toEqual([]);
  });

  it('imports another room, and what lies two folders up, by #room/file.ts', () => {
    const isStray = (file: string, specifier: string): boolean =>
      specifier.startsWith('.') &&
      (specifier.startsWith('../../') || roomOf(file) !== roomOf(targetOf(file, specifier) ?? ''));
    const stray = code.flatMap(file =>
      specifiersOf(file, true)
        .filter(specifier => isStray(file, specifier))
        .map(specifier => `${file}: ${specifier}`),
    );
    expect(stray).toEqual([]);
  });

  it('has no import cycle, types counted', () => {
    // What imports nothing that is left goes, until nothing does: what stays is in a cycle, or imports one.
    const left = new Map(imports);
    const isFree = (file: string): boolean => left.get(file)?.every(other => !left.has(other)) ?? false;
    for (let free = [...left.keys()].filter(isFree); free.length > 0; free = [...left.keys()].filter(isFree))
      for (const file of free) left.delete(file);
    expect([...left.keys()]).toEqual([]);
  });
});

describe('every tracked file', () => {
  it('ends with one line end, has no blanks at the ends of lines and no tabs', () => {
    const plain = tracked.filter(
      file => /\.(ts|js|cjs|mjs|json|md|html|txt|yml)$|^\.ci\//.test(file) && !file.endsWith('.md'),
    );
    expect(
      offenders(
        plain,
        (content, file) =>
          !/[^\n]\n$/.test(content) || (!file.startsWith('test/') && /[ \t]\n/.test(content)) || content.includes('\r'),
      ),
    ).toEqual([]);
  });

  it('names no registry, no path of one machine', () => {
    expect(
      offenders(tracked, content =>
        /registry\.[a-z]+\.(?:org|com)|["' (]\/(?:w[o]rk|ro[o]t|h[o]me)\/[a-z]/.test(content),
      ),
    ).toEqual([]);
  });

  it('is small, except for networks, which have their own limit', () => {
    const isLarge = (file: string): boolean => statSync(join(root, file)).size > 200_000;
    const others = tracked.filter(file => file !== 'package-lock.json' && !file.endsWith('network.net'));
    expect(others.filter(isLarge)).toEqual([]);
  });
});
