// Every limit of the embedded mail server, each with its reason.
// Any program that reaches the loopback interface can connect.

export const limits = {
  /** What large providers accept as well. */
  mailBytes: 25 * 2 ** 20,
  /** The head of a mail: beyond this it is no mail a program wrote. */
  headerBytes: 256 * 2 ** 10,
  /** The headers of all parts of one mail. The rest is not read. */
  headerBytesInAll: 2 ** 20,
  recipients: 100,
  smtpConnections: 100,
  /** Connections above that number, while the stranger who waits longest is being sent away. */
  smtpLeaving: 50,
  imapConnections: 200,
  /** Connections that were sent away and are not gone yet. */
  imapLeaving: 50,
  /** For one account: a mail program opens some, and somebody has several programs. A user with more would keep others out. */
  imapConnectionsPerUser: 40,
  /** Memory that half-received literals of all connections together may hold. */
  literalBytesInFlight: 200 * 2 ** 20,
  /** Milliseconds without a byte. RFC 3501 5.4 demands at least 30 minutes for IMAP. */
  imapIdle: 35 * 60_000,
  /**
   * Milliseconds a connection may take to log in: some mail programs connect first and ask their user for the password then. On a full
   * server the connection that has waited longest without a login is ended earlier.
   */
  login: 5 * 60_000,
  /** For one account. The service itself keeps some open for sending. */
  smtpConnectionsPerUser: 20,
  smtpIdle: 5 * 60_000,
  /** Milliseconds a client has to read the last words. */
  farewell: 1000,
  /** Milliseconds of delay for the first failed login. It grows with each. */
  loginDelay: 300,
  failedLogins: 5,
  commandsBeforeLogin: 20,
  badCommands: 20,
  /** Bytes of one command without its literals: a long list of uids must fit. */
  lineBytes: 64 * 2 ** 10,
  lineBytesBeforeLogin: 8 * 2 ** 10,
  /** A literal that is not the mail of an APPEND: a name, a password, a search word. */
  smallLiteralBytes: 16 * 2 ** 10,
  literalsPerCommand: 64,
  /** Parentheses and search keys within one another. */
  nesting: 20,
  /** Keys of one SEARCH, and those among them for which every mail must be read. */
  searchKeys: 200,
  readingSearchKeys: 20,
  /** Bytes that wait for a client which does not read. */
  unsentBytes: 4 * 2 ** 20,
  /** MIME parts within one another, and in all. Deeper ones are shown as one opaque part. */
  partDepth: 15,
  parts: 1000,
  /** Places of one mail that begin like a boundary: they cost time too. */
  boundaryLikes: 10_000,
  /** RFC 2046 allows 70 characters. */
  boundaryLength: 200,
  /** Keywords of one message, and characters of one keyword. */
  keywords: 50,
  keywordLength: 64,
  mailboxes: 500,
  /** Characters of a mailbox's folder name on disk. File systems stop at 255. */
  folderName: 200,
  localPart: 64,
  /** Digests kept for recognising what the service sent before. */
  digests: 200,
  /** Mails written side by side before one sync of the folder and the index. */
  batch: 64,
  /** Bytes of one answer that are put together before they are sent. */
  sendAtOnce: 2 ** 20,
  /** Milliseconds of work before other connections get their turn. */
  turn: 8,
} as const;
