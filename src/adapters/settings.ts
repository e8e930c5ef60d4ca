// Reads the operator's settings: a JSON file and environment variables, checked before the start.
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { type ParseError, findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser';
import { z } from 'zod';
import { lookUp } from '#games/kit/look-up.ts';
import { UNNAMED } from '#core/mail/authentication-results.ts';
import { reasonOf } from '#games/kit/assert.ts';
import { findPortFault, findSameFolder } from '#core/mail/mail-servers.ts';
import { findNearest } from '#core/kernel/words.ts';

/** Numbers and switches may come as text, as in the environment. The description of each schema is shown to the operator. */
const wholeNumber = (min: number, max: number, defaultValue: number): z.ZodType<number> =>
  z.coerce
    .number<number | string>()
    .int()
    .min(min)
    .max(max)
    .default(defaultValue)
    .describe(`a whole number from ${min} to ${max}`);
const flag = (defaultValue: boolean): z.ZodType<boolean> =>
  z.union([z.boolean(), z.stringbool()]).default(defaultValue).describe('true or false');
const port = (defaultValue: number): z.ZodType<number> => wholeNumber(1, 65_535, defaultValue);
const TEXT = 'a text that is not empty';
const text = z.string().min(1).describe(TEXT);
const textWithDefault = (defaultValue: string): z.ZodType<string> => text.default(defaultValue).describe(TEXT);
/** zod's code for faults that our own checks report. */
const OWN_ISSUE_CODE = 'custom';

const createIssue = (
  name: string,
  message: string,
): { code: typeof OWN_ISSUE_CODE; path: string[]; message: string } => ({
  ...{ code: OWN_ISSUE_CODE, path: [name], message },
});

const listOfNames = z
  .union([z.array(text), text.transform(list => list.split(',').flatMap(name => name.trim() || []))])
  .default([])
  .describe('a list of names');
const optionalText = z.string().default('').describe('a text');
const optionalPath = z
  .union([z.literal(''), text.regex(/^\/[^\0\n]+$/)])
  .default('')
  .describe('a path that begins with /, or empty');
/** An IPv6 address may be in brackets, as in a URL. */
const host = text.transform(name => name.replace(/^\[(.+)\]$/, '$1')).describe(TEXT);
/** Tokens and secrets travel to these addresses. */
const oauthUrl = z
  .union([z.literal(''), text.regex(/^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/])[^\s#]+$/)])
  .default('')
  .describe('a URL that begins with https://, or empty');

/** Access tokens in place of passwords. A server without a password uses them. */
const oauth = z.strictObject({
  provider: z.enum(['', 'microsoft', 'google']).default('').describe('microsoft, google, or empty'),
  /** The directory of an organisation at Microsoft. */
  tenant: text.default('common').describe(TEXT),
  clientId: optionalText,
  clientSecret: optionalText,
  /** These four: as usual for the provider. */
  scope: optionalText,
  tokenUrl: oauthUrl,
  deviceUrl: oauthUrl,
  authorizeUrl: oauthUrl,
  /** The file with the refresh token, which `nexpost login` writes. */
  tokenFile: optionalPath,
  /** A program that prints an access token, in place of all of the above. */
  command: optionalPath,
});

type OauthValues = z.infer<typeof oauth>;

export const NO_OAUTH: OauthValues = oauth.parse({});

/** `/run/nexpost/lmtp.sock`, `127.0.0.1:2424`, `[::1]:2424`. Any program that reaches the place can write mail with any proof. */
const LMTP_PLACE = /^(?:\/[^\0\n]+|(?:127\.0\.0\.1|localhost|\[::1\]):\d{1,5})$/;

/** Mail that a mail server on this machine delivers. */
const delivery = z.strictObject({
  /** The folder that mails are delivered to. Empty: mails come from the mailbox of `imap` alone. */
  maildir: optionalPath,
  /** Where a mail server delivers by LMTP. Empty: mails come by `nexpost deliver`, or are put into the folder. */
  lmtp: z
    .union([z.literal(''), text.regex(LMTP_PLACE)])
    .default('')
    .describe('a path that begins with /, a loopback address such as 127.0.0.1:2424, or empty'),
});

export const NO_DELIVERY = delivery.parse({});

const shape = z.strictObject({
  /** The database of a service of several processes. Empty: everything is in the data folder. */
  store: z
    .union([z.literal(''), text.regex(/^postgres(?:ql)?:\/\/[^\s]+$/)])
    .default('')
    .describe('a URL such as postgres://user:password@host:5432/database, or empty'),
  /** The service's own address: players write to it. */
  address: text.regex(/^[^\s@+]+@[^\s@]+$/).describe('an email address without +detail'),
  /** The display name of the address. */
  name: textWithDefault('nexpost'),
  /** Do HTML mails hold a picture of the board? A table instead needs less work and makes smaller mails. */
  pictures: flag(true),
  /** May players challenge robots? They search in their own thread, one move at a time. */
  robots: flag(true),
  /** The operator's address for mails about errors, at most one a day. Empty: errors are only logged. */
  operator: z
    .union([z.literal(''), text.regex(/^[^\s@]+@[^\s@]+$/)])
    .default('')
    .describe('an email address, or empty'),
  /** A second way to tell the operator, which works while no mail does: a web hook, or a program that reads JSON on its input. */
  alert: z
    .union([z.literal(''), text.regex(/^(?:https?:\/\/[^\s]+|\/[^\0\n]+)$/)])
    .default('')
    .describe('a URL, or the path of a program, or empty'),
  /** Recurring tournaments, with the options of `tournament open`. */
  tournaments: z
    .array(
      z.strictObject({
        id: text.regex(/^[a-z0-9][a-z0-9-]{0,39}$/).describe('small letters, digits and hyphens'),
        every: z.enum(['week', 'month']).describe('week or month'),
        game: text,
        options: optionalText,
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
  trustedAuthservIds: listOfNames,
  /** Is a topmost Authentication-Results without a server name trusted? Microsoft 365 writes such headers. */
  trustUnnamed: flag(false),
  /** Does the service verify the signatures of mails itself, if no trusted server wrote results? */
  verifyDkim: flag(false),
  /** The domains of servers that forward mail, whose ARC seals are trusted. */
  trustedSealers: listOfNames,
  oauth: oauth.prefault({}),
  delivery: delivery.prefault({}),
  /** Absent: mails are delivered to the folder of `delivery`. */
  imap: z
    .strictObject({
      host,
      port: port(993),
      secure: flag(true),
      /** The file of a private authority. Empty: the usual authorities. */
      ca: optionalPath,
      user: text,
      /** Empty: `oauth`. */
      password: optionalText.describe(TEXT),
      inbox: textWithDefault('INBOX'),
      processed: textWithDefault('Processed'),
      quarantine: textWithDefault('Quarantine'),
      sweepSeconds: wholeNumber(5, 3_600, 60),
    })
    .superRefine((imap, context) => {
      const same = findSameFolder(imap);
      if (same === null) return;
      const defaultValue = same.later === 'processed' ? 'Processed' : 'Quarantine';
      const message = `'imap.${same.later}' is the folder "${same.path}" of 'imap.${same.earlier}': mails would come again and again. Choose another, such as "${defaultValue}".`;
      context.addIssue(createIssue(same.later, message));
    })
    .optional(),
  smtp: z.strictObject({
    host,
    port: port(465),
    secure: flag(true),
    ca: optionalPath,
    user: optionalText,
    password: optionalText,
    connections: wholeNumber(1, 20, 5),
    /** At most this many mails are sent in an hour, each counted once for each recipient. 0: any number. */
    perHour: wholeNumber(0, 1_000_000, 0),
    /** Does the sender of the envelope name the reader of a mail, so that a mail that comes back tells whose it was? */
    returnPaths: flag(false),
  }),
});

type MailSettings = Pick<z.infer<typeof shape>, 'oauth' | 'delivery' | 'imap' | 'smtp'>;

/** Does a server log in with an access token? */
export const hasOauth = ({ oauth, imap, smtp }: Omit<MailSettings, 'delivery'>): boolean =>
  (oauth.clientId !== '' || oauth.command !== '') &&
  (imap?.password === '' || (smtp.user !== '' && smtp.password === ''));

const createOauthFault = (name: keyof OauthValues, what: string): Fault => ({
  path: ['oauth', name],
  what: `'oauth.${name}' ${what}`,
});

/** What is wrong with `oauth`, and with passwords that it replaces. */
function findOauthFault(settings: MailSettings): Fault | null {
  const { clientId, command } = settings.oauth;
  const path = ['imap', 'password'];
  if (clientId !== '') {
    const fault = findClientFault(settings.oauth);
    if (fault !== null) return fault;
  } else {
    const { tenant: _, command: __, ...others } = settings.oauth;
    const [unused] = Object.entries(others).find(([, value]) => value !== '') ?? [];
    if (unused !== undefined)
      return createOauthFault('clientId', `is missing: without it 'oauth.${unused}' has no use.`);
    if (command === '')
      return settings.imap?.password === ''
        ? { path, what: `'imap.password' is missing: it should be ${TEXT}, or set 'oauth'.` }
        : null;
  }
  if (hasOauth(settings)) return null;
  const what = "'imap.password' and 'smtp.password' take the place of 'oauth': leave out at least one of them.";
  return { path, what };
}

function findClientFault({ provider, tokenUrl, tokenFile, command }: OauthValues): Fault | null {
  if (command !== '') return createOauthFault('command', "has no use beside 'oauth.clientId': choose one of them.");
  if (tokenFile === '')
    return createOauthFault('tokenFile', 'is missing: `nexpost login` keeps the refresh token in it.');
  if (provider === '' && tokenUrl === '')
    return createOauthFault('tokenUrl', "is missing: it should be a URL, or name the 'oauth.provider'.");
  return null;
}

/** Without a mailbox and without a folder no mail comes in. */
function findDeliveryFault({ delivery: { maildir, lmtp }, imap }: MailSettings): Fault | null {
  if (lmtp !== '' && maildir === '')
    return { path: ['delivery', 'maildir'], what: "'delivery.maildir' is missing: 'delivery.lmtp' needs a folder for the mails it takes." }; // prettier-ignore
  if (imap === undefined && maildir === '')
    return {
      path: ['imap'],
      what: `'imap' is missing: it should be ${describeExpected(['imap'])}, or set 'delivery'.`,
    };
  return null;
}

/** Faults of settings that are valid alone but not together. */
const schema = shape.superRefine((settings, context) => {
  const { operator, address, trustedProxies, trustedAuthservIds, trustedSealers, verifyDkim } = settings;
  const portFaults = (['imap', 'smtp'] as const).map(section =>
    settings[section] === undefined ? null : findPortFault(section, settings[section]),
  );
  for (const fault of [findDeliveryFault(settings), findOauthFault(settings), ...portFaults])
    if (fault !== null) context.addIssue({ code: OWN_ISSUE_CODE, path: [...fault.path], message: fault.what });
  const addIssue = (name: string, message: string): void => context.addIssue(createIssue(name, `'${name}' ${message}`));
  if (operator.toLowerCase().replace(/\+[^@]*@/, '@') === address.toLowerCase())
    addIssue('operator', "is the service's own address: mail to it is read as a player's. Name yours.");
  const proxy = trustedProxies.find(each => isIP(each) === 0);
  if (proxy !== undefined)
    addIssue('trustedProxies', `holds "${proxy}": it should be a list of IP addresses, such as "127.0.0.1".`);
  if (trustedAuthservIds.includes('*'))
    addIssue('trustedAuthservIds', 'holds "*": name your servers, since others write such headers as well.');
  if (trustedSealers.length > 0 && !verifyDkim)
    addIssue('trustedSealers', "has no use without 'verifyDkim': set that to true, or leave the list out.");
});

export type ServiceSettings = z.infer<typeof schema>;

/** The servers whose Authentication-Results are trusted, as the parser of these headers names them. */
export const listTrustedServers = ({
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

const unwrapDefault = (setting: unknown): unknown =>
  setting instanceof z.ZodPrefault || setting instanceof z.ZodOptional ? setting.unwrap() : setting;

/** `NEXPOST_IMAP_HOST=mail.example.org` sets imap.host. Names of lists and nested values follow the file's, in capitals. */
function applyEnvironment(
  file: Readonly<Record<string, unknown>>,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, unknown> {
  const found = { ...file };
  for (const [section, shape] of Object.entries(schema.shape)) {
    const inner = unwrapDefault(shape);
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
function refuseMisspelt(environment: Readonly<Record<string, string | undefined>>): void {
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

const toVariableName = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();

/** null: there is no configuration, and the service runs on the embedded servers. */
export async function readSettings(
  file: string | null,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ServiceSettings | null> {
  const fromFile = file === null ? NO_FILE : await readConfiguration(file);
  const settings = applyEnvironment(fromFile.value, environment);
  refuseMisspelt(environment);
  // The setting of the store alone configures no mail servers.
  if (file === null && Object.keys(settings).every(name => name === 'store')) return null;
  const checked = schema.safeParse(settings);
  const caFaults = checked.success ? await findCaFaults(checked.data) : [];
  if (checked.success && caFaults.length === 0) return checked.data;
  const faults = [...caFaults, ...(checked.error?.issues.flatMap(issue => describeIssue(issue, settings)) ?? [])];
  const sortedFaults = faults.toSorted(
    (one, other) => (fromFile.lineOf(one.path) ?? 0) - (fromFile.lineOf(other.path) ?? 0),
  );
  const lines = sortedFaults.map(({ path, what }) => `  ${formatPlace(path, fromFile, environment)}${what}`);
  const subject = file === null ? 'The settings in the environment are' : `The configuration ${file} is`;
  throw new WrongSettings([`${subject} not right:`, ...lines, EXAMPLE_HINT].join('\n'));
}

/** The store that the configuration or the environment names, checked by `readSettings` or when it is opened. '': the data folder. */
export async function readStore(
  file: string | null,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const { value } = file === null ? NO_FILE : await readConfiguration(file);
  const { store } = applyEnvironment(value, environment);
  return typeof store === 'string' ? store : '';
}

/** The settings of `nexpost deliver`, which needs no passwords. Throws if there is no folder for mails. */
export async function readDelivery(
  file: string | null,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Pick<ServiceSettings, 'address' | 'delivery'>> {
  const configuration = file === null ? NO_FILE : await readConfiguration(file);
  const settings = applyEnvironment(configuration.value, environment);
  const checked = z.object({ address: shape.shape.address, delivery: shape.shape.delivery }).safeParse(settings);
  if (!checked.success) {
    const faults = checked.error.issues.flatMap(issue => describeIssue(issue, settings));
    throw new WrongSettings(faults.map(({ what }) => what).join(' '));
  }
  if (checked.data.delivery.maildir === '')
    throw new WrongSettings("'delivery.maildir' is missing: it is the folder that mails are delivered to.");
  return checked.data;
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

const EXAMPLE_HINT = 'config/service.example.json shows every setting.';

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

/** The schema of a setting, or of a group of settings. undefined: there is none of this name. */
const findSchema = (path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (outer, key) => (outer instanceof z.ZodObject ? unwrapDefault(lookUp(outer.shape, key)) : undefined),
    schema,
  );

const settingNamesOf = (path: readonly string[]): readonly string[] => {
  const group = findSchema(path);
  return group instanceof z.ZodObject ? Object.keys(group.shape) : [];
};

/** A description of the expected value of a setting. */
function describeExpected(path: readonly string[]): string {
  const names = settingNamesOf(path);
  if (names.length > 0) return `an object with ${names.join(', ')}`;
  const setting = findSchema(path);
  return (setting instanceof z.ZodType ? setting.description : undefined) ?? 'something else';
}

/** The place of a setting: `line 4: `, `NEXPOST_IMAP_PORT: `. '' if it was not given. */
function formatPlace(
  path: readonly string[],
  { lineOf }: Configuration,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const variable = PREFIX + path.map(toVariableName).join('_');
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
    throw new WrongSettings(
      `The configuration ${file} is no JSON: line ${lineAt(error.offset)}: ${formatParseError(error)}.`,
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

/** `CommaExpected` → `comma expected`. */
const formatParseError = ({ error }: ParseError): string =>
  printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
