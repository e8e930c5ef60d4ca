// docs/operations-reference.md names every line that the service writes to its log.
import { expect, it } from 'vitest';
import { pageText, sourceFiles } from './pages.ts';

/** `log.warn('mail-delayed', …)`; the level may be chosen in brackets. */
const LOGGED = /\blog(?:ger)?(?:\.(?:info|warn|error)|\[[^\]]+\])\(\s*'([a-z0-9-]+)'/g;

it('is explained in the tables', () => {
  const events = new Set(
    sourceFiles().flatMap(file => Array.from(pageText(file).matchAll(LOGGED), ([, event = '']) => event)),
  );
  expect(events.size).toBeGreaterThan(60);
  const page = pageText('docs/operations-reference.md');
  expect([...events].filter(event => !page.includes(`\`${event}\``)).sort()).toEqual([]);
});
