// Explains faults of the settings of mail servers: ports, connections, folders.

/** Explanations by the library's message. */
const EXPLANATIONS: readonly (readonly [RegExp, string])[] = [
  [
    /wrong version number|packet length too long|tls_get_more_records|unknown protocol/i,
    "wrong version number: this port speaks plain text first. See 'secure' and 'port'.",
  ],
  [
    /failed to receive greeting|greeting never received|failed to establish connection in required time/i,
    "no greeting came in time: this port may belong to another service, or be encrypted from the first byte. See 'port' and 'secure'.",
  ],
  [/^invalid greeting\. response=\* /i, "an IMAP server answers at this port, and SMTP is wanted: see 'port'."],
];

/** Returns the text itself if there is no explanation. */
export const explainFault = (text: string): string => EXPLANATIONS.find(([pattern]) => pattern.test(text))?.[1] ?? text;

/** The names of the mailbox's folders. Finds settings that name the same folder. */
const SETTINGS = ['inbox', 'processed', 'quarantine'] as const;

type Folders = Readonly<Record<(typeof SETTINGS)[number], string>>;

/** The name of a folder on the server. `prefix`: the server's personal namespace, as in INBOX.Processed. */
export function folderPath(folder: string, prefix = ''): string {
  if (folder.toUpperCase() === 'INBOX') return 'INBOX';
  return folder.startsWith(prefix) ? folder : `${prefix}${folder}`;
}

/** Finds two settings that name the same folder. */
export function findSameFolder(
  folders: Folders,
  prefix = '',
): { readonly earlier: keyof Folders; readonly later: keyof Folders; readonly path: string } | null {
  for (const later of SETTINGS)
    for (const earlier of SETTINGS.slice(0, SETTINGS.indexOf(later))) {
      const path = folderPath(folders[later], prefix);
      if (folderPath(folders[earlier], prefix) === path) return { earlier, later, path };
    }
  return null;
}

/** Is the server on this machine? Only to such a server the service talks without encryption. */
export const isLoopback = (host: string): boolean => ['127.0.0.1', '::1', 'localhost'].includes(host);

/** What servers speak at a port. `isSecure`: is it encrypted from the first byte, or after a command (STARTTLS)? null: either. */
const PORTS: Readonly<Record<number, { readonly protocol: string; readonly isSecure: boolean | null }>> = {
  25: { protocol: 'SMTP', isSecure: false },
  110: { protocol: 'POP3', isSecure: null },
  143: { protocol: 'IMAP', isSecure: false },
  465: { protocol: 'SMTP', isSecure: true },
  587: { protocol: 'SMTP', isSecure: false },
  993: { protocol: 'IMAP', isSecure: true },
  995: { protocol: 'POP3', isSecure: null },
  2525: { protocol: 'SMTP', isSecure: null },
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
  const known = PORTS[port];
  if (known !== undefined && known.protocol !== section.toUpperCase())
    return {
      path: [section, 'port'],
      what: `'${section}.port' is ${port}, where servers speak ${known.protocol}, not ${section.toUpperCase()}.`,
    };
  const isSecure = known?.isSecure ?? secure;
  if (isSecure === secure) return null;
  const how = isSecure ? 'are encrypted from the first byte' : 'begin in plain text (STARTTLS)';
  return {
    path: [section, 'secure'],
    what: `'${section}.secure' is ${secure}, and servers at port ${port} ${how}: it should be ${isSecure}.`,
  };
}
