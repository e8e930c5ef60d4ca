// The limits of refereed games, each with its reason. Tests walk this record.

export const refereeLimits = {
  /** Default time for a move. */
  moveMs: 30_000,
  /** The largest time a command line may set: above it timers of the host overflow. */
  longestMs: 2_000_000_000,
  /** Games of one match. */
  games: 10_000,
  /** Time for a new player to say `ok` before it counts as one of the old dialect. Long enough for an interpreter to start. */
  greetingMs: 500,
  /** Text without a line end counts as a line after this silence. */
  unfinishedMs: 200,
  /** How long the end of a game waits for the `ok` to its last move. The result is final by then. */
  lastOkMs: 1_000,
  /** Length of a message, far above any move. Characters. A player that sends more, or more blanks, without a message, floods. */
  messageLength: 500,
  /** Length of the quote of words that broke the protocol. Characters. */
  echoLength: 60,
  /** The end of a program's stderr that is kept, to show it after a crash. Characters. */
  lastWordsLength: 2_000,
  /** After its first game a player of the later dialect is watched for this long, since some leave after every game. */
  settleMs: 100,
  /** A player that must leave is asked first, and forced after this long. */
  partingMs: 2_000,
  /** The same for one that has broken the rules of the match. */
  expulsionMs: 500,
  /** Between SIGTERM and SIGKILL. */
  killMs: 300,
  /** Interval and number of checks for killed processes: ten seconds in all, since they die late on a busy host. */
  lookMs: 5,
  looks: 2_000,
  /** Number of checks for killed processes when the referee itself ends. */
  looksAtExit: 5,
  /** Time-out of reading from a program that has exited, since a child process may keep its pipe open. */
  drainMs: 100,
  /** How long a match on a port waits for a player to connect. */
  connectionMs: 60_000,
  /** Default thinking time of a player. */
  thinkingMs: 1_000,
} as const;
