// Every limit of refereed games, named, with its reason. Tests walk this record.

export const refereeLimits = {
  /** Time for a move where the command line names none. */
  moveMs: 30_000,
  /** The most a command line may ask for: beyond it timers of the host overflow. */
  longestMs: 2_000_000_000,
  /** Games of one match. */
  games: 10_000,
  /** How long a player that has not spoken yet is given to say `ok` before it is taken for one of the old dialect: long enough for an interpreter to start. */
  greetingMs: 500,
  /** Words without a line end are read as they are after this silence. */
  unfinishedMs: 200,
  /** How long the end of a game waits for the `ok` to its last move; the result stands by then. */
  lastOkMs: 1_000,
  /** A message of the protocol: far above any move. Characters; a player that says more, or more blanks, without a message, floods. */
  messageLength: 500,
  /** What is told of words that broke the protocol. Characters. */
  echoLength: 60,
  /** What is kept of a program's stderr, to be shown when it has crashed. Characters. */
  lastWordsLength: 2_000,
  /** After its first game a player of the later dialect is watched for so long: some leave after every game. */
  settleMs: 100,
  /** A player that shall leave is asked, and after this long made to. */
  partingMs: 2_000,
  /** The same for one that has broken the rules of the match. */
  expulsionMs: 500,
  /** Between SIGTERM and SIGKILL. */
  killMs: 300,
  /** How long killed processes are looked for between two looks, and how often: ten seconds, since a busy host lets them die late. */
  lookMs: 5,
  looks: 2_000,
  /** How often killed processes are looked for when the referee itself ends. */
  looksAtExit: 5,
  /** After a program has exited its pipe may be held open by a child of its own; its words are waited for no longer than this. */
  drainMs: 100,
  /** How long a match on a port waits for a player to connect. */
  connectionMs: 60_000,
  /** A player's thinking time where the command line names none. */
  thinkingMs: 1_000,
} as const;
