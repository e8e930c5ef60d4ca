// Reads the operator's settings: a JSON file and environment variables, checked before the start.
import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ParseError, findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser';
import * as z from 'zod';
import { lookUp } from '#games/kit/look-up.ts';
import { reasonOf } from '#games/kit/assert.ts';
import { findNearest } from '#core/kernel/words.ts';
import type { Finding } from '#service/ports.ts';
import {
  type Fault,
  OWN_ISSUE_CODE,
  type ServiceSettings,
  describeExpected,
  schema,
  settingNamesOf,
  shape,
  removeDefault,
} from './schema.ts';

/** All faults of the settings, one line each, for the operator. */
export class WrongSettings extends Error {
  override readonly name = 'WrongSettings';
}

const record = z.record(z.string(), z.unknown());

type Environment = Readonly<Record<string, string | undefined>>;

const PREFIX = 'NEXPOST_';

/** `NEXPOST_IMAP_HOST=mail.example.org` sets imap.host. Names of lists and nested values follow the file's, in capitals. */
function applyEnvironment(file: Readonly<Record<string, unknown>>, environment: Environment): Record<string, unknown> {
  const found = { ...file };
  for (const [section, shape] of Object.entries(schema.shape)) {
    const inner = removeDefault(shape);
    for (const key of inner instanceof z.ZodObject ? Object.keys(inner.shape) : [null]) {
      const value = lookUp(
        environment,
        PREFIX + [section, ...(key === null ? [] : [key])].map(toVariableName).join('_'),
      );
      if (value === undefined) continue;
      found[section] = key === null ? value : { ...record.safeParse(lookUp(found, section)).data, [key]: value };
    }
  }
  return found;
}

/** Throws if a variable for a mail server names no setting. Other variables with our prefix may belong to other programs. */
function refuseMisspelt(environment: Environment): void {
  for (const section of ['imap', 'smtp', 'oauth', 'delivery'] as const) {
    const start = `${PREFIX}${toVariableName(section)}_`;
    const known = settingNamesOf([section]).map(name => `${start}${toVariableName(name)}`);
    const unknown = Object.keys(environment).find(name => name.startsWith(start) && !known.includes(name));
    if (unknown === undefined) continue;
    const [near = null] = findNearest(
      unknown,
      known.map(name => name.toLowerCase()),
    );
    throw new WrongSettings(
      `The settings in the environment are not right: there is no variable ${unknown}.${near === null ? '' : ` Did you mean '${near.toUpperCase()}'?`}`,
    );
  }
}

/** `commaExpected` → `comma Expected`. */
const splitName = (name: string, separator: string): string => name.replace(/([a-z])([A-Z])/g, `$1${separator}$2`);

const toVariableName = (name: string): string => splitName(name, '_').toUpperCase();

/** The values of a configuration file, which may be null, and of the environment. */
async function readGiven(file: string | null, environment: Environment) {
  const configuration = file === null ? NO_FILE : await readConfiguration(file);
  return { configuration, settings: applyEnvironment(configuration.value, environment) };
}

/** null: there is no configuration, and the service runs on the embedded servers. */
export async function readSettings(file: string | null, environment: Environment): Promise<ServiceSettings | null> {
  const { configuration, settings } = await readGiven(file, environment);
  refuseMisspelt(environment);
  // The setting of the store alone configures no mail servers.
  if (file === null && Object.keys(settings).every(name => name === 'store')) return null;
  const checked = schema.safeParse(settings);
  const caFaults = checked.success ? await findCaFaults(checked.data) : [];
  if (checked.success && caFaults.length === 0) return checked.data;
  const faults = [...caFaults, ...(checked.error?.issues.flatMap(issue => describeIssue(issue, settings)) ?? [])];
  const lineOf = ({ path }: Fault): number => configuration.lineOf(path) ?? 0;
  const lines = faults
    .toSorted((one, other) => lineOf(one) - lineOf(other))
    .map(({ path, what }) => {
      const variable = PREFIX + path.map(toVariableName).join('_');
      if (lookUp(environment, variable) !== undefined) return `  ${variable}: ${what}`;
      const line = configuration.lineOf(path);
      return line === null ? `  ${what}` : `  line ${line}: ${what}`;
    });
  const subject = file === null ? 'The settings in the environment are' : `The configuration ${file} is`;
  const hint = 'config/service.example.json shows every setting.';
  throw new WrongSettings([`${subject} not right:`, ...lines, hint].join('\n'));
}

/** The store that the configuration or the environment names, checked by `readSettings` or when it is opened. '': the data folder. */
export async function readStore(file: string | null, environment: Environment): Promise<string> {
  const { store } = (await readGiven(file, environment)).settings;
  return typeof store === 'string' ? store : '';
}

/** The settings of `nexpost deliver`, which needs no passwords. Throws if there is no folder for mails. */
export async function readDelivery(
  file: string | null,
  environment: Environment,
): Promise<Pick<ServiceSettings, 'address' | 'delivery'>> {
  const { settings } = await readGiven(file, environment);
  const { success, data, error } = shape.pick({ address: true, delivery: true }).strip().safeParse(settings);
  if (!success)
    throw new WrongSettings(
      error.issues
        .flatMap(issue => describeIssue(issue, settings))
        .map(({ what }) => what)
        .join(' '),
    );
  if (data.delivery.maildir === '')
    throw new WrongSettings("'delivery.maildir' is missing: it is the folder that mails are delivered to.");
  return data;
}

