// What others have written changes nothing in a reply to a board.
// Tens of thousands of lines in three languages (Debian's fortunes). Words that stand alone are left out: some are commands.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deedsOf } from '../core/language/prose.ts';

const FOLDER = '/usr/share/games/fortunes';
/** A few lines less than the packages fortunes, fortunes-de and fortunes-br hold. */
const LEAST = 50_000;

function* filesIn(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (statSync(file).isDirectory()) yield* filesIn(file);
    else if (!/\.(?:dat|u8)$/.test(name)) yield file;
  }
}

const lines = [
  ...new Set(
    [...filesIn(FOLDER)].flatMap(file =>
      readFileSync(file, 'utf8')
        .split('\n')
        .map(line => line.trim()),
    ),
  ),
].filter(line => line !== '' && line !== '%');

it('are many', () => {
  expect(lines.length).toBeGreaterThan(LEAST);
});

/** A line that is nothing but `about` or `Record` is answered with a text; these change a board or an account. */
const CHANGES = /: (?:move|swap|resign|accept|reject|rematch|challenge|stop|signup|signoff|change|set)\b/;

it('change nothing', { timeout: 600_000 }, () => {
  const deeds = lines.flatMap(line => deedsOf(line).map(deed => `${deed}: ${line}`));
  // A line may be the very word of a command, or of a language.
  expect(
    deeds.filter(deed => CHANGES.test(deed) && !/: (\w+): \1$/i.test(deed) && !deed.endsWith(': set: português.')),
  ).toEqual([]);
});
