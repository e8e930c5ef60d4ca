// Finds doubtful settings: passwords that everybody may read, and addresses without encryption.
import { readFile, stat } from 'node:fs/promises';
import type { Finding } from '#service/ports.ts';

const warning = (where: string, what: string): Finding => ({ level: 'warn', where, what });

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const EVERYBODY_READS = 0o004;
/** A setting, or within the URL of a database. */
const PASSWORD = /"password"\s*:\s*"[^"]|:\/\/[^\s/:@"]+:[^\s/@"]+@/;

/** `file`: where they were read. null: only from the environment. */
export async function findDoubtfulSettings(
  { webUrl }: { readonly webUrl: string },
  file: string | null,
): Promise<readonly Finding[]> {
  const isOpen = file !== null && (await isReadByEverybody(file)) && PASSWORD.test(await readFile(file, 'utf8'));
  const isPlain = webUrl.startsWith('http:') && !LOOPBACK.has(new URL(webUrl).hostname);
  return [
    ...(isOpen
      ? [
          warning(
            file,
            'everybody on this machine may read the passwords in it: chmod 600, or give them in the environment',
          ),
        ]
      : []),
    ...(isPlain
      ? [warning('webUrl', `${webUrl} is not encrypted: what players do on the pages can be read and changed on its way. Use https://`)] // prettier-ignore
      : []),
  ];
}

/** Windows has no such modes. */
const isReadByEverybody = async (file: string): Promise<boolean> =>
  process.platform !== 'win32' && ((await stat(file)).mode & EVERYBODY_READS) !== 0;
