// The zod schemas of the documents on disk.
// A damaged file is found and reported at the start, not at the move it would spoil.
import { z } from 'zod';
import { defaultSettings, SETTINGS } from '#core/accounts/settings.ts';
import { LANGUAGES } from '#core/languages.ts';
import type { Mailing } from '#core/mailings/mailing.ts';
import type {
  Account,
  Document,
  DocumentKey,
  DocumentKind,
  Documents,
  Match,
  Prepared,
} from '#core/state/documents.ts';
import { forgetting, forgotten } from './forgetting-schema.ts';
import { type Fields, instant, time, userid } from './schema-parts.ts';
import { seek } from './seek-schema.ts';
import { series, tournament } from './tournament-schema.ts';

/** Tokens and Subjects know numbers of nine digits. */
const MOST_BOARDS = 999_999_999;

/** undefined: it is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const yes = z.literal(true).exactOptional();
const index = z.number().int().nonnegative();
const board = z.object({ game: z.string(), number: z.number().int() });

const settings = z.object({
  mail: z.enum(SETTINGS.mail.choices),
  board: z.enum(SETTINGS.board.choices),
  view: z.enum(SETTINGS.view.choices),
  /** Settings from before it was one have none. */
  password: z.enum(SETTINGS.password.choices).default('on'),
  ask: z.enum(SETTINGS.ask.choices).default('off'),
  per: z.enum(SETTINGS.per.choices).default('move'),
  ...{ broadcast: z.enum(SETTINGS.broadcast.choices).default('off'), web: z.enum(SETTINGS.web.choices).default('on') },
  tables: z.enum(SETTINGS.tables.choices).default('daily'),
  language: z.enum(LANGUAGES).default(defaultSettings.language),
  ...{ digest: z.string().default(defaultSettings.digest), reminders: z.string().default(defaultSettings.reminders) },
});

const day = z.iso.date();

const calendarChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('zone'), zone: z.string(), at: instant }),
  z.object({ kind: z.literal('weekends'), off: z.boolean(), at: instant }),
  z.object({ kind: z.literal('booked'), from: day, to: day, at: instant }),
  z.object({ kind: z.literal('cancelled'), from: day, to: day, spent: z.array(day), at: instant }),
]);

const span = z.object({ from: instant, until: instant });

const account = z.object({
  userid,
  addresses: z.array(z.string()),
  wanted: z.array(z.string()).nullable(),
  passwordHash: z.string().nullable(),
  /** Accounts from before there were settings have none. */
  settings: settings.prefault(defaultSettings),
  inChat: z.boolean().exactOptional(),
  calendar: z.array(calendarChange).exactOptional(),
  rests: z.array(span).exactOptional(),
  digest: z.object({ wake: instant.nullable(), last: z.object({ day, at: instant }).nullable() }).exactOptional(),
  answers: z
    .record(z.string(), z.object({ isTaken: z.boolean(), most: z.number().int().positive().nullable() }))
    .exactOptional(),
  blocked: z.array(userid).exactOptional(),
  begun: z.record(z.string(), z.number().int().positive()).exactOptional(),
  bounced: z.record(z.string(), instant).exactOptional(),
  probed: z.record(z.string(), instant).exactOptional(),
  absences: z
    .array(
      z.object({
        ...{ from: instant, until: instant.nullable(), claimed: z.array(board) },
        asked: z.array(board.extend({ by: index, at: instant })).exactOptional(),
      }),
    )
    .exactOptional(),
  opened: instant,
  closed: z.boolean(),
  leaves: instant.exactOptional(),
  leftFrom: z.array(z.string()).exactOptional(),
  ban: z.object({ since: instant, until: instant.nullable() }).nullable().exactOptional(),
  locked: z.boolean().default(false),
  passwordFrom: z.array(z.string()).default([]),
  subscriptions: z
    .array(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('board'), match: board }),
        z.object({ kind: z.literal('standing'), of: userid, game: z.string().nullable() }),
      ]),
    )
    .exactOptional(),
  restorable: z
    .object({ addresses: z.array(z.string()), at: instant })
    .nullable()
    .default(null),
} satisfies Fields<Account>);

