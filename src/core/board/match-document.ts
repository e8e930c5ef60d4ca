// The stored form of a board: its players, record and followers, and what players keep on it.
import * as z from 'zod';
import { type Stored, boardNumber, count, instant, phrase, time, userid } from '../kernel/document-definition.ts';

declare module '../kernel/documents.ts' {
  interface ListsByKind {
    readonly match:
      /** The running boards, invitations included, or the finished ones, of a player or of a game. */
      | `${'running' | 'over'}/${'player' | 'game'}/${string}`
      /** Finished boards of a player with more than one player, all of them people. */
      | `over/people/${string}`
      /** Boards where a robot is to move. */
      | 'robots/turn';
  }
  interface Documents {
    readonly match: Match;
    readonly subscribers: Subscribers;
    readonly ledger: LedgerPart;
  }
}

const subscriberSchema = z.object({ userid, wants: z.enum(['positions', 'result']) });

/** A follower of a board. */
export type Subscriber = Stored<typeof subscriberSchema>;

const trueOrAbsent = z.literal(true).exactOptional();

const playerSchema = z.discriminatedUnion('kind', [
  /** `isAsked`: the seat is reserved for the account, which has not accepted yet. */
  z.object({ kind: z.literal('account'), userid, isAsked: trueOrAbsent }),
  z.object({ kind: z.literal('invited'), address: z.string() }),
]);

/** A player of a board: an account, or an invited address. */
export type Player = Stored<typeof playerSchema>;

const lineEntries = [
  /** `isPrepared`: the player had prepared it before the turn. */
  z.object({ kind: z.literal('move'), text: z.string().min(1), isPrepared: trueOrAbsent, at: instant }),
  z.object({ kind: z.literal('swap'), after: z.number().int().positive(), isPrepared: trueOrAbsent, at: instant }),
  z.object({
    kind: z.literal('retire'),
    seat: count,
    /**
     * `absent`: no mail reached the player of the seat. If no one is left to play on, the board is void. `voided`: the operator ended the
     * game, which has no result.
     */
    why: z.enum(['resigned', 'out-of-time', 'absent', 'voided']),
    at: instant,
  }),
] as const;

/** An entry that changes the board or the seats. A swap exchanges the players, not the colours, and is no ply. */
export type LineEntry = Stored<(typeof lineEntries)[number]>;
export type RetireReason = (LineEntry & { readonly kind: 'retire' })['why'];

const annotations = [
  /** `by` (an index of the players) gave all others this number of days. null: the operator gave them to all players. */
  z.object({ kind: z.literal('addtime'), by: count.nullable(), days: z.number().positive(), at: instant }),
  /** A mail reminded the player to move. `reminder-accepted`: the SMTP server took the mail that was sent then. */
  z.object({
    kind: z.literal('reminder'),
    /** `nag`: at the board's nagtime. `last`: before the end. A number: milliseconds before the end, as the player chose. */
    what: z.union([z.enum(['nag', 'last']), z.number()]),
    deadline: instant,
    /** No mail was sent: the account was closed. */
    isSilent: trueOrAbsent,
    at: instant,
  }),
  z.object({ kind: z.literal('reminder-accepted'), sent: instant, at: instant }),
  /** Player `by` lets the clocks run again that the players had agreed to stop. */
  z.object({ kind: z.literal('resume'), by: count, at: instant }),
  /** The other players were told that no mail has reached player `by` since then. */
  z.object({ kind: z.literal('absence'), by: count, since: instant, at: instant }),
  /** Player `by` wrote thoughts after this number of moves. Their words are in `thoughts` of the match, in the order of these entries. */
  z.object({ kind: z.literal('thought'), by: count, after: count, at: instant }),
] as const;

/** An entry beside the game, which changes neither board nor seats. */
export type AnnotationEntry = Stored<(typeof annotations)[number]>;
export type ReminderKind = (AnnotationEntry & { readonly kind: 'reminder' })['what'];

const entrySchema = z.discriminatedUnion('kind', [
  ...lineEntries,
  ...annotations,
  /** `suspend`: to stop the clocks until a player resumes, or until all have moved. */
  z.object({ kind: z.literal('proposal'), what: z.enum(['undo', 'draw', 'suspend']), by: count, at: instant }),
  /** The answer to the open proposal. The effect of an agreement is derived, and entries are never removed. */
  z.object({ kind: z.literal('vote'), by: count, accepts: z.boolean(), at: instant }),
]);

