// Bundles what runs in browsers into dist/browser: one file a game for the page of its boards, and two for the inbox.
import { readdirSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..', '..');
const out = join(root, 'dist', 'browser');

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

const options = {
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  legalComments: 'none',
  conditions: ['source'],
  absWorkingDir: root,
  logLevel: 'warning',
  plugins: [withoutSolvers],
};

rmSync(out, { recursive: true, force: true });
await Promise.all([
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
