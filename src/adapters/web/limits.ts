// What visitors of the pages may use, named, with its reason.
export const webLimits = {
  /** Requests of one address, or of one IPv6 house, in so many seconds: a page with its pictures is three, and many may come from one school. */
  rate: { requests: 600, seconds: 10 },
  /** So many requests as one counts what takes long to make. */
  costly: 20,
  /** Requests being answered at once, and of these for one visitor; a page takes milliseconds. */
  atOnce: 100,
  atOncePerVisitor: 40,
  /** Connections, and of these from one address or house: browsers open six. */
  connections: 2_000,
  connectionsPerAddress: 64,
  /** Until the whole request is there; a page is asked for in one packet. Milliseconds. */
  requestMs: 10_000,
  idleMs: 5_000,
  /** Without a byte sent or received: who does not read an answer is let go. Longer than the pulse of the inbox. */
  silentMs: 30_000,
  /** Bytes of the request line and the header. */
  headerBytes: 16_384,
  /** Characters of a path in the log. */
  pathLogged: 200,
} as const;
