// A data folder of a club of any size, written at once; and what the JSON store costs in it, in a process of its own.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountOf, addressOf, boardOf, seatsOf } from './scale-boards.ts';
import type { Club } from './scale-fill.ts';

/** As far as the disk goes: no fsync, or filling it would take minutes. */
const write = (file: string, document: object): void => {
  writeFileSync(file, `${JSON.stringify({ document, version: 1 }, null, 2)}\n`, { mode: 0o600 });
};

export function fillFolder(dir: string, { boards, running, players }: Club): void {
  for (const folder of ['matches/nex', 'accounts', 'addresses', 'counters'])
    mkdirSync(join(dir, folder), { recursive: true, mode: 0o700 });
  writeFileSync(join(dir, 'key'), '01'.repeat(32), { mode: 0o600 });
  const userid = (index: number): string => `player${index}`;
  for (let index = 0; index < players; index++) {
    write(join(dir, 'accounts', `${userid(index)}.json`), accountOf(userid(index)));
    const address = encodeURIComponent(addressOf(userid(index)));
    write(join(dir, 'addresses', `${address}.json`), { userid: userid(index) });
  }
  for (let index = 0; index < boards; index++) {
    const [one, other] = seatsOf(index, players);
    const board = boardOf(101 + index, [userid(one), userid(other)], index >= running);
    write(join(dir, 'matches/nex', `${board.number}.json`), board);
  }
  write(join(dir, 'counters', 'nex.json'), { next: 101 + boards });
}

export interface Opened {
  readonly startMs: number;
  readonly rssMb: number;
  readonly heapMb: number;
  readonly moveMs: number;
  readonly readOverMs: number;
}

export async function opened(dir: string, moves: number): Promise<Opened> {
  const child = fork(join(import.meta.dirname, 'scale-store.js'), [dir, String(moves)], { execArgv: ['--expose-gc'] });
  const [told] = (await once(child, 'message')) as [Opened];
  await once(child, 'exit');
  return told;
}
