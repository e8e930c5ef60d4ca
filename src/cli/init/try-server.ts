// Finds the port and the encryption by which a mail server takes a login.
import { isIPv6 } from 'node:net';
import { explainFault, isLoopback } from '#core/mail/mail-servers.ts';
import { reasonOf } from '#games/kit/assert.ts';
import { isLoginFault, meaningOf } from '../check/mail-report.ts';
import type { MailHost } from './guesses.ts';

export interface Server {
  readonly host: string;
  readonly port: number;
  /** Encrypted from the first byte. Otherwise by STARTTLS. */
  readonly secure: boolean;
}

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

export type LoginAttempt =
  | { readonly server: Server; readonly why: null }
  | { readonly server: null; readonly why: string };

/** Logs in at the first server that answers. `why`: what failed, in words for an operator. */
export async function tryServer(
  section: MailSection,
  mailHost: MailHost,
  login: (server: Server) => Promise<void>,
): Promise<LoginAttempt> {
  const faults: string[] = [];
  for (const server of listServers(section, mailHost)) {
    try {
      await login(server);
      return { server, why: null };
    } catch (fault) {
      const meaning = meaningOf(fault, formatMailHost(server));
      const why = `${meaning} The server: ${explainFault(reasonOf(fault))}`;
      // It is the right port, and another would refuse the password as well.
      if (isLoginFault(fault)) return { server: null, why };
      faults.push(why);
    }
  }
  return { server: null, why: [...new Set(faults)].join('\n') };
}
