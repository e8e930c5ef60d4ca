// Games and positions of Hexafive made by a program that is not ours: no difference allowed.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { GivenOptions } from '#games/game.ts';
import { beginReplay, playNext, createPositionRecord, type Replay } from '#cli/shell/game-replay.ts';
import { findGame } from '#games/registry/index.ts';

interface Kind {
  readonly id: string;
  readonly size: number;
  readonly special: boolean;
  readonly capture: string;
}
interface GameVector extends Kind {
  readonly pieces: number;
  readonly plies: readonly (readonly [move: string, must: number, may: number])[];
  readonly result: string;
  readonly why: string | null;
  readonly final: string;
  readonly stock: readonly [number, number];
  readonly bad: readonly (readonly [number, string, string])[];
}
interface PositionVector extends Kind {
  readonly turn: string;
  readonly ban: string | null;
  readonly board: string;
  readonly over: string | null;
  readonly why: string | null;
  readonly moves: readonly string[];
  readonly winning_cells: readonly string[];
}
interface CaseVector extends Kind {
  readonly what: string;
  readonly board: string;
  readonly turn: string;
  readonly ban: string | null;
  readonly stock: readonly [number, number];
  readonly over_before: string | null;
  readonly move: string | null;
  readonly choices: readonly string[] | null;
  readonly legal: boolean;
  readonly after: string | null;
  readonly over_after: string | null;
  readonly stock_after: readonly [number, number] | null;
  readonly ban_after: string | null;
}

const hexafive = findGame('hexafive')!;
/** Where this many are in hand, they are not counted. */
const PLENTY = 10_000;

function read<Vector>(name: string): Vector[] {
  const file = new URL(`../vectors/${name}.jsonl.gz`, import.meta.url);
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  return lines.map(line => JSON.parse(line) as Vector);
}

const optionsOf = ({ size, special, capture }: Kind): GivenOptions => [
  special ? ['special', '1'] : ['radius', String(size)],
  ['capture', capture],
];

function begun(given: GivenOptions, text: string | null): Replay {
  const replay = beginReplay(hexafive, given, text);
  if (!replay.ok) throw new Error(replay.reason.code);
  return replay.value;
}

const isCounted = (stock: readonly number[]): boolean => Math.max(...stock) < PLENTY - 1000;

function textOf(at: { board: string; turn: string; ban: string | null; stock: readonly number[] | null }): string {
  const ban = at.ban === null ? '' : ` ban=${at.ban}`;
  const stock = at.stock !== null && isCounted(at.stock) ? ` stock=${at.stock.join()}` : '';
  return `${at.board} ${at.turn === 'White' ? 'O' : 'X'}${ban}${stock}`;
}

/** White, Black, draw or null, as the vectors write it. */
function overOf(replay: Replay): string | null {
  const { status, winner } = createPositionRecord(replay, { count: false, hash: false });
  if (status === 'playing') return null;
  return winner === null ? 'draw' : winner === 'white' ? 'White' : 'Black';
}

const reasonOf = (replay: Replay): unknown => createPositionRecord(replay, { count: false, hash: false })['reason'];
const encoded = (replay: Replay): string => hexafive.encode(replay.position);
const boardOf = (replay: Replay): string => encoded(replay).split(' ')[0]!;
const stockOf = (replay: Replay): string | null => / stock=(\S+)/.exec(encoded(replay))?.[1] ?? null;
const banOf = (replay: Replay): string | null => / ban=(\S+)/.exec(encoded(replay))?.[1] ?? null;
const movesOf = ({ game, position }: Replay): string[] => [...game.moves(position)].map(m => game.format(position, m));

function played(replay: Replay, text: string): Replay {
  const after = playNext(replay, text);
  if (!after.ok) throw new Error(`${text}: ${after.reason.code}`);
  return after.value.next;
}

/** How many moves would be legal here with and without compulsory captures. */
function countOf(replay: Replay, capture: string): number {
  const read = hexafive.decode({ ...replay.setup, capture }, encoded(replay));
  if (!read.ok) throw new Error(read.reason.code);
  return hexafive.countMoves(read.value);
}

describe('whole games', () => {
  const vectors = read<GameVector>('hexafive-games');
  it.each(vectors.map(vector => [vector.id, vector] as const))('%s', (_, vector) => {
    const pieces: GivenOptions = vector.special ? [] : [['pieces', String(vector.pieces)]];
    let replay = begun([...optionsOf(vector), ...pieces], null);
    const refuse = (ply: number): void => {
      for (const [, text, why] of vector.bad.filter(([at]) => at === ply)) {
        expect(hexafive.parse(replay.position, text).ok, `${text}: ${why}`).toBe(false);
      }
    };
    for (const [ply, [text, must, may]] of vector.plies.entries()) {
      // The endless game is over at the third occurrence of a position.
      if (vector.why === null && overOf(replay) !== null) break;
      expect([countOf(replay, 'must'), countOf(replay, 'may')]).toEqual([must, may]);
      expect(movesOf(replay)).toHaveLength(vector.capture === 'must' ? must : may);
      expect(overOf(replay)).toBeNull();
      refuse(ply);
      replay = played(replay, text);
    }
    refuse(vector.plies.length);
    expect(overOf(replay)).toBe(vector.why === null ? 'draw' : vector.result);
    expect(reasonOf(replay)).toBe(vector.why ?? 'repetition');
    expect(stockOf(replay)).toBe(vector.pieces < PLENTY ? vector.stock.join() : null);
    if (vector.why !== null) expect(boardOf(replay)).toBe(vector.final);
  });
});

describe('positions set up', () => {
  const vectors = read<PositionVector>('hexafive-positions');
  it.each(vectors.map(vector => [vector.id, vector] as const))('%s', (_, vector) => {
    const replay = begun(optionsOf(vector), textOf({ ...vector, stock: null }));
    expect(overOf(replay)).toBe(vector.over);
    if (vector.why !== null) expect(reasonOf(replay)).toBe(vector.why);
    expect(movesOf(replay)).toHaveLength(vector.moves.length);
    expect(movesOf(replay).sort()).toEqual([...vector.moves].sort());
    expect(hexafive.countMoves(replay.position)).toBe(vector.moves.length);
    const wins = movesOf(replay).filter(text => overOf(played(replay, text)) === vector.turn);
    expect([...new Set(wins.map(text => text.split(',')[0]!))].sort()).toEqual([...vector.winning_cells].sort());
  });
});

describe('single questions', () => {
  const vectors = read<CaseVector>('hexafive-cases');
  it.each(vectors.map(vector => [vector.id, vector.what, vector] as const))('%s: %s', (_id, _what, vector) => {
    const replay = begun(optionsOf(vector), textOf(vector));
    expect(overOf(replay)).toBe(vector.over_before);
    if (vector.move === null) return;
    const cell = vector.move.split(',')[0]!;
    const taken = movesOf(replay).filter(text => text.startsWith(`${cell},`)).map(text => text.split(',')[1]!); // prettier-ignore
    if (vector.choices !== null && vector.ban !== cell) expect(taken).toEqual(vector.choices);
    const after = playNext(replay, vector.move);
    expect(after.ok).toBe(vector.legal);
    if (!after.ok) return;
    expect(boardOf(after.value.next)).toBe(vector.after);
    expect(overOf(after.value.next)).toBe(vector.over_after);
    expect(banOf(after.value.next)).toBe(vector.ban_after);
    if (isCounted(vector.stock)) expect(stockOf(after.value.next)).toBe(vector.stock_after!.join());
  });
});
