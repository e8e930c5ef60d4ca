// Guesses the mail servers of an address from the DNS: by MX, and by SRV (RFC 6186, RFC 8314).
import type { Lookups } from '../check/lookups.ts';

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

interface Provider {
  /** The end of the names of its mail exchangers. */
  readonly exchanger: string;
  readonly imap: string;
  readonly smtp: string;
  readonly hint: string;
  readonly needsOauth: boolean;
}

const PROVIDERS: readonly Provider[] = [
  {
    exchanger: 'google.com',
    imap: 'imap.gmail.com',
    smtp: 'smtp.gmail.com',
    hint: 'Google takes an app password here, not that of the account (docs/guides/gmail.md).',
    needsOauth: false,
  },
  {
    exchanger: 'googlemail.com',
    imap: 'imap.gmail.com',
    smtp: 'smtp.gmail.com',
    hint: 'Google takes an app password here, not that of the account (docs/guides/gmail.md).',
    needsOauth: false,
  },
  {
    exchanger: 'outlook.com',
    imap: 'outlook.office365.com',
    smtp: 'smtp.office365.com',
    hint: 'Microsoft takes no passwords: register an application first (docs/guides/microsoft-365.md).',
    needsOauth: true,
  },
  {
    exchanger: 'messagingengine.com',
    imap: 'imap.fastmail.com',
    smtp: 'smtp.fastmail.com',
    hint: 'Fastmail takes an app password here, not that of the account (docs/guides/fastmail.md).',
    needsOauth: false,
  },
];

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

/** Makes guesses for the domain of an address. The DNS may know nothing. */
export async function guessServers(domain: string, { findExchangers, findServices }: Lookups): Promise<Guesses> {
  const exchangers = await findExchangers(domain);
  const provider = PROVIDERS.find(({ exchanger }) => exchangers.some(host => isWithin(host.toLowerCase(), exchanger)));
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
