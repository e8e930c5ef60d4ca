// Finds doubtful settings: readable passwords, bare addresses, values of the example.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '#service/ports.ts';

/** Finds doubtful settings: passwords that everybody may read, and addresses without encryption. */
const createWarning = (where: string, what: string): Finding => ({ level: 'warn', where, what });

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const OTHERS_READ_MODE = 0o004;
/** Matches a password as a setting, or within the URL of a database. */
const PASSWORD = /"(?:password|clientSecret)"\s*:\s*"[^"]|:\/\/[^\s/:@"]+:[^\s/@"]+@/;

interface Checked {
  readonly webUrl: string;
  readonly oauth: { readonly tokenFile: string };
  readonly delivery: { readonly maildir: string };
}

/** `file`: the file of the settings. null: all settings are from the environment. */
export async function findDoubtfulSettings(
  { webUrl, oauth: { tokenFile }, delivery: { maildir } }: Checked,
  file: string | null,
): Promise<readonly Finding[]> {
  const isTokenReadable = tokenFile !== '' && (await isReadByEverybody(tokenFile).catch(() => false));
  const isMailReadable = maildir !== '' && (await isReadByEverybody(join(maildir, 'new')).catch(() => false));
  const isReadable = file !== null && (await isReadByEverybody(file)) && PASSWORD.test(await readFile(file, 'utf8'));
  const isUnencrypted = webUrl.startsWith('http:') && !LOOPBACK.has(new URL(webUrl).hostname);
  return [
    ...(isReadable
      ? [
          createWarning(
            file,
            'everybody on this machine may read the passwords in it: chmod 600, or give them in the environment',
          ),
        ]
      : []),
    ...(isTokenReadable
      ? [createWarning(tokenFile, 'everybody on this machine may read the refresh token in it: chmod 600')]
      : []),
    ...(isMailReadable
      ? [createWarning(maildir, 'everybody on this machine may read the mails in it: chmod -R go= on the folder')]
      : []),
    ...(isUnencrypted
      ? [createWarning('webUrl', `${webUrl} is not encrypted: what players do on the pages can be read and changed on its way. Use https://`)] // prettier-ignore
      : []),
  ];
}

/** Windows has no such modes. */
const isReadByEverybody = async (file: string): Promise<boolean> =>
  process.platform !== 'win32' && ((await stat(file)).mode & OTHERS_READ_MODE) !== 0;

/** Domains of documentation (RFC 2606), and the words in place of a password. */
const OF_EXAMPLE = /(?:^|[@./])example\.(?:org|com|net)(?:[:/]|$)|^set me\b/i;

/** The settings by their names, such as `imap.host`, with their texts. */
function* listTexts(value: unknown, name: string): Generator<readonly [name: string, text: string]> {
  if (typeof value === 'string') yield [name, value];
  else if (Array.isArray(value)) for (const each of value) yield* listTexts(each, name);
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* listTexts(inner, name === '' ? key : `${name}.${key}`);
}

/** Throws one line for each such setting. `file`: the configuration. null: the settings are from the environment. */
export function refuseUnfilled(settings: object, file: string | null): void {
  const unfilled = [...listTexts(settings, '')].filter(([, text]) => OF_EXAMPLE.test(text));
  if (unfilled.length === 0) return;
  const lines = unfilled.map(([name, text]) => `  ${name}: ${/^set me/i.test(text) ? 'the password' : text}`);
  throw new Error(
    [
      `${file ?? 'The environment'} still has values of the example:`,
      ...lines,
      'Fill in your own, or leave out the lines that you do not need.',
    ].join('\n'),
  );
}
