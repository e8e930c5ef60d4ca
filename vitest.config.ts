// The test run of `npm test`: everything that needs npm alone and is done within a minute or two.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // `#room/…` is the source, as for the compiler: package.json, imports.
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/real/**', 'test/**/*.long.test.ts'],
    provide: { isLong: false },
    globalSetup: ['test/build.ts'],
    // What one test file has loaded the next one of the same worker finds loaded: no test leaves anything behind in a module.
    isolate: false,
    reporters: ['default', fileURLToPath(new URL('./config/tools/closing-line.ts', import.meta.url))],
    // Many tests wait for disks and servers more than they work: more workers than cores.
    maxWorkers: 4,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
