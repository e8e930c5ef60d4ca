// The mail servers of an address: guessed from the DNS, and tried until one takes a login.
import { isIPv6 } from 'node:net';
import { explainFault, isLoopback } from '#core/mail/mail-servers.ts';
import { reasonOf } from '#games/kit/assert.ts';
import type { MailServer } from '#service/ports.ts';
import type { Lookups } from '../check/dns-records.ts';
import { isLoginFault, meaningOf } from '../check/mail-report.ts';

export interface MailHost {
  readonly host: string;
  /** null: the usual ports are tried. */
  readonly port: number | null;
}

export interface Guesses {
  readonly imap: MailHost;
  /** null: probably at the host of IMAP. */
  readonly smtp: MailHost | null;
  /** What a person must know about this provider before typing a password. */
  readonly hint: string | null;
  /** The provider takes no passwords. */
  readonly needsOauth: boolean;
}

interface Provider extends Pick<Guesses, 'needsOauth'> {
  /** The ends of the names of its mail exchangers. */
  readonly exchangers: readonly string[];
  readonly imap: string;
  readonly smtp: string;
  readonly hint: string;
}

const PROVIDERS: readonly Provider[] = [
  {
    ...{
      exchangers: ['google.com', 'googlemail.com'],
      imap: 'imap.gmail.com',
      smtp: 'smtp.gmail.com',
      needsOauth: false,
    },
    hint: 'Google takes an app password here, not that of the account (docs/guides/gmail.md).',
  },
  {
    ...{ exchangers: ['outlook.com'], imap: 'outlook.office365.com', smtp: 'smtp.office365.com', needsOauth: true },
    hint: 'Microsoft takes no passwords: register an application first (docs/guides/microsoft-365.md).',
  },
  {
    ...{ exchangers: ['messagingengine.com'], imap: 'imap.fastmail.com', smtp: 'smtp.fastmail.com', needsOauth: false },
    hint: 'Fastmail takes an app password here, not that of the account (docs/guides/fastmail.md).',
  },
];

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

/** Guesses the servers for the domain of an address by MX, and by SRV (RFC 6186, RFC 8314). The DNS may know nothing. */
export async function guessServers(domain: string, { findExchangers, findServices }: Lookups): Promise<Guesses> {
  const exchangers = await findExchangers(domain);
  const provider = PROVIDERS.find(each =>
    each.exchangers.some(end => exchangers.some(host => isWithin(host.toLowerCase(), end))),
  );
  if (provider !== undefined) {
    const { imap, smtp, hint, needsOauth } = provider;
    return { imap: { host: imap, port: null }, smtp: { host: smtp, port: null }, hint, needsOauth };
  }
  const [ownExchanger] = exchangers.filter(host => isWithin(host.toLowerCase(), domain));
  const findFirst = async (...services: readonly string[]): Promise<MailHost | null> => {
    for (const service of services) {
      const [found] = await findServices(`_${service}._tcp.${domain}`);
      if (found !== undefined) return found;
    }
    return null;
  };
  return {
    imap: (await findFirst('imaps', 'imap')) ?? { host: ownExchanger ?? `mail.${domain}`, port: null },
    smtp: await findFirst('submissions', 'submission'),
    hint: null,
    needsOauth: false,
  };
}

export type Server = Pick<MailServer, 'host' | 'port' | 'secure'>;

/** The usual ports, in the order in which they are tried. */
const USUAL_PORTS = {
  imap: [
    { port: 993, secure: true },
    { port: 143, secure: false },
  ],
  smtp: [
    { port: 465, secure: true },
    { port: 587, secure: false },
  ],
} as const;

export type MailSection = keyof typeof USUAL_PORTS;

/** `mail.example.org`, `mail.example.org:993`, `[::1]:143`, `::1`. null: it is no such thing. */
export function parseMailHost(text: string): MailHost | null {
  if (isIPv6(text)) return { host: text, port: null };
  const [, inBrackets, name, port] = /^(?:\[([\da-fA-F:.]+)\]|([^\s:[\]/@]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = inBrackets ?? name;
  if (host === undefined || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535) return null;
  return { host, port: port === undefined ? null : Number(port) };
}

export const formatMailHost = ({ host, port }: MailHost): string => {
  const name = isIPv6(host) ? `[${host}]` : host;
  return port === null ? name : `${name}:${port}`;
};

/** Without TLS the adapters talk only to this machine. */
export const isEncrypted = ({ host, secure }: Server): boolean => secure || !isLoopback(host);

/** A port that is not usual may be of either kind. */
function listServers(section: MailSection, { host, port }: MailHost): readonly Server[] {
  const usual = USUAL_PORTS[section];
  if (port === null) return usual.map(each => ({ host, ...each }));
  const known = usual.find(each => each.port === port);
  return (known === undefined ? [true, false] : [known.secure]).map(secure => ({ host, port, secure }));
}

/** Logs in at the first server that answers. A text: what failed, in words for an operator. */
export async function tryServer(
  section: MailSection,
  mailHost: MailHost,
  login: (server: Server) => Promise<void>,
): Promise<Server | string> {
  const faults: string[] = [];
  for (const server of listServers(section, mailHost)) {
    try {
      await login(server);
      return server;
    } catch (fault) {
      const meaning = meaningOf(fault, formatMailHost(server));
      const why = `${meaning} The server: ${explainFault(reasonOf(fault))}`;
      // It is the right port, and another would refuse the password as well.
      if (isLoginFault(fault)) return why;
      faults.push(why);
    }
  }
  return [...new Set(faults)].join('\n');
}
