// Kills a service while mails are delivered to it by LMTP, as a mail server does: what has no answer is sent again.
import { writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { type StorePlace, useAnyReadOnlyStore } from '#cli/shell/store-place.ts';
import { createRandom } from '#games/kit/random.ts';
import { withResolvers } from '#test/with-resolvers.ts';
import type { Program } from '../e2e/program.ts';

const DOMAIN = 'example.test';

/** A mail server for what the service sends. It keeps each mail. */
async function startSink() {
  const mails: string[] = [];
  let wake = (): void => undefined;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push(Buffer.concat(chunks).toString('latin1'));
        wake();
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    ...{ mails, port: (server.server.address() as AddressInfo).port },
    untilNext: () => new Promise<void>(resolve => (wake = resolve)),
    close: () => new Promise<void>(resolve => server.close(resolve)),
  };
}

/** The first players are there before the first kill, since mails of different players have no order. All others challenge one of them. */
const LEADERS = 10;

export const opensBoard = (number: number): boolean => number >= LEADERS;

/** A mail that signs up a player and opens a board. If it took effect twice, there were two boards. */
function mailOf(number: number): string {
  const lines = [
    `From: player${number}@${DOMAIN}`,
    `To: games@${DOMAIN}`,
    `Authentication-Results: mx.${DOMAIN}; dkim=pass header.d=${DOMAIN}`,
    'Subject:',
    `Message-ID: <mail${number}@${DOMAIN}>`,
    '',
    `signup player${number}`,
    opensBoard(number) ? `nex challenge -size=5 player${number} player${number % LEADERS}` : '',
    '.',
    '',
  ];
  return lines.join('\r\n');
}

/** A connection to the service. Its calls resolve to null when the service is gone. */
function openLmtp(path: string) {
  const socket = connect(path);
  let text = '';
  let hasEnded = false;
  let wake = (): void => undefined;
  socket.on('data', chunk => {
    text += String(chunk);
    wake();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    hasEnded = true;
    wake();
  });
  const hear = async (): Promise<string | null> => {
    for (;;) {
      const [reply] = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(text) ?? [];
      if (reply !== undefined) {
        text = text.slice(reply.length);
        return reply;
      }
      if (hasEnded) return null;
      await new Promise<void>(resolve => (wake = resolve));
    }
  };
  const say = (line: string): Promise<string | null> => {
    socket.write(`${line}\r\n`);
    return hear();
  };
  return {
    close: () => socket.destroy(),
    greet: async () => (await hear()) !== null && (await say('LHLO mx.example.test')) !== null,
    /** True: the service has taken the mail. `whenSent`: called when the last byte is on its way. */
    send: async (number: number, whenSent: () => void = () => undefined): Promise<boolean> => {
      for (const line of [`MAIL FROM:<player${number}@${DOMAIN}>`, `RCPT TO:<games@${DOMAIN}>`, 'DATA'])
        if (/^[23]/.exec((await say(line)) ?? '') === null) return false;
      socket.write(mailOf(number), whenSent);
      return (await hear())?.startsWith('250') === true;
    },
  };
}

export interface Outcome {
  /** The mails that were sent. */
  readonly sent: number;
  /** The kills after which the mail in progress had no answer. */
  readonly unanswered: number;
  /** For each mail, the Subjects of its answers, without those that were sent twice. */
  readonly answers: readonly (readonly string[])[];
  /** The boards that each player opened. */
  readonly boards: readonly number[];
}

/** Mails that are sent before each kill: the last of them is in progress then. */
const MAX_MAILS = 3;
/** Before one in this number of kills all earlier mails are answered. */
const DRAINED_EVERY = 4;
/** The kill comes within this number of turns of our event loop after the last byte: some 20 milliseconds. */
const MAX_TURNS = 1_500;

export async function waitTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}

/** `database`: its URL. '': everything is in a folder. */
export async function killWhileDelivering(
  program: Program,
  { kills, seed, database = '' }: { readonly kills: number; readonly seed: number; readonly database?: string },
): Promise<Outcome> {
  const rng = createRandom(seed);
  const sink = await startSink();
  const [lmtp, config, data] = [program.folder('lmtp.sock'), program.folder('config.json'), program.folder('data')];
  const settings = {
    address: `games@${DOMAIN}`,
    ...{ trustedAuthservIds: [`mx.${DOMAIN}`], robots: false, pictures: false },
    ...{ store: database, delivery: { maildir: program.folder('mail'), lmtp } },
    smtp: { host: '127.0.0.1', port: sink.port, secure: false },
  };
  writeFileSync(config, JSON.stringify(settings));
  const begin = async () => {
    const words = ['--data', data, '--config', config, '--http-port', '0', '--log-level', 'warn'];
    const service = await program.serve(words);
    const client = openLmtp(lmtp);
    await client.greet();
    return { service, client };
  };
  const untilAnswered = async (count: number): Promise<void> => {
    for (let number = 0; number < count; number += 1)
      while (answersTo(number, sink.mails).length === 0) await sink.untilNext();
  };
  let { service, client } = await begin();
  for (let number = 0; number < LEADERS; number += 1) await client.send(number);
  await untilAnswered(LEADERS);
  let sent = LEADERS;
  let unanswered = 0;
  /** The mail that has no answer yet. null: all have one. */
  let pending: number | null = null;
  for (let kill = 0; kill < kills; kill += 1) {
    for (let count = rng.below(MAX_MAILS); count > 0; count -= 1) {
      if (!(await client.send(pending ?? sent++))) throw new Error('a service that lives takes a mail');
      pending = null;
    }
    // A service that lives for less than a second decides none of the mails that others died with.
    if (kill % DRAINED_EVERY === 0) await untilAnswered(pending ?? sent);
    pending ??= sent++;
    const [killing, turns] = [withResolvers(), rng.below(MAX_TURNS)];
    const { kill: end } = service;
    const hasAnswer = await client.send(pending, () => {
      void waitTurns(turns).then(end).then(killing.resolve);
    });
    await killing.promise;
    if (hasAnswer) pending = null;
    else unanswered += 1;
    client.close();
    ({ service, client } = await begin());
  }
  if (pending !== null) await client.send(pending);
  await untilAnswered(sent);
  client.close();
  await service.terminate();
  await sink.close();
  return {
    sent,
    unanswered,
    answers: Array.from({ length: sent }, (_, number) => answersTo(number, sink.mails)),
    boards: await countBoards(placeOf(data, database), sent),
  };
}

const valueOf = (mail: string, name: string): string => new RegExp(`^${name}:\\s*(.*)`, 'im').exec(mail)?.[1] ?? '';

/** A mail that was sent again after a kill has the same Message-ID. */
function answersTo(number: number, mails: readonly string[]): readonly string[] {
  const answers = mails.filter(mail => valueOf(mail, 'In-Reply-To') === `<mail${number}@${DOMAIN}>`);
  return [...new Map(answers.map(mail => [valueOf(mail, 'Message-ID'), valueOf(mail, 'Subject').trim()])).values()];
}

const placeOf = (dir: string, url: string): StorePlace =>
  url === '' ? { kind: 'folder', dir } : { kind: 'database', url };

/** How many boards each player has opened. */
async function countBoards(place: StorePlace, players: number): Promise<readonly number[]> {
  const counts = Array.from({ length: players }, () => 0);
  await useAnyReadOnlyStore(place, async look => {
    for await (const { challenger } of look.all('match')) counts[Number(/\d+/.exec(challenger)?.[0])]! += 1;
  });
  return counts;
}
