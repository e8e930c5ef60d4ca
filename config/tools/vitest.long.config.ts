// The test run of `npm run test:long`: what takes too long between two edits, and all of what `npm test` takes samples of.
import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import short from '../../vitest.config.ts';

const { include: _, exclude, provide: __, ...test } = short.test ?? {};

export default mergeConfig(
  { ...short, test },
  {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    test: { include: ['test/**/*.{long,sampled}.test.ts'], exclude, provide: { isLong: true } },
  },
);
