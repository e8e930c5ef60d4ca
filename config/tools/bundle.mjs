// Bundles the program into dist/program, and what runs in browsers into dist/browser.
import { readFileSync, readdirSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..', '..');
const out = join(root, 'dist', 'browser');
const program = join(root, 'dist', 'program');

/** Every game has its rules written down; what games share has not. */
const games = readdirSync(join(root, 'games')).filter(name => existsSync(join(root, 'games', name, 'RULES.md')));

/** Pages solve no games: a game has no solver there. */
const withoutSolvers = {
  name: 'without-solvers',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]solve[\\/]solver\.ts$/ }, () => ({
      contents: 'export const nexSolver = null;',
      loader: 'ts',
    }));
  },
};

const shared = {
  bundle: true,
  format: 'esm',
  conditions: ['source'],
  absWorkingDir: root,
  // The project's own tsconfig.json names a package that only the tests need.
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  logLevel: 'warning',
};
const options = { ...shared, target: 'es2022', minify: true, legalComments: 'none', plugins: [withoutSolvers] };

const NATIVE = ['@resvg/resvg-js', 'fs-native-extensions', 'pg-native'];

/** What packages written as CommonJS modules expect to find. */
const COMMONJS = `import { createRequire as createRequireHere } from 'node:module';
import { fileURLToPath as pathOfUrl } from 'node:url';
import { dirname as folderOfPath } from 'node:path';
const require = createRequireHere(import.meta.url);
const __filename = pathOfUrl(import.meta.url);
const __dirname = folderOfPath(__filename);`;

for (const folder of [out, program]) rmSync(folder, { recursive: true, force: true });
const [{ metafile }] = await Promise.all([
  // Hundreds of small files load slowly: what parts of the program share is in common files beside them.
  build({
    ...shared,
    entryPoints: [
      ...['cli/main.ts', 'cli/shell/file-limit.ts', 'composition/web-thread.ts', 'adapters/mime/worker.ts'],
      ...['adapters/workers/tiles-worker.ts', 'adapters/workers/engines-worker.ts'],
    ].map(file => join('src', file)),
    outbase: 'src',
    outdir: program,
    splitting: true,
    // Programs for one kind of machine, and what only a test of its own loads.
    external: NATIVE,
    platform: 'node',
    mainFields: ['module', 'main'],
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    banner: { js: COMMONJS },
  }),
  // One file a game for the page of its boards, and two for the inbox.
  ...games.map(game =>
    build({
      ...options,
      stdin: {
        contents: `import { hideTypes } from './games/game.ts';
import { ${game} } from './games/${game}/index.ts';
import { openBoard } from './src/browser/board/open-board.ts';
export { ${game} as game };
await openBoard(hideTypes(${game}));`,
        resolveDir: root,
      },
      outfile: join(out, 'boards', `${game}.js`),
    }),
  ),
  build({ ...options, entryPoints: ['src/browser/inbox/main.ts'], outfile: join(out, 'inbox.js') }),
  build({ ...options, entryPoints: ['src/browser/inbox/locked.ts'], outfile: join(out, 'locked.js') }),
]);

/** The licences of the packages in the program, which it is passed on with. */
const packages = [
  ...new Set(Object.keys(metafile.inputs).flatMap(file => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [])),
].sort();
const licences = packages.map(folder => {
  const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const texts = readdirSync(join(root, folder)).filter(file => /^(?:licen[cs]e|copying|notice)/i.test(file));
  return [
    `${name} ${version} (${license})`,
    ...texts.map(file => readFileSync(join(root, folder, file), 'utf8').trim()),
  ];
});
writeFileSync(join(program, 'LICENSES.txt'), `${licences.map(parts => parts.join('\n\n')).join('\n\n---\n\n')}\n`);
