// Measures the CPU time of damaged mails on their whole way: reading, gates, verification, decision, answers.
// The hashes of passwords and the pictures are left out, because other threads make them.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { guessLanguage, loadLanguages } from '#adapters/language/guess.ts';
import { mime } from '#adapters/mime/index.ts';
import { readInSteps, readStep } from '#adapters/mime/verified-reading.ts';
import { createMemoryStore } from '#test/memory-store.ts';
import { must } from '#games/kit/assert.ts';
import { createRandom, type Random } from '#games/kit/random.ts';
import { limits } from '#core/kernel/limits.ts';
import type { Document, DocumentKey } from '#core/kernel/documents.ts';
import { createInbox, type Inbox } from '#service/inbox.ts';
import type { Log, Mime, Store } from '#service/ports.ts';
import { createTestVerifier, signMail, ZONE } from '#test/adapters/mime/verification/signed-mail.ts';
import { createDamager, readMails } from '#test/fuzz/damage.ts';
import { lab, mail, type Received } from '#test/service/lab.ts';
import { bytesOf, print, put } from './kit.ts';

const { values } = parseArgs({
  options: {
    mails: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    show: { type: 'boolean', default: false },
  },
});
const [MAILS, SEED] = [Number(values.mails), Number(values.seed)];
/** Milliseconds of CPU. */
const MOST_MS = 100;
/** A mail that took longer is measured again. The least counts, because garbage collection and compilation are not the mail's. */
const SLOW_MS = 25;
const TRIES = 3;
const WORST = 5;
/** npm runs its scripts in the root of the project. */
const REPLIES = join('test', 'golden', 'replies');
/** The token of the mails in that folder. */
const TOKEN = 'b.nex101.0.0.k3x9m2q7t5w4z6a2';
/** Players whose mail servers write results, and players who are verified by their signatures. */
const PLAYERS = ['alice@example.test', 'bob@example.test', 'carol@example.org', 'dave@example.org'];

const verifier = createTestVerifier(ZONE, { servers: ['example.test'] });
const verifyingMime: Mime = {
  ...mime,
  read: (raw, size) => readInSteps({ raw, size }, readStep, verifier),
};

/** A club before a mail comes, and mails to damage. */
interface Club {
  readonly documents: readonly (readonly [DocumentKey, Document])[];
  readonly mails: readonly Buffer[];
}

const OPENINGS = [
  'nex challenge -size=4 alice bob',
  'hex challenge alice bob',
  'nexos challenge alice bob carol dave',
  'go challenge -size=9 carol alice',
  'nex challenge alice robot1',
];
const COMMANDS = [
  ...['signup erin secret', 'password 12345678', 'list', 'help nex', 'show nex 101', 'nex resign 101', 'ratings'],
  ...['nex challenge -size=7 alice bob', 'vacation 20.12.-24.12.', 'hex challenge alice anyone', 'message bob'],
  ...['set mail=text', 'nex history 101', 'tournament open nex', 'chat nex 101', 'forget me', 'standings'],
];

const quote = ({ text }: Received): string => text.replace(/^/gm, '> ');

async function prepareClub(): Promise<Club> {
  const store = createMemoryStore();
  const documents = new Map<DocumentKey, Document>();
  const recording: Store = {
    ...store,
    commit: change => {
      for (const [key, document] of change.documents)
        if (document === null) documents.delete(key);
        else documents.set(key, document);
      return store.commit(change);
    },
  };
  const { deliver, log } = lab({ store: recording });
  const write = (from: string, subject: string): Promise<readonly Received[]> => deliver(mail({ from, subject }));
  for (const from of PLAYERS) await write(from, `signup ${from.slice(0, from.indexOf('@'))}`);
  const boards: Received[] = [];
  for (const subject of OPENINGS) boards.push(...(await write('alice@example.test', subject)));
  const failed = log.filter(line => line.startsWith('mail-failed'));
  if (failed.length > 0) throw new Error(failed.join('\n'));
  const first = must(
    boards.find(({ subject }) => subject.startsWith('New Nex Board 101')),
    'a board was opened',
  );
  const token = must(/b\.nex101\.0\.0\.[a-z0-9]+/.exec(first.replyTo), 'it has a token')[0];
  return {
    documents: [...documents],
    mails: [
      ...readMails(REPLIES).map(({ raw }) => Buffer.from(raw.toString('latin1').replaceAll(TOKEN, token), 'latin1')),
      ...boards.map(replyTo => {
        const [from = ''] = replyTo.to;
        const body = `b3,a3\n\nWell met!\n\nOn Sat, 21 Nov 2026, nexpost wrote:\n${quote(replyTo)}\n`;
        return bytesOf(mail({ from, subject: `Re: ${replyTo.subject}`, replyTo, body }));
      }),
      ...COMMANDS.map((subject, index) => {
        const from = must(PLAYERS[index % PLAYERS.length], 'a player');
        const body = ['chat nex 101 Well met!', ...COMMANDS, ''].slice(index % 4).join('\n');
        return bytesOf(mail({ from, subject, body, unproved: index % 3 === 0 }));
      }),
    ],
  };
}