const subscriber = z.object({ userid, wants: z.enum(['positions', 'result']) });

const player = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('account'), userid, isAsked: z.literal(true).exactOptional() }),
  z.object({ kind: z.literal('invited'), address: z.string() }),
]);

const isPrepared = z.literal(true).exactOptional();

const entry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('move'), text: z.string().min(1), isPrepared, at: instant }),
  z.object({ kind: z.literal('swap'), after: z.number().int().positive(), isPrepared, at: instant }),
  z.object({
    kind: z.literal('retire'),
    seat: index,
    why: z.enum(['resigned', 'out-of-time', 'absent']),
    at: instant,
  }),
  z.object({ kind: z.literal('addtime'), by: index, days: z.number().positive(), at: instant }),
  z.object({
    kind: z.literal('reminder'),
    what: z.union([z.enum(['nag', 'last']), z.number()]),
    deadline: instant,
    isSilent: z.literal(true).exactOptional(),
    at: instant,
  }),
  z.object({ kind: z.literal('reminder-accepted'), sent: instant, at: instant }),
  z.object({ kind: z.literal('absence'), by: index, since: instant, at: instant }),
  z.object({
    kind: z.literal('proposal'),
    what: z.enum(['undo', 'draw']),
    by: index,
    at: instant,
  }),
  z.object({ kind: z.literal('vote'), by: index, accepts: z.boolean(), at: instant }),
]);

const prepared = z.object({
  by: index,
  lines: z.array(z.string()),
  entries: index,
  takeBacks: index,
} satisfies Fields<Prepared>);

const match = z.object({
  game: z.string(),
  number: z.number().int().positive().max(MOST_BOARDS),
  setup: z.record(z.string(), z.string()),
  swap: z.boolean(),
  players: z.array(player).min(1),
  challenger: z.string(),
  record: z.array(entry),
  state: z.enum(['invited', 'active', 'over', 'removed']),
  comment: z.object({ by: z.string(), text: z.string() }).nullable(),
  unheard: z.array(z.object({ by: z.string(), text: z.string(), reader: userid })).exactOptional(),
  threads: z.array(z.object({ root: z.string(), last: z.string() }).nullable()),
  opened: instant,
  begun: instant.exactOptional(),
  time: time.exactOptional(),
  wake: instant.nullable().exactOptional(),
  rematch: z.number().int().positive().exactOptional(),
  submitted: z
    .object({ by: userid, text: z.string().min(1), comment: z.string(), ply: index, takeBacks: index })
    .exactOptional(),
  notes: z.record(userid, z.string()).exactOptional(),
  from: z.object({ number: z.number().int().positive(), ply: index }).exactOptional(),
  subscribers: z.array(subscriber).exactOptional(),
  seeks: z.array(z.number().int().positive()).exactOptional(),
  tournament: z.object({ number: z.number().int().positive(), round: z.number().int().positive() }).exactOptional(),
  ...{ isTutorial: yes, isUnrated: yes, isOffWeb: yes, isRobotsTurn: yes },
  rated: z
    .object({
      at: instant,
      changes: z.array(z.object({ player: index, before: z.number(), after: z.number(), isProvisional: z.boolean() })),
    })
    .exactOptional(),
  prepared: z.array(prepared).exactOptional(),
} satisfies Fields<Match>);

const parked = z.object({
  account: userid,
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  detail: z.string().nullable(),
  messageId: z.string().nullable(),
  at: instant,
  spent: z.boolean(),
});

const alert = z.object({
  kind: z.enum(['change', 'lock', 'forget', 'password']),
  account: userid,
  told: z.array(z.string()),
  at: instant,
  spent: z.boolean(),
  passwordHash: z.string().exactOptional(),
});

const idle = z
  .object({
    mails: z.number().int(),
    words: z.string(),
    replies: z.array(z.string()).exactOptional(),
    muted: instant,
    until: instant,
  })
  .nullable();

