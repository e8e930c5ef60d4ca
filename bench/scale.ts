// What a store costs by the number of boards in it, most of them over: until it is open, in memory, for a move.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Match } from '#core/state/documents.ts';

/** Boards, and how many of them are being played. */
const SIZES = [
  [1_000, 1_000],
  [10_000, 2_000],
  [100_000, 2_000],
] as const;
const PLAYERS = 2_000;
const MOVES = 400;
/** Of a board, as far as the disk goes: no fsync, or filling it would take minutes. */
const write = (file: string, document: object): void => {
  writeFileSync(file, `${JSON.stringify({ document, version: 1 }, null, 2)}\n`, { mode: 0o600 });
};

const userid = (index: number): string => `player${index % PLAYERS}`;

function fill(dir: string, boards: number, running: number): void {
  for (const folder of ['matches/nex', 'accounts', 'addresses', 'counters'])
    mkdirSync(join(dir, folder), { recursive: true, mode: 0o700 });
  writeFileSync(join(dir, 'key'), '01'.repeat(32), { mode: 0o600 });
  for (let index = 0; index < PLAYERS; index++) {
    const address = `${userid(index)}@example.test`;
    write(join(dir, 'accounts', `${userid(index)}.json`), {
      ...{ userid: userid(index), addresses: [address], wanted: null, passwordHash: null, opened: 0, closed: false },
      ...{ locked: false, passwordFrom: [], restorable: null },
    });
    write(join(dir, 'addresses', `${encodeURIComponent(address)}.json`), { userid: userid(index) });
  }
  for (let index = 0; index < boards; index++) {
    const isOver = index >= running;
    const board: Match = {
      ...{ game: 'nex', number: 101 + index, setup: { size: '11x11', endgame: 'neto' }, swap: false },
      ...{
        challenger: userid(index),
        state: isOver ? 'over' : 'active',
        comment: null,
        threads: [null, null],
        opened: 0,
      },
      players: [userid(index), userid(index * 7 + 1)].map(each => ({ kind: 'account', userid: each })),
      record: Array.from({ length: isOver ? 40 : 20 }, (_, ply) => ({
        ...{ kind: 'move', at: ply },
        text: `${'abcdefghij'.charAt(ply % 10)}${1 + (ply >> 3)},${'abcdefghij'.charAt(ply % 10)}${11 - (ply >> 3)}`,
      })),
    };
    write(join(dir, 'matches/nex', `${board.number}.json`), board);
  }
  write(join(dir, 'counters', 'nex.json'), { next: 101 + boards });
}

interface Opened {
  readonly startMs: number;
  readonly rssMb: number;
  readonly heapMb: number;
  readonly moveMs: number;
  readonly readOverMs: number;
}

async function opened(dir: string, moves: number): Promise<Opened> {
  const child = fork(join(import.meta.dirname, 'scale-store.js'), [dir, String(moves)], { execArgv: ['--expose-gc'] });
  const [told] = (await once(child, 'message')) as [Opened];
  await once(child, 'exit');
  return told;
}

const told = (value: number): number => Number(value.toPrecision(3));
const root = mkdtempSync(join(tmpdir(), 'nexpost-scale-'));
try {
  const rows: (Opened & { readonly boards: number; readonly first: number })[] = [];
  for (const [boards, running] of SIZES) {
    const dir = join(root, String(boards));
    fill(dir, boards, running);
    // The first time every board is read: what is known of those that are over is written down then.
    const first = await opened(dir, 0);
    rows.push({ boards, first: first.startMs, ...(await opened(dir, MOVES)) });
  }
  for (const { boards, first, startMs, rssMb, heapMb, moveMs, readOverMs } of rows)
    console.log(JSON.stringify({ bench: 'scale', store: 'json', boards, firstStartMs: told(first), startMs: told(startMs), rssMb: told(rssMb), heapMb: told(heapMb), moveMs: told(moveMs), readOverMs: told(readOverMs) })); // prettier-ignore
  const [small, ...larger] = rows;
  const last = larger.at(-1);
  if (small !== undefined && last !== undefined)
    console.log(JSON.stringify({ bench: 'scale', of: `${last.boards} to ${small.boards} boards`, move: told(last.moveMs / small.moveMs) })); // prettier-ignore
} finally {
  rmSync(root, { recursive: true, force: true });
}