/** One line of a match record. `by`: an index of match.players, the first of an account's. */
export type Entry = Stored<typeof entrySchema>;

/** What players may agree on at a board. */
export type ProposalKind = (Entry & { readonly kind: 'proposal' })['what'];

/** The Message-IDs by which a player's mail program groups the mails of a board. */
const threadSchema = z.object({ root: z.string(), last: z.string() });

const preparedSchema = z.object({
  /** An index of match.players, the first of an account's. */
  by: count,
  lines: z.array(z.string()),
  /** The length of the match's line, and the number of take-backs, when the moves were prepared. */
  ...{ entries: count, takeBacks: count },
});

/** Moves that a player has prepared for their turn (board/answer-tree.ts). Other players see them only when they are played. */
export type Prepared = Stored<typeof preparedSchema>;

const summarySchema = z.object({
  /** A hash of the setup and the record (board/summary.ts). */
  digest: count,
  /** As in MatchState. `moves`: the number of plies. `toMove`: null when the game is over. `last`: when the line was extended. */
  ...{ moves: count, holders: z.array(count), toMove: count.nullable(), last: instant.nullable() },
  outcome: z.object({ ranks: z.array(z.number()), reason: z.string() }).nullable(),
});

/** What a list shows of a board. Players are indices of match.players. */
export type BoardSummary = Stored<typeof summarySchema>;

const enteredSchema = z.object({
  /** The first event, as it was entered. The others follow from the record (features/ledger). '': a player was erased. */
  opening: z.string(),
  /** The last entry, in base64. */
  head: z.string(),
  /** The places of all entries. */
  places: z.array(count),
  /** The sizes of the checkpoints that mails of the board carried. */
  sizes: z.array(count),
  /** The last event, as it was entered. */
  end: z.string().exactOptional(),
});

const commentSchema = z.object({ by: z.string(), text: z.string() });

export type Comment = Stored<typeof commentSchema>;

const reviewSchema = z.object({
  told: z.array(phrase),
  /** At each position: the moves before it, and the chance of the first player, 0 … 1 (null: unknown). */
  graph: z.object({
    chances: z.array(z.number().nullable()),
    plies: z.array(count),
    /** The positions after the mistakes that are told. */
    marked: z.array(count),
    /** A move that would have been better than the one that follows `ply` moves. */
    better: z.array(z.object({ ply: count, move: z.string() })),
  }),
});

/** Parts of the game log. */
export const ledgerShape = z.union([
  /** The part `tree`: the number of the leaves of its hash tree, and the peaks in base64 (ledger/tree.ts). */
  z.object({ size: count, peaks: z.string() }),
  /** A part with a number: cells of the tree in base64. */
  z.object({ cells: z.string() }),
]);

export type LedgerPart = Stored<typeof ledgerShape>;