const quota = z.object({
  uses: z.record(
    z.string(),
    z.object({ at: z.array(instant), by: z.array(z.string()).exactOptional(), until: instant }),
  ),
  idle: z.object({ proved: idle, unproved: idle }),
});

const schemas: { readonly [Kind in DocumentKind]: z.ZodType<Documents[Kind]> } = {
  account,
  address: z.object({ userid: userid.nullable() }),
  match,
  counter: z.object({ next: z.number().int().positive().max(MOST_BOARDS) }),
  parked,
  alert,
  quota,
  optout: z.object({ at: instant }),
  stops: z.object({
    read: instant,
    outages: z.array(span),
    pauses: z.array(z.object({ from: instant, until: instant.nullable() })),
  }),
  rating: z.object({
    game: z.string(),
    userid,
    value: z.number(),
    deviation: z.number().positive(),
    volatility: z.number().positive(),
    won: index,
    lost: index,
    drawn: index,
    late: index,
    absent: index,
    at: instant,
    robots: z.object({ month: z.string(), games: z.record(userid, index) }),
  }),
  mailing: z.object({
    from: userid.nullable(),
    text: z.string(),
    at: instant,
    after: z.string(),
    isDone: z.boolean(),
    wake: instant,
  } satisfies Fields<Mailing>),
  seek,
  tournament,
  series,
  forgetting,
  forgotten,
  subscribers: z.object({ list: z.array(subscriber.extend({ game: z.string().nullable() })) }),
};

type DocumentFile = z.ZodType<{
  readonly key?: string | undefined;
  readonly version: number;
  readonly document: Document;
}>;

/** The file of a document, by its kind: what lowdb reads and writes. */
export const FILES = Object.fromEntries(
  Object.entries(schemas).map(([kind, document]): [string, DocumentFile] => [
    kind,
    // The key is in the file if the file name is too short for it.
    z.object({ key: z.string().optional(), version: z.number().int().positive(), document }) as DocumentFile,
  ]),
) as Readonly<Record<DocumentKind, DocumentFile>>;

export const storedMail = z.object({
  id: z.string(),
  from: z.string(),
  to: z.array(z.string()).readonly(),
  messageId: z.string(),
  /** The bytes as Latin-1 characters: mail is nearly always ASCII, and stays readable. */
  raw: z.string(),
  tries: z.number().int().nonnegative(),
  due: instant,
  receipt: z.object({ match: z.object({ game: z.string(), number: index }), sent: instant }).exactOptional(),
});

export type StoredMail = z.infer<typeof storedMail>;
/** A mail in its own file, with its place in the outbox. */
export const filedMail = storedMail.extend({ place: z.number().int().default(0) });
export type FiledMail = z.infer<typeof filedMail>;

/** A document and its key, as the journal holds them. */
const written = z
  .tuple([z.string(), z.object({ version: z.number().int().positive(), document: z.unknown() })])
  .transform(([key, { version, document }], context) => {
    const kind = key.split('/')[0] ?? '';
    const checked = Object.hasOwn(schemas, kind) ? schemas[kind as DocumentKind].safeParse(document) : null;
    if (checked?.success === true) return [key as DocumentKey, { version, document: checked.data }] as const;
    context.addIssue(`${key} is not what it should be`);
    return z.NEVER;
  });

/** One line of the journal. */
export const journalLine = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('change'),
    cause: z.string(),
    at: instant,
    documents: z.array(written),
    /** Documents that were deleted. */
    dropped: z.array(z.string()).optional(),
    outgoing: z.array(storedMail),
  }),
  /** Written by earlier versions. */
  z.object({ kind: z.literal('dropped'), keys: z.array(z.string()) }),
  z.object({ kind: z.literal('sent'), id: z.string() }),
  z.object({ kind: z.literal('failed'), id: z.string(), why: z.string() }),
  z.object({ kind: z.literal('later'), id: z.string(), tries: z.number().int(), due: instant }),
]);

export type JournalLine = z.infer<typeof journalLine>;
