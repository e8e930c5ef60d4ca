// `nexpost serve`: wrong command lines, and the line when it is ready.
import { fileURLToPath } from 'node:url';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { tellReady } from '#cli/serve/index.ts';
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

it('tells a person in a sentence that it is ready, and a program in JSON', async () => {
  const ready = { smtp: 1, imap: 2, http: 3, address: 'games@example.test', inbox: 'http://127.0.0.1:3/inbox?key=k' };
  const tell = async (isTTY: boolean): Promise<string> => {
    const stdout = Object.assign(new PassThrough(), { isTTY });
    tellReady({ ...ready, clock: null }, 'all', { stdin: new PassThrough(), stdout, stderr: new PassThrough() });
    return text(stdout.end());
  };
  expect(await tell(true)).toBe(
    'nexpost is ready and answers games@example.test: open http://127.0.0.1:3/inbox?key=k (Ctrl+C ends it)\n',
  );
  expect(JSON.parse(await tell(false))).toEqual({ ready: true, pid: process.pid, ...ready });
});
