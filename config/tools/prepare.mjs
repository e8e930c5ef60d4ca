// Builds after an installation, where the compiler was installed as well.
import { execSync } from 'node:child_process';
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

if (isInstalled('typescript-7/package.json') && isInstalled('esbuild')) {
  const started = new Date();
  execSync('npm run -s build', { cwd: root, stdio: 'inherit' });
  // The compiler leaves it as it was where only ages have changed. Two test runs that begin at once would both build (test/build.ts).
  utimesSync(join(root, 'dist', '.tsbuildinfo'), started, started);
} else
  process.stderr.write(
    existsSync(join(root, 'dist'))
      ? 'nexpost: the compiler is not installed. dist/ stays as it was built before.\n'
      : 'nexpost: the compiler is not installed, so nothing is built. Run `npm ci` and then `npm prune --omit=dev`.\n',
  );
