// Games and positions of Nex made by programs that are not ours: no difference allowed.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { beginReplay, playNext, createPositionRecord, type Replay } from '#cli/shell/game-replay.ts';
import { findGame } from '#games/registry/index.ts';

interface Sized {
  readonly id: string;
  readonly rows: number;
  readonly cols: number;
  readonly variant: string;
}
interface GameVector extends Sized {
  readonly plies: readonly (readonly [string, number, number, number])[];
  readonly result: string;
  readonly final: string;
  readonly bad: readonly (readonly [number, string, string])[];
}
interface PositionVector extends Sized {
  readonly turn: string;
  readonly board: string;
  readonly over: string | null;
  readonly counts: readonly [number, number, number];
  readonly moves: readonly string[];
}
interface CaseVector extends Sized {
  readonly what: string;
  readonly turn: string;
  readonly board: string;
  readonly over_before: string | null;
  readonly move: string | null;
  readonly legal: boolean;
  readonly after: string | null;
  readonly over_after: string | null;
}

const nex = findGame('nex')!;

function read<Vector>(name: string): Vector[] {
  const file = new URL(`../vectors/${name}.jsonl.gz`, import.meta.url);
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  return lines.map(line => JSON.parse(line) as Vector);
}

function replayOf({ rows, cols, variant }: Sized, text: string | null): Replay {
  const begun = beginReplay(nex, [['size', `${rows}x${cols}`], ['endgame', variant]], text); // prettier-ignore
  if (!begun.ok) throw new Error(begun.reason.code);
  return begun.value;
}

/** B, W, draw or null, as the vectors write it. */
function overOf(replay: Replay): string | null {
  const { status, winner } = createPositionRecord(replay, { count: false, hash: false });
  if (status === 'playing') return null;
  return winner === null ? 'draw' : winner === 'black' ? 'B' : 'W';
}

const legal = (replay: Replay): number => nex.countMoves(replay.position);
const board = (replay: Replay): string => nex.encode(replay.position).split(' ')[0]!;

/** nexC's text of every legal move, from our canonical text. */
function nexcMoves({ game, position }: Replay, turn: string): string[] {
  return [...game.moves(position)].map(move => {
    const cells = game.format(position, move).split(',');
    const neutral = cells.length === 1 ? '' : `?${cells.pop()!}`;
    return cells.map(cell => turn + cell).join('') + neutral;
  });
}

describe('whole games', () => {
  const vectors = read<GameVector>('nex-games');
  it.each(vectors.map(vector => [vector.id, vector] as const))('%s', (_, vector) => {
    let replay = replayOf(vector, null);
    const refuse = (ply: number): void => {
      for (const [, text, why] of vector.bad.filter(([at]) => at === ply)) {
        expect(nex.parse(replay.position, text).ok, `${text}: ${why}`).toBe(false);
      }
    };
    for (const [ply, [text, ...counts]] of vector.plies.entries()) {
      expect(legal(replay)).toBe(counts[0] + counts[1] + counts[2]);
      expect(overOf(replay)).toBeNull();
      refuse(ply);
      const played = playNext(replay, text);
      if (!played.ok) throw new Error(`${text} at ply ${ply}: ${played.reason.code}`);
      replay = played.value.next;
    }
    refuse(vector.plies.length);
    expect(overOf(replay)).toBe(vector.result);
    expect(board(replay)).toBe(vector.final);
  });
});

describe('positions set up', () => {
  const vectors = read<PositionVector>('nex-positions');
  it.each(vectors.map(vector => [vector.id, vector] as const))('%s', (_, vector) => {
    const replay = replayOf(vector, `${vector.board} ${vector.turn}`);
    expect(overOf(replay)).toBe(vector.over);
    expect(nexcMoves(replay, vector.turn).sort()).toEqual([...vector.moves].sort());
    if (vector.over === null) expect(legal(replay)).toBe(vector.counts.reduce((a, b) => a + b));
    else expect(legal(replay)).toBe(0);
  });
});

describe('single questions', () => {
  const vectors = read<CaseVector>('nex-cases');
  it.each(vectors.map(vector => [vector.id, vector.what, vector] as const))('%s: %s', (_id, _what, vector) => {
    const replay = replayOf(vector, `${vector.board} ${vector.turn}`);
    expect(overOf(replay)).toBe(vector.over_before);
    if (vector.move === null) return;
    const played = playNext(replay, vector.move);
    expect(played.ok).toBe(vector.legal);
    if (!played.ok) return;
    expect(board(played.value.next)).toBe(vector.after);
    expect(overOf(played.value.next)).toBe(vector.over_after);
  });
});
