// What must be there before the program can be loaded, said in a sentence. Any Node can read this file.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, URL } from 'node:url';

/** The sentence, or null if nothing is missing. */
export function findMissing() {
  const version = process.versions.node;
  const [major, minor] = version.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19) || major === 21 || (major === 22 && minor < 2))
    return `nexpost needs Node 20.19 or newer, of Node 22 at least 22.2, and not 21. This is Node ${version}.`;
  const root = fileURLToPath(new URL('..', import.meta.url));
  if (!existsSync(new URL('../dist/program/cli/main.js', import.meta.url)))
    return `nexpost is not built: there is no dist/program/cli/main.js. Run \`npm ci --omit=dev\` in ${root}`;
  // The other packages are in the program.
  const missing = ['fs-native-extensions', '@resvg/resvg-js'].find(name => !isInstalled(name));
  return missing === undefined ? null : `nexpost needs the package ${missing}. Run \`npm ci --omit=dev\` in ${root}`;
}

function isInstalled(name) {
  try {
    return createRequire(import.meta.url).resolve(name) !== '';
  } catch {
    return false;
  }
}
