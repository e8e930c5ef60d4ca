// `nexpost check`: looks through the data and the settings and names what is wrong, without changing anything.
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { games } from '#games/index.ts';
import { reasonOf } from '#games/kit/assert.ts';
import { readKey } from '#adapters/crypto/key.ts';
import { readSettings } from '#adapters/settings.ts';
import { placeOf } from '#adapters/store/json/files.ts';
import { type Look, lookAt } from '#adapters/store/json/read-only.ts';
import { modesIn } from '#adapters/store/json/modes.ts';
import { matchKey } from '#core/state/documents.ts';
import { matchFinding } from '#service/inspection.ts';
import type { Finding } from '#service/ports.ts';
import { type OptionTable, parseOptions } from '../shell/command-line.ts';
import type { ExitStatus, Io, Verb } from '../shell/verb.ts';
import { mailReport } from './mail-report.ts';

const OPTIONS = {
  data: { kind: 'text', default: './data', sentence: "a service's data" },
  config: { kind: 'text', default: '', sentence: 'its configuration' },
  mail: { kind: 'flag', default: '', sentence: 'logs in to the mail servers of the configuration and mails itself' },
} as const satisfies OptionTable;

const USAGE = 'nexpost check [--data DIR] [--config FILE] [--mail]';

interface DataReport {
  readonly findings: readonly Finding[];
  readonly boards: number;
  readonly accounts: number;
}

const error = (where: string, what: string): Finding => ({ level: 'error', where, what });

/** What does not resolve is a finding. */
const faultsOf = async (where: string, act: () => Promise<unknown>): Promise<readonly Finding[]> => {
  try {
    await act();
    return [];
  } catch (fault) {
    return [error(where, reasonOf(fault))];
  }
};

async function dataReport(dir: string): Promise<DataReport> {
  const nothing = { boards: 0, accounts: 0 };
  const folder = await stat(dir).catch(() => null);
  if (folder?.isDirectory() !== true) return { ...nothing, findings: [error(dir, 'there is no such folder')] };
  const key = await faultsOf('key', () => readKey(dir));
  try {
    const look = await lookAt(dir);
    const findings = await lasting(dir, look.findings);
    const boards = [...look.all('match')];
    const accounts = [...look.all('account')].length;
    if (boards.length + accounts + findings.length === 0 && (await readKey(dir)) === null)
      return { ...nothing, findings: [error(dir, 'there is no data of nexpost here')] };
    const records = boards.flatMap(match => matchFinding(games, match, placeOf(matchKey(match))) ?? []);
    return {
      findings: [...key, ...findings, ...records, ...(await modesIn(dir, false))],
      boards: boards.length,
      accounts,
    };
  } catch (fault) {
    return { ...nothing, findings: [...key, error(dir, reasonOf(fault))] };
  }
}

/** Beside a running service a file may change while the next is being read: what is wrong is wrong at the second look as well. */
async function lasting(dir: string, findings: Look['findings']): Promise<readonly Finding[]> {
  if (findings.length === 0) return [];
  const again = new Set((await lookAt(dir)).findings.map(finding => JSON.stringify(finding)));
  return findings.filter(finding => again.has(JSON.stringify(finding)));
}

async function settingsReport(file: string, withMail: boolean): Promise<readonly Finding[]> {
  const where = file === '' ? 'environment' : file;
  try {
    const settings = await readSettings(file === '' ? null : file, process.env);
    if (!withMail) return [];
    if (settings === null) return [error('--mail', 'there is no configuration: the embedded servers need no login')];
    return await mailReport(settings);
  } catch (fault) {
    return [error(where, reasonOf(fault))];
  }
}

async function run(args: readonly string[], io: Io): Promise<ExitStatus> {
  const { data, config, mail } = parseOptions(args, OPTIONS);
  const { findings, boards, accounts } = await dataReport(resolve(data));
  const all = [...findings, ...(await settingsReport(config, mail !== ''))];
  for (const { level, where, what } of all) io.stdout.write(`${JSON.stringify({ level, where, what })}\n`);
  const ok = all.every(({ level }) => level !== 'error');
  io.stdout.write(`${JSON.stringify({ ok, boards, accounts })}\n`);
  return ok ? 0 : 1;
}

const HELP = `
  --data DIR     ${OPTIONS.data.sentence} (default ${OPTIONS.data.default})
  --config FILE  ${OPTIONS.config.sentence} (default: what the environment says, if anything)
  --mail         ${OPTIONS.mail.sentence}

Reads every document and replays the record of every board by the rules of its
game. It locks nothing and changes nothing, also beside a running service.

Prints one JSON line a finding, {"level":"error"|"warn","where":"…","what":"…"},
and last {"ok":true|false,"boards":N,"accounts":N}. An error keeps somebody from
something until it is mended; a warning is for you to judge.

--mail sends one mail to the service's own address, with a detail behind a plus as
replies have it, waits a minute for it, and takes it away again.

Exit status 0 when there is no error, 1 when there is.
`;

export const check: Verb = { usage: USAGE, help: HELP, run };
