// Lint rules: strict types everywhere, and the purity of games/ and src/core/ as errors, so that the architecture is a test.
// What has no rule here is checked by config/tools/house-rules.mjs: throw, async, class, try and `new Date()`.

/** Turns on rules, given as one text of names. */
const errors = (names, prefix = '') =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map(name => [prefix + name, 'error']),
  );
/** Entries of `no-restricted-globals` and, with what may be imported all the same, of `no-restricted-imports`. */
const forbid = (message, names, allowImportNames) =>
  names.map(name => ({ name, message, ...(allowImportNames && { allowImportNames }) }));
const forbidMembers = (message, names) =>
  names.map(name => {
    const [object, property] = name.split('.');
    return { object, property, message };
  });

const HOST = 'The pure rings take the world as arguments.';
const HOST_NAMES = ['process', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'fetch', 'console'];
/** Time and chance are arguments. */
const purity = {
  'no-restricted-properties': [
    'error',
    ...forbidMembers('Time is an argument.', ['Date.now']),
    ...forbidMembers('Chance is an argument.', ['Math.random']),
  ],
};

/** What a test of the gate may not do: wait for a time instead of an event, and ask a clock or chance for anything. */
const WAIT = 'The gate waits for an event: a promise, a log line, a file (test/changes-in.ts).';
const SEED = 'The gate takes its chance from test/seeds.ts.';
const repeatable = {
  'no-restricted-globals': ['error', ...forbid(WAIT, ['setTimeout', 'setInterval'])],
  'no-restricted-properties': [
    'error',
    ...forbidMembers(WAIT, [
      ...[
        'performance.now',
        'process.hrtime',
        'globalThis.setTimeout',
        'globalThis.setInterval',
        'AbortSignal.timeout',
      ],
      ...['Atomics.wait', 'Atomics.waitAsync', 'expect.poll', 'vi.waitFor', 'vi.waitUntil'],
    ]),
    ...forbidMembers(SEED, ['Date.now', 'Math.random', 'crypto.randomUUID', 'crypto.getRandomValues']),
  ],
  'no-restricted-imports': [
    'error',
    {
      paths: [
        // A turn of the event loop is no time.
        ...forbid(WAIT, ['timers', 'timers/promises', 'node:timers', 'node:timers/promises'], ['setImmediate']),
        // Signatures with RSA and Ed25519 are the same each time.
        ...forbid(
          SEED,
          ['crypto', 'node:crypto'],
          ['createHash', 'createHmac', 'createPrivateKey', 'createPublicKey', 'sign', 'verify'],
        ),
        ...forbid(WAIT, ['perf_hooks', 'node:perf_hooks']),
        { name: 'node:process', importNames: ['hrtime'], message: WAIT },
      ],
      patterns: [
        { regex: '^fast-check$', allowTypeImports: true, message: 'test/fast-check.ts has the seeds of the run.' },
      ],
    },
  ],
};

export default {
  plugins: ['typescript'],
  options: { typeAware: true },
  categories: { correctness: 'error' },
  ignorePatterns: ['dist/**', 'data/**', 'coverage/**', '.dependency-cruiser.cjs'],
  rules: {
    ...errors(`
      no-array-constructor no-case-declarations no-empty no-empty-function no-fallthrough no-prototype-builtins
      no-regex-spaces no-unexpected-multiline no-useless-assignment no-useless-constructor no-var prefer-const
      prefer-rest-params prefer-spread preserve-caught-error`),
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'no-control-regex': 'off',
  },
  overrides: [
    {
      files: ['**/*.ts'],
      rules: {
        ...errors('eqeqeq no-duplicate-imports'),
        'max-lines': ['error', 500],
        'max-lines-per-function': ['error', 80],
        complexity: ['error', 12],
        'max-depth': ['error', 3],
        'max-params': ['error', 5],
        ...errors(
          `
          adjacent-overload-signatures array-type ban-tslint-comment class-literal-property-style
          consistent-generic-constructors consistent-indexed-object-style consistent-type-assertions
          consistent-type-definitions dot-notation explicit-module-boundary-types no-confusing-non-null-assertion
          no-deprecated no-dynamic-delete no-explicit-any no-extraneous-class no-generated-empty-object-type
          no-implied-eval no-inferrable-types no-invalid-void-type no-misused-promises no-mixed-enums no-namespace
          no-non-null-asserted-nullish-coalescing no-non-null-assertion no-require-imports
          no-unnecessary-boolean-literal-compare no-unnecessary-condition no-unnecessary-template-expression
          no-unnecessary-type-arguments no-unnecessary-type-assertion no-unnecessary-type-constraint
          no-unnecessary-type-conversion no-unnecessary-type-parameters no-unsafe-argument no-unsafe-assignment
          no-unsafe-call no-unsafe-enum-comparison no-unsafe-function-type no-unsafe-member-access no-unsafe-return
          non-nullable-type-assertion-style only-throw-error prefer-find prefer-for-of prefer-function-type
          prefer-includes prefer-literal-enum-member prefer-nullish-coalescing prefer-optional-chain
          prefer-promise-reject-errors prefer-reduce-type-parameter prefer-regexp-exec prefer-return-this-type
          prefer-string-starts-ends-with related-getter-setter-pairs require-await switch-exhaustiveness-check
          unified-signatures use-unknown-in-catch-callback-variable`,
          'typescript/',
        ),
        'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
        'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
        // A registry is an interface to which others add: it begins empty.
        'typescript/no-empty-object-type': ['error', { allowInterfaces: 'always' }],
        'typescript/require-array-sort-compare': 'off',
        'typescript/restrict-plus-operands': [
          'error',
          {
            allowAny: false,
            allowBoolean: false,
            allowNullish: false,
            allowNumberAndString: false,
            allowRegExp: false,
          },
        ],
        'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
        'typescript/return-await': ['error', 'error-handling-correctness-only'],
      },
    },
    {
      // The compiler, which finds misspelt names, does not read these.
      files: ['**/*.mjs'],
      env: { node: true, es2024: true },
      rules: errors('no-undef no-redeclare no-control-regex'),
    },
    {
      // The referee decides as purely as the core does.
      files: [
        ...['games/**/*.ts', 'src/core/**/*.ts', 'src/engines/**/*.ts'],
        'src/referee/{arbiter,board,game-state,limits,player,protocol}.ts',
      ],
      rules: {
        ...purity,
        'no-restricted-globals': ['error', ...forbid(HOST, [...HOST_NAMES, 'Buffer'])],
        'no-restricted-imports': [
          'error',
          { patterns: [{ group: ['node:*'], message: 'The pure rings know nothing of Node.' }] },
        ],
      },
    },
    // It reads bytes.
    {
      files: ['src/mime/**/*.ts'],
      rules: { ...purity, 'no-restricted-globals': ['error', ...forbid(HOST, HOST_NAMES)] },
    },
    {
      files: ['test/**/*.ts', 'bench/**/*.ts', 'research/**/*.ts'],
      rules: {
        'max-lines-per-function': 'off',
        'typescript/no-non-null-assertion': 'off',
        'typescript/explicit-module-boundary-types': 'off',
      },
    },
    {
      files: ['test/**/*.ts'],
      excludeFiles: [
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
        'test/real/screen.ts',
      ],
      rules: repeatable,
    },
    // Vitest reads the pattern of a hook's first argument, and none of its fixtures is wanted.
    { files: ['test/gate/setup.ts'], rules: { 'no-empty-pattern': 'off' } },
  ],
};
