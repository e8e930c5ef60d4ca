// Every limit of the service, named, with its reason. Tests walk this record.

export const limits = {
  /** A mail larger than this is answered, not read: moves are short, attachments are not for us. Bytes. */
  mailBytes: 1_000_000,
  /** A header that is longer: no mail program writes one. From, Sender, To, Cc and Authentication-Results make the mail unreadable then, others are cut. Characters. */
  headerLength: 16_384,
  /** Header lines; a mail with more is not read. Servers on a long way add some dozens. */
  headersPerMail: 1_000,
  /** Text after decoding is cut here before anything reads it: reply parsing must stay linear in a hostile mail. Characters. */
  textLength: 65_536,
  /** A longer line is cut: regular expressions run over lines. Characters. */
  lineLength: 1_000,
  /** Commands read from one mail; the surplus is reported. */
  commandsPerMail: 50,
  /** Refused lines that an answer repeats; the rest is counted. */
  refusedLinesShown: 20,
  /** Distinct passwords tried or set per mail: each costs a deliberate scrypt. */
  proofsPerMail: 3,
  /** Rounds of «what I still need to know» per mail; more is a bug. */
  roundsPerMail: 40,
  /** A comment, chat or message is cut here. Characters. */
  commentLength: 20_000,
  /** Subject as read. Characters. */
  subjectLength: 500,
  /** Addresses of one account. */
  addressesPerAccount: 5,
  /** Running boards of one player. */
  boardsPerPlayer: 500,
  /** Running boards of one player against robots: their thinking is shared by all. */
  robotBoardsPerPlayer: 10,
  /** Invitations of one player that wait for an answer: the service must not become a mail cannon. */
  invitationsPerPlayer: 10,
  /** Recipients of one `message`. */
  messageRecipients: 10,
  /** Boards that one `show userid` mails. */
  boardsShown: 10,
  /** Rows of a list of games. */
  gamesListed: 200,
  /** Received headers after which a mail is going round in circles. */
  hops: 25,
  /** Answers a day to one address that is not proved: RFC 3834 wants strangers left in peace. */
  strangerAnswersPerDay: 10,
  /** Invitations and requests to confirm a day to one address, whoever caused them: nobody turns us into a mail cannon. */
  unaskedMailsPerDay: 3,
  /** Answers an hour to one proved address; far above any player, below any loop. */
  answersPerHour: 600,
  /** A userid held by an unconfirmed sign-up may be taken again after this. Days. */
  unconfirmedDays: 7,
  passwordLength: 200,
  /** An address as RFC 5321 allows it. Characters. */
  addressLength: 254,
  /** Tries of one commit against a moving store. */
  commitTries: 5,
  /** A mail that has failed so often is put aside, so that it never stops the queue. */
  mailTries: 3,
  /** Seen-marks are kept this long. Days. */
  seenDays: 90,
} as const;
