// The operator's settings: a JSON file, single values from the environment, checked before anything starts.
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** Numbers and switches may come as text: the environment has nothing else. */
const number = z.coerce.number<number | string>().int();
const flag = z.union([z.boolean(), z.stringbool()]);
const port = number.min(1).max(65_535);
const text = z.string().min(1);

const schema = z.strictObject({
  /** The service's own address: players write to it. */
  address: text.regex(/^[^\s@+]+@[^\s@]+$/, 'must be an email address without +detail'),
  /** The name beside it. */
  name: text.default('nexpost'),
  /** Do HTML mails hold a picture of the board? Without, a table: less work and smaller mails. */
  pictures: flag.default(true),
  /** May players challenge robots? They think in a thread of their own, a move at a time. */
  robots: flag.default(true),
  /** Where the operator reads mail: errors are told there, at most one mail a day. Empty: the log alone is told. */
  operator: z.union([z.literal(''), text.regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address')]).default(''),
  /** Servers whose Authentication-Results are believed: the authserv-id of the server that receives the mail. */
  trustedAuthservIds: z
    .union([z.array(text), text.transform(list => list.split(',').map(id => id.trim()))])
    .default([]),
  imap: z.strictObject({
    host: text,
    port: port.default(993),
    secure: flag.default(true),
    user: text,
    password: text,
    inbox: text.default('INBOX'),
    processed: text.default('Processed'),
    quarantine: text.default('Quarantine'),
    sweepSeconds: number.min(5).max(3_600).default(60),
  }),
  smtp: z.strictObject({
    host: text,
    port: port.default(465),
    secure: flag.default(true),
    user: z.string().default(''),
    password: z.string().default(''),
    connections: number.min(1).max(20).default(5),
  }),
});

export type ServiceSettings = z.infer<typeof schema>;

/** What is wrong with the settings, in one sentence for the operator. */
export class WrongSettings extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WrongSettings';
  }
}

const record = z.record(z.string(), z.unknown());

const PREFIX = 'NEXPOST_';

/** `NEXPOST_IMAP_HOST=mail.example.org` sets imap.host; names of lists and nested values follow the file's, in capitals. */
function overlaid(
  file: Readonly<Record<string, unknown>>,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, unknown> {
  const found = { ...file };
  for (const [section, shape] of Object.entries(schema.shape)) {
    const inner = shape instanceof z.ZodObject ? Object.keys(shape.shape) : [null];
    for (const key of inner) {
      const value = environment[PREFIX + [section, ...(key === null ? [] : [key])].map(capitals).join('_')];
      if (value === undefined) continue;
      found[section] = key === null ? value : { ...record.safeParse(found[section]).data, [key]: value };
    }
  }
  return found;
}

const capitals = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();

/** null: no configuration anywhere; the service then runs on the embedded servers. */
export async function readSettings(
  file: string | null,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ServiceSettings | null> {
  const fromFile = file === null ? {} : await readConfiguration(file);
  const settings = overlaid(fromFile, environment);
  if (file === null && Object.keys(settings).length === 0) return null;
  const checked = schema.safeParse(settings);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw new WrongSettings(
    `The setting '${issue?.path.join('.') ?? ''}' is not right: ${issue?.message ?? ''}. config/service.example.json shows every setting.`,
  );
}

async function readConfiguration(file: string): Promise<Record<string, unknown>> {
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new WrongSettings(`The configuration ${file} cannot be read: ${(error as Error).message}.`);
  });
  try {
    return record.parse(JSON.parse(content));
  } catch {
    throw new WrongSettings(`The configuration ${file} is not a JSON object.`);
  }
}
