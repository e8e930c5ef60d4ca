// `nexpost init`: asks for the address and the servers, tries them, and writes the configuration.
import { resolve } from 'node:path';
import { type ImapSettings, checkImapLogin } from '#adapters/imap/connection.ts';
import { type SmtpSettings, checkSmtpLogin } from '#adapters/smtp/sender.ts';
import { type Lookups, createLookups, inspectDnsRecords, readSignatures } from '../check/dns-records.ts';
import { type OwnMail, readAuthservIds, sendOwnMail } from '../check/mail-report.ts';
import type { MailServer } from '#service/ports.ts';
import { createVerb } from '../shell/command-line.ts';
import type { ExitStatus, Io } from '../shell/verb.ts';
import { type Asker, USER, createAsker, explainStart, requireNewFile, writeConfiguration } from './start.ts';
import {
  type Guesses,
  type MailHost,
  type MailSection,
  type Server,
  formatMailHost,
  guessServers,
  isEncrypted,
  parseMailHost,
  tryServer,
} from './mail-servers.ts';

interface Answers {
  readonly configuration: Readonly<Record<string, unknown>> & { readonly address: string };
  /** The header of the test mail. null: none arrived. */
  readonly header: string | null;
  /** `nexpost login` comes next. */
  readonly needsLogin: boolean;
}

const domainOf = (address: string): string => address.slice(address.indexOf('@') + 1).toLowerCase();

const findPathFault = (answer: string): string | null => (answer.startsWith('/') ? null : 'It begins with /.');

const toImap = (login: MailServer): ImapSettings => ({
  ...{ ...login, ca: '', sweepSeconds: 60 },
  ...{ inbox: 'INBOX', processed: 'Processed', quarantine: 'Quarantine' },
});

const toSmtp = (login: MailServer): SmtpSettings => ({ ...login, ca: '', connections: 1 });

interface LoginQuestion {
  readonly section: MailSection;
  readonly guess: MailHost;
  readonly user: string;
  /** The password for the other server. null: it needs no password. */
  readonly password: string | null;
}

/** The answer for an SMTP server without a login. */
const NO_LOGIN = '-';

/** Asks until the server takes the login. */
async function askForLogin(asker: Asker, { section, guess, user, password }: LoginQuestion): Promise<MailServer> {
  const name = section.toUpperCase();
  const hint = section === 'smtp' ? ` (${NO_LOGIN}: it takes mail without a login)` : '';
  let [usualHost, usualUser] = [formatMailHost(guess), user];
  for (;;) {
    const host = await asker.ask({
      text: `${name} server`,
      usual: usualHost,
      findFault: answer =>
        parseMailHost(answer) === null ? 'It is a name, or a name and a port: mail.example.org:993.' : null,
    });
    usualUser = await asker.ask({ text: `User of ${name}${hint}`, usual: usualUser });
    const secret = {
      text: password === null ? 'Password' : 'Password (empty: the same)',
      usual: password,
      isSecret: true,
    };
    const credentials =
      usualUser === NO_LOGIN ? { user: '', password: '' } : { user: usualUser, password: await asker.ask(secret) };
    const login = (server: Server): MailServer => ({ ...server, ...credentials });
    const check = (server: Server): Promise<void> =>
      section === 'imap' ? checkImapLogin(toImap(login(server))) : checkSmtpLogin(toSmtp(login(server)));
    const server = await tryServer(section, parseMailHost(host) ?? guess, check);
    if (typeof server !== 'string') {
      const way = isEncrypted(server) ? 'STARTTLS' : 'without encryption, on this machine';
      asker.tell(`  Logged in at ${formatMailHost(server)}, ${server.secure ? 'TLS' : way}.`);
      return login(server);
    }
    asker.tell(server);
    usualHost = host;
  }
}

