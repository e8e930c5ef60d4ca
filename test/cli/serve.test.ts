// Wrong command lines of `nexpost serve`.
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runVerb } from './run-verb.ts';

it.each([
  [['--colour', 'red'], /^'--colour' is no option of this verb\.$/m],
  [['--smtp-port', 'eleven'], /^--smtp-port is a number from 0 to 65535, not 'eleven'/m],
  [['--data'], /^--data needs a value\.$/m],
])('answers the wrong command line %j with the usage', async (args, sentence) => {
  const { code, stdout, stderr } = await runVerb('serve', ...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(sentence);
  expect(stderr).toMatch(/^Usage: nexpost serve /m);
});

it('says that --data names a folder', async () => {
  const file = fileURLToPath(import.meta.url);
  const { code, stdout, stderr } = await runVerb('serve', '--data', file);
  expect([code, stdout, stderr]).toEqual([
    1,
    '',
    `${file} is no folder. --data names one, which is made if it is not there.\n`,
  ]);
});
