// `nexpost referee --port`: players that connect, stay, leave, come again, are one too many; each talks to a real socket on loopback.
import { existsSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { listenForPlayers } from '#referee/program-players.ts';
import { untilSoIn } from '#test/changes-in.ts';
import { referee, start, type Refereed, traces } from './referee-run.ts';

/** A player of Hex that takes the first empty cell, at a port; resolves when the connection is over, to all it was told. */
interface Client {
  readonly socket: Socket;
  readonly told: Promise<readonly string[]>;
}

/** `ok`: of the later dialect, said after `isReady`. `leaves`: hangs up instead of its second move. */
async function client(port: number, { ok = true, leaves = false, isReady = Promise.resolve() } = {}): Promise<Client> {
  const socket = connect(port, '127.0.0.1');
  await new Promise(resolve => socket.once('connect', resolve));
  const lines: string[] = [];
  let [cells, moves]: [string[], number] = [[], 0];
  const say = (text: string): void => {
    if (socket.writable) socket.write(`${text}\n`);
  };
  const hears = (line: string): void => {
    lines.push(line);
    if (line.startsWith('r')) {
      const size = Number(/\d+/.exec(line)![0]);
      cells = Array.from(
        { length: size * size },
        (_, i) => 'abcdefgh'.charAt(Math.floor(i / size)) + String((i % size) + 1),
      );
    }
    cells = cells.filter(cell => line !== `>${cell}`);
    if (ok && /^[r>]/.test(line)) void isReady.then(() => say('ok'));
    if (line === '?') {
      moves += 1;
      if (leaves && moves === 2) socket.destroy();
      else say(cells[0]!);
    }
    if (!ok && /^[-+#!]$/.test(line)) socket.end();
  };
  socket.on('error', () => undefined);
  createInterface({ input: socket }).on('line', hears);
  const told = new Promise<readonly string[]>(resolve => socket.once('close', () => resolve(lines)));
  return { socket, told };
}

/** Starts a referee on a free port, and says which. */
async function onPort(
  ...words: readonly string[]
): Promise<{ readonly port: number; readonly ended: Promise<Refereed> }> {
  const { stderr, ended } = start(['referee', 'hex', '-size=3', '--port', '0', ...words]);
  const line = await new Promise<string>(resolve => stderr.once('data', (piece: Buffer) => resolve(piece.toString())));
  return { port: Number(/at 127\.0\.0\.1:(\d+)\.\n$/.exec(line)?.[1]), ended };
}

const results = ({ games }: Refereed): string[] =>
  games.map(
    ({ black, white, winner, reason, plies }) => `${black}, ${white}: ${winner ?? 'nobody'}, ${reason}, ${plies}`,
  );

describe('two who connect', () => {
  it('stay for all games in the later dialect; the first is Black in game 1', async () => {
    const { port, ended } = await onPort('--games', '3');
    const first = await client(port);
    const second = await client(port);
    const done = await ended;
    expect(done.status).toBe(0);
    expect(results(done)).toEqual([
      'client 1, client 2: black, connection, 7',
      'client 2, client 1: black, connection, 7',
      'client 1, client 2: black, connection, 7',
    ]);
    const [told, other] = await Promise.all([first.told, second.told]);
    expect(told.filter(line => !line.startsWith('>'))).toEqual([
      'r3-c3#', '?', '?', '?', '?', '+', 'r3-c3#', '?', '?', '?', '-', 'r3-c3#', '?', '?', '?', '?', '+', '$',
    ]); // prettier-ignore
    expect(other.at(-1)).toBe('$');
  });

  it('come anew for every game in the old dialect', async () => {
    const { port, ended } = await onPort('--games', '2');
    for (let game = 0; game < 2; game++) {
      const first = await client(port, { ok: false });
      const second = await client(port, { ok: false });
      expect((await first.told).at(-1)).toBe('+');
      expect((await second.told).at(-1)).toBe('-');
    }
    expect(results(await ended)).toEqual([
      'client 1, client 2: black, connection, 7',
      'client 2, client 1: black, connection, 7',
    ]);
  });

  it('may be one, beside a program', async () => {
    const { folder, file, remove } = traces();
    const { port, ended } = await onPort('--black', `echo hello; : >${file('said')}; cat`, '--games', '1');
    // The referee asks for no move before the client has said that it is ready.
    const only = await client(port, { isReady: untilSoIn(folder, () => existsSync(file('said'))) });
    expect(results(await ended)).toEqual([expect.stringMatching(/^echo hello; .* cat, client 1: white, protocol, 0$/)]);
    expect((await only.told).slice(-2)).toEqual(['+', '$']);
    remove();
  });
});

describe('who hangs up', () => {
  it('loses that game, and may come again for the next', async () => {
    const { port, ended } = await onPort('--games', '2');
    const first = await client(port, { leaves: true });
    const second = await client(port);
    await first.told;
    const again = await client(port);
    const done = await ended;
    expect(results(done)).toEqual(['client 1, client 2: white, crash, 2', 'client 2, client 1: black, connection, 7']);
    expect(done.games[0]!.faults).toEqual([{ by: 'black', message: 'it hung up' }]);
    expect((await Promise.all([second.told, again.told])).map(lines => lines.at(-1))).toEqual(['$', '$']);
  });
});

describe('who talks at once', () => {
  it('loses that game; the other, who had no time to say a word, stays', async () => {
    const { port, ended } = await onPort('--games', '2');
    const first = await client(port);
    first.socket.write('zz\n');
    const second = await client(port);
    await first.told;
    const again = await client(port);
    const done = await ended;
    expect(results(done)).toEqual([
      'client 1, client 2: white, protocol, 0',
      'client 2, client 1: black, connection, 7',
    ]);
    expect((await Promise.all([second.told, again.told])).map(lines => lines.at(-1))).toEqual(['$', '$']);
  });
});

describe('the port', () => {
  it('turns away a third, who is told to abort', async () => {
    const lobby = await listenForPlayers(0);
    const [first, second, third] = [await client(lobby.port), await client(lobby.port), await client(lobby.port)];
    expect(await third.told).toEqual(['!']);
    expect(await lobby.next(1, new AbortController().signal)).not.toBeNull();
    lobby.close();
    expect(await second.told).toEqual(['!']);
    first.socket.destroy();
  });

  it('is waited at for so long, or until that is called off', async () => {
    const lobby = await listenForPlayers(0);
    const off = new AbortController();
    const [late, called] = [lobby.next(5, off.signal), lobby.next(60_000, off.signal)];
    expect(await late).toBeNull();
    off.abort();
    expect(await called).toBeNull();
    lobby.close();
  });

  it('may be taken: that is told in a sentence', async () => {
    const server = createServer();
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { status, out, err } = await referee('hex', '--port', String(port));
    expect([status, out]).toEqual([1, '']);
    expect(err).toMatch(
      new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 cannot be listened on \\(.*EADDRINUSE.*\\)\\.\n$`),
    );
    server.close();
  });
});
