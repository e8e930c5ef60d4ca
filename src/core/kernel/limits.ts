// All limits of the service by name, with their reasons. Tests walk this record.

export const limits = {
  /** A mail larger than this is answered, not read: moves are short, attachments are not for us. Bytes. */
  mailBytes: 1_000_000,
  /**
   * No mail program writes a longer header. A longer From, Sender, To, Cc or Authentication-Results makes the mail unreadable. Others are
   * cut. Characters.
   */
  headerLength: 16_384,
  /** Header lines; a mail with more is not read. Servers on a long way add some dozens. */
  headersPerMail: 1_000,
  /** Text after decoding is cut here before anything reads it: reply parsing must stay linear in a hostile mail. Characters. */
  textLength: 65_536,
  /** A longer line is cut: regular expressions run over lines. Characters. */
  lineLength: 1_000,
  /** Commands read from one mail; the surplus is reported. */
  commandsPerMail: 50,
  /** Lines of prose in a reply above which a move may still stand: every line looked at is work for all games. */
  proseLines: 40,
  /** Lines that the cells of one move may stand on. */
  cellLines: 12,
  /** Lines that one `if … then …` may stand on, two moves on each with all answers that can be prepared; and its characters. */
  answerLines: 30,
  answersLength: 2_000,
  /** Moves that the prose of a mail mentions and that are looked at: each is tried on the board. */
  movesAskedAbout: 4,
  /** Refused lines that an answer repeats; the rest is counted. */
  refusedLinesShown: 20,
  /** Distinct passwords tried or set per mail: each costs a deliberate scrypt. */
  proofsPerMail: 3,
  /** How often what a decision needs is loaded; more is a bug. */
  roundsPerRequest: 40,
  /** A comment, chat or message is cut here. Characters. */
  commentLength: 20_000,
  /** What stands beside the picture of a board in a chat. Characters. */
  captionLength: 500,
  /** A longer text is sent to a chat in pieces, and at most `chatPieces` of them. Characters. */
  chatPieceLength: 1_200,
  chatPieces: 12,
  /** Subject as read. Characters. */
  subjectLength: 500,
  /** Addresses of one account. */
  addressesPerAccount: 5,
  /** Players one account blocks. */
  blockedPerAccount: 100,
  /** Running boards of one player. */
  boardsPerPlayer: 500,
  /** Running boards of one player against robots: their thinking is shared by all. */
  robotBoardsPerPlayer: 10,
  /** Invitations of one player that wait for an answer: the service must not become a mail cannon. */
  invitationsPerPlayer: 10,
  /** An invitation without an answer for this long lapses. Days. */
  invitationDays: 14,
  /** Invitations of one player a day, whatever became of them: taking one back frees nothing. */
  invitationsPerDay: 5,
  /** Invitations a week to one mailbox, whoever sends them. */
  invitationsPerMailbox: 1,
  /** Invitations an hour of all players together: a thousand accounts are no thousand cannons. */
  invitationsPerHour: 100,
  /** Boards a player has opened against another that wait for the other's first move. */
  boardsUnanswered: 5,
  /** Boards a day a player may open against another, whatever became of them. */
  challengesPerOpponent: 20,
  /** Boards a day that may be opened against one player by all others together. */
  challengesReceived: 50,
  /** `message` and `chat` an hour of one player. */
  messagesPerHour: 20,
  /** `chat` of one player on one board in ten minutes. */
  chatsPerBoard: 5,
  /** Finished games before a player may send a broadcast, and days between two broadcasts of one player. */
  broadcastGames: 10,
  broadcastDays: 7,
  /** Broadcasts a day of all players together: many accounts are no way to write to everybody more often. */
  broadcastsPerDay: 5,
  /** Accounts written to at once by what goes to everybody. */
  mailingBatch: 100,
  /** Boards, accounts and other documents looked through at once when somebody is forgotten. */
  forgettingBatch: 200,
  /** How long a mailbox cannot sign up after its owner was forgotten, since its limits are not kept: as long as the longest of them. Days. */
  forgottenDays: 7,
  /** How often a day somebody is asked whether they want to be forgotten. */
  forgettingAskedPerDay: 3,
  /** How often a day an account is closed: opponents are told each time. */
  closingsPerDay: 2,
  /** How often a day the owner of an account is asked whether a mail is theirs that a token alone proved. */
  ownerAskedPerDay: 10,
  /** How long mails that were dealt with are kept in the mailbox. Days. */
  mailboxDays: 30,
  /** Rows of a page the operator is shown, accounts looked through for it, and entries of a record. */
  adminRows: 100,
  adminAccountsScanned: 10_000,
  adminEntries: 500,
  /** What the operator announces. Characters. */
  announcementLength: 20_000,
  /** Recipients of one `message`. */
  messageRecipients: 10,
  /** Boards that one `show userid` mails. */
  boardsShown: 10,
  /** Boards that all lines of one mail show. */
  boardsShownPerMail: 20,
  /** Boards that a digest shows, and how long it may get of them: mail programs cut off longer mails. Characters. */
  digestBoards: 10,
  digestLength: 80_000,
  /** Words of others at a board that wait for a player's next mail from there: with more of them it comes at once. */
  wordsHeld: 5,
  /** Followers of one board, and of all boards of a player or of all players: every move there is a mail to each of them. */
  subscribersPerBoard: 100,
  standingSubscribers: 50,
  /** What one player follows. */
  subscriptionsPerAccount: 100,
  /** Lines of a section of the standings. */
  standingsShown: 200,
  /** Moves of one preview. */
  previewMoves: 100,
  /** Games that one `export` mails: together some hundred kilobytes; and such mails a day. */
  gamesExported: 200,
  exportsPerDay: 1,
  /** What a player notes on a board. Characters. */
  noteLength: 4_000,
  /** Boards of one list on a page of the web, and of one page of a player's results. */
  boardsOnPage: 20,
  /** How many times a page reads further down a list where boards at its top are on no page: each time costs loading. */
  looksForBoards: 5,
  /** Entries of a feed. */
  feedEntries: 20,
  /** Rows of a list of games. */
  gamesListed: 200,
  /** Boards that are looked through for those of tournaments. */
  boardsSearched: 1_000,
  /** Received headers after which a mail is going round in circles. */
  hops: 25,
  /** Answers a day to one address that is not proved: RFC 3834 wants strangers left in peace. */
  strangerAnswersPerDay: 10,
  /** Answers an hour to all who are not proved together: forgers have many addresses. */
  strangerAnswersPerHour: 100,
  /** Requests to confirm a day to one address, whoever caused them: the service must not become a mail cannon. */
  unaskedMailsPerDay: 3,
  /** Other addresses a day that one player may have asked whether they are theirs. */
  addressesAskedPerDay: 10,
  /** Addresses an hour asked for all players together, and for all sign-ups that nothing proves. */
  addressesAskedPerHour: 100,
  signupsPerHour: 100,
  /** Lines of the words of an unproved mail that are shown to the owner of the account, and how long a line: they may be a forger's. */
  askedWordsShown: 10,
  askedLineLength: 100,
  /**
   * Mails in a row without a command, or saying the same again, that are answered at once. One more gets the short help, and then there is
   * one answer an hour.
   */
  idleMails: 5,
  /** Answers a day to replies without effect, before those that say the same as one of the last replies get none. */
  repliesAnsweredPerDay: 8,
  /** Replies that a new one is compared with: a program that sends our mails back repeats itself after a few. */
  repliesCompared: 6,
  /** Answers an hour to one proved address; far above any player, below any loop. */
  answersPerHour: 600,
  /** A userid held by an unconfirmed sign-up may be taken again after this. Days. */
  unconfirmedDays: 7,
  /** How long a mail that waits for its owner's answer is kept, and an alert to an owner. Days. */
  parkedDays: 60,
  passwordLength: 200,
  /** Wrong passwords an hour for one account, and from one address. */
  wrongPasswordsPerHour: 5,
  /** Wrong passwords an hour of all senders together who are not proved: each costs a scrypt that everybody waits for. */
  unprovedGuessesPerHour: 120,
  /** Addresses remembered from which an account's password was used although they are not its own. */
  passwordOrigins: 20,
  /** How long a change of an account can be undone, by a reply to the mail about it. Days. */
  undoDays: 7,
  /** An address as RFC 5321 allows it. Characters. */
  addressLength: 254,
  /** Numbers looked at for a new board, in growing strides: together they pass half a million boards. */
  boardNumberTries: 20,
  /** Tries of one commit against a moving store. */
  commitTries: 5,
  /** A mail that has failed this often is put aside, so that it never stops the queue. */
  mailTries: 3,
  /** Answers that a player has prepared at one board. */
  preparedAnswers: 30,
  /** How often moves are taken back on one board: moves that were taken back are replayed every time. */
  takeBacksPerBoard: 100,
  /** Days that one player may give the others of a board. */
  daysGiven: 365,
  /** Days of holiday in a calendar year of the player's own zone. */
  holidaysPerYear: 45,
  /** Changes of a calendar in a year and in a day, and how many of them one turn heeds: each costs every look at a clock. */
  calendarChangesPerYear: 200,
  calendarChangesPerDay: 20,
  calendarChangesPerTurn: 20,
  /** How often a year a player's clocks stop because mail came back, so that players cannot stop them at will. */
  absencesPerYear: 24,
  /** Days after which the clocks of a player whom no mail reaches run again, and others may claim the board. */
  claimDays: 14,
  /** Days in which an address gets no second probe because mails came back, and days in which the return of a probe counts. */
  probeDays: 3,
  probeAnswerDays: 10,
  /** Open seeks of one player, and games that one of them asks for. */
  seeksPerPlayer: 10,
  gamesPerSeek: 10,
  /**
   * Open seeks for one game, and as many with a code: each that is opened or taken is compared with all of them. When these are full, the
   * oldest seek of the player with most seeks, in the domain with most, ends.
   */
  seeksPerGame: 200,
  /** Those of players without a finished rated game, so that many new accounts do not keep others from seeking. */
  seeksOfNewcomers: 100,
  /** Seeks opened and taken a day by one player. */
  seeksPerDay: 30,
  /** A seek that no player takes ends after this. Days. */
  seekDays: 30,
  /** Pairs of seeks that are compared to find company for one seek: where four play there are thousands of companies. */
  pairsCompared: 2_000,
  /** Players whose boards are looked at together, when somebody is looked for to play with. */
  seekersTried: 10,
  /** Seeks that a list, and that a digest, shows. */
  seeksListed: 50,
  seeksInDigest: 5,
  /** Players of one tournament, and of one pool of a round robin, in which they play all their boards at once. */
  tournamentEntrants: 128,
  tournamentPool: 10,
  /** Entries that begin a tournament of which nothing else is said. */
  tournamentUsualEntries: 8,
  tournamentRounds: 12,
  /** Finished games against people before a player may open a tournament, and how many games are replayed to check that. */
  tournamentGames: 10,
  tournamentGamesLookedAt: 60,
  /** The longest time for all moves of a tournament. Days. */
  tournamentTotalDays: 60,
  /** How far ahead it may begin, and how long it waits to be full. Days. */
  tournamentAheadDays: 365,
  tournamentWaitDays: 60,
  /** Boards opened at once: mails of games wait for no more than these. */
  tournamentBoardsAtOnce: 8,
  tournamentEntriesPerDay: 20,
  /** Tournaments of each state that a list shows, and games that a table shows beside it. */
  tournamentsListed: 20,
  tournamentGamesShown: 40,
  /** How far ahead holidays are booked. Days. */
  holidaysAhead: 730,
  /** Letters of somebody's own words by which their language is guessed: fewer leave doubt. */
  languageLetters: 40,
  /** Characters that are looked at for that. */
  languageSample: 2_000,
  /** Seen-marks are kept this long. Days. */
  seenDays: 90,
} as const;
