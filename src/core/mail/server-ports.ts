// Finds ports of mail servers at which the configured protocol or encryption is not spoken.

/** Is the server on this machine? Only to such a server the service talks without encryption. */
export const isLoopback = (host: string): boolean => ['127.0.0.1', '::1', 'localhost'].includes(host);

/** Ports on which servers speak another protocol. */
const PORTS_OF_OTHER_PROTOCOLS = {
  imap: new Map([...[25, 465, 587, 2525].map(each => [each, 'SMTP'] as const), [110, 'POP3'], [995, 'POP3']]),
  smtp: new Map([
    [143, 'IMAP'],
    [993, 'IMAP'],
    [110, 'POP3'],
    [995, 'POP3'],
  ]),
} as const;

/** Ports on which servers encrypt from the first byte, or after a command (STARTTLS). Other ports may do either. */
const SECURE_BY_PORT: Readonly<Record<'imap' | 'smtp', ReadonlyMap<number, boolean>>> = {
  imap: new Map([
    [993, true],
    [143, false],
  ]),
  smtp: new Map([
    [465, true],
    [587, false],
    [25, false],
  ]),
};

interface PortFault {
  /** The path of the setting. */
  readonly path: readonly string[];
  readonly what: string;
}

/** null: nothing is wrong with the port. */
export function findPortFault(
  section: 'imap' | 'smtp',
  { port, secure }: { readonly port: number; readonly secure: boolean },
): PortFault | null {
  const other = PORTS_OF_OTHER_PROTOCOLS[section].get(port);
  if (other !== undefined)
    return {
      path: [section, 'port'],
      what: `'${section}.port' is ${port}, where servers speak ${other}, not ${section.toUpperCase()}.`,
    };
  const isSecure = SECURE_BY_PORT[section].get(port) ?? secure;
  if (isSecure === secure) return null;
  const how = isSecure ? 'are encrypted from the first byte' : 'begin in plain text (STARTTLS)';
  return {
    path: [section, 'secure'],
    what: `'${section}.secure' is ${secure}, and servers at port ${port} ${how}: it should be ${isSecure}.`,
  };
}
