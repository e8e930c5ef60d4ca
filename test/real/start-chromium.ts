// Before the tests on real programs: one Chromium for all of them, Debian's without a window. Each test has a context of its own.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the browser. '': it is not installed. */
    readonly chromium: string;
  }
}

const EXECUTABLE = process.env['NEXPOST_CHROMIUM'] ?? '/usr/bin/chromium';

export default async function startChromium(project: TestProject): Promise<() => Promise<void>> {
  const server = existsSync(EXECUTABLE)
    ? await chromium.launchServer({
        ...{ executablePath: EXECUTABLE, headless: true, host: '127.0.0.1' },
        // Tests run as root, where Chromium has no sandbox. Its shared memory would be too small in a container. A GPU would be emulated.
        args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
      })
    : null;
  project.provide('chromium', server?.wsEndpoint() ?? '');
  return async () => {
    await server?.close();
  };
}
