// The arrows between the rings (docs/architecture.md), as rules: who may import whom.
const floors = require('./config/floors.json').map(({ folder }) => folder);

/** A floor of the core imports itself and the floors below it. */
const floorRule = (floor, index) => ({
  name: `floor-${floor}`,
  severity: 'error',
  from: { path: `^src/core/${floor}/` },
  to: { path: '^src/core/', pathNot: floors.slice(0, index + 1).map(each => `^src/core/${each}/`) },
});

module.exports = {
  forbidden: [
    ...floors.map(floorRule),
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, path: '^(games|src)/', pathNot: ['\\.d\\.ts$'] },
      to: {},
    },
    { name: 'games-know-only-games', severity: 'error', from: { path: '^games/' }, to: { pathNot: '^games/' } },
    {
      name: 'a-game-borrows-only-stones',
      comment:
        'A game may import the kit, what stone games share, the contract and the files beside it, and of another game its stones.ts alone.',
      severity: 'error',
      from: { path: '^games/([^/]+)/', pathNot: '^games/(kit|registry|stones)/' },
      to: {
        path: '^games/',
        pathNot: ['^games/$1/', '^games/(kit|stones)/', '^games/(game|options|sgf)\\.ts$', '^games/[^/]+/stones\\.ts$'],
      },
    },
    {
      name: 'the-kit-knows-no-game',
      severity: 'error',
      from: { path: '^games/(kit/|[^/]+$)' },
      to: { path: '^games/', pathNot: ['^games/kit/', '^games/game\\.ts$'] },
    },
    {
      name: 'stone-games-share-kit-and-contract',
      severity: 'error',
      from: { path: '^games/stones/' },
      to: { path: '^games/', pathNot: ['^games/(kit|stones)/', '^games/(game|options)\\.ts$'] },
    },
    {
      // A pure function from outside is as good as one of ours (docs/decisions/015-a-forgiving-ear.md).
      name: 'core-knows-contract-and-kit',
      severity: 'error',
      from: { path: '^src/core/' },
      to: {
        pathNot: [
          '^src/core/',
          '^games/kit/',
          '^games/game\\.ts$',
          '^node_modules/(damerau-levenshtein|edmonds-blossom-fixed|temporal-polyfill|zod)/',
        ],
      },
    },
    {
      name: 'engines-know-contract-and-kit',
      severity: 'error',
      from: { path: '^src/engines/' },
      to: { pathNot: ['^src/engines/', '^games/kit/', '^games/game\\.ts$'] },
    },
    {
      name: 'service-knows-core-and-ports',
      severity: 'error',
      from: { path: '^src/service/' },
      to: {
        path: '^(src|games|test|bench|research)/',
        pathNot: ['^src/(core|engines|ledger|service)/', '^games/(kit/|game\\.ts|registry/index\\.ts)'],
      },
    },
    {
      name: 'browsers-know-rules-and-words',
      comment:
        'What runs in browsers is pure rules, pictures and sentences; of the server it knows the shape of answers alone.',
      severity: 'error',
      from: { path: '^src/browser/' },
      to: {
        path: '^(src|test|bench|research)/',
        pathNot: [
          '^src/browser/',
          '^src/core/(writing/picture|desk/pages/board-data|mail/(token|mailto)|kernel/(sentence|documents))',
          '^src/trial/inbox/shapes\\.ts$',
        ],
      },
    },
    {
      name: 'nothing-else-runs-in-browsers',
      severity: 'error',
      from: { path: '^(games|src)/', pathNot: '^src/browser/' },
      to: { path: '^src/browser/' },
    },
    {
      name: 'adapters-know-ports-only',
      severity: 'error',
      from: { path: '^src/adapters/([^/]+)' },
      to: {
        path: '^(src|games|test|bench|research)/',
        pathNot: [
          '^src/adapters/($1|workers/thread\\.ts$|value-file\\.ts$|package-root\\.ts$)',
          '^src/(core|engines|ledger|mime)/',
          '^src/service/(shared-)?ports\\.ts$',
          '^games/(kit/|game\\.ts|registry/index\\.ts)',
        ],
      },
    },
    {
      name: 'the-referee-never-meets-a-mail',
      comment: 'The referee of programs knows the rules of games and itself; its clock comes in as an argument.',
      severity: 'error',
      from: { path: '^src/referee/' },
      to: { path: '^(src|games|test|bench|research)/', pathNot: ['^src/referee/', '^games/(kit/|game\\.ts)'] },
    },
    {
      name: 'the-ledger-knows-hashes-alone',
      severity: 'error',
      from: { path: '^src/ledger/' },
      to: { pathNot: ['^src/ledger/', '^games/kit/', '^(node:)?crypto$', '^node_modules/zod/'] },
    },
    {
      name: 'mime-knows-only-mime',
      severity: 'error',
      from: { path: '^src/mime/' },
      to: { pathNot: ['^src/mime/', '^(node:)?buffer$', '^node_modules/iconv-lite/'] },
    },
    {
      name: 'the-mail-server-knows-only-mime',
      comment: 'It is a program of its own: what it needs of the service comes in as arguments.',
      severity: 'error',
      from: { path: '^src/trial/(mailserver/|start-embedded\\.ts)' },
      to: { path: '^(src|games|test|bench|research)/', pathNot: '^src/(trial/mailserver|mime)/' },
    },
    {
      name: 'only-roots-know-the-mail-server',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(composition/mail-access\\.ts|trial/(mailserver/|start-embedded\\.ts))' },
      to: { path: '^src/trial/(mailserver/|start-embedded\\.ts)' },
    },
    {
      name: 'the-inbox-knows-pages-and-words',
      comment: 'It is a mail program: it reaches the mail server by IMAP and SMTP alone.',
      severity: 'error',
      from: { path: '^src/trial/inbox/' },
      to: {
        path: '^(src|games|test|bench|research)/',
        pathNot: ['^src/trial/inbox/', '^src/adapters/web/', '^src/core/kernel/'],
      },
    },
    {
      name: 'only-roots-know-the-inbox',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(composition/web-thread\\.ts|trial/inbox/|browser/inbox/)' },
      to: { path: '^src/trial/inbox/' },
    },
    {
      name: 'nothing-imports-a-command',
      comment: 'A command keeps grammar, help and permission; what may be done is in core/board/acts and core/players.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/core/desk/commands/index\\.ts$' },
      to: { path: '^src/core/desk/commands/', pathNot: '^src/core/desk/commands/index\\.ts$' },
    },
    {
      name: 'nothing-imports-roots',
      severity: 'error',
      from: { pathNot: '^(src/(composition|cli)/|test/|bench/|research/)' },
      to: { path: '^src/(composition|cli)/' },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { pathNot: '^(test|bench|research)/' },
      to: { path: '^(test|bench|research)/' },
    },
    {
      name: 'unit-tests-stay-in-the-process',
      comment: 'What needs sockets, processes or threads belongs to the platform tier (vitest.config.ts).',
      severity: 'error',
      from: {
        path: '^test/.*\\.test\\.ts$',
        pathNot: [
          '\\.long\\.test\\.ts$',
          '^test/(adapters|cli|e2e|gate|real|trial|work)/',
          '^test/(tidy|ratchet|docs/examples)\\.',
        ],
      },
      to: { path: '^(node:)?(net|tls|http|https|dgram|child_process|worker_threads)$', reachable: true },
    },
    {
      name: 'no-dev-in-product',
      severity: 'error',
      from: { path: '^(games|src)/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.mjs', '.js'],
    },
  },
};
