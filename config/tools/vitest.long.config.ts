// The test run of `npm run test:long`: what takes too long between two edits, and all of what `npm test` takes samples of.
import { fileURLToPath } from 'node:url';
import short from '../../vitest.config.ts';

export default {
  ...short,
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    ...short.test,
    include: ['test/**/*.{long,sampled}.test.ts'],
    exclude: ['test/real/**'],
    provide: { isLong: true },
    testTimeout: 600_000,
  },
};
