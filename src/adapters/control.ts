// A Unix socket in the data folder for the operator's commands: one line in, one line out.
// It is not reachable over the network.
import { chmod, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** The system limits the path of a socket to about a hundred bytes. */
const MAX_PATH_BYTES = 100;
/** In characters. The longest valid command is an announcement with every letter escaped. */
const MAX_LINE_LENGTH = 200_000;
/** The time-out of a command. A ban of a player with hundreds of boards takes a while. */
const TIMEOUT_MS = 60_000;

export interface Control {
  readonly close: () => Promise<void>;
}

const socketPathOf = (data: string): string => join(data, 'control.sock');

/** The first line that the other side sends. null: the connection ended before a whole line came, or the line is too long. */
function readLine(socket: Socket): Promise<string | null> {
  return new Promise(resolve => {
    let text = '';
    socket.setEncoding('utf8');
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
    socket.on('data', (chunk: string) => {
      text += chunk;
      const end = text.indexOf('\n');
      if (text.length > MAX_LINE_LENGTH) socket.destroy();
      else if (end >= 0) resolve(text.slice(0, end));
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(null));
  });
}

/** Answers operators of this data folder. null: the folder's path is too long for a socket. */
export async function openControl(data: string, answer: (line: string) => Promise<string>): Promise<Control | null> {
  const path = socketPathOf(data);
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return null;
  // This process holds the folder's lock, so an existing socket was left by a killed process.
  await rm(path, { force: true });
  const server = createServer(socket => {
    void readLine(socket).then(async line => {
      if (line !== null) socket.end(`${await answer(line)}\n`);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  await chmod(path, 0o600);
  return { close: () => new Promise(resolve => server.close(() => resolve())) };
}

/** Resolves to the answer of the service of this data folder. null: no service listens. */
export async function askControl(data: string, line: string): Promise<string | null> {
  const path = socketPathOf(data);
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return null;
  const socket = connect(path);
  const answer = readLine(socket);
  socket.on('connect', () => socket.write(`${line}\n`));
  const found = await answer;
  socket.destroy();
  return found;
}
