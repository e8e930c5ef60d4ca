// `nexpost check`: finds faults in the data and the settings, without changing anything.
import { resolve } from 'node:path';
import { games } from '#games/registry/index.ts';
import { findDoubtfulSettings, refuseUnfilled } from '#adapters/settings/read.ts';
import { reasonOf } from '#games/kit/assert.ts';
import { documentPathOf } from '#adapters/store/json/files.ts';
import { checkModes } from '#adapters/store/json/folder.ts';
import type { ReadOnlyStore } from '#adapters/store/entry-stream.ts';
import { hidePassword } from '#adapters/store/postgres/database.ts';
import { findFault } from '#core/board/summary.ts';
import type { Match } from '#core/board/match-document.ts';
import { matchKey } from '#core/kernel/documents.ts';
import { findMatchFault } from '#service/load.ts';
import type { Finding } from '#service/ports.ts';
import { createVerb } from '../shell/command-line.ts';
import {
  PLACE,
  type StorePlace,
  readGivenSettings,
  requireService,
  storePlace,
  useAnyReadOnlyStore,
} from '../shell/store-place.ts';
import { formatJson } from '#games/kit/plain-text.ts';
import { Misuse } from '../shell/verb.ts';
import { createLookups } from './dns-records.ts';
import { createError, reportOnMail } from './mail-report.ts';

interface DataReport {
  readonly findings: readonly Finding[];
  readonly boards: number;
  readonly accounts: number;
}

const NOTHING = { boards: 0, accounts: 0 };

async function checkData(place: StorePlace): Promise<DataReport> {
  const where = place.kind === 'folder' ? place.dir : hidePassword(place.url);
  // A lost key is a finding among others, if there is anything else.
  const missing = place.kind === 'folder' ? await requireService(place.dir).then(() => null, reasonOf) : null;
  try {
    return await useAnyReadOnlyStore(place, async (look, key) => {
      const report = await reportOf(place, look, key);
      const isEmpty = report.boards + report.accounts + report.findings.length === 0 && (await key()) === null;
      if (isEmpty) return { ...NOTHING, findings: [createError(where, missing ?? 'there is no data of nexpost here')] };
      const modes = place.kind === 'folder' ? await checkModes(place.dir, false) : [];
      return { ...report, findings: [...report.findings, ...modes] };
    });
  } catch (fault) {
    return { ...NOTHING, findings: [createError(where, missing ?? reasonOf(fault))] };
  }
}

/** One board at a time: there may be very many. */
async function reportOf(place: StorePlace, look: ReadOnlyStore, key: () => Promise<unknown>): Promise<DataReport> {
  const findings = await look.findings();
  const found = [...(place.kind === 'folder' ? await filterLasting(place, findings) : findings)];
  // A database names a damaged key among its findings.
  const keyFault = place.kind === 'folder' ? await key().then(() => null, reasonOf) : null;
  if (keyFault !== null) found.unshift(createError('key', keyFault));
  let boards = 0;
  for await (const match of look.all('match')) {
    boards += 1;
    const fault = checkBoard(place, match);
    if (fault !== null) found.push(fault);
  }
  let accounts = 0;
  for await (const _ of look.all('account')) accounts += 1;
  return { findings: found, boards, accounts };
}

function checkBoard(place: StorePlace, match: Match): Finding | null {
  if (place.kind === 'folder') return findMatchFault(games, match, documentPathOf(matchKey(match)));
  const fault = findFault(games, match);
  if (fault === null) return null;
  return createError(
    matchKey(match),
    `it is no ${match.game} board: ${fault}. Put it right from a backup of the database.`,
  );
}

/** Beside a running service a file may change while the next is being read: what is wrong is wrong at the second look as well. */
async function filterLasting(place: StorePlace, findings: readonly Finding[]): Promise<readonly Finding[]> {
  if (findings.length === 0) return [];
  const second = await useAnyReadOnlyStore(place, look => look.findings());
  const again = new Set(second.map(finding => JSON.stringify(finding)));
  return findings.filter(finding => again.has(JSON.stringify(finding)));
}

async function checkSettings(config: string, withMail: boolean): Promise<readonly Finding[]> {
  const file = config === '' ? null : config;
  const where = file ?? 'environment';
  try {
    const settings = await readGivenSettings(config);
    if (settings === null)
      return withMail ? [createError('--mail', 'there is no configuration: the embedded servers need no login')] : [];
    refuseUnfilled(settings, file);
    return [
      ...(await findDoubtfulSettings(settings, file)),
      ...(withMail ? await reportOnMail(settings, createLookups()) : []),
    ];
  } catch (fault) {
    return [createError(where, reasonOf(fault))];
  }
}

export const check = createVerb({
  name: 'check',
  options: {
    ...PLACE,
    config: {
      kind: 'text',
      value: 'FILE',
      sentence: 'its configuration (default: what the environment says, if anything)',
    },
    mail: { kind: 'flag', sentence: 'logs in to the mail servers of the configuration and mails itself' },
  },
  help: `
Reads every document and replays the record of every board by the rules of its
game. It locks nothing and changes nothing, also beside a running service. In a database
it compares lists and alarms with the documents as well.

Prints one JSON line a finding, {"level":"error"|"warn","where":"…","what":"…"},
and last {"ok":true|false,"boards":N,"accounts":N}. An error keeps somebody from
something until it is mended; a warning is for you to judge.

--mail sends one mail to the service's own address, with a detail behind a plus as
replies have it, waits a minute for it, and takes it away again.

Exit status 0 when there is no error, 1 when there is.`,
  run: async ({ values }, io) => {
    // A configuration that cannot be read is named below.
    const place = await storePlace(values).catch((fault: unknown): StorePlace => {
      if (fault instanceof Misuse) throw fault;
      return { kind: 'folder', dir: resolve(values.data) };
    });
    const { findings, boards, accounts } = await checkData(place);
    const all = [...findings, ...(await checkSettings(values.config, values.mail))];
    for (const { level, where, what } of all) io.stdout.write(`${formatJson({ level, where, what })}\n`);
    const ok = all.every(({ level }) => level !== 'error');
    io.stdout.write(`${JSON.stringify({ ok, boards, accounts })}\n`);
    return ok ? 0 : 1;
  },
});
