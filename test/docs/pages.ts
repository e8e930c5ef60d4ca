// The pages under docs/ for tests: their code blocks, the files they name, and the source files.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

export const pageText = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The source files of the program, as paths from the root. */
export const sourceFiles = (): readonly string[] =>
  ['games', 'src']
    .flatMap(top => readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map(file => `${top}/${file}`))
    .filter(file => file.endsWith('.ts'))
    .toSorted();

/** A block between fences: ```` ```ts src/core/x.ts ````. */
export interface Block {
  readonly language: string;
  /** What stands behind the language; '' when nothing does. */
  readonly title: string;
  readonly text: string;
}

export const blocksOf = (page: string): readonly Block[] =>
  [...page.matchAll(/^```(\w+) ?(.*)\n([\s\S]*?)^```$/gm)].map(([, language = '', title = '', text = '']) => ({
    language,
    title,
    text,
  }));

/** Pages leave out the folders that go without saying. */
export const placesOf = (path: string): readonly string[] =>
  ['', 'src', 'src/core', 'games', 'docs']
    .map(folder => join(folder, path))
    .filter(each => existsSync(join(root, each)));
