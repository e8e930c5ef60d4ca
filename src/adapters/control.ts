// A Unix socket in the data folder for the operator's commands: one line in, one line out.
// It is not reachable over the network.
import { chmod, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** The system limits the path of a socket to about a hundred bytes. */
const LONGEST_PATH = 100;
/** A longer line is not a valid command: the longest one holds an announcement with every letter escaped. Characters. */
const LONGEST_LINE = 200_000;
/** To ban a player with hundreds of boards takes a while. */
const PATIENCE_MS = 60_000;

export interface Control {
  readonly close: () => Promise<void>;
}

const pathIn = (data: string): string => join(data, 'control.sock');

/** The first line received. null: none came, or it is too long. */
function lineFrom(socket: Socket): Promise<string | null> {
  return new Promise(resolve => {
    let text = '';
    socket.setEncoding('utf8');
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.on('data', (more: string) => {
      text += more;
      const end = text.indexOf('\n');
      if (text.length > LONGEST_LINE) socket.destroy();
      else if (end >= 0) resolve(text.slice(0, end));
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(null));
  });
}

/** Answers operators of this data folder. null: the folder's path is too long for a socket. */
export async function openControl(data: string, answer: (line: string) => Promise<string>): Promise<Control | null> {
  const path = pathIn(data);
  if (Buffer.byteLength(path) > LONGEST_PATH) return null;
  // This process holds the folder's lock, so an existing socket was left by a killed process.
  await rm(path, { force: true });
  const server = createServer(socket => {
    void lineFrom(socket).then(async line => {
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
  const path = pathIn(data);
  if (Buffer.byteLength(path) > LONGEST_PATH) return null;
  const socket = connect(path);
  const answer = lineFrom(socket);
  socket.on('connect', () => socket.write(`${line}\n`));
  const found = await answer;
  socket.destroy();
  return found;
}
