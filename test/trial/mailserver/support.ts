// What the tests of the embedded server share: a server in a folder of its own, and a client that speaks raw IMAP.
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import { afterEach, expect } from 'vitest';
import { startEmbedded, type EmbeddedServers } from '#trial/start-embedded.ts';

export const domain = 'example.test';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Runs after the test, last one first. */
export function afterwards(cleanup: () => Promise<void> | void): void {
  cleanups.push(cleanup);
}

export function freshFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'nexpost-embedded-'));
  afterwards(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export interface Running extends EmbeddedServers {
  readonly dir: string;
  /** Events that were logged. */
  readonly logged: string[];
}

export async function running(dir = freshFolder()): Promise<Running> {
  const logged: string[] = [];
  const log = (event: string, facts: Readonly<Record<string, string | number>>): void => {
    logged.push(`${event} ${JSON.stringify(facts)}`);
  };
  const servers = await startEmbedded({ dir, smtpPort: 0, imapPort: 0, domain, service: 'games', log });
  afterwards(servers.close);
  return { ...servers, dir, logged };
}

export interface Mailing {
  readonly from?: string;
  readonly to: readonly string[];
  readonly raw: string | Buffer;
  readonly user?: string;
  readonly password?: string;
}

/** Through nodemailer; resolves with the server's answer. */
export async function submit(server: Running, mailing: Mailing): Promise<string> {
  const user = mailing.user ?? `alice@${domain}`;
  const from = mailing.from ?? user;
  const transport = createTransport({
    host: '127.0.0.1',
    port: server.smtpPort,
    secure: false,
    ignoreTLS: true,
    auth: { user, pass: mailing.password ?? 'any' },
  });
  try {
    return (await transport.sendMail({ envelope: { from, to: [...mailing.to] }, raw: mailing.raw })).response;
  } finally {
    transport.close();
  }
}

export function mail(fields: Readonly<Record<string, string>>, body = 'b3,a3\r\n'): string {
  const lines = Object.entries({ From: `alice@${domain}`, ...fields }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${lines.join('')}\r\n${body}`;
}

/** An imapflow client, logged in. */
export async function flow(server: Running, user: string, pass = 'any'): Promise<ImapFlow> {
  const client = new ImapFlow({
    host: '127.0.0.1',
    port: server.imapPort,
    secure: false,
    doSTARTTLS: false,
    auth: { user, pass },
    logger: false,
  });
  client.on('error', () => undefined);
  await client.connect();
  afterwards(() => client.close());
  return client;
}

/** A connection that sends what it is given and hands out lines. */
export class Talk {
  readonly socket: Socket;
  #buffer = '';
  #ended = false;
  #wake: () => void = () => undefined;

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.setEncoding('latin1');
    this.socket.on('data', (text: string) => {
      this.#buffer += text;
      this.#wake();
    });
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => {
      this.#ended = true;
      this.#wake();
    });
    afterwards(() => void this.socket.destroy());
  }

  send(text: string | Buffer): void {
    this.socket.write(text);
  }

  /** The next line without its end; `undefined` when the server has closed. */
  async line(): Promise<string | undefined> {
    for (;;) {
      const at = this.#buffer.indexOf('\r\n');
      if (at >= 0) {
        const line = this.#buffer.slice(0, at);
        this.#buffer = this.#buffer.slice(at + 2);
        return line;
      }
      if (this.#ended) return undefined;
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
  }

  /** Sends no more, and resolves when the server has said all it has to say and closed. */
  async end(): Promise<void> {
    this.socket.end();
    while (!this.#ended) await new Promise<void>(resolve => (this.#wake = resolve));
  }

  /** All lines up to the one that answers the tag. */
  async ask(tag: string, command: string): Promise<string[]> {
    this.send(`${tag} ${command}\r\n`);
    const lines: string[] = [];
    for (;;) {
      const line = await this.line();
      if (line === undefined) return lines;
      lines.push(line);
      if (line.startsWith(`${tag} `)) return lines;
    }
  }

  get pending(): string {
    return this.#buffer;
  }
}

/**
 * Plays a written conversation: `C: ` is sent, `S: ` must come, `…` stands for anything within a line.
 * `↵` is a line end within what is sent at once. A digit before the colon tells several connections apart.
 */
export async function play(port: number, script: string): Promise<void> {
  const talks = new Map<string, Talk>();
  for (const entry of script.split('\n')) {
    const match = /^ *([CS])(\d?): ?(.*)$/.exec(entry);
    if (!match) continue;
    const [, side, which = '', text = ''] = match;
    const talk = talks.get(which) ?? new Talk(port);
    talks.set(which, talk);
    if (side === 'C') {
      expect(talk.pending, `unheard before ${entry}`).toBe('');
      talk.send(Buffer.from(`${text.replaceAll('↵', '\r\n')}\r\n`, 'latin1'));
    } else {
      expect(matches((await talk.line()) ?? '<closed>', text), entry).toBe('as written');
    }
  }
  for (const talk of talks.values()) expect(talk.pending, 'unheard at the end').toBe('');
}

function matches(line: string, pattern: string): string {
  const parts = pattern.split('…').map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(line) ? 'as written' : line;
}

/** How a conversation begins. */
export const greeting = `S: * OK [CAPABILITY IMAP4rev1 … nexpost is ready
C: a LOGIN bob@example.test any
S: a OK [CAPABILITY …`;

/** With some mails for bob. */
export async function withMails(count: number): Promise<Running> {
  const server = await running();
  for (let at = 1; at <= count; at += 1) {
    await submit(server, { to: ['bob@example.test'], raw: mail({ Subject: `mail ${at}`, To: 'bob@example.test' }) });
  }
  return server;
}