export const matchSchema = z.object({
  game: z.string(),
  number: boardNumber,
  setup: z.record(z.string(), z.string()),
  swap: z.boolean(),
  /** In the order of the challenge; a swap does not change it. */
  players: z.array(playerSchema).min(1),
  /** Empty if the board was opened from seeks or for a tournament. */
  challenger: z.string(),
  record: z.array(entrySchema),
  /** `invited`: waits for the answer of an invited or asked player. `removed`: declined before it began. */
  state: z.enum(['invited', 'active', 'over', 'removed']),
  /** The comment with the last move. */
  comment: commentSchema.nullable(),
  /** Words of moves whose mail the reader does not want, oldest first: the reader's next mail shows them. Absent: none. */
  unheard: z.array(commentSchema.extend({ reader: userid })).exactOptional(),
  /** The mail thread of each player. null: no mail was sent yet. */
  threads: z.array(threadSchema.nullable()),
  opened: instant,
  /** When all players had agreed to play. Absent: when it was opened. */
  begun: instant.exactOptional(),
  /** Absent: the usual time control. */
  time: time.exactOptional(),
  /** When the board must be checked again. Absent or null: no check is due. */
  wake: instant.nullable().exactOptional(),
  /** The number of the rematch of this board. Absent: there is none. */
  rematch: z.number().int().positive().exactOptional(),
  /**
   * A move, for the position after `ply` moves and `takeBacks` take-backs, that its player wants to see before it is played. It is void if
   * the position has changed. Absent: none was submitted.
   */
  submitted: z
    .object({ by: userid, text: z.string().min(1), comment: z.string(), ply: count, takeBacks: count })
    .exactOptional(),
  /** What an engine found about the game when it was over, for everybody. Absent: it was not asked. */
  review: reviewSchema.exactOptional(),
  /** Players' own notes, by userid. Absent: there are none. */
  notes: z.record(userid, z.string()).exactOptional(),
  /**
   * The words of the entries `thought`, which no other player sees before the end. `nonce`: a secret, so that they cannot be guessed from
   * their entry in the ledger. Absent: there are none.
   */
  thoughts: z.array(z.object({ text: z.string(), nonce: z.string() })).exactOptional(),
  /** The board it was opened from, whose first moves are the first of its own. Absent: from the beginning. */
  from: z.object({ number: z.number().int().positive(), ply: count }).exactOptional(),
  /** How many of its first moves were dealt as an even opening. Absent: none. */
  dealt: count.exactOptional(),
  /** The followers of this board. Absent: there are none. */
  subscribers: z.array(subscriberSchema).exactOptional(),
  /** The numbers of the seeks it was matched from: all its players wanted to play. Absent: it was a challenge. */
  seeks: z.array(z.number().int().positive()).exactOptional(),
  /** The tournament it is played in. Absent: in none. */
  tournament: z.object({ number: z.number().int().positive(), round: z.number().int().positive() }).exactOptional(),
  /** Do its mails teach how to play? */
  isTutorial: trueOrAbsent,
  /** Does its result not count for ratings? */
  isUnrated: trueOrAbsent,
  /** Is it hidden from the web pages? */
  isOffWeb: trueOrAbsent,
  /** Is a robot to move? Absent: no. */
  isRobotsTurn: trueOrAbsent,
  /** The changes of ratings by its result, later than all earlier ones of its players, who are indices. Absent: none. */
  rated: z
    .object({
      at: instant,
      changes: z.array(z.object({ player: count, before: z.number(), after: z.number(), isProvisional: z.boolean() })),
    })
    .exactOptional(),
  /** At most one for each player. Absent: no moves are prepared. */
  prepared: z.array(preparedSchema).exactOptional(),
  /** What of the board is in the ledger. Absent: nothing. */
  entered: enteredSchema.exactOptional(),
  /** Added when the board is stored. Absent or of another record: it is computed. */
  summary: summarySchema.exactOptional(),
});

export type Match = Stored<typeof matchSchema>;
export type Rated = NonNullable<Match['rated']>;
/** The followers of all boards of a player, or of all players, in all games (null) or in one. */
export const subscribersSchema = z.object({ list: z.array(subscriberSchema.extend({ game: z.string().nullable() })) });

export type Subscribers = Stored<typeof subscribersSchema>;

/** The accounts at a board, each once. */
export const userids = (match: Pick<Match, 'players'>): readonly string[] => [
  ...new Set(match.players.flatMap(player => (player.kind === 'account' ? [player.userid] : []))),
];

/** The fields of a match that a list shows, without the record. */
export type MatchOutline = Pick<
  Match,
  'isTutorial' | 'game' | 'number' | 'state' | 'players' | 'challenger' | 'seeks' | 'opened'
>;

/** Sets a player's note. null: deletes it. */
export function setNote({ notes, ...match }: Match, userid: string, note: string | null): Match {
  const others = Object.entries(notes ?? {}).filter(([name]) => name !== userid);
  const remaining = note === null ? others : [...others, [userid, note] as const];
  return remaining.length === 0 ? match : { ...match, notes: Object.fromEntries(remaining) };
}

/** What a player thought after a number of moves. */
export interface Thought {
  /** An index of match.players, the first of an account's. */
  readonly by: number;
  readonly after: number;
  readonly text: string;
}

/** The thoughts of all players, as they were written. Before the end they are for their writers alone. */
export const listThoughts = ({ record, thoughts = [] }: Match): readonly Thought[] =>
  record
    .filter(entry => entry.kind === 'thought')
    .map(({ by, after }, i) => ({ by, after, text: thoughts[i]?.text ?? '' }))
    .filter(({ text }) => text !== '');

/** Has the text a line such as `secret: my last move was a blunder`? Then the whole text is secret. */
export const isSecret = (text: string): boolean => /^[ \t]*secret ?:/im.test(text);