/** Certificates that cannot be read would fail at each connection. */
async function findCaFaults(settings: ServiceSettings): Promise<readonly Fault[]> {
  const faults = (['imap', 'smtp'] as const).map(async (section): Promise<readonly Fault[]> => {
    const { ca = '' } = settings[section] ?? {};
    if (ca === '') return [];
    const createFault = (why: string): Fault => ({ path: [section, 'ca'], what: `'${section}.ca': ${ca} ${why}.` });
    try {
      new X509Certificate(await readFile(ca));
      return [];
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).syscall !== undefined;
      return [createFault(isMissing ? `cannot be read: ${reasonOf(error)}` : 'holds no certificate (PEM)')];
    }
  });
  return (await Promise.all(faults)).flat();
}

/** A configuration file, with the line of each setting. */
interface Configuration {
  readonly value: Readonly<Record<string, unknown>>;
  readonly lineOf: (path: readonly string[]) => number | null;
}

const NO_FILE: Configuration = { value: {}, lineOf: () => null };

function describeIssue(issue: z.core.$ZodIssue, settings: unknown): readonly Fault[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(key => {
      const [near = null] = findNearest(key, settingNamesOf(path));
      const hint = near === null ? '' : ` Did you mean '${near}'?`;
      return { path: [...path, key], what: `there is no setting '${[...path, key].join('.')}'.${hint}` };
    });
  }
  if (issue.code === OWN_ISSUE_CODE) return [{ path, what: issue.message }];
  const name = path.join('.');
  const value = path.reduce<unknown>((outer, key) => lookUp(record.safeParse(outer).data, key), settings);
  const expected = describeExpected(path);
  // Passwords are never repeated.
  const shown = /password$|Secret$|^store$/.test(name) ? 'of the wrong kind' : JSON.stringify(value);
  const what =
    value === undefined
      ? `'${name}' is missing: it should be ${expected}.`
      : `'${name}' is ${shown}: it should be ${expected}.`;
  return [{ path, what }];
}

async function readConfiguration(file: string): Promise<Configuration> {
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new WrongSettings(`The configuration ${file} cannot be read: ${reasonOf(error)}.`);
  });
  const errors: ParseError[] = [];
  const tree = parseTree(content, errors, { disallowComments: true, allowTrailingComma: false });
  const lineAt = (offset: number): number => content.slice(0, offset).split('\n').length;
  const [error] = errors;
  if (error !== undefined)
    throw new WrongSettings(
      `The configuration ${file} is no JSON: line ${lineAt(error.offset)}: ${splitName(printParseErrorCode(error.error), ' ').toLowerCase()}.`,
    );
  const value = tree === undefined ? null : record.safeParse(getNodeValue(tree)).data;
  if (tree === undefined || value === undefined || value === null || tree.type !== 'object')
    throw new WrongSettings(`The configuration ${file} is not a JSON object.`);
  return {
    value,
    lineOf: path => {
      const node = findNodeAtLocation(tree, [...path]);
      return node === undefined ? null : lineAt(node.offset);
    },
  };
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const MAY_READ = 'everybody on this machine may read';
const OTHERS_READ_MODE = 0o004;
/** Matches a password as a setting, or within the URL of a database. */
const PASSWORD = /"(?:password|clientSecret)"\s*:\s*"[^"]|:\/\/[^\s/:@"]+:[^\s/@"]+@/;

type Checked = Readonly<Record<'webUrl', string>> & {
  readonly oauth: { readonly tokenFile: string };
  readonly delivery: { readonly maildir: string };
};

/** Finds passwords that everybody may read, and addresses without encryption. `file`: the file of the settings. null: all settings are from the environment. */
export async function findDoubtfulSettings(
  { webUrl, oauth: { tokenFile }, delivery: { maildir } }: Checked,
  file: string | null,
): Promise<readonly Finding[]> {
  const isUnencrypted = webUrl.startsWith('http:') && !LOOPBACK.has(new URL(webUrl).hostname);
  const hasPasswords = file !== null && (await isReadByEverybody(file)) && PASSWORD.test(await readFile(file, 'utf8'));
  const isRead = (path: string): Promise<boolean> => isReadByEverybody(path).catch(() => false);
  const faults: readonly (readonly [isFault: boolean, where: string, what: string])[] = [
    [hasPasswords, file ?? '', `${MAY_READ} the passwords in it: chmod 600, or give them in the environment`],
    [tokenFile !== '' && (await isRead(tokenFile)), tokenFile, `${MAY_READ} the refresh token in it: chmod 600`],
    [
      maildir !== '' && (await isRead(join(maildir, 'new'))),
      maildir,
      `${MAY_READ} the mails in it: chmod -R go= on the folder`,
    ],
    [
      isUnencrypted,
      'webUrl',
      `${webUrl} is not encrypted: what players do on the pages can be read and changed on its way. Use https://`,
    ],
  ];
  return faults.flatMap(([isFault, where, what]) => (isFault ? [{ level: 'warn', where, what }] : []));
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
