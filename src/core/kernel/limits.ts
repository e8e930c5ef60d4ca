// All limits of the service by name, with their reasons. Tests walk this record.

export const limits = {
  /** A larger mail is refused without being parsed. Moves are short, and attachments are not read. Bytes. */
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
  /** A move is searched below this many lines of prose. Each line is tried in all games. */
  proseLines: 40,
  /** Lines over which the cells of one move may be spread. */
  cellLines: 12,
  /** Lines and characters of one `if … then …`. */
  answerLines: 30,
  answersLength: 2_000,
  /** Moves in the prose of a mail that are tried on the board. */
  movesAskedAbout: 4,
  /** Refused lines that an answer repeats; the rest is counted. */
  refusedLinesShown: 20,
  /** Distinct passwords tried or set per mail: each costs a deliberate scrypt. */
  proofsPerMail: 3,
  /** Rounds in which a request loads missing data. More rounds are a bug. */
  roundsPerRequest: 40,
  /** A comment, chat or message is cut here. Characters. */
  commentLength: 20_000,
  /** The caption of a board's picture in a chat. Characters. */
  captionLength: 500,
  /** A longer text is sent to a chat in pieces, and at most `chatPieces` of them. Characters. */
  chatPieceLength: 1_200,
  chatPieces: 12,
  /** Subject as read. Characters. */
  subjectLength: 500,
  /** Addresses of one account. */
  addressesPerAccount: 5,
  /** Players one account blocks, and calls friends. */
  blockedPerAccount: 100,
  friendsPerAccount: 100,
  /** Running boards of one player. */
  boardsPerPlayer: 500,
  /** Running boards of one player against robots, which share the processor. */
  robotBoardsPerPlayer: 10,
  /** Hints and analyses a day of one player, since they share the robots' thread. */
  hintsPerDay: 30,
  analysesPerDay: 10,
  /** Hints and analyses of one player that wait, reviews of all players that wait, and of these the room that only results may take. */
  reviewsPerPlayer: 3,
  reviewsWaiting: 50,
  reviewsForResults: 25,
  /** A result is mailed without a review after this time, and a hint is given up. Minutes. */
  reviewMinutes: 5,
  /** The last positions of a game that a review searches. */
  positionsReviewed: 120,
  /** The last positions of running counted boards at which their players get no help elsewhere, and the entries of all these boards. */
  positionsCompared: 6,
  entriesCompared: 4_000,
  /** Running boards of a writer whose mails a message without a board may quote. */
  boardsQuoted: 20,
  /** Finished boards that are searched for the last one with a player. */
  boardsLookedAt: 100,
  /** Finished boards of a player that are searched for those of a year. */
  boardsOfYear: 500,
  /** Moves after which a player is asked whether others would be as bad. Each is tried by the rules. */
  movesTried: 40,
  /** Invitations of one player that wait for an answer. The service must not send mail in bulk to strangers. */
  invitationsPerPlayer: 10,
  /** An invitation without an answer for this long lapses. Days. */
  invitationDays: 14,
  /** Invitations of one player a day. A withdrawn invitation counts. */
  invitationsPerDay: 5,
  /** Invitations a week to one mailbox, from all senders together. */
  invitationsPerMailbox: 1,
  /** Invitations an hour of all players together, so that many accounts cannot send more. */
  invitationsPerHour: 100,
  /** Boards a player has opened against another that wait for the other's first move. */
  boardsUnanswered: 5,
  /** Boards a day that a player may open against another, or alone, finished ones included. */
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
  /** Broadcasts a day of all players together, so that many accounts cannot send more. */
  broadcastsPerDay: 5,
  /** Recipients in one batch of a mailing. */
  mailingBatch: 100,
  /** Running boards of a guest who chooses a name: one commit writes them all. */
  renamedBoards: 20,
  /** Documents in one batch of a forgetting. */
  forgettingBatch: 200,
  /** A mailbox cannot sign up for this time after its owner was forgotten, because its quotas are deleted. Days. */
  forgottenDays: 7,
  /** Mails a day to one player that ask whether the player wants to be forgotten. */
  forgettingAskedPerDay: 3,
  /** Times a day that one account may be closed. Each time, the opponents get a mail. */
  closingsPerDay: 2,
  /** Mails a day that ask the owner of an account to confirm a mail that only a token proved. */
  ownerAskedPerDay: 10,
  /** Processed mails stay in the mailbox for this time. Days. */
  mailboxDays: 30,
  /** On the operator's pages: rows, accounts scanned for them, and entries of a record. */
  adminRows: 100,
  adminAccountsScanned: 10_000,
  adminEntries: 500,
  /** An announcement of the operator. Characters. */
  announcementLength: 20_000,
  /** Recipients of one `message`. */
  messageRecipients: 10,
  /** Boards that one `show userid` mails. */
  boardsShown: 10,
  /** Boards that all lines of one mail show. */
  boardsShownPerMail: 20,
  /** Boards in a digest, and their length in characters. Mail programs cut off longer mails. */
  digestBoards: 10,
  digestLength: 80_000,
  /** Boards of a digest that are drawn as pictures, and the size of a mail with several pictures. Mail programs cut off longer mails. Bytes. */
  picturesInDigest: 4,
  mailWithPictures: 100_000,
  /** Comments of others that wait for the next mail of a board. With more of them a mail is sent at once. */
  wordsHeld: 5,
  /** Followers of one board, and followers of all boards of a player. Each of them gets a mail for every move. */
  subscribersPerBoard: 100,
  standingSubscribers: 50,
  /** Subscriptions of one player. */
  subscriptionsPerAccount: 100,
  /** Lines of a section of the standings. */
  standingsShown: 200,
  /** Moves of one preview. */
  previewMoves: 100,
  /** Games in the mail of one `export`, some hundred kilobytes together, and such mails a day. */
  gamesExported: 200,
  /** Entries of their records together, since each game is replayed: 1 s for the dearest game. One game is sent in any case. */
  entriesExported: 15_000,
  exportsPerDay: 1,
  /** A player's note on a board. Characters. */
  noteLength: 4_000,
  /** All thoughts of a player at a board: characters, and their number. */
  thoughtsLength: 40_000,
  thoughtsKept: 200,
  /** Characters of thoughts in the mail of a result. */
  thoughtsMailed: 20_000,
  /** Boards of one list on a page of the web, and of one page of a player's results. */
  boardsOnPage: 20,
  /** Boards of each list on the front page. */
  boardsOnFrontPage: 6,
  /** The last finished games from which a player's page draws the ratings and counts the opponents, and how many of each it shows. */
  boardsOfRecord: 60,
  graphsShown: 3,
  opponentsShown: 12,
  /** Lines of a page of the standings, and of a page of the players. */
  standingsOnPage: 100,
  playersOnPage: 50,
  /** Ratings of one player on the page of all players. */
  ratingsInRow: 4,
  /** Times that a page loads more of a list because boards at its top are not public. */
  looksForBoards: 5,
  /** Running boards that a calendar feed looks at, the newest of the player. Those where it is their turn are replayed. */
  boardsInCalendar: 100,
  /** Entries of a feed. */
  feedEntries: 20,
  /** Rows of a list of games. */
  gamesListed: 200,
  /** Boards that are searched for those of tournaments, for those that wait for a player, or for moves of the last days. */
  boardsSearched: 1_000,
  /** Received headers of a mail. A mail with more is in a loop. */
  hops: 25,
  /** Answers a day to one address that is not proved (RFC 3834). */
  strangerAnswersPerDay: 10,
  /** Answers an hour to all who are not proved together: forgers have many addresses. */
  strangerAnswersPerHour: 100,
  /** Requests to confirm a day to one address, from all causes together. */
  unaskedMailsPerDay: 3,
  /** Other addresses a day that one player may have asked whether they are theirs. */
  addressesAskedPerDay: 10,
  /** Addresses asked an hour for all players together, and for all unproved sign-ups. */
  addressesAskedPerHour: 100,
  signupsPerHour: 100,
  /** Lines of an unproved mail that are shown to the owner of the account, and their length. A forger may have written them. */
  askedWordsShown: 10,
  askedLineLength: 100,
  /** Lines of a question that are answered by a number. */
  choices: 3,
  /**
   * Mails in a row without a command, or with repeated text, that are answered at once. The next gets the short help. After that there
   * is one answer an hour.
   */
  idleMails: 5,
  /** Answers a day to replies without effect. After these, a reply that repeats one of the last replies gets no answer. */
  repliesAnsweredPerDay: 8,
  /** Earlier replies that a new one is compared with, to find a program that sends our mails back. */
  repliesCompared: 6,
  /** Answers an hour to one proved address. Players stay far below it, loops exceed it. */
  answersPerHour: 600,
  /** Acts from pages an hour by one account. A quick player against a robot needs half of them. */
  pagePostsPerHour: 300,
  /** A userid held by an unconfirmed sign-up may be taken again after this. Days. */
  unconfirmedDays: 7,
  /** Parked mails and alerts are kept for this time. Days. */
  parkedDays: 60,
  passwordLength: 200,
  /** Wrong passwords an hour for one account, and from one address. */
  wrongPasswordsPerHour: 5,
  /** Wrong passwords an hour of all unproved senders together. Each costs a scrypt. */
  unprovedGuessesPerHour: 120,
  /** Foreign addresses from which an account's password was used, as far as they are remembered. */
  passwordOrigins: 20,
  /** How long a change of an account can be undone, by a reply to the mail about it. Days. */
  undoDays: 7,
  /** An address as RFC 5321 allows it. Characters. */
  addressLength: 254,
  /** Numbers tried for a new board, in growing steps that pass half a million boards. */
  boardNumberTries: 20,
  /** Tries of one commit after version conflicts. */
  commitTries: 5,
  /** A mail that has failed this often is moved to the quarantine, so that the queue continues. */
  mailTries: 3,
  /** Answers that a player has prepared at one board. */
  preparedAnswers: 30,
  /** Take-backs on one board. Their moves are replayed with the record. */
  takeBacksPerBoard: 100,
  /** Days that one player may give the others of a board. */
  daysGiven: 365,
  /** Days of holiday in a calendar year of the player's own zone. */
  holidaysPerYear: 45,
  /** Changes of a calendar in a year, in a day, and as far as one turn heeds them. Each makes the clocks slower to compute. */
  calendarChangesPerYear: 200,
  calendarChangesPerDay: 20,
  calendarChangesPerTurn: 20,
  /** Absences a year of one player, so that players cannot stop their clocks at will. */
  absencesPerYear: 24,
  /** After this time the clocks of an absent player run again, and others may claim the board. Days. */
  claimDays: 14,
  /** An address gets no second probe within `probeDays`. A probe that comes back counts within `probeAnswerDays`. */
  probeDays: 3,
  probeAnswerDays: 10,
  /** A mail waits for at most 30 days, and a mail server reports within five that it was not delivered. */
  returnPathDays: 40,
  /** Holidays can be booked this far ahead. Days. */
  holidaysAhead: 730,
  /** Letters of the sender's own words that are needed to guess the language. */
  languageLetters: 40,
  /** Characters that are examined to guess the language. */
  languageSample: 2_000,
  /** Seen marks are kept for this time. Days. */
  seenDays: 90,
} as const;
