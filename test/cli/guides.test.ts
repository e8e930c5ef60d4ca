// Every configuration in the guides and in the pages for operators is one that the service takes.
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSettings } from '#adapters/settings/read.ts';
import { blocksOf, pageText, root } from '../docs/pages.ts';

const guides = readdirSync(join(root, 'docs', 'guides')).map(name => `docs/guides/${name}`);
const operators = ['docs/operations.md', 'docs/operations-reference.md'];
const folder = mkdtempSync(join(tmpdir(), 'guides-'));

/** The JSON blocks of a page that are whole configurations. */
const configurationsOf = (page: string): readonly string[] =>
  blocksOf(pageText(page))
    .filter(({ language, text }) => language === 'json' && /^ {2}"address":/m.test(text))
    .map(({ text }) => text);

it.each(guides)('%s shows one configuration at least', guide => {
  expect(configurationsOf(guide)).not.toEqual([]);
});

it.each(
  [...guides, ...operators].flatMap(page =>
    configurationsOf(page).map((text, index) => ({ page, number: index + 1, text })),
  ),
)('$page, configuration $number is taken', async ({ text }) => {
  const file = join(folder, 'nexpost.json');
  writeFileSync(file, text);
  expect(await readSettings(file, {})).toMatchObject({ address: expect.stringContaining('@') as string });
});

it('is in the package, with the pages that it links to', () => {
  const { files } = JSON.parse(pageText('package.json')) as { readonly files: readonly string[] };
  const links = [...guides, ...operators, 'docs/upgrading.md'].flatMap(page =>
    Array.from(pageText(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g), ([, link = '']) => join(page, '..', link)),
  );
  const isPacked = (path: string): boolean =>
    files.some(each => path === each || path.startsWith(`${each}/`)) ||
    /^(?:README\.md|LICENSE|games\/\w+\/RULES\.md)$/.test(path);
  expect([...new Set(links)].filter(link => !isPacked(link))).toEqual([]);
});
