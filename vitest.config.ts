// The test run of `npm test`: everything that needs npm alone.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // `#room/…` is the source, as for the compiler: package.json, imports.
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/real/**', 'node_modules/**'],
    reporters: ['default', fileURLToPath(new URL('./config/tools/closing-line.ts', import.meta.url))],
    // Many tests wait for servers more than they work: more workers than cores.
    maxWorkers: 4,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