/** A damaged mail. Some are signed by the mail server of their sender, after they were damaged. */
function makeMail(mails: readonly Buffer[], damage: ReturnType<typeof createDamager>, pick: Random['below']): Buffer {
  const whole = must(mails[pick(mails.length)], 'a mail');
  // Damage to the header often makes a mail without a sender, which is dropped at once.
  const start = pick(2) === 0 ? 0 : Math.max(0, whole.indexOf('\r\n\r\n'));
  const raw = Buffer.concat([whole.subarray(0, start), damage(whole.subarray(start), pick)]);
  if (pick(4) > 0) return raw;
  const text = raw.toString('latin1').replace(/^Authentication-Results:.*\r?\n(?:[ \t].*\r?\n)*/gim, '');
  return Buffer.from(signMail(text.replace(/@example\.test>?(?=\r?\nTo:)/, '@example.org')), 'latin1');
}

interface Handled {
  readonly ms: number;
  /** What became of the mail. */
  readonly outcome: string;
  /** Empty: all is well. */
  readonly faults: readonly string[];
}

/** The last line of the log about a mail. */
const OUTCOMES: Readonly<Record<string, (facts: Readonly<Record<string, unknown>>) => string>> = {
  'mail-done': ({ mails, unsent, proof }) =>
    mails !== 0 ? 'answered' : `not answered: ${unsent === 0 ? `proof ${String(proof)}` : 'over a limit'}`,
  'mail-silent': ({ reason }) => `dropped: ${String(reason)}`,
  'mail-returned': () => 'a delivery report',
};

/** Has a service process a mail, with the club as it was before all mails. */
async function handle(raw: Buffer, { documents }: Club): Promise<Handled> {
  const outcomes: string[] = [];
  const faults: string[] = [];
  const log: Log = {
    info: (event, facts = {}) => {
      const describe = OUTCOMES[event];
      if (describe !== undefined) outcomes.push(describe(facts));
    },
    warn: () => undefined,
    error: (event, facts = {}) => {
      faults.push(`${event} ${JSON.stringify(facts)}`);
    },
  };
  const store = createMemoryStore();
  await put(store, documents);
  const inbox = createInbox(lab({ store, log, mime: verifyingMime, guessLanguage }).context);
  const ms = await measure(inbox, raw);
  if (outcomes.length !== 1) faults.push(`${outcomes.length} outcomes`);
  return { ms, outcome: outcomes[0] ?? 'none', faults };
}

/** Milliseconds of CPU, of all threads. */
async function measure(inbox: Inbox, raw: Buffer): Promise<number> {
  const isWhole = raw.length <= limits.mailBytes;
  const delivered = { key: '1', size: raw.length, raw: raw.subarray(0, limits.mailBytes), isWhole };
  const before = process.cpuUsage();
  await inbox.processBatch([delivered], new AbortController().signal);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

interface Measured {
  readonly seed: number;
  readonly bytes: number;
  readonly ms: number;
  /** The time of the first try, if there were more. */
  readonly firstMs?: number;
}

async function measureMail(seed: number, make: (seed: number) => Buffer, club: Club): Promise<Handled & Measured> {
  const raw = make(seed);
  const first = await handle(raw, club);
  const measured = { ...first, seed, bytes: raw.length };
  if (first.ms <= SLOW_MS) return measured;
  const again: number[] = [];
  while (again.length < TRIES) again.push((await handle(raw, club)).ms);
  return { ...measured, firstMs: first.ms, ms: Math.min(...again) };
}

await loadLanguages();
const club = await prepareClub();
const damage = createDamager(club.mails);
const make = (seed: number): Buffer => makeMail(club.mails, damage, createRandom(seed).below);
if (values.show) {
  process.stdout.write(make(SEED));
  process.exit();
}
// The first mails compile the code.
for (let seed = SEED; seed < SEED + 200; seed++) await handle(make(seed), club);
const times: number[] = [];
const outcomes = new Map<string, number>();
let worst: readonly Measured[] = [];
let faultCount = 0;
for (let seed = SEED; seed < SEED + MAILS; seed++) {
  const { outcome, faults, ...measured } = await measureMail(seed, make, club);
  times.push(measured.ms);
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  worst = [...worst, measured].toSorted((one, other) => other.ms - one.ms).slice(0, WORST);
  for (const fault of faults) console.error(`--seed ${seed}: ${fault}`);
  faultCount += faults.length;
}
const sorted = times.toSorted((one, other) => one - other);
const quantile = (share: number): number | undefined => sorted[Math.floor((sorted.length - 1) * share)];
const counts = Object.fromEntries([...outcomes].toSorted(([, one], [, other]) => other - one));
print('inbound', { mails: MAILS, medianMs: quantile(0.5), p999Ms: quantile(0.999), mostMs: quantile(1) });
console.log(JSON.stringify({ bench: 'inbound', outcomes: counts, faults: faultCount }));
for (const each of worst) console.log(JSON.stringify({ bench: 'inbound', worst: each }));
process.exitCode = faultCount === 0 && (worst[0]?.ms ?? 0) <= MOST_MS ? 0 : 1;