async function askAboutMailbox(asker: Asker, address: string, guesses: Guesses): Promise<Answers> {
  const imap = await askForLogin(asker, { section: 'imap', guess: guesses.imap, user: address, password: null });
  const smtp = await askForLogin(asker, {
    section: 'smtp',
    guess: guesses.smtp ?? { host: imap.host, port: null },
    ...{ user: imap.user, password: imap.password },
  });
  asker.tell(`A test mail goes to ${address.replace('@', '+check@')} …`);
  const sendTestMail = (returnPaths: boolean): Promise<OwnMail> =>
    sendOwnMail(
      { address, delivery: { maildir: '', lmtp: '' }, smtp: { returnPaths } },
      { imap: toImap(imap), smtp: toSmtp(smtp) },
    );
  const mail = await sendTestMail(false);
  const configuration = { address, imap, smtp };
  if (mail.kind === 'arrived') {
    asker.tell('  It has arrived: plus addresses work.');
    // Has the server taken and kept a plus address as the sender? Some put the address of the user in its place.
    const second = await sendTestMail(true);
    const returnPaths = second.kind === 'arrived' && /^Return-Path:\s*<?[^\s<>@+]+\+check@/im.test(second.header);
    if (returnPaths) asker.tell('  They work as senders too: mail that comes back will name its reader.');
    const trustedAuthservIds = await askForTrust(asker, mail.header);
    const sending = returnPaths ? { ...smtp, returnPaths } : smtp;
    const proven = { ...configuration, smtp: sending, ...proveBy(trustedAuthservIds) };
    return { configuration: proven, header: mail.header, needsLogin: false };
  }
  asker.tell(`  ${mail.finding.what}`);
  if (!(await asker.confirm('Write the configuration nevertheless?', false))) throw new Error('Nothing was written.');
  return { configuration, header: null, needsLogin: false };
}

/** Where the server says nothing about senders, the service verifies them itself. */
const proveBy = (trustedAuthservIds: readonly string[]): object => ({
  trustedAuthservIds,
  ...(trustedAuthservIds.length === 0 ? { verifyDkim: true } : {}),
});

/** The server that receives the mail adds its header above all others. */
async function askForTrust(asker: Asker, header: string): Promise<readonly string[]> {
  const [id] = readAuthservIds(header);
  if (id === undefined) {
    asker.tell('  It has no Authentication-Results. Many servers write them only into mail that comes from outside.');
    asker.tell('  Without them the service verifies signatures itself. See "Prove senders" in docs/operations.md.');
    const given = await asker.ask({
      text: 'Name in the Authentication-Results of your server (empty: not known)',
      usual: '',
    });
    return given === '' ? [] : [given];
  }
  asker.tell(`  The server ${id} has written Authentication-Results into it.`);
  asker.tell('  Trust it if it is yours, and removes such headers from mail that comes from outside.');
  return (await asker.confirm(`Trust ${id} to prove senders?`, true)) ? [id] : [];
}

/** Microsoft: `nexpost login` needs the configuration. */
async function askAboutOauth(asker: Asker, address: string, guesses: Guesses): Promise<Answers> {
  const tenant = await asker.ask({ text: 'Tenant (your domain at Microsoft)', usual: domainOf(address) });
  const clientId = await asker.ask({ text: 'Application (client) ID', usual: null });
  const user = await asker.ask({ text: 'User of the mailbox', usual: address });
  const tokenFile = await asker.ask({
    ...{ text: 'File for the refresh token', usual: '/var/lib/nexpost-oauth/token.json', findFault: findPathFault },
  });
  const configuration = {
    address,
    trustUnnamed: true,
    oauth: { provider: 'microsoft', tenant, clientId, tokenFile },
    imap: { host: guesses.imap.host, port: 993, secure: true, user },
    smtp: { host: guesses.smtp?.host, port: 587, secure: false, user },
  };
  return { configuration, header: null, needsLogin: true };
}

