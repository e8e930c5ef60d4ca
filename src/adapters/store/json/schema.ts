// What a document on disk must look like: a damaged file is found at the start, and named, not at the move it would spoil.
import { z } from 'zod';
import { defaultSettings, SETTINGS } from '#core/accounts/settings.ts';
import type { Account, DocumentKey, DocumentKind, Documents, Match } from '#core/state/documents.ts';

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

const instant = z.number().int().nonnegative();
const userid = z.string().min(1);

const settings = z.object({
  mail: z.enum(SETTINGS.mail.choices),
  board: z.enum(SETTINGS.board.choices),
  view: z.enum(SETTINGS.view.choices),
  /** Settings from before it was one have none. */
  password: z.enum(SETTINGS.password.choices).default('on'),
  ask: z.enum(SETTINGS.ask.choices).default('off'),
  reminders: z.string().default(defaultSettings.reminders),
});

/** What is not named in a schema is dropped when a document is read: each names every field there is. */
type Fields<Document> = Readonly<Record<keyof Document, z.ZodType>>;

const day = z.iso.date();

const calendarChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('zone'), zone: z.string(), at: instant }),
  z.object({ kind: z.literal('weekends'), off: z.boolean(), at: instant }),
  z.object({ kind: z.literal('booked'), from: day, to: day, at: instant }),
  z.object({ kind: z.literal('cancelled'), from: day, to: day, spent: z.array(day), at: instant }),
]);

const account = z.object({
  userid,
  addresses: z.array(z.string()),
  wanted: z.array(z.string()).nullable(),
  passwordHash: z.string().nullable(),
  /** Accounts from before there were settings have none. */
  settings: settings.default(defaultSettings),
  inChat: z.boolean().exactOptional(),
  calendar: z.array(calendarChange).exactOptional(),
  answers: z
    .record(z.string(), z.object({ isTaken: z.boolean(), most: z.number().int().positive().nullable() }))
    .exactOptional(),
  blocked: z.array(userid).exactOptional(),
  opened: instant,
  closed: z.boolean(),
  locked: z.boolean().default(false),
  passwordFrom: z.array(z.string()).default([]),
  restorable: z
    .object({ addresses: z.array(z.string()), at: instant })
    .nullable()
    .default(null),
} satisfies Fields<Account>);

const player = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('account'), userid, isAsked: z.literal(true).exactOptional() }),
  z.object({ kind: z.literal('invited'), address: z.string() }),
]);

const index = z.number().int().nonnegative();

const entry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('move'), text: z.string().min(1), at: instant }),
  z.object({ kind: z.literal('swap'), after: z.number().int().positive(), at: instant }),
  z.object({
    kind: z.literal('retire'),
    seat: index,
    why: z.enum(['resigned', 'out-of-time']),
    at: instant,
  }),
  z.object({ kind: z.literal('addtime'), by: index, days: z.number().positive(), at: instant }),
  z.object({
    kind: z.literal('reminder'),
    what: z.union([z.enum(['nag', 'last']), z.number()]),
    deadline: instant,
    at: instant,
  }),
  z.object({ kind: z.literal('reminder-accepted'), sent: instant, at: instant }),
  z.object({
    kind: z.literal('proposal'),
    what: z.enum(['undo', 'draw']),
    by: index,
    at: instant,
  }),
  z.object({ kind: z.literal('vote'), by: index, accepts: z.boolean(), at: instant }),
]);

const days = z.number().positive();

const time = z.object({
  nagtime: days.nullable(),
  forfeittime: days,
  totaltime: days.nullable(),
  increment: z.number().nonnegative(),
  cap: days.nullable(),
});

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
  threads: z.array(z.object({ root: z.string(), last: z.string() }).nullable()),
  opened: instant,
  begun: instant.exactOptional(),
  time: time.exactOptional(),
  wake: instant.nullable().exactOptional(),
  rematch: z.number().int().positive().exactOptional(),
} satisfies Fields<Match>);

const span = z.object({ from: instant, until: instant });

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
  kind: z.enum(['change', 'lock']),
  account: userid,
  told: z.array(z.string()),
  at: instant,
  spent: z.boolean(),
});

const idle = z.object({ mails: z.number().int(), words: z.string(), muted: instant, until: instant }).nullable();

const quota = z.object({
  uses: z.record(z.string(), z.object({ at: z.array(instant), until: instant })),
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
};

/** The file of a document: what lowdb reads and writes. */
export const fileOf = (
  kind: DocumentKind,
): z.ZodType<{
  readonly key?: string | undefined;
  readonly version: number;
  readonly document: Documents[DocumentKind];
}> =>
  z.object({
    /** Where the name of the file is too short to tell. */
    key: z.string().optional(),
    version: z.number().int().positive(),
    document: schemas[kind] as z.ZodType<Documents[DocumentKind]>,
  });

const outgoing = z.object({
  id: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  messageId: z.string(),
  /** The bytes as Latin-1 characters: mail is nearly always ASCII, and stays readable. */
  raw: z.string(),
  tries: z.number().int().nonnegative(),
  due: instant,
  receipt: z.object({ match: z.object({ game: z.string(), number: index }), sent: instant }).exactOptional(),
});

export type StoredMail = z.infer<typeof outgoing>;
/** In a file of its own a mail knows its place in the outbox. */
export const filedMail = outgoing.extend({ place: z.number().int().default(0) });
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
    /** Documents that are there no more. */
    dropped: z.array(z.string()).optional(),
    outgoing: z.array(outgoing),
  }),
  /** Written by earlier versions. */
  z.object({ kind: z.literal('dropped'), keys: z.array(z.string()) }),
  z.object({ kind: z.literal('sent'), id: z.string() }),
  z.object({ kind: z.literal('failed'), id: z.string(), why: z.string() }),
  z.object({ kind: z.literal('later'), id: z.string(), tries: z.number().int(), due: instant }),
]);

export type JournalLine = z.infer<typeof journalLine>;
