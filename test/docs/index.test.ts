// docs/index.md is made of the first line of every source file. Run with `-u` to write it again.
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { pageText, root, sourceFiles } from './pages.ts';

const files = sourceFiles();

const FLOORS = JSON.parse(pageText('config/floors.json')) as readonly {
  readonly folder: string;
  readonly holds: string;
}[];

/** What the sentence after `// ` says. */
const purposeOf = (file: string): string => /^\/\/ (.*)$/m.exec(pageText(file))?.[1] ?? '';

function sectionOf(folder: string): string {
  const holds = FLOORS.find(floor => `src/core/${floor.folder}` === folder)?.holds;
  const lines = files
    .filter(file => dirname(file) === folder)
    .map(file => `* \`${file.slice(folder.length + 1)}\`: ${purposeOf(file)}`);
  return [`## ${folder}/`, ...(holds === undefined ? [] : [`Holds ${holds}.`]), lines.join('\n')].join('\n\n');
}

const page = [
  '# Index of the source files',
  'The first line of every file, by folder. `npx vitest run test/docs/index.test.ts -u` writes this page.',
  ...[...new Set(files.map(file => dirname(file)))].toSorted().map(sectionOf),
].join('\n\n');

it('docs/index.md has the purpose of every source file', async () => {
  expect(files.length).toBeGreaterThan(500);
  await expect(`${page}\n`).toMatchFileSnapshot(join(root, 'docs', 'index.md'));
});
