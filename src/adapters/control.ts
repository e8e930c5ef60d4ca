// A socket in the data folder by which the operator's verbs reach a running service: one line in, one line out. No network.
import { chmod, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** The system allows paths of sockets some hundred bytes. */
const LONGEST_PATH = 100;
/** Beyond this a line is none of ours: the longest holds an announcement, every letter of it escaped. Characters. */
const LONGEST_LINE = 200_000;
/** Somebody with hundreds of boards is not banned in a moment. */
const PATIENCE_MS = 60_000;

export interface Control {
  readonly close: () => Promise<void>;
}

const pathIn = (data: string): string => join(data, 'control.sock');

/** The first line that comes; null: none did, or it is too long. */
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
  // Whoever has the folder's lock has its socket: what lies there is left from a process that was killed.
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

/** What the service of this data folder answers; null: none listens. */
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
