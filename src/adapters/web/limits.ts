// The limits for visitors of the web pages, each with its reason.
export const webLimits = {
  /** Requests from one address, or one IPv6 house, within `seconds`: a page with its pictures is three, and many may come from one school. */
  rate: { requests: 600, seconds: 10 },
  /** A costly request counts as this many requests. */
  costly: 20,
  /** A request counts once more for each such time that it had the thread. One visitor has at most six seconds of ten. Milliseconds. */
  countedMs: 10,
  /** Concurrent requests of all visitors and of one visitor, other than POST. A page takes milliseconds. */
  atOnce: 100,
  atOncePerVisitor: 40,
  /** Connections from all addresses, and from one address or house. Browsers open six. */
  connections: 2_000,
  connectionsPerAddress: 64,
  /** Time-out of receiving a whole request, which is one packet for a page. Milliseconds. */
  requestMs: 10_000,
  idleMs: 5_000,
  /**
   * Closes a connection without traffic, for instance of a visitor that does not read the answer. Longer than the pulse of the inbox.
   * Milliseconds.
   */
  silentMs: 30_000,
  /** Bytes of the request line and the header. */
  headerBytes: 16_384,
  /** Bytes of the form that unsubscribes, which is some hundred bytes long. */
  formBytes: 4_096,
  /** Characters of a path in the log. */
  pathLogged: 200,
} as const;
