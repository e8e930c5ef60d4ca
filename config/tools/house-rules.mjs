// Checks what the linter has no rule for: the purity of syntax, and that no object is read by a key that may be any string.
import { join, relative } from 'node:path';
import { fileURLToPath, URL } from 'node:url';
import ts from 'typescript';

/** The project to check: this one, or the folder that is named. */
const root = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url));

const PURE =
  /^(?:games|src\/core|src\/engines)\/|^src\/referee\/(?:arbiter|board|game-state|limits|player|protocol)\.ts$/;
/** It reads bytes, and TextDecoder throws at a label it does not know. */
const PURE_BUT_FOR_TRY = /^src\/mime\//;
/** How the pure rings fail, parse JSON, stop for a missing document, and ask for a zone. */
const EXEMPT = /^(?:games\/kit\/(?:assert|look-up)|src\/core\/kernel\/(?:loading|time))\.ts$/;
/** But for tests of the long run, programs that are run by hand, and what measures the run or draws its chance. */
const REPEATABLE =
  /^test\/(?!.*\.long\.test\.ts$|gate\/[^/]*$|fast-check\.ts|e2e\/persistently\.ts|(?:planted|simulation\/[^/]*)\/main\.ts|(?:build|real\/screen)\.ts$)/;

const isNow = node => ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length;
const isAsync = node =>
  ts.isFunctionLike(node) && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);
const isTimers = node =>
  ts.isCallExpression(node) &&
  node.expression.kind === ts.SyntaxKind.ImportKeyword &&
  /^['"](?:node:)?timers/.test(node.arguments[0]?.getText() ?? '');

const TRY = [ts.isTryStatement, 'Nothing throws here, so nothing is caught here.'];
const PURITY = [
  [ts.isThrowStatement, "A player's fault is a value; a bug goes through games/kit/assert.ts."],
  [isAsync, 'The core is synchronous.'],
  // A decision makes many states, and a class shares their methods.
  [node => ts.isClassLike(node) && node.name?.text !== 'State', 'Records of functions, no classes.'],
  [isNow, 'Time is an argument.'],
  TRY,
];
const REPEATABILITY = [
  [isNow, 'The gate takes its chance from test/seeds.ts.'],
  [isTimers, 'The gate waits for an event: a promise, a log line, a file (test/changes-in.ts).'],
];

function rulesFor(file) {
  if (EXEMPT.test(file)) return [];
  if (PURE.test(file)) return PURITY;
  if (PURE_BUT_FOR_TRY.test(file)) return PURITY.filter(rule => rule !== TRY);
  return REPEATABLE.test(file) ? REPEATABILITY : [];
}

const isOpenString = type =>
  type.isUnion() ? type.types.some(isOpenString) : (type.flags & (ts.TypeFlags.String | ts.TypeFlags.Any)) !== 0;

/** `Object.hasOwn(object, key) ? object[key] : …` */
function isGuarded(node) {
  const guard = `Object.hasOwn(${node.expression.getText()}, ${node.argumentExpression.getText()})`;
  for (let above = node.parent; above !== undefined; above = above.parent)
    if (ts.isConditionalExpression(above) && above.condition.getText().includes(guard)) return true;
  return false;
}

const isWritten = node =>
  ts.isBinaryExpression(node.parent) &&
  node.parent.left === node &&
  node.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;

/** Does this read an object with a string index by an open string? `constructor` and `__proto__` are strings too. */
function isOpenIndex(checker, node) {
  if (!ts.isElementAccessExpression(node) || isWritten(node) || isGuarded(node)) return false;
  if (!isOpenString(checker.getTypeAtLocation(node.argumentExpression))) return false;
  const object = checker.getApparentType(checker.getTypeAtLocation(node.expression));
  const parts = object.isUnion() ? object.types : [object];
  return parts.some(part => checker.getIndexInfoOfType(part, ts.IndexKind.String) !== undefined);
}

/** Checks the files of a compiler's configuration below a folder of `folders`. Returns a line for each finding. */
function check(config, folders) {
  const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(
    join(root, config),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
      },
    },
  );
  const program = ts.createProgram(fileNames, options);
  const checker = program.getTypeChecker();
  return program.getSourceFiles().flatMap(source => {
    const file = relative(root, source.fileName);
    if (source.isDeclarationFile || !folders.test(file)) return [];
    const rules = rulesFor(file);
    const found = [];
    const report = (node, message) => {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${file}:${line + 1} ${message}`);
    };
    const visit = node => {
      for (const [matches, message] of rules) if (matches(node)) report(node, message);
      if (!file.startsWith('test/') && isOpenIndex(checker, node))
        report(
          node,
          'Any string can be the key: use lookUp (games/kit/look-up.ts), a Map, or ask Object.hasOwn first.',
        );
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

const found = [
  ...check('tsconfig.json', /^(?:games|src(?!\/browser\/)|test)\//),
  ...check('src/browser/tsconfig.json', /^src\/browser\//),
];
for (const line of found) process.stdout.write(`${line}\n`);
process.exitCode = found.length === 0 ? 0 : 1;
