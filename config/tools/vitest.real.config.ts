// The test run of `npm run test:real`: against Dovecot, Postfix and real mail programs, which must be installed; run as root.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('../..', import.meta.url));

export default defineConfig({
  root,
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['test/real/**/*.test.ts'],
    globalSetup: ['test/build.ts'],
    reporters: ['default', fileURLToPath(new URL('./closing-line.ts', import.meta.url))],
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 60_000,
  },
});
