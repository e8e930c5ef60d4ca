// Problem 1 of nexC: how large the game tree is. Small boards are counted position by position, each with the number of ways that lead to it.
import type { StonePosition } from '#games/stones/stone-game.ts';
import { type Convention, startOf } from './positions.ts';
import { nex } from '#games/nex/index.ts';

/** What is found at one distance from the start. Sequences are counted as far as numbers are whole (2^53). */
export interface Ply {
  readonly ply: number;
  /** Different positions, and ways that lead to them. */
  readonly positions: number;
  readonly sequences: number;
  /** Of the ways, those on which a game has just been won, and those on which it stopped without a winner. */
  readonly won: number;
  readonly drawn: number;
}

export interface Tree {
  readonly size: string;
  readonly endgame: Convention;
  /** Positions that can come up, and nodes of the tree of move sequences, the start among them. */
  readonly positions: number;
  readonly nodes: number;
  readonly plies: readonly Ply[];
}

interface Reached {
  readonly position: StonePosition;
  ways: number;
}

/** The positions one move further, each once. Every move adds a stone, so none comes up at two distances. */
function beyond(layer: readonly Reached[]): Reached[] {
  const next = new Map<string, Reached>();
  for (const { position, ways } of layer) {
    for (const move of nex.moves(position)) {
      const after = nex.play(position, move);
      const known = next.get(after.cells);
      if (known === undefined) next.set(after.cells, { position: after, ways });
      else known.ways += ways;
    }
  }
  return [...next.values()];
}

const waysOf = (layer: readonly Reached[]): number => layer.reduce((sum, { ways }) => sum + ways, 0);

export function treeOf(size: string, endgame: Convention): Tree {
  const plies: Ply[] = [];
  let layer: Reached[] = [{ position: startOf(size, endgame), ways: 1 }];
  for (let ply = 0; layer.length > 0; ply++) {
    const over = layer.filter(({ position }) => position.end !== null);
    const won = waysOf(over.filter(({ position }) => position.end?.winner !== null));
    plies.push({ ply, positions: layer.length, sequences: waysOf(layer), won, drawn: waysOf(over) - won });
    layer = beyond(layer);
  }
  const sum = (of: (ply: Ply) => number): number => plies.reduce((total, ply) => total + of(ply), 0);
  return { size, endgame, positions: sum(ply => ply.positions), nodes: sum(ply => ply.sequences), plies };
}
