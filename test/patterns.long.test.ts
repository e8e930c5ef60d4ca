// Every regular expression of the program is linear in the text it sees, by recheck: nobody may be delayed by a mail made to match slowly.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

// In this process, in JavaScript: without it recheck looks for programs of its own to start.
process.env['RECHECK_BACKEND'] = 'pure';
const { checkSync } = await import('recheck');

const ROOT = join(import.meta.dirname, '..');

interface Pattern {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

const files = ['src', 'games'].flatMap(folder =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => `${folder}/${name}`),
);

/** The literals of a file, and the lines on which it makes patterns of texts. */
function patternsIn(file: string): { readonly literals: readonly Pattern[]; readonly made: readonly string[] } {
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.ES2023, true);
  const literals: Pattern[] = [];
  const made: string[] = [];
  const visit = (node: ts.Node): void => {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      literals.push({ place: `${file}:${line}`, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    if (ts.isIdentifier(node) && node.text === 'RegExp' && !ts.isTypeReferenceNode(node.parent)) made.push(file);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { literals, made };
}

const found = files.map(patternsIn);

/** Where patterns are made of texts, and how many times; what is made there is collected below and checked as well. */
const MADE: Readonly<Record<string, number>> = {
  /** Of lists of phrases, when the file is loaded. */
  'src/core/mail/reply/phrases.ts': 3,
  /** Of the words of mail servers, when the file is loaded. */
  'src/core/mail/server-answer.ts': 3,
  /** Of the labels of each kind of token, when the file is loaded. */
  'src/core/mail/token.ts': 1,
  /** Of lists of sentences, when the file is loaded. */
  'src/core/language/courtesy.ts': 1,
  /** Of the patterns of everyday sentences, when their lists are loaded. */
  'src/core/language/everyday-pattern.ts': 2,
  /** Of the words for a password, when the file is loaded. */
  'src/core/desk/decide/outgoing-words.ts': 1,
  /** Of the names of the pieces, when the file is loaded. */
  'games/nexos/notation.ts': 1,
  /** Of the shape of a game's cells and the letters of its sides. */
  'games/stones/notation.ts': 2,
};

/** Every pattern made while each game of the shelf reads moves and positions at its least and largest size. */
const instances = new Map<string, Pattern>();
const Original = globalThis.RegExp;
beforeAll(async () => {
  globalThis.RegExp = new Proxy(Original, {
    construct: (target, given: [string | RegExp, string?]) => {
      const made = new target(...given);
      const place = /(?:games|src)\/[\w/-]+\.ts/.exec(new Error().stack?.split('\n').slice(2, 3).join('') ?? '')?.[0];
      if (place !== undefined)
        instances.set(`${place} ${made.source}`, { place, source: made.source, flags: made.flags });
      return made;
    },
  });
  // What another file of tests has loaded would make its patterns unseen.
  vi.resetModules();
  await import('#core/mail/reply/phrases.ts');
  await import('#core/mail/server-answer.ts');
  await import('#core/desk/decide/outgoing-words.ts');
  const { games } = await import('#games/registry/index.ts');
  for (const game of games) {
    const setup = game.setup([]);
    if (!setup.ok) throw new Error(`${game.name} begins`);
    const position = game.start(setup.value);
    for (const text of ['a1', 'b2,c3', 'wa1b2?c3', 'x', 'a1-b2-c3']) {
      game.looksLikeMove(text);
      game.parse(position, text);
    }
    game.decode(setup.value, game.encode(position));
  }
});
afterAll(() => {
  globalThis.RegExp = Original;
});

const checked = new Map<string, string>();

/** 'safe', or what recheck says against it. Its automaton proves; what that does not know (assertions, back references) is not used here, but in patterns made of words. */
function verdict({ source, flags }: Pattern): string {
  const key = `${source}/${flags}`;
  const known = checked.get(key);
  if (known !== undefined) return known;
  // All matches in one text, or the first: the cost of one is what counts.
  const plain = flags.replace('g', '');
  const proof = checkSync(source, plain, { checker: 'automaton', timeout: null });
  const result = proof.status === 'unknown' ? checkSync(source, plain, { checker: 'fuzz', timeout: null }) : proof;
  const said = result.status === 'vulnerable' ? `vulnerable, ${result.complexity.summary}` : result.status;
  checked.set(key, said);
  return said;
}

const faults = (patterns: readonly Pattern[]): readonly string[] =>
  patterns.flatMap(pattern => {
    const said = verdict(pattern);
    return said === 'safe' ? [] : [`${pattern.place} ${said}: ${pattern.source}`];
  });

describe('regular expressions', () => {
  it('that are not linear are found', () => {
    const bad = ['<[^<>]*@[^<>]*>', '"(?:[^"\\\\]|\\\\.)*"', '\\s+$', '(a+)+$'];
    expect(faults(bad.map(source => ({ place: '', source, flags: 'g' })))).toHaveLength(bad.length);
  });

  it.each(files.map((file, at) => [file, found[at]!.literals] as const).filter(([, literals]) => literals.length > 0))(
    'of %s are linear',
    (_, literals) => expect(faults(literals)).toEqual([]),
  );

  it('are made of texts only where that is written down', () => {
    const made: Record<string, number> = {};
    for (const file of found.flatMap(each => each.made)) made[file] = (made[file] ?? 0) + 1;
    expect(made).toEqual(MADE);
  });

  it.each(Object.keys(MADE))('made in %s are linear, whatever the game', file => {
    const own = [...instances.values()].filter(({ place }) => place === file);
    expect(own.length).toBeGreaterThanOrEqual(MADE[file]!);
    expect(faults(own)).toEqual([]);
  });
});
