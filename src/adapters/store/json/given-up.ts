// failed/: mails that were given up, each in a readable file with the reason in its first line.
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { ignoreMissingFolder, ignoreMissing } from './files.ts';

export const FAILED_FOLDER = 'failed';

const FIRST_LINE = /^X-Nexpost-Failed: ([^\r\n]*)\r\n/;

/** A mail that was given up. `raw`: its bytes as Latin-1 characters. */
interface GivenUpMail {
  readonly id: string;
  readonly why: string;
  readonly raw: string;
}

/** The reason on one line, as the file holds it. */
export const formatReason = (why: string): string => Buffer.from(why.replace(/\s+/g, ' '), 'latin1').toString('latin1');

export const writeGivenUp = (dir: string, { id, why, raw }: GivenUpMail): Promise<void> =>
  writeFileAtomic(join(dir, FAILED_FOLDER, `${id}.eml`), `X-Nexpost-Failed: ${formatReason(why)}\r\n${raw}`, {
    encoding: 'latin1',
    mode: 0o600,
  });

export const listGivenUp = async (dir: string): Promise<readonly string[]> =>
  (await readdir(join(dir, FAILED_FOLDER)).catch(ignoreMissingFolder))
    .filter(name => name.endsWith('.eml'))
    .map(name => name.slice(0, -'.eml'.length));

/** null: the file no longer exists. A file without a reason may be another program's, and is read as well. */
export async function readGivenUp(dir: string, id: string): Promise<GivenUpMail | null> {
  const text = await readFile(join(dir, FAILED_FOLDER, `${id}.eml`), 'latin1').catch(ignoreMissing);
  if (text === null) return null;
  const [line = '', why = ''] = FIRST_LINE.exec(text) ?? [];
  return { id, why, raw: text.slice(line.length) };
}

/** False: there is no such file. */
export async function dropGivenUp(dir: string, id: string): Promise<boolean> {
  const file = join(dir, FAILED_FOLDER, `${id}.eml`);
  const isThere = (await stat(file).catch(ignoreMissing)) !== null;
  await rm(file, { force: true });
  return isThere;
}

/** Deletes the given-up mails whose Date is before this instant. */
export async function dropOldGivenUp(dir: string, before: number): Promise<void> {
  for (const id of await listGivenUp(dir)) {
    const mail = await readGivenUp(dir, id);
    if (mail !== null && (parseGivenUpHeader(mail.raw).date ?? Infinity) < before) await dropGivenUp(dir, id);
  }
}

/** Deletes the given-up mails to any of these readers. */
export async function eraseGivenUp(dir: string, addresses: readonly string[]): Promise<void> {
  for (const id of await listGivenUp(dir)) {
    const mail = await readGivenUp(dir, id);
    const readers = mail === null ? [] : parseGivenUpHeader(mail.raw).to;
    if (readers.some(each => addresses.includes(each)))
      await rm(join(dir, FAILED_FOLDER, `${id}.eml`), { force: true });
  }
}

/** The sender, recipients, Message-ID and Date in the header of one of our mails. `date` null: it has none. */
export function parseGivenUpHeader(raw: string): {
  readonly from: string;
  readonly to: readonly string[];
  readonly messageId: string;
  readonly date: number | null;
} {
  const [header = ''] = raw.split('\r\n\r\n', 1);
  const unfolded = header.replace(/\r\n[ \t]+/g, ' ');
  const addresses = (name: string): readonly string[] =>
    findField(unfolded, name)
      .toLowerCase()
      .split(/[\s,<>]+/)
      .filter(word => word.includes('@'));
  const date = Date.parse(findField(unfolded, 'Date'));
  return {
    from: addresses('From')[0] ?? '',
    to: addresses('To'),
    messageId: findField(unfolded, 'Message-ID').trim(),
    date: Number.isNaN(date) ? null : date,
  };
}

const findField = (header: string, name: string): string =>
  header
    .split('\r\n')
    .find(line => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    ?.slice(name.length + 1) ?? '';
