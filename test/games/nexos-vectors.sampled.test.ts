// Whole games of Nexos made by a program that is not ours: every count, every list of moves, every skipped colour and every result.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { beginReplay, playNext, createPositionRecord, type Replay } from '#cli/shell/game-replay.ts';
import { findGame } from '#games/registry/index.ts';
import { sample } from '#test/sample.ts';

interface Vector {
  readonly id: string;
  readonly variant: 'Nexos' | 'Nexos Two-Player';
  readonly moves: readonly { readonly color: number; readonly move: string }[];
  readonly legal_counts: readonly number[];
  readonly legal_hashes: readonly number[];
  readonly scores: readonly number[];
  readonly passes: number;
  /** Share of the win by player: 1, 0, and what lies between for those behind or level. */
  readonly player_results: readonly number[];
}

const nexos = findGame('nexos')!;
const COLOURS = ['blue', 'yellow', 'red', 'green'];

const file = new URL('../vectors/nexos-games.jsonl.gz', import.meta.url);
const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
const vectors = sample(lines, 6).map(line => JSON.parse(line) as Vector);

function begun({ variant }: Vector): Replay {
  const replay = beginReplay(nexos, [['players', variant === 'Nexos' ? '4' : '2']], null);
  if (!replay.ok) throw new Error(replay.reason.code);
  return replay.value;
}

const played = (replay: Replay, text: string): Replay => {
  const next = playNext(replay, text);
  if (!next.ok) throw new Error(`${text}: ${next.reason.code}`);
  return next.value.next;
};

/** The winner as a replay says it, from the shares of the players. */
function winnerOf({ player_results: shares }: Vector): string | null {
  const first = shares.flatMap((share, player) => (share === Math.max(...shares) ? [player] : []));
  if (first.length > 1) return null;
  return shares.length === 2 ? ['blue+red', 'yellow+green'][first[0]!]! : COLOURS[first[0]!]!;
}

function expectEnd(replay: Replay, vector: Vector): void {
  expect(createPositionRecord(replay, { count: true, hash: false })).toMatchObject({
    toMove: null,
    status: 'over',
    winner: winnerOf(vector),
    reason: 'blocked',
    scores: Object.fromEntries(COLOURS.map((colour, i) => [colour, vector.scores[i]])),
    legal: 0,
  });
}

describe.each(vectors.map(vector => [vector.id, vector] as const))('%s', (_, vector) => {
  it('has the same legal moves at every turn', () => {
    let replay = begun(vector);
    for (const [ply, { color, move }] of vector.moves.entries()) {
      if (move === 'pass') continue;
      const { toMove, legal, legalHash } = createPositionRecord(replay, { count: true, hash: true });
      expect([toMove, legal, legalHash]).toEqual([COLOURS[color - 1], vector.legal_counts[ply], vector.legal_hashes[ply]]); // prettier-ignore
      replay = played(replay, move);
    }
    expectEnd(replay, vector);
  });

  it('takes every pass of a skipped colour, and no other', () => {
    let replay = begun(vector);
    let passes = 0;
    for (const { move } of vector.moves) {
      const passed = nexos.parsePass(replay.position, 'Pass');
      expect(passed === null).toBe(move !== 'pass');
      if (passed !== null) passes += 1;
      replay = passed === null ? played(replay, move) : { ...replay, position: passed };
    }
    expect(passes).toBe(vector.passes);
    expectEnd(replay, vector);
  });

  it('comes back from its text', () => {
    const moves = vector.moves.map(({ move }) => move).filter(move => move !== 'pass');
    const text = moves.join('/');
    const setup = begun(vector).setup;
    const read = nexos.decode(setup, text);
    if (!read.ok) throw new Error(read.reason.code);
    expect(nexos.encode(read.value)).toBe(text);
    expect(nexos.outcome(read.value)?.scores).toEqual(Object.fromEntries(COLOURS.map((colour, i) => [colour, vector.scores[i]]))); // prettier-ignore
  });
});
