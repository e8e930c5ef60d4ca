// `nexpost check --mail`: logs in to both servers and mails itself, as players reply.
// Reports what keeps mail from arriving, or from being authenticated.
import { randomUUID } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { reasonOf } from '#games/kit/assert.ts';
import { explainFault } from '#core/mail/mail-servers.ts';
import { findFullQuota, waitForMail } from '#adapters/imap/arrival.ts';
import { waitForDelivery } from '#adapters/maildir/folders.ts';
import { type ImapSettings, InboxMissing, checkImapLogin } from '#adapters/imap/connection.ts';
import type { ServiceSettings } from '#adapters/settings/schema.ts';
import { checkSmtpLogin, createSmtpSender } from '#adapters/smtp/sender.ts';
import { type MailLogins, createMailLogins } from '#composition/mail-access.ts';
import { createVerifier } from '#composition/service-settings.ts';
import type { Finding, Log } from '#service/ports.ts';
import {
  type CertificateWatch,
  type Lookups,
  checkNameServers,
  createCertificateWatch,
  findEndingCertificate,
  inspectDnsRecords,
  readSignatures,
} from './dns-records.ts';

const WAIT_MS = 60_000;

export const createError = (where: string, what: string): Finding => ({ level: 'error', where, what });

/** `waitMs`: for a mail of its own. `lookups`: the DNS. null: its records are not looked at. */
export async function reportOnMail(
  settings: ServiceSettings,
  lookups: Lookups | null,
  waitMs: number = WAIT_MS,
): Promise<readonly Finding[]> {
  const logins = createMailLogins(settings, SILENT);
  const { imap, smtp, tokens } = logins;
  const token = (await tokens?.get(null)) ?? null;
  if (token?.kind === 'failed') return [createError('oauth', token.why)];
  const verifier = createVerifier(settings);
  const findings = [
    ...(verifier === null ? [] : await checkNameServers(verifier.resolver, settings.address)),
    ...(imap === null ? [] : await checkLogins('imap', imap, watch => checkImapLogin(imap, watch.tls))),
    ...(await checkLogins('smtp', smtp, watch => checkSmtpLogin(smtp, watch.tls))),
  ];
  if (findings.some(({ level }) => level === 'error')) return findings;
  const mail = await sendOwnMail(settings, logins, waitMs);
  if (mail.kind === 'lost') return [...findings, mail.finding];
  const dnsFaults = lookups === null ? [] : await findDnsFaults(settings.address, mail.header, lookups);
  return [...findings, ...findProofFaults(mail.header, settings), ...dnsFaults];
}

/** Without these records other servers take the service's mails for spam. */
async function findDnsFaults(address: string, header: string, lookups: Lookups): Promise<readonly Finding[]> {
  const domain = address.slice(address.indexOf('@') + 1).toLowerCase();
  const records = await inspectDnsRecords(domain, readSignatures(header), lookups);
  return records
    .filter(({ isMissing }) => isMissing)
    .map(({ name, text }) => ({ level: 'warn', where: `${name} of ${domain}`, what: text.replaceAll('\n', ' ') }));
}

