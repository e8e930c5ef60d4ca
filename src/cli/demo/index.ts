// `nexpost demo`: plays a game of Nex by email on embedded servers, and shows every mail.
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Writable } from 'node:stream';
import { createLog } from '#adapters/log.ts';
import { HOST } from '#composition/service-settings.ts';
import { type RunningService, startService } from '#composition/start-service.ts';
import type { ParsedMail } from 'mailparser';
import { type MailClient, connectMailClient } from './mail-client.ts';
import { type DemoProcesses, startProcesses } from './processes.ts';
import { type OptionTable, createVerb } from '../shell/command-line.ts';
import { createDatabasePlace } from '../shell/store-place.ts';
import { type Io, Misuse, isTerminal } from '../shell/verb.ts';

const OPTIONS = {
  data: {
    kind: 'text',
    value: 'DIR',
    default: './data/demo',
    sentence: 'where the demo keeps its mail and games; a second run goes on from there',
  },
  pace: {
    kind: { least: 0, most: 999, isWhole: false, what: 'a number of seconds' },
    value: 'SECONDS',
    default: '0',
    sentence: 'seconds to wait between mails, for reading along',
  },
  workers: {
    kind: { least: 2, most: 8, isWhole: true, what: 'a whole number' },
    sentence:
      'runs the service as several processes over a database, 2 to 8 of them workers,\nand kills a worker in the middle of the game',
  },
  store: {
    kind: 'text',
    value: 'URL',
    sentence: 'for --workers: an empty database, postgres://user:password@host/database',
  },
} as const satisfies OptionTable;

type Player = 'alice' | 'bob';

/** One mail of a player's and how many mails each gets for it. */
interface Step {
  readonly by: Player;
  /** null: a reply to the newest board mail. */
  readonly subject: string | null;
  readonly body: string;
  readonly answers: Readonly<Record<Player, number>>;
}

const createStep = (by: Player, subject: string, answers: Step['answers']): Step => ({
  by,
  subject,
  body: '',
  answers,
});
const reply = (by: Player, body: string, answers = { alice: 1, bob: 1 }): Step => ({
  by,
  subject: null,
  body,
  answers,
});

const SCRIPT: readonly Step[] = [
  createStep('alice', 'signup alice', { alice: 1, bob: 0 }),
  createStep('bob', 'signup bob', { alice: 0, bob: 1 }),
  createStep('alice', 'nex challenge -size=4 alice bob', { alice: 1, bob: 1 }),
  reply('alice', 'b3,a3\n\nHello bob! The middle is mine.'),
  reply('bob', 'b3,c1', { alice: 0, bob: 1 }),
  reply('bob', 'c3,b1\n\nOops, that cell was taken. This one is not.'),
  reply('alice', 'c2,d2'),
  reply('bob', 'c1,a1'),
  reply('alice', 'd4,a4\n\nDo you see what comes?'),
  reply('bob', 'a1,b1,c1'),
  reply('alice', 'a3,d2,d4\n\nTwo neutrals for one stone: a chain from top to bottom.\nThank you for the game!'),
];

const PLAYERS: readonly Player[] = ['alice', 'bob'];
const RULE = '─'.repeat(72);

/** The mail during which a worker is killed. */
const KILL_STEP = 5;

export const demo = createVerb({
  name: 'demo',
  options: OPTIONS,
  help: '',
  run: async ({ values: { data, pace, workers, store } }, io) => {
    const options = { io, paceMs: pace * 1000, processes: null };
    if (workers === null && store === '') {
      const service = await startService({
        ...{ database: '', role: 'all', data: resolve(data) },
        ...{ smtpPort: 0, imapPort: 0, httpPort: 0, httpHost: HOST, settings: null, clock: null },
        log: createLog('error'),
      });
      try {
        return await play(service, options);
      } finally {
        await service.stop();
      }
    }
    if (workers === null || store === '')
      throw new Misuse('--workers and --store need each other: processes share a database.');
    createDatabasePlace(store, '--store');
    const tell = (line: string): void => void io.stdout.write(`${line}\n`);
    const processes = await startProcesses({ data: resolve(data), database: store, workers, tell });
    try {
      return await play({ ...processes, address: 'games@example.test' }, { ...options, processes });
    } finally {
      await processes.stop();
    }
  },
});

