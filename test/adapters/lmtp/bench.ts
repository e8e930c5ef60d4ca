// An LMTP server for a test, and a client that says exactly what a test wants.
import { type Socket, connect } from 'node:net';
import { afterEach } from 'vitest';
import { type LmtpOptions, type LmtpServer, lmtpLimits, startLmtp } from '#adapters/lmtp/server.ts';
import type { DeliverMail } from '#service/ports.ts';

export const OWN = { local: 'games', domain: 'example.test' };
export const MAIL_BYTES = 20_000;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

export interface Bench extends LmtpServer {
  /** The mails that were delivered. */
  readonly mails: string[];
  readonly logged: (readonly [string, unknown])[];
  readonly talk: () => Talk;
}

export async function startBench(deliver?: DeliverMail, over: Partial<LmtpOptions> = {}): Promise<Bench> {
  const mails: string[] = [];
  const logged: (readonly [string, unknown])[] = [];
  const log = (event: string, facts: unknown = {}): void => void logged.push([event, facts]);
  const keep: DeliverMail = raw => {
    mails.push(Buffer.from(raw).toString('latin1'));
    return Promise.resolve('delivered');
  };
  const server = await startLmtp({
    ...{ place: { host: '127.0.0.1', port: 0 }, own: OWN, deliver: deliver ?? keep, mailBytes: MAIL_BYTES },
    limits: lmtpLimits,
    ...{ now: () => Date.UTC(2026, 10, 26, 10), idOf: () => 'id', log: { info: log, warn: log, error: log } },
    ...over,
  });
  cleanups.push(server.close);
  return { ...server, mails, logged, talk: () => createTalk(server.port ?? 0) };
}

export interface Talk {
  readonly socket: Socket;
  /** The next reply, whole. null: the server has closed. */
  readonly hear: () => Promise<string | null>;
  /** Sends a line, and gives the reply to it. */
  readonly say: (line: string | Buffer) => Promise<string | null>;
  /** Up to the first recipient. */
  readonly begin: (...recipients: readonly string[]) => Promise<string | null>;
}

function createTalk(port: number): Talk {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  let hasEnded = false;
  let wake = (): void => undefined;
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    text += chunk;
    wake();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    hasEnded = true;
    wake();
  });
  cleanups.push(() => socket.destroy());
  const hear = async (): Promise<string | null> => {
    for (;;) {
      const [reply] = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(text) ?? [];
      if (reply !== undefined) {
        text = text.slice(reply.length);
        return reply.trimEnd();
      }
      if (hasEnded) return null;
      await new Promise<void>(resolve => (wake = resolve));
    }
  };
  const say = (line: string | Buffer): Promise<string | null> => {
    socket.write(Buffer.concat([Buffer.from(line), Buffer.from('\r\n')]));
    return hear();
  };
  return {
    ...{ socket, hear, say },
    begin: async (...recipients) => {
      await hear();
      await say('LHLO mx.example.org');
      await say('MAIL FROM:<alice@example.org>');
      for (const recipient of recipients) await say(`RCPT TO:<${recipient}>`);
      return say('DATA');
    },
  };
}
