// The operator's settings: what each may be, and which do not fit together.
import { isIP } from 'node:net';
import * as z from 'zod';
import { lookUp } from '#games/kit/look-up.ts';
import { UNNAMED } from '#core/mail/authentication-results.ts';
import { findPortFault, findSameFolder } from '#core/mail/mail-servers.ts';

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
export const OWN_ISSUE_CODE = 'custom';

export interface Fault {
  readonly path: readonly string[];
  readonly what: string;
}

/** `what`: the words after the name of the setting. */
const createFault = (name: string, what: string): Fault => ({ path: name.split('.'), what: `'${name}' ${what}` });

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

export const shape = z.strictObject({
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
      context.addIssue({ code: OWN_ISSUE_CODE, path: [same.later], message });
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

/** The first fault of `oauth`, and of passwords that it replaces. */
function findOauthFault(settings: MailSettings): Fault | null {
  const { clientId, command } = settings.oauth;
  const fault = clientId === '' ? findUnusedSetting(settings.oauth) : findClientFault(settings.oauth);
  if (fault !== null || hasOauth(settings)) return fault;
  if (clientId !== '' || command !== '')
    return {
      path: ['imap', 'password'],
      what: "'imap.password' and 'smtp.password' take the place of 'oauth': leave out at least one of them.",
    };
  return settings.imap?.password === ''
    ? createFault('imap.password', `is missing: it should be ${TEXT}, or set 'oauth'.`)
    : null;
}

function findUnusedSetting({ tenant: _, command: __, ...others }: OauthValues): Fault | null {
  const [unused] = Object.entries(others).find(([, value]) => value !== '') ?? [];
  if (unused === undefined) return null;
  return createFault('oauth.clientId', `is missing: without it 'oauth.${unused}' has no use.`);
}

function findClientFault({ provider, tokenUrl, tokenFile, command }: OauthValues): Fault | null {
  if (command !== '') return createFault('oauth.command', "has no use beside 'oauth.clientId': choose one of them.");
  if (tokenFile === '')
    return createFault('oauth.tokenFile', 'is missing: `nexpost login` keeps the refresh token in it.');
  if (provider === '' && tokenUrl === '')
    return createFault('oauth.tokenUrl', "is missing: it should be a URL, or name the 'oauth.provider'.");
  return null;
}

/** Without a mailbox and without a folder no mail comes in. */
function findDeliveryFault({ delivery: { maildir, lmtp }, imap }: MailSettings): Fault | null {
  if (lmtp !== '' && maildir === '')
    return createFault('delivery.maildir', "is missing: 'delivery.lmtp' needs a folder for the mails it takes.");
  if (imap === undefined && maildir === '')
    return createFault('imap', `is missing: it should be ${describeExpected(['imap'])}, or set 'delivery'.`);
  return null;
}

/** Faults of settings that are valid alone but not together. */
export const schema = shape.superRefine((settings, context) => {
  const { operator, address, trustedProxies, trustedAuthservIds, trustedSealers, verifyDkim } = settings;
  const proxy = trustedProxies.find(each => isIP(each) === 0);
  const faults = [
    ...[findDeliveryFault(settings), findOauthFault(settings)],
    ...(['imap', 'smtp'] as const).map(section =>
      settings[section] === undefined ? null : findPortFault(section, settings[section]),
    ),
    operator.toLowerCase().replace(/\+[^@]*@/, '@') === address.toLowerCase() &&
      createFault('operator', "is the service's own address: mail to it is read as a player's. Name yours."),
    proxy !== undefined &&
      createFault('trustedProxies', `holds "${proxy}": it should be a list of IP addresses, such as "127.0.0.1".`),
    trustedAuthservIds.includes('*') &&
      createFault('trustedAuthservIds', 'holds "*": name your servers, since others write such headers as well.'),
    trustedSealers.length > 0 &&
      !verifyDkim &&
      createFault('trustedSealers', "has no use without 'verifyDkim': set that to true, or leave the list out."),
  ];
  for (const fault of faults)
    if (fault !== null && fault !== false)
      context.addIssue({ code: OWN_ISSUE_CODE, path: [...fault.path], message: fault.what });
});

export type ServiceSettings = z.infer<typeof schema>;

/** The service's own address, in lower case. */
export function parseOwnAddress(address: string): { readonly local: string; readonly domain: string } {
  const [local = '', domain = ''] = address.toLowerCase().split('@');
  return { local, domain };
}

/** The servers whose Authentication-Results are trusted, as the parser of these headers names them. */
export const listTrustedServers = ({
  trustedAuthservIds,
  trustUnnamed,
}: Pick<ServiceSettings, 'trustedAuthservIds' | 'trustUnnamed'>): readonly string[] => [
  ...trustedAuthservIds.map(id => id.toLowerCase()),
  ...(trustUnnamed ? [UNNAMED] : []),
];

export const removeDefault = (setting: unknown): unknown =>
  setting instanceof z.ZodPrefault || setting instanceof z.ZodOptional ? setting.unwrap() : setting;

/** The schema of a setting, or of a group of settings. undefined: there is none of this name. */
const findSchema = (path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (outer, key) => (outer instanceof z.ZodObject ? removeDefault(lookUp(outer.shape, key)) : undefined),
    schema,
  );

export const settingNamesOf = (path: readonly string[]): readonly string[] => {
  const group = findSchema(path);
  return group instanceof z.ZodObject ? Object.keys(group.shape) : [];
};

/** A description of the expected value of a setting. */
export function describeExpected(path: readonly string[]): string {
  const names = settingNamesOf(path);
  if (names.length > 0) return `an object with ${names.join(', ')}`;
  const setting = findSchema(path);
  return (setting instanceof z.ZodType ? setting.description : undefined) ?? 'something else';
}
