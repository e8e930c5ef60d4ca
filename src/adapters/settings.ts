// Reads the operator's settings: a JSON file and environment variables, checked before the start.
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { findNodeAtLocation, getNodeValue, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { z } from 'zod';
import { lookUp } from '#games/kit/look-up.ts';
import { UNNAMED } from '#core/mail/authentication-results.ts';
import { reasonOf } from '#games/kit/assert.ts';
import { findSameFolder } from '#core/mail/folders.ts';
import { findNearest } from '#core/kernel/words.ts';

/** Numbers and switches may come as text: the environment has nothing else. Each kind says what it wants to see. */
const whole = (least: number, most: number, usual: number): z.ZodType<number> =>
  z.coerce
    .number<number | string>()
    .int()
    .min(least)
    .max(most)
    .default(usual)
    .describe(`a whole number from ${least} to ${most}`);
const flag = (usual: boolean): z.ZodType<boolean> =>
  z.union([z.boolean(), z.stringbool()]).default(usual).describe('true or false');
const port = (usual: number): z.ZodType<number> => whole(1, 65_535, usual);
const TEXT = 'a text that is not empty';
const text = z.string().min(1).describe(TEXT);
const usually = (usual: string): z.ZodType<string> => text.default(usual).describe(TEXT);
/** zod's word for a fault that it did not find itself. */
const OWN = 'custom';

const ownIssue = (name: string, message: string): { code: typeof OWN; path: string[]; message: string } => ({
  ...{ code: OWN, path: [name], message },
});

const optional = z.string().default('').describe('a text');

const shape = z.strictObject({
  /** The database of a service of several processes. Empty: everything is in the data folder. */
  store: z
    .union([z.literal(''), text.regex(/^postgres(?:ql)?:\/\/[^\s]+$/)])
    .default('')
    .describe('a URL such as postgres://user:password@host:5432/database, or empty'),
  /** The service's own address: players write to it. */
  address: text.regex(/^[^\s@+]+@[^\s@]+$/).describe('an email address without +detail'),
  /** The name beside it. */
  name: usually('nexpost'),
  /** Do HTML mails hold a picture of the board? Without, a table: less work and smaller mails. */
  pictures: flag(true),
  /** May players challenge robots? They search in their own thread, one move at a time. */
  robots: flag(true),
  /** The operator's address for mails about errors, at most one a day. Empty: errors are only logged. */
  operator: z
    .union([z.literal(''), text.regex(/^[^\s@]+@[^\s@]+$/)])
    .default('')
    .describe('an email address, or empty'),
  /** Recurring tournaments, with the options of `tournament open`. */
  tournaments: z
    .array(
      z.strictObject({
        id: text.regex(/^[a-z0-9][a-z0-9-]{0,39}$/).describe('small letters, digits and hyphens'),
        every: z.enum(['week', 'month']).describe('week or month'),
        game: text,
        options: optional,
      }),
    )
    .default([])
    .describe('a list of tournaments'),
  /** The public address of the web pages, `https://games.example.org`. Empty: mails link to no page. */
  webUrl: z
    .union([z.literal(''), text.regex(/^https?:\/\/[^\s/?#]+$/)])
    .default('')
    .describe('a URL without a path, such as https://games.example.org, or empty'),
  /** Addresses of trusted proxies in front of the web pages: the visitor's address is taken from their header. */
  trustedProxies: z
    .union([z.array(text), text.transform(list => list.split(',').map(each => each.trim()))])
    .default([])
    .describe('a list of IP addresses'),
  /** Servers whose Authentication-Results are trusted: the authserv-id of the server that receives the mail. */
  trustedAuthservIds: z
    .union([z.array(text), text.transform(list => list.split(',').flatMap(id => id.trim() || []))])
    .default([])
    .describe('a list of names'),
  /** Is a topmost Authentication-Results without a server name trusted? Microsoft 365 writes such. */
  trustUnnamed: flag(false),
  imap: z
    .strictObject({
      host: text,
      port: port(993),
      secure: flag(true),
      user: text,
      password: text,
      inbox: usually('INBOX'),
      processed: usually('Processed'),
      quarantine: usually('Quarantine'),
      sweepSeconds: whole(5, 3_600, 60),
    })
    .superRefine((imap, context) => {
      const same = findSameFolder(imap);
      if (same === null) return;
      const usual = same.later === 'processed' ? 'Processed' : 'Quarantine';
      const message = `'imap.${same.later}' is the folder "${same.path}" of 'imap.${same.earlier}': mails would come again and again. Choose another, such as "${usual}".`;
      context.addIssue(ownIssue(same.later, message));
    }),
  smtp: z.strictObject({
    host: text,
    port: port(465),
    secure: flag(true),
    user: optional,
    password: optional,
    connections: whole(1, 20, 5),
  }),
});

/** Ports on which servers speak another protocol. */
const PORTS_OF_OTHERS = {
  imap: new Map([...[25, 465, 587, 2525].map(each => [each, 'SMTP'] as const), [110, 'POP3'], [995, 'POP3']]),
  smtp: new Map([
    [143, 'IMAP'],
    [993, 'IMAP'],
    [110, 'POP3'],
    [995, 'POP3'],
  ]),
} as const;

/** Faults of settings that are valid alone but not together. */
const schema = shape.superRefine((settings, context) => {
  const { operator, address, trustedProxies, trustedAuthservIds } = settings;
  for (const section of ['imap', 'smtp'] as const) {
    const { port } = settings[section];
    const other = PORTS_OF_OTHERS[section].get(port);
    if (other === undefined) continue;
    const message = `'${section}.port' is ${port}, where servers speak ${other}, not ${section.toUpperCase()}.`;
    context.addIssue({ ...ownIssue('port', message), path: [section, 'port'] });
  }
  const wrong = (name: string, message: string): void => context.addIssue(ownIssue(name, `'${name}' ${message}`));
  if (operator.toLowerCase() === address.toLowerCase())
    wrong('operator', "is the service's own address: mail to it is read as a player's. Name yours.");
  const proxy = trustedProxies.find(each => isIP(each) === 0);
  if (proxy !== undefined)
    wrong('trustedProxies', `holds "${proxy}": it should be a list of IP addresses, such as "127.0.0.1".`);
  if (trustedAuthservIds.includes('*'))
    wrong('trustedAuthservIds', 'holds "*": name your servers, since others write such headers as well.');
});

export type ServiceSettings = z.infer<typeof schema>;

/** The servers whose Authentication-Results are trusted, as the parser of these headers names them. */
export const trustedServers = ({
  trustedAuthservIds,
  trustUnnamed,
}: Pick<ServiceSettings, 'trustedAuthservIds' | 'trustUnnamed'>): readonly string[] => [
  ...trustedAuthservIds.map(id => id.toLowerCase()),
  ...(trustUnnamed ? [UNNAMED] : []),
];

/** All faults of the settings, one line each, for the operator. */
export class WrongSettings extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WrongSettings';
  }
}

const record = z.record(z.string(), z.unknown());

const PREFIX = 'NEXPOST_';

/** `NEXPOST_IMAP_HOST=mail.example.org` sets imap.host. Names of lists and nested values follow the file's, in capitals. */
function overlaid(
  file: Readonly<Record<string, unknown>>,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, unknown> {
  const found = { ...file };
  for (const [section, shape] of Object.entries(schema.shape)) {
    const inner = shape instanceof z.ZodObject ? Object.keys(shape.shape) : [null];
    for (const key of inner) {
      const value = lookUp(environment, PREFIX + [section, ...(key === null ? [] : [key])].map(capitals).join('_'));
      if (value === undefined) continue;
      found[section] = key === null ? value : { ...record.safeParse(lookUp(found, section)).data, [key]: value };
    }
  }
  return found;
}

/** Rejects a variable for a mail server that names no setting. Others of this prefix may be of other programs. */
function refuseMisspelt(environment: Readonly<Record<string, string | undefined>>): void {
  for (const section of ['imap', 'smtp'] as const) {
    const start = `${PREFIX}${capitals(section)}_`;
    const known = Object.keys(schema.shape[section].shape).map(name => `${start}${capitals(name)}`);
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

const capitals = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();

/** null: there is no configuration, and the service runs on the embedded servers. */
export async function readSettings(
  file: string | null,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ServiceSettings | null> {
  const fromFile = file === null ? NO_FILE : await readConfiguration(file);
  const settings = overlaid(fromFile.value, environment);
  refuseMisspelt(environment);
  // The setting of the store alone configures no mail servers.
  if (file === null && Object.keys(settings).every(name => name === 'store')) return null;
  const checked = schema.safeParse(settings);
  if (checked.success) return checked.data;
  const faults = checked.error.issues.flatMap(issue => faultsOf(issue, settings));
  const inOrder = faults.toSorted(
    (one, other) => (fromFile.lineOf(one.path) ?? 0) - (fromFile.lineOf(other.path) ?? 0),
  );
  const told = inOrder.map(({ path, what }) => `  ${placeOf(path, fromFile, environment)}${what}`);
  const subject = file === null ? 'The settings in the environment are' : `The configuration ${file} is`;
  throw new WrongSettings([`${subject} not right:`, ...told, SEE].join('\n'));
}

/** The store that the configuration or the environment names, checked by `readSettings` or when it is opened. '': the data folder. */
export async function readStore(
  file: string | null,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const { value } = file === null ? NO_FILE : await readConfiguration(file);
  const { store } = overlaid(value, environment);
  return typeof store === 'string' ? store : '';
}

const SEE = 'config/service.example.json shows every setting.';

/** A configuration file, with the line of each setting. */
interface Configuration {
  readonly value: Readonly<Record<string, unknown>>;
  readonly lineOf: (path: readonly string[]) => number | null;
}

const NO_FILE: Configuration = { value: {}, lineOf: () => null };

interface Fault {
  readonly path: readonly string[];
  readonly what: string;
}

function faultsOf(issue: z.core.$ZodIssue, settings: unknown): readonly Fault[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(key => {
      const [near = null] = findNearest(key, namesIn(path));
      const hint = near === null ? '' : ` Did you mean '${near}'?`;
      return { path: [...path, key], what: `there is no setting '${[...path, key].join('.')}'.${hint}` };
    });
  }
  if (issue.code === OWN) return [{ path, what: issue.message }];
  const name = path.join('.');
  const value = path.reduce<unknown>((sofar, key) => lookUp(record.safeParse(sofar).data, key), settings);
  const wanted = wantedAt(path);
  // Passwords are never repeated.
  const shown = name.endsWith('password') || name === 'store' ? 'of the wrong kind' : JSON.stringify(value);
  const what =
    value === undefined
      ? `'${name}' is missing: it should be ${wanted}.`
      : `'${name}' is ${shown}: it should be ${wanted}.`;
  return [{ path, what }];
}

/** The schema of a setting, or of a group of settings. undefined: there is none of this name. */
const schemaAt = (path: readonly string[]): unknown =>
  path.reduce<unknown>((outer, key) => (outer instanceof z.ZodObject ? lookUp(outer.shape, key) : undefined), schema);

const namesIn = (path: readonly string[]): readonly string[] => {
  const group = schemaAt(path);
  return group instanceof z.ZodObject ? Object.keys(group.shape) : [];
};

/** The expected value of a setting, in words. */
function wantedAt(path: readonly string[]): string {
  const names = namesIn(path);
  if (names.length > 0) return `an object with ${names.join(', ')}`;
  const setting = schemaAt(path);
  return (setting instanceof z.ZodType ? setting.description : undefined) ?? 'something else';
}

/** The place of a setting: `line 4: `, `NEXPOST_IMAP_PORT: `. '' if it was not given. */
function placeOf(
  path: readonly string[],
  { lineOf }: Configuration,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const variable = PREFIX + path.map(capitals).join('_');
  if (lookUp(environment, variable) !== undefined) return `${variable}: `;
  const line = lineOf(path);
  return line === null ? '' : `line ${line}: `;
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
    throw new WrongSettings(`The configuration ${file} is no JSON: line ${lineAt(error.offset)}: ${said(error)}.`);
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

/** `CommaExpected` → `comma expected`. */
const said = ({ error }: ParseError): string =>
  printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
