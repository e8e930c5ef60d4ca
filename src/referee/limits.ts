// The limits and default times of refereed games. Tests walk this record.

export const refereeLimits = {
  /** The referee's time limit for a move, unless the command line sets one. */
  moveMs: 30_000,
  /** The largest time a command line may set: above it timers of the host overflow. */
  longestMs: 2_000_000_000,
  /** The most games of one match. */
  games: 10_000,
  /** Time for a new player to say `ok` before it counts as one of the old dialect (docs/referee.md). Long enough for an interpreter to start. */
  greetingMs: 500,
  /** Text without a line end counts as a line after this silence. */
  unfinishedMs: 200,
  /** How long the end of a game waits for the `ok` to its last move. The result is final by then. */
  lastOkMs: 1_000,
  /**
   * The longest message, far above any move. Characters. A player that sends more without a complete message is flooding, and so is
   * one that sends more blanks.
   */
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
  /** How long a built-in player thinks about a move, unless its command line says otherwise. */
  thinkingMs: 1_000,
} as const;
