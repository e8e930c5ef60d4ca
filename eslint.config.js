// Lint rules: strict types everywhere, and the purity of games/ and src/core/ as errors, so that the architecture is a test.
import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import { noOpenIndex } from './config/tools/no-open-index.mjs';

/** What decides in the referee: pure as the core is. */
const PURE_REFEREE = 'src/referee/{arbiter,board,game-state,limits,player,protocol}.ts';

/** What a pure ring may not touch: the host, the clock, chance; and how it may not fail. */
const purity = {
  'no-restricted-globals': [
    'error',
    ...['process', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'fetch', 'Buffer', 'console'].map(
      name => ({
        name,
        message: 'The pure rings take the world as arguments.',
      }),
    ),
  ],
  'no-restricted-properties': [
    'error',
    { object: 'Date', property: 'now', message: 'Time is an argument.' },
    { object: 'Math', property: 'random', message: 'Chance is an argument.' },
  ],
  'no-restricted-syntax': [
    'error',
    { selector: 'ThrowStatement', message: "A player's fault is a value; a bug goes through games/kit/assert.ts." },
    { selector: ':function[async=true]', message: 'The core is synchronous.' },
    { selector: 'ClassDeclaration, ClassExpression', message: 'Records of functions, no classes.' },
    { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Time is an argument.' },
    { selector: 'TryStatement', message: 'Nothing throws here, so nothing is caught here.' },
  ],
  'no-restricted-imports': [
    'error',
    { patterns: [{ group: ['node:*'], message: 'The pure rings know nothing of Node.' }] },
  ],
};

/** What a test of the gate may not do: wait for a time instead of an event, and ask a clock or chance for anything. */
const WAIT = 'The gate waits for an event: a promise, a log line, a file (test/changes-in.ts).';
const SEED = 'The gate takes its chance from test/seeds.ts.';
const repeatable = {
  'no-restricted-globals': ['error', ...['setTimeout', 'setInterval'].map(name => ({ name, message: WAIT }))],
  'no-restricted-syntax': [
    'error',
    { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: SEED },
    { selector: 'ImportExpression[source.value=/^(node:)?timers/]', message: WAIT },
  ],
  'no-restricted-properties': [
    'error',
    { object: 'Date', property: 'now', message: SEED },
    { object: 'performance', property: 'now', message: WAIT },
    { object: 'process', property: 'hrtime', message: WAIT },
    { object: 'globalThis', property: 'setTimeout', message: WAIT },
    { object: 'globalThis', property: 'setInterval', message: WAIT },
    { object: 'AbortSignal', property: 'timeout', message: WAIT },
    { object: 'Atomics', property: 'wait', message: WAIT },
    { object: 'Atomics', property: 'waitAsync', message: WAIT },
    { object: 'crypto', property: 'randomUUID', message: SEED },
    { object: 'crypto', property: 'getRandomValues', message: SEED },
    { object: 'Math', property: 'random', message: SEED },
    { object: 'expect', property: 'poll', message: WAIT },
    { object: 'vi', property: 'waitFor', message: WAIT },
    { object: 'vi', property: 'waitUntil', message: WAIT },
  ],
  'no-restricted-imports': [
    'error',
    {
      paths: [
        // What is named here alone may be imported: a turn of the event loop is no time.
        ...['timers', 'timers/promises', 'node:timers', 'node:timers/promises'].map(name => ({
          name,
          allowImportNames: ['setImmediate'],
          message: WAIT,
        })),
        // Signatures with RSA and Ed25519 are the same each time.
        ...['crypto', 'node:crypto'].map(name => ({
          name,
          allowImportNames: ['createHash', 'createHmac', 'createPrivateKey', 'sign'],
          message: SEED,
        })),
        ...['perf_hooks', 'node:perf_hooks'].map(name => ({ name, message: WAIT })),
        { name: 'node:process', importNames: ['hrtime'], message: WAIT },
      ],
      patterns: [
        { regex: '^fast-check$', allowTypeImports: true, message: 'test/fast-check.ts has the seeds of the run.' },
      ],
    },
  ],
};

export default tseslint.config(
  { ignores: ['dist/**', 'data/**', 'coverage/**', 'node_modules/**', '.dependency-cruiser.cjs'] },
  { files: ['**/*.js', '**/*.mjs'], ...js.configs.recommended },
  {
    files: ['bin/*.mjs', 'config/tools/*.mjs'],
    languageOptions: { globals: { process: 'readonly' } },
  },
  {
    files: ['**/*.ts'],
    extends: [js.configs.recommended, tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // A registry is an interface to which others add: it begins empty.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'always' }],
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'max-lines': ['error', 500],
      'max-lines-per-function': ['error', 80],
      complexity: ['error', 12],
      'max-depth': ['error', 3],
      'max-params': ['error', 5],
      'no-duplicate-imports': 'error',
      eqeqeq: 'error',
      'no-control-regex': 'off',
    },
  },
  {
    files: ['games/**/*.ts', 'src/**/*.ts'],
    plugins: { nexpost: { rules: { 'no-open-index': noOpenIndex } } },
    rules: { 'nexpost/no-open-index': 'error' },
  },
  { files: ['games/**/*.ts', 'src/core/**/*.ts', 'src/engines/**/*.ts', PURE_REFEREE], rules: purity },
  {
    files: ['src/mime/**/*.ts'],
    rules: {
      // Bytes are what it reads, and TextDecoder throws at a label it does not know.
      'no-restricted-globals': purity['no-restricted-globals'].filter(({ name }) => name !== 'Buffer'),
      'no-restricted-properties': purity['no-restricted-properties'],
      'no-restricted-syntax': purity['no-restricted-syntax'].filter(({ selector }) => selector !== 'TryStatement'),
    },
  },
  {
    files: ['games/kit/assert.ts', 'src/core/kernel/loading.ts', 'src/core/kernel/zone-name.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['test/**/*.ts', 'bench/**/*.ts', 'research/**/*.ts'],
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/explicit-module-boundary-types': 'off',
    },
  },
  {
    files: ['test/**/*.ts'],
    ignores: [
      '**/*.long.test.ts',
      // Measures the run itself, and has the tools that the rule names.
      'test/gate/*.ts',
      'test/fast-check.ts',
      // For services that are killed and come back.
      'test/e2e/persistently.ts',
      // Programs that are run by hand, with a seed of their own.
      'test/{planted,simulation/*}/main.ts',
      // Compares the ages of files.
      'test/build.ts',
      // For tests of the long run alone.
      'test/real/{programs,screen}*.ts',
    ],
    rules: repeatable,
  },
  {
    // Vitest reads the pattern of a hook's first argument, and none of its fixtures is wanted.
    files: ['test/gate/setup.ts'],
    rules: { 'no-empty-pattern': 'off' },
  },
);
