// Compares docs/architecture.md with imports and floors, and checks the files that all pages name.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DOCUMENTS } from '#core/features.ts';
import { importsOf } from '../source-imports.ts';
import { blocksOf, pageText, placesOf, root } from './pages.ts';

const drawing = blocksOf(pageText('docs/architecture.md')).find(({ language }) => language === 'mermaid')?.text ?? '';

interface Station {
  readonly file: string;
  readonly function: string;
}

interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly isCall: boolean;
}

const stations = new Map(
  [...drawing.matchAll(/(\w+)\["([^"<]+)<br>(\w+)"\]/g)].map(([, id = '', file = '', name = '']): [string, Station] => [
    id,
    { file: `src/${file}`, function: name },
  ]),
);
const fileOf = (id: string): string => stations.get(id)?.file ?? `no station '${id}'`;

const arrows = [...drawing.matchAll(/^ *(\w+)(?:\[.*?\])? (-->|-\.->) (\w+)/gm)].map(
  ([, from = '', arrow, to = '']): Arrow => ({ from: fileOf(from), to: fileOf(to), isCall: arrow === '-->' }),
);

/** What a file imports to run: imports of types alone call nothing. */
const runImportsOf = (file: string): readonly string[] => importsOf(file, false);

/** Is there a chain of imports that passes through none of the other stations? */
function isReached(from: string, to: string, others: ReadonlySet<string>, imports = runImportsOf): boolean {
  const seen = new Set([from]);
  const reached = (file: string): boolean =>
    imports(file).some(next => {
      if (next === to) return true;
      if (seen.has(next) || others.has(next)) return false;
      seen.add(next);
      return reached(next);
    });
  return reached(from);
}

const NO_OTHERS: ReadonlySet<string> = new Set();
const ROOTS = ['src/composition/start-service.ts', 'src/service/create-service.ts'];

function isSupported({ from, to, isCall }: Arrow, imports = runImportsOf): boolean {
  const others = new Set([...stations.values()].map(({ file }) => file).filter(file => file !== from && file !== to));
  if (isCall) return isReached(from, to, others, imports);
  const isApart = !isReached(from, to, NO_OTHERS, imports) && !isReached(to, from, NO_OTHERS, imports);
  return isApart && ROOTS.some(each => [from, to].every(file => isReached(each, file, NO_OTHERS, imports)));
}

describe('the drawing of the way of a mail', () => {
  it('has its stations and arrows', () => {
    expect(stations.size).toBeGreaterThan(12);
    expect(arrows).toHaveLength(drawing.match(/-->|-\.->/g)?.length ?? 0);
  });

  it.each([...stations.values()])('$file has $function', ({ file, function: name }) => {
    expect(existsSync(join(root, file)), file).toBe(true);
    expect(readFileSync(join(root, file), 'utf8')).toMatch(
      new RegExp(`^export (?:async )?(?:function|const) ${name}\\b`, 'm'),
    );
  });

  it.each(arrows)('$from → $to is how the files are joined (a call: $isCall)', arrow => {
    expect(isSupported(arrow)).toBe(true);
  });

  it('would not be believed of other arrows, and not without the imports', () => {
    expect(isSupported({ from: 'src/core/desk/decide/decide.ts', to: 'src/service/inbox.ts', isCall: true })).toBe(
      false,
    );
    expect(isSupported({ from: 'src/service/inbox.ts', to: 'src/core/desk/decide/decide.ts', isCall: true })).toBe(
      false,
    );
    expect(
      isSupported({ from: 'src/core/desk/decide/decide.ts', to: 'src/core/desk/decide/decide-mail.ts', isCall: false }),
    ).toBe(false);
    expect(arrows.filter(arrow => isSupported(arrow, () => []))).toEqual([]);
  });

  it('is told in words below it: every station but those inside a step', () => {
    const words = pageText('docs/architecture.md').replace(drawing, '');
    const untold = [...stations.values()].filter(({ file }) => {
      const path = file.replace('src/', '');
      const folders = [path, `${dirname(path)}/`, `${dirname(dirname(path))}/`];
      return !folders.some(each => words.includes(`\`${each}\``));
    });
    expect(untold).toEqual([]);
  });
});

/** The table of the floors between its two comments, as config/floors.json has them. */
function withFloors(page: string): string {
  const floors = JSON.parse(readFileSync(join(root, 'config', 'floors.json'), 'utf8')) as readonly Floor[];
  const rows = floors.map(({ folder, holds }) => `| \`core/${folder}/\` | ${holds} |`);
  const table = ['| folder | holds |', '|---|---|', ...rows].join('\n');
  return page.replace(/(<!-- floors:.*-->\n)[^]*?(<!-- end -->)/, `$1${table}\n$2`);
}

interface Floor {
  readonly folder: string;
  readonly holds: string;
}

describe('the page', () => {
  it('has the floors of the core', async () => {
    const page = withFloors(pageText('docs/architecture.md'));
    expect(page.match(/^\| `core\/kernel\/` \|/gm)).toHaveLength(1);
    await expect(page).toMatchFileSnapshot(join(root, 'docs', 'architecture.md'));
  });

  it('names the folder of every kind of document', () => {
    const folders = Object.values(DOCUMENTS).map(({ folder }) => `${folder}/`);
    const named: readonly string[] = pageText('docs/architecture.md').match(/\b[a-z]+\/(?=[ \n])/g) ?? [];
    expect(folders.filter(folder => !named.includes(folder))).toEqual([]);
  });

  it('is one page', () => {
    expect(pageText('docs/architecture.md').split('\n').length).toBeLessThanOrEqual(120);
  });
});

const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'research/nex/README.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
];

describe.each(pages)('%s', path => {
  const text = pageText(path);

  it('names files that are there', () => {
    const prose = text.replace(/^```[\s\S]*?^```$/gm, '');
    const named = [...prose.matchAll(/`(?![A-Z]+\/)((?:[\w.-]+\/)+[\w.-]+\.(?:ts|json|md|txt|html|cjs))`/g)].map(
      ([, file = '']) => file,
    );
    const created = new Set(blocksOf(text).map(({ title }) => title));
    expect([...new Set(named)].filter(file => placesOf(file).length === 0 && !created.has(file))).toEqual([]);
  });

  it('links to pages that are there', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
    expect(links.filter(link => !existsSync(join(root, dirname(path), link)))).toEqual([]);
  });
});
