// A Unix socket in the data folder for the operator's commands: one line in, one line out.
// It is not reachable over the network.
import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** The system limits the path of a socket to about a hundred bytes. */
const MAX_PATH_BYTES = 100;
/** In characters. The longest valid command is an announcement with every letter escaped. */
const MAX_COMMAND_LENGTH = 200_000;
/** In characters. The longest answer is a board whose record is full of the longest chats, with every letter escaped. */
const MAX_ANSWER_LENGTH = 100_000_000;
/** The time-out of a command. A ban of a player with hundreds of boards takes a while. */
const TIMEOUT_MS = 60_000;
/** A command that is being executed when the service stops is answered within this time, or not at all. */
const FAREWELL_MS = 1_000;

const socketPathOf = (data: string): string => join(data, 'control.sock');

/** The first line that the other side sends. null: the connection ended before a whole line came, or the line is too long. */
function readLine(socket: Socket, maxLength: number): Promise<string | null> {
  return new Promise(resolve => {
    let text = '';
    socket.setEncoding('utf8');
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
    socket.on('data', (chunk: string) => {
      text += chunk;
      const end = chunk.includes('\n') ? text.indexOf('\n') : -1;
      if (text.length > maxLength) socket.destroy();
      else if (end >= 0) resolve(text.slice(0, end));
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(null));
  });
}

/**
 * Answers operators of this data folder. null: the folder's path is too long for a socket. A client without a whole command does not delay
 * the end.
 */
export async function openControl(
  data: string,
  answer: (line: string) => Promise<string>,
  farewellMs = FAREWELL_MS,
): Promise<{ readonly close: () => Promise<void> } | null> {
  const path = socketPathOf(data);
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return null;
  // This process holds the folder's lock, so an existing socket was left by a killed process.
  await rm(path, { force: true });
  const open = new Set<Socket>();
  const reading = new Set<Socket>();
  const destroyAll = (sockets: ReadonlySet<Socket>): void => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer(socket => {
    open.add(socket);
    reading.add(socket);
    socket.once('close', () => open.delete(socket));
    void readLine(socket, MAX_COMMAND_LENGTH).then(async line => {
      reading.delete(socket);
      if (line !== null) socket.end(`${await answer(line)}\n`);
    });
  });
  await once(server.listen(path), 'listening');
  // A connection that cannot be accepted must not end the process.
  server.on('error', () => undefined);
  await chmod(path, 0o600);
  return {
    close: async () => {
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      destroyAll(reading);
      const timer = setTimeout(destroyAll, farewellMs, open);
      await closed;
      clearTimeout(timer);
    },
  };
}

/** Resolves to the answer of the service of this data folder. null: no service listens. */
export async function askControl(data: string, line: string): Promise<string | null> {
  const path = socketPathOf(data);
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return null;
  const socket = connect(path);
  const answer = readLine(socket, MAX_ANSWER_LENGTH);
  socket.on('connect', () => socket.write(`${line}\n`));
  const found = await answer;
  socket.destroy();
  return found;
}