interface DemoOptions {
  readonly io: Io;
  readonly paceMs: number;
  /** null if the service is this process. */
  readonly processes: DemoProcesses | null;
}

type Clients = Readonly<Record<Player, MailClient>>;

async function play(
  { smtp, imap, address }: Pick<RunningService, 'smtp' | 'imap' | 'address'>,
  options: DemoOptions,
): Promise<0 | 1> {
  const { io, processes } = options;
  const connect = (name: Player): Promise<MailClient> =>
    connectMailClient(`${name}@example.test`, smtp ?? 0, imap ?? 0);
  const clients: Clients = { alice: await connect('alice'), bob: await connect('bob') };
  try {
    const result = await playScript(address, clients, options);
    io.stdout.write(`${RULE}\n${result}\n`);
    if (processes !== null) {
      // The script has received every answer. Any other mail is there twice.
      await processes.settle();
      const doubled = (await clients.alice.countUnread()) + (await clients.bob.countUnread());
      io.stdout.write(`Mails lost: 0, doubled: ${doubled}.\n`);
      if (doubled > 0) return 1;
    }
    io.stdout.write('Every mail went through real SMTP and IMAP on this machine. Your turn: npm start\n');
    return result.includes(') won.') ? 0 : 1;
  } finally {
    await Promise.all([clients.alice.close(), clients.bob.close()]);
  }
}

/** Plays the script and shows each mail. Resolves to the first line of the last one, which is the result. */
async function playScript(address: string, clients: Clients, { io, paceMs, processes }: DemoOptions): Promise<string> {
  const tellProgress = (done: number, words: string): void => {
    if (isTerminal(io.stderr)) io.stderr.write(`[${done}/${SCRIPT.length}] ${words}\n`);
  };
  io.stdout.write(
    'alice and bob play a game of Nex by email. Every mail is shown as it goes and comes: begin reading here.\n' +
      'To follow it live, run `npm run demo -- --pace 5`. To read it page by page: `npm run demo | less`.\n',
  );
  const boards: Partial<Record<Player, ParsedMail>> = {};
  let result = '';
  for (const [index, step] of SCRIPT.entries()) {
    tellProgress(index, `${step.by} writes`);
    const answered = step.subject === null ? (boards[step.by] ?? null) : null;
    const mail = { to: address, subject: step.subject ?? '', text: step.body };
    const subject = await clients[step.by].send(mail, answered);
    show(io.stdout, `${step.by} → ${address}`, subject, step.body);
    if (processes !== null && index === KILL_STEP)
      io.stdout.write(`kill -9 ${await processes.killWorker()}: a worker is dead. The others continue.\n`);
    for await (const [name, received] of collectAnswers(step, clients)) {
      const { subject: told = '', text = '' } = received;
      show(io.stdout, `${address} → ${name}`, told, text);
      if (/ Board \d+/.test(told)) boards[name] = received;
      result = text.split('\n', 1)[0] ?? '';
    }
    await sleep(paceMs);
  }
  tellProgress(SCRIPT.length, 'done');
  return result;
}

async function* collectAnswers({ answers }: Step, clients: Clients): AsyncGenerator<readonly [Player, ParsedMail]> {
  for (const name of PLAYERS) for (const mail of await clients[name].receive(answers[name])) yield [name, mail];
}

function show(out: Writable, route: string, subject: string, text: string): void {
  const body = text.trimEnd() === '' ? '' : `\n${text.trimEnd()}\n`;
  out.write(`${RULE}\n${route}\nSubject: ${subject}\n${body}\n`);
}