const SILENT: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function checkLogins(
  name: string,
  { host, port, tokens }: Pick<ImapSettings, 'host' | 'port' | 'tokens'>,
  login: (watch: CertificateWatch) => Promise<void>,
): Promise<readonly Finding[]> {
  const where = `${name} ${host}`;
  const server = isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`;
  const watch = createCertificateWatch();
  try {
    await login(watch);
    return findEndingCertificate(where, watch.endsAt(), Date.now());
  } catch (fault) {
    return [
      createError(
        where,
        `${meaningOf(fault, server, tokens !== undefined)} The server: ${explainFault(reasonOf(fault))}`,
      ),
    ];
  }
}

interface LoginFault {
  readonly code?: string;
  readonly responseCode?: number;
  /** What imapflow says. */
  readonly cause?: { readonly authenticationFailed?: boolean; readonly serverResponseCode?: string };
}

/** Did the server answer, and refuse user and password? */
export const isLoginFault = (fault: unknown): boolean => explainLogin(fault as LoginFault, '', false) !== null;

/** What libraries and servers say, in a sentence that names what to mend. */
export function meaningOf(fault: unknown, server: string, hasToken = false): string {
  if (fault instanceof InboxMissing) return `'imap.inbox' names the folder "${fault.inbox}", which cannot be opened.`;
  return explainLogin(fault as LoginFault, server, hasToken) ?? explainConnection(fault as LoginFault, server);
}

/** Null if it is no fault of the login. */
function explainLogin(
  { code, responseCode = 500, cause }: LoginFault,
  server: string,
  hasToken: boolean,
): string | null {
  if (code !== 'EAUTH' && cause?.authenticationFailed !== true) return null;
  // 454 (RFC 4954) and UNAVAILABLE (RFC 5530) say nothing of the password.
  if (responseCode < 500 || cause?.serverResponseCode === 'UNAVAILABLE')
    return `${server} cannot check the login now: see there, and try again later.`;
  if (responseCode === 504) return explainMissingLogin(server);
  return hasToken
    ? "The login is refused: the access token is not for this server or not for the user of the configuration. See 'oauth.scope', and who logged in."
    : 'The login is refused: user or password of the configuration is wrong.';
}

function explainConnection(fault: LoginFault, server: string): string {
  const said = `${reasonOf(fault)} ${fault.cause instanceof Error ? reasonOf(fault.cause) : ''}`;
  if (/certificate/i.test(said))
    return `The certificate of ${server} is not trusted: renew it, name the host as it does, or name the file of its authority in 'ca'.`;
  if (fault.code === 'ETLS' || /tls|ssl|wrong version/i.test(said))
    return `${server} offers no TLS as the configuration wants it: see 'secure' and 'port'.`;
  if (/unsupported authentication mechanism/i.test(said)) return explainMissingLogin(server);
  return `Nothing that can be used answers at ${server}.`;
}

const explainMissingLogin = (server: string): string =>
  `${server} does not offer this way to log in: a password, or an access token (XOAUTH2) by 'oauth'.`;

/** A mail of the service to its own address, with a detail behind a plus. */
export type OwnMail =
  | { readonly kind: 'arrived'; readonly header: string }
  | { readonly kind: 'lost'; readonly finding: Finding };

/** Sends such a mail, waits for it, and takes it away again. */
export async function sendOwnMail(
  settings: Pick<ServiceSettings, 'address' | 'delivery'> & { readonly smtp: { readonly returnPaths: boolean } },
  { imap, smtp }: Pick<MailLogins, 'imap' | 'smtp'>,
  waitMs: number = WAIT_MS,
): Promise<OwnMail> {
  const { address } = settings;
  const to = address.replace('@', '+check@');
  const messageId = `<check.${randomUUID()}@${address.split('@')[1] ?? ''}>`;
  // A server may let its user send from one address alone.
  const from = settings.smtp.returnPaths ? to : address;
  const lose = (where: string, what: string): OwnMail => ({ kind: 'lost', finding: createError(where, what) });
  const sender = createSmtpSender(smtp, SILENT);
  const arrival = imap === null ? arriveInFolder(settings.delivery.maildir) : arriveInMailbox(imap);
  try {
    const raw = Buffer.from(formatMail(address, to, messageId));
    const sent = await sender.send({ id: 'check', from, to: [to], messageId, raw, tries: 0 });
    if (sent.kind !== 'sent')
      return lose(
        `smtp ${smtp.host}`,
        `The server does not take a mail from ${from} to ${to}${settings.smtp.returnPaths ? ' (set smtp.returnPaths to false if it takes mail from your address alone)' : ''}: ${sent.why}`,
      );
    const header = await arrival.wait(messageId, waitMs);
    if (header !== null) return { kind: 'arrived', header };
    const why = await arrival.explainAbsence();
    return lose(to, `A mail to ${to} was taken and has not arrived within ${waitMs / 1000} s: ${why}`);
  } catch (fault) {
    return lose(to, reasonOf(fault));
  } finally {
    await sender.close();
  }
}

/** Where the test mail arrives. */
interface Arrival {
  readonly wait: (messageId: string, timeoutMs: number) => Promise<string | null>;
  /** Why it may not have arrived. */
  readonly explainAbsence: () => Promise<string>;
}

const arriveInMailbox = (imap: ImapSettings): Arrival => ({
  wait: (messageId, timeoutMs) => waitForMail(imap, messageId, timeoutMs),
  explainAbsence: async () => {
    const full = await findFullQuota(imap);
    return full === null
      ? 'plus addresses are not delivered here, and replies would be lost.'
      : `the mailbox is full (${full}). Make room, or have its quota raised.`;
  },
});

const arriveInFolder = (maildir: string): Arrival => ({
  wait: (messageId, timeoutMs) => waitForDelivery(maildir, messageId, timeoutMs),
  explainAbsence: () =>
    Promise.resolve(
      `your mail server does not deliver it to ${maildir}, or the service does not run. Look into the log of the mail server.`,
    ),
});

const formatMail = (from: string, to: string, messageId: string): string =>
  [
    `From: ${from}`,
    `To: ${to}`,
    'Subject: nexpost check',
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${messageId}`,
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'This mail checks that mail to plus addresses arrives. It may be deleted.',
    '',
  ].join('\r\n');

/** The names of the servers that wrote Authentication-Results into a header, in small letters, the last writer first. */
export const readAuthservIds = (header: string): readonly string[] =>
  [...header.matchAll(/^Authentication-Results:\s*([^\s;]+)/gim)].map(([, id = '']) => id.toLowerCase());

/** Without Authentication-Results by the receiving server, an address in From proves nothing, unless the service verifies it itself. */
function findProofFaults(
  header: string,
  { trustedAuthservIds: trusted, trustUnnamed, verifyDkim }: ServiceSettings,
): readonly Finding[] {
  if (verifyDkim) return [];
  const ids = readAuthservIds(header);
  if (trustUnnamed || trusted.some(id => ids.includes(id.toLowerCase()))) return [];
  const seen = ids.length === 0 ? 'none at all' : `those of ${ids.join(', ')}`;
  const what =
    trusted.length === 0 ? 'trustedAuthservIds is empty' : `none by ${trusted.join(', ')} came with the mail`;
  return [
    {
      level: 'warn',
      where: 'Authentication-Results',
      what: `${what}, ${seen} did: players whom no reply proves must confirm each mail. With verifyDkim the service verifies their signatures itself.`,
    },
  ];
}
