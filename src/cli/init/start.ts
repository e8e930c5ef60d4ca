// The terminal of `nexpost init`: its questions, the file it writes, and how to start the service.
import { execFile } from 'node:child_process';
import { chown, lstat, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { findPackageRoot } from '#adapters/package-root.ts';
import { reasonOf } from '#games/kit/assert.ts';
import { toPlainText } from '#games/kit/plain-text.ts';
import { type Io, isTerminal } from '../shell/verb.ts';

interface SetupQuestion {
  readonly text: string;
  /** What an empty answer means. null: an answer is needed. */
  readonly usual: string | null;
  /** null: the answer is right. Otherwise one sentence. */
  readonly findFault?: (answer: string) => string | null;
  /** The answer is not shown. */
  readonly isSecret?: boolean;
}

export interface Asker {
  /** Asks again until the answer is right. Rejects when the input has ended. */
  readonly ask: (question: SetupQuestion) => Promise<string>;
  /** `usual`: what an empty answer means. */
  readonly confirm: (text: string, usual: boolean) => Promise<boolean>;
  readonly tell: (text: string) => void;
  readonly close: () => void;
}

/** Longer than any name, address or password. Characters. */
const MAX_ANSWER = 1_000;

export function createAsker({ stdin, stdout }: Io): Asker {
  let isSecret = false;
  const output = new Writable({
    write: (chunk, _, done) => {
      if (!isSecret) stdout.write(chunk);
      done();
    },
  });
  const reader = createInterface({ input: stdin, output, terminal: isTerminal(stdin), historySize: 0 });
  const answers = reader[Symbol.asyncIterator]();
  // The answers of a pipe may all have come before the first question. A closed reader shows no prompt.
  let hasEnded = false;
  reader.on('close', () => {
    hasEnded = true;
  });

  const readAnswer = async (prompt: string, isHidden: boolean): Promise<string> => {
    if (hasEnded) stdout.write(toPlainText(prompt));
    else {
      reader.setPrompt(toPlainText(prompt));
      reader.prompt();
    }
    isSecret = isHidden;
    const answer = await answers.next();
    isSecret = false;
    if (isHidden || !reader.terminal) stdout.write('\n');
    if (answer.done === true) throw new Error('The answers have ended: nothing was written.');
    // A password may begin with a blank.
    return isHidden ? answer.value : answer.value.trim();
  };

  const ask = async (question: SetupQuestion): Promise<string> => {
    const { text, usual, findFault = () => null, isSecret: isHidden = false } = question;
    const shown = usual === null || usual === '' || isHidden ? '' : ` [${usual}]`;
    for (;;) {
      const given = await readAnswer(`${text}${shown}: `, isHidden);
      const answer = given === '' && usual !== null ? usual : given;
      const fault = findAnswerFault(answer, usual) ?? findFault(answer);
      if (fault === null) return answer;
      stdout.write(`${fault}\n`);
    }
  };

  return {
    ask,
    confirm: async (text, usual) => {
      const findFault = (answer: string): string | null => (/^(?:y|yes|n|no)$/i.test(answer) ? null : 'Answer y or n.');
      return /^y/i.test(await ask({ text, usual: usual ? 'y' : 'n', findFault }));
    },
    tell: text => stdout.write(`${toPlainText(text)}\n`),
    close: () => reader.close(),
  };
}

function findAnswerFault(answer: string, usual: string | null): string | null {
  if (answer === '' && usual !== '') return 'An answer is needed.';
  return answer.length > MAX_ANSWER ? `An answer may have ${MAX_ANSWER} characters.` : null;
}

/** The user of the unit. */
export const USER = 'nexpost';
const PRIVATE_MODE = 0o600;

/** A link counts also if it leads nowhere. */
const isThere = async (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    () => false,
  );

/** Rejects if there is such a file, or no folder for it. */
export async function requireNewFile(file: string): Promise<void> {
  if (await isThere(file))
    throw new Error(`${file} is there already. \`nexpost check --config ${file} --mail\` checks it.`);
  await stat(dirname(file)).catch((error: unknown) => {
    throw new Error(`${file} cannot be written: ${reasonOf(error)}`);
  });
}

/** null: there is no such user, or this process may not give files to others. */
async function findServiceUser(): Promise<{ readonly uid: number; readonly gid: number } | null> {
  if (process.geteuid?.() !== 0) return null;
  const readId = async (option: string): Promise<number> =>
    Number((await promisify(execFile)('id', [option, USER])).stdout.trim());
  return Promise.all([readId('-u'), readId('-g')]).then(
    ([uid, gid]) => ({ uid, gid }),
    () => null,
  );
}

/** Never replaces a file. Its mode is private from the start. */
export async function writeConfiguration(file: string, configuration: object): Promise<string> {
  const text = `${JSON.stringify(configuration, null, 2)}\n`;
  await writeFile(file, text, { flag: 'wx', mode: PRIVATE_MODE, flush: true });
  const user = await findServiceUser();
  if (user === null) return `Written: ${file}. Only you can read it.`;
  await chown(file, user.uid, user.gid);
  return `Written: ${file}. Only the user ${USER} and root can read it.`;
}

/** The paths of the unit in the package. */
const PROGRAM = '/usr/bin/nexpost';
const UNIT_CONFIG = '/etc/nexpost.json';

/** The program as a unit may call it: the one in PATH if it is usual, or Node with the file of this process. */
async function findProgram(script: string, nodePath: string): Promise<string> {
  const own = await realpath(script);
  const isUsual = (await realpath(PROGRAM).catch(() => null)) === own;
  return isUsual ? PROGRAM : `${nodePath} ${own}`;
}

/** A unit with `ProtectHome=yes` cannot read these folders. */
const isInHome = (program: string): boolean => /(?:^| )\/(?:home|root|run\/user)\//.test(program);

export async function readUnit(program: string, config: string): Promise<string> {
  const unit = await readFile(join(findPackageRoot(), 'config', 'nexpost.service'), 'utf8');
  return unit.replace(`ExecStart=${PROGRAM} `, () => `ExecStart=${program} `).replace(UNIT_CONFIG, () => config);
}

/** The data folder of the unit. */
const DATA = '/var/lib/nexpost';
const UNIT_FOLDERS = ['/etc/systemd/system', '/usr/lib/systemd/system', '/lib/systemd/system'];

/** The lines to print. `config`: the path of the configuration. */
export async function explainStart(config: string, needsLogin: boolean): Promise<readonly string[]> {
  const login = needsLogin ? [`nexpost login --config ${config}`, `nexpost check --config ${config} --mail`] : [];
  const inHand = [
    '',
    'To start it in this terminal:',
    ...login.map(line => `  ${line}`),
    `  nexpost serve --config ${config} --data ${process.geteuid?.() === 0 ? DATA : './data'}`,
  ];
  const hasUnit = await Promise.all(UNIT_FOLDERS.map(folder => isThere(`${folder}/nexpost.service`)));
  if (hasUnit.includes(true))
    return [
      ...inHand,
      '',
      ...(config === UNIT_CONFIG ? [] : [`The unit of systemd reads ${UNIT_CONFIG}: move the file there.`]),
      'To start it by systemd, now and at every boot:',
      '  systemctl enable --now nexpost',
    ];
  const program = await findProgram(process.argv[1] ?? '', process.execPath);
  const warnings = [
    ...(isInHome(program)
      ? [
          'The program is in a home folder, which the unit may not read. Install it with `npm install --global`, as root.',
        ]
      : []),
    ...(isInHome(config) ? [`The unit may not read ${config} in a home folder: move it to ${UNIT_CONFIG}.`] : []),
  ];
  return [
    ...inHand,
    '',
    'To start it by systemd, now and at every boot: put this into /etc/systemd/system/nexpost.service, and then',
    `  useradd --system --home-dir ${DATA} --shell /usr/sbin/nologin ${USER}; chown ${USER}: ${config}`,
    '  systemctl enable --now nexpost',
    ...warnings,
    '',
    (await readUnit(program, config)).trimEnd(),
  ];
}