/** The mail server hands the mail to the service. The mail server must run the service before a test mail can arrive. */
async function askAboutDelivery(asker: Asker, address: string): Promise<Answers> {
  const maildir = await asker.ask({
    text: 'Folder for the mail',
    usual: '/var/lib/nexpost-mail',
    findFault: findPathFault,
  });
  const lmtp = await asker.ask({ text: 'Socket for LMTP', usual: '/run/nexpost/lmtp.sock', findFault: findPathFault });
  const id = await asker.ask({ text: 'Name in its Authentication-Results (empty if it writes none)', usual: '' });
  const relay = await asker.ask({
    ...{ text: 'SMTP server that takes mail without a login', usual: '127.0.0.1:25' },
    findFault: answer => (parseMailHost(answer) === null ? 'It is a name and a port.' : null),
  });
  const { host = '', port = null } = parseMailHost(relay) ?? {};
  const configuration = {
    address,
    ...proveBy(id === '' ? [] : [id]),
    delivery: { maildir, lmtp },
    smtp: { host, port: port ?? 25, secure: false },
  };
  return { configuration, header: null, needsLogin: false };
}

/** Asks all about the mail of the service. `lookups`: the DNS. */
async function askAboutMail(asker: Asker, lookups: Lookups): Promise<Answers> {
  const address = await asker.ask({
    text: 'Address of the service, to which players write',
    usual: null,
    findFault: answer =>
      /^[^\s@+]+@[^\s@]+$/.test(answer) ? null : 'It is an address such as games@example.org, without +detail.',
  });
  const isDelivered = await asker.confirm(
    'Does a mail server on this machine deliver to it by LMTP? (n: a mailbox)',
    false,
  );
  if (isDelivered) return askAboutDelivery(asker, address);
  const guesses = await guessServers(domainOf(address), lookups);
  if (guesses.hint !== null) asker.tell(guesses.hint);
  return guesses.needsOauth ? askAboutOauth(asker, address, guesses) : askAboutMailbox(asker, address, guesses);
}

/** The conversation. `config`: the file to write. `lookups`: the DNS. */
export async function initialise(config: string, io: Io, lookups: Lookups): Promise<ExitStatus> {
  const file = resolve(config);
  await requireNewFile(file);
  const asker = createAsker(io);
  try {
    const answers = await askAboutMail(asker, lookups);
    const { address } = answers.configuration;
    const operator = await asker.ask({
      text: 'Your own address, for mails about errors (empty: none)',
      usual: '',
      findFault: answer => {
        if (answer.toLowerCase() === address.toLowerCase()) return 'Name another than that of the service.';
        const isUsable = answer === '' || /^[^\s@]+@[^\s@]+$/.test(answer);
        return isUsable ? null : 'It is an address such as you@example.org, or empty.';
      },
    });
    const written = await writeConfiguration(file, {
      ...answers.configuration,
      ...(operator === '' ? {} : { operator }),
    });
    const signatures = answers.header === null ? null : readSignatures(answers.header);
    const records = await inspectDnsRecords(domainOf(address), signatures, lookups);
    const dns = [
      '',
      `The DNS of ${domainOf(address)}, by which others accept its mail:`,
      ...records.map(({ name, text }) => `  ${name}: ${text.replaceAll('\n', '\n    ')}`),
    ];
    for (const line of ['', written, ...dns, ...(await explainStart(file, answers.needsLogin))]) asker.tell(line);
    return 0;
  } finally {
    asker.close();
  }
}

export const init = createVerb({
  name: 'init',
  options: { config: { kind: 'text', value: 'FILE', default: './nexpost.json', sentence: 'the file to write' } },
  help: `
Asks for the address of the service and its mail servers. It guesses them from the
DNS, finds out how they encrypt, logs in, and sends one mail to the address with a
detail behind a plus, which it takes away again. Then it writes the configuration,
with the mode 0600, and prints the DNS records that are missing, a unit of
systemd, and how to start.

It changes nothing else, and never replaces a file. As root it gives the file to the
user ${USER}, if there is one. Answers may come from a pipe, a line each.
`,
  run: ({ values }, io) => initialise(values.config, io, createLookups()),
});
