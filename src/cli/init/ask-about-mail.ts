// The questions of `nexpost init`: the address, and where its mail comes from and goes to.
import { checkImapLogin, type ImapSettings } from '#adapters/imap/connection.ts';
import { checkSmtpLogin, type SmtpSettings } from '#adapters/smtp/sender.ts';
import { type OwnMail, readAuthservIds, sendOwnMail } from '../check/mail-report.ts';
import type { Asker } from './asker.ts';
import { type MailHost, type Guesses, guessServers } from './guesses.ts';
import type { Lookups } from '../check/lookups.ts';
import { formatMailHost, isEncrypted, parseMailHost, type MailSection, type Server, tryServer } from './try-server.ts';

type Configuration = Readonly<Record<string, unknown>> & { readonly address: string };

export interface Answers {
  readonly configuration: Configuration;
  /** The header of the test mail. null: none arrived. */
  readonly header: string | null;
  /** `nexpost login` comes next. */
  readonly needsLogin: boolean;
}

interface Login extends Server {
  readonly user: string;
  readonly password: string;
}

export const domainOf = (address: string): string => address.slice(address.indexOf('@') + 1).toLowerCase();

const findAddressFault = (answer: string): string | null =>
  /^[^\s@+]+@[^\s@]+$/.test(answer) ? null : 'It is an address such as games@example.org, without +detail.';

const findPathFault = (answer: string): string | null => (answer.startsWith('/') ? null : 'It begins with /.');

const describeEncryption = (server: Server): string => {
  if (server.secure) return 'TLS';
  return isEncrypted(server) ? 'STARTTLS' : 'without encryption, on this machine';
};

const checkLogin: Readonly<Record<MailSection, (login: Login) => Promise<void>>> = {
  imap: login => checkImapLogin(toImap(login)),
  smtp: login => checkSmtpLogin(toSmtp(login)),
};

const toImap = (login: Login): ImapSettings => ({
  ...{ ...login, ca: '', sweepSeconds: 60 },
  ...{ inbox: 'INBOX', processed: 'Processed', quarantine: 'Quarantine' },
});

const toSmtp = (login: Login): SmtpSettings => ({ ...login, ca: '', connections: 1 });

interface LoginQuestion {
  readonly section: MailSection;
  readonly guess: MailHost;
  readonly user: string;
  /** The password for the other server. null: there is none. */
  readonly password: string | null;
}

/** The answer for an SMTP server without a login. */
const NO_LOGIN = '-';

async function askForPassword(
  asker: Asker,
  user: string,
  usual: string | null,
): Promise<Pick<Login, 'user' | 'password'>> {
  const text = usual === null ? 'Password' : 'Password (empty: the same)';
  return { user, password: await asker.ask({ text, usual, isSecret: true }) };
}

/** Asks until the server takes the login. */
async function askForLogin(asker: Asker, { section, guess, user, password }: LoginQuestion): Promise<Login> {
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
    const credentials =
      usualUser === NO_LOGIN ? { user: '', password: '' } : await askForPassword(asker, usualUser, password);
    const mailHost = parseMailHost(host) ?? guess;
    const login = (server: Server): Login => ({ ...server, ...credentials });
    const { server, why } = await tryServer(section, mailHost, each => checkLogin[section](login(each)));
    if (server !== null) {
      asker.tell(`  Logged in at ${formatMailHost(server)}, ${describeEncryption(server)}.`);
      return login(server);
    }
    asker.tell(why);
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
    const returnPaths = keepsSender(await sendTestMail(true));
    if (returnPaths) asker.tell('  They work as senders too: mail that comes back will name its reader.');
    const trustedAuthservIds = await askForTrust(asker, mail.header);
    return {
      configuration: {
        ...{ ...configuration, ...proveBy(trustedAuthservIds) },
        ...(returnPaths ? { smtp: { ...smtp, returnPaths } } : {}),
      },
      header: mail.header,
      needsLogin: false,
    };
  }
  asker.tell(`  ${mail.finding.what}`);
  if (!(await asker.confirm('Write the configuration nevertheless?', false))) throw new Error('Nothing was written.');
  return { configuration, header: null, needsLogin: false };
}

/** Has the server taken and kept a plus address as the sender? Some put the address of the user in its place. */
const keepsSender = (mail: OwnMail): boolean =>
  mail.kind === 'arrived' && /^Return-Path:\s*<?[^\s<>@+]+\+check@/im.test(mail.header);

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
  const { host, port } = await askForRelay(asker);
  const configuration = {
    address,
    ...proveBy(id === '' ? [] : [id]),
    delivery: { maildir, lmtp },
    smtp: { host, port: port ?? 25, secure: false },
  };
  return { configuration, header: null, needsLogin: false };
}

async function askForRelay(asker: Asker): Promise<MailHost> {
  const findFault = (answer: string): string | null =>
    parseMailHost(answer) === null ? 'It is a name and a port.' : null;
  const answer = await asker.ask({
    text: 'SMTP server that takes mail without a login',
    usual: '127.0.0.1:25',
    findFault,
  });
  return parseMailHost(answer) ?? { host: '127.0.0.1', port: 25 };
}

/** Asks all about the mail of the service. `lookups`: the DNS. */
export async function askAboutMail(asker: Asker, lookups: Lookups): Promise<Answers> {
  const address = await asker.ask({
    text: 'Address of the service, to which players write',
    usual: null,
    findFault: findAddressFault,
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
