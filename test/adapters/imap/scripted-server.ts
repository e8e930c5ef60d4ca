// An IMAP server in this process with just enough of a happy path, and every command of it open to be overridden:
// `handlers: { SEARCH: talk => … }`; `null` never answers.
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface Talk {
  readonly tag: string;
  readonly args: string;
  /** Which time this command is asked, over all connections, from 1. */
  readonly time: number;
  readonly mails: Map<number, Buffer>;
  readonly send: (text: string | Buffer) => void;
  /** Untagged lines, then the tagged OK. */
  readonly ok: (...untagged: readonly string[]) => void;
  /** As if nothing had been overridden. */
  readonly asUsual: () => void;
  /** Ends the connection without a word. */
  readonly hangUp: () => void;
}

type Handler = (talk: Talk) => void;
export type Handlers = Readonly<Record<string, Handler | null>>;

export interface ScriptedServer {
  readonly port: number;
  readonly mails: Map<number, Buffer>;
  /** Every command received, `CONNECT` for a new connection. */
  readonly heard: readonly string[];
  /** How many clients are connected now. */
  readonly connections: () => number;
  /** Resolves when it is so, looked at after each command, and each time a client comes or goes. */
  readonly until: (isSo: (server: Pick<ScriptedServer, 'heard' | 'connections'>) => boolean) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface Script {
  readonly capabilities?: string;
  readonly handlers?: Handlers;
  readonly host?: string;
}

const CAPABILITIES = 'IMAP4rev1 IDLE MOVE UIDPLUS';

export async function scriptedServer({
  capabilities = CAPABILITIES,
  handlers = {},
  host = '127.0.0.1',
}: Script): Promise<ScriptedServer> {
  const mails = new Map<number, Buffer>();
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  const times = new Map<string, number>();
  const usual = happyPath(capabilities);
  const looks = new Set<() => void>();
  const happened = (): void => {
    for (const look of looks) look();
  };

  const answer = (socket: Socket, command: string, tag: string, args: string): void => {
    heard.push(command);
    times.set(command, (times.get(command) ?? 0) + 1);
    const send = (text: string | Buffer): void => {
      if (!socket.destroyed) socket.write(text);
    };
    const ok = (...untagged: readonly string[]): void => send([...untagged, `${tag} OK done\r\n`].join('\r\n'));
    const parts = { tag, args, mails, send, ok, time: times.get(command)!, hangUp: () => void socket.destroy() };
    const talk: Talk = { ...parts, asUsual: () => (usual[command] ?? (() => send(`${tag} BAD unknown\r\n`)))(talk) };
    const handler = handlers[command];
    if (handler !== null) (handler ?? talk.asUsual)(talk);
    happened();
  };

  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      happened();
    });
    answer(socket, 'CONNECT', '*', '');
    let input = '';
    let idling = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      const lines = (input + text).split('\r\n');
      input = lines.pop() ?? '';
      for (const line of lines) {
        if (line === 'DONE') {
          socket.write(`${idling} OK idled\r\n`);
          continue;
        }
        const [, tag = '', command = '', args = ''] = /^(\S+) (?:UID )?(\S+) ?(.*)$/i.exec(line) ?? [];
        const name = command.toUpperCase();
        if (name === 'IDLE') idling = tag;
        answer(socket, name, tag, args);
      }
    });
  });
  await new Promise<void>(resolve => server.listen(0, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    heard,
    connections: () => sockets.size,
    until: isSo =>
      new Promise(resolve => {
        const look = (): void => {
          if (!isSo({ heard, connections: () => sockets.size })) return;
          looks.delete(look);
          resolve();
        };
        looks.add(look);
        look();
      }),
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
}

const uidsIn = (set: string): readonly number[] =>
  set.split(',').flatMap(part => {
    const [first = 0, last = first] = part.split(':').map(Number);
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });

function happyPath(capabilities: string): Readonly<Record<string, Handler>> {
  return {
    CONNECT: ({ send }) => send(`* OK [CAPABILITY ${capabilities}] ready\r\n`),
    CAPABILITY: ({ ok }) => ok(`* CAPABILITY ${capabilities}`),
    LOGIN: ({ ok }) => ok(`* CAPABILITY ${capabilities}`),
    NOOP: ({ ok, mails }) => ok(`* ${mails.size} EXISTS`),
    LIST: ({ ok }) => ok('* LIST () "/" INBOX', '* LIST () "/" Processed', '* LIST () "/" Quarantine'),
    LSUB: ({ ok }) => ok('* LSUB () "/" INBOX'),
    CREATE: ({ ok }) => ok(),
    SELECT: ({ tag, send, mails }) =>
      send(
        `* FLAGS (\\Seen \\Deleted)\r\n* ${mails.size} EXISTS\r\n* OK [UIDVALIDITY 7] yes\r\n* OK [UIDNEXT 99] yes\r\n${tag} OK [READ-WRITE] done\r\n`,
      ),
    SEARCH: ({ ok, mails }) => ok(['* SEARCH', ...mails.keys()].join(' ')),
    FETCH: ({ args, mails, send, ok }) => {
      for (const uid of uidsIn(args.split(' ')[0]!)) {
        const raw = mails.get(uid);
        if (raw === undefined) continue;
        const place = [...mails.keys()].indexOf(uid) + 1;
        const source = /BODY/i.test(args) ? ` BODY[] {${raw.length}}\r\n${raw.toString('latin1')}` : '';
        send(Buffer.from(`* ${place} FETCH (UID ${uid} RFC822.SIZE ${raw.length}${source})\r\n`, 'latin1'));
      }
      ok();
    },
    MOVE: ({ args, mails, ok }) => {
      for (const uid of uidsIn(args.split(' ')[0]!)) mails.delete(uid);
      ok();
    },
    COPY: ({ ok }) => ok(),
    STORE: ({ ok }) => ok(),
    EXPUNGE: ({ args, mails, ok }) => {
      for (const uid of uidsIn(args.split(' ')[0]!)) mails.delete(uid);
      ok();
    },
    IDLE: ({ send }) => send('+ idling\r\n'),
    LOGOUT: ({ ok }) => ok('* BYE until later'),
  };
}
