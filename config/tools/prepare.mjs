// Builds after an installation: the program, and with the compiler what the tests and the benchmarks load.
import { execFileSync, execSync } from 'node:child_process';
import { existsSync, utimesSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, URL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

function isInstalled(name) {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}

if (!isInstalled('esbuild'))
  process.stderr.write(
    existsSync(join(root, 'dist'))
      ? 'nexpost: esbuild is not installed. dist/ stays as it was built before.\n'
      : 'nexpost: esbuild is not installed, so nothing is built. Run `npm ci --omit=dev`.\n',
  );
else if (isInstalled('typescript-7/package.json')) {
  const started = new Date();
  execSync('npm run -s build', { cwd: root, stdio: 'inherit' });
  // The compiler leaves it as it was where only ages have changed. Two test runs that begin at once would both build (test/build.ts).
  utimesSync(join(root, 'dist', '.tsbuildinfo'), started, started);
} else execFileSync(process.execPath, [join(import.meta.dirname, 'bundle.mjs')], { cwd: root, stdio: 'inherit' });
