// Random playouts of Hexafive by rejection sampling.
// Candidates are drawn until one is legal, so that each legal move has the same chance.
import type { Random } from '../kit/random.ts';
import { EMPTY, type End, otherSide, STONE, type StoneSide } from '../stones/stone-game.ts';
import { boardOf, enemyOf, type Grid, type HexafiveBoard, NOWHERE, type Slot, slotOf } from './board.ts';
import { exchangesOf, hasPair, isEnclosing, isInFive, mayPass, type Position } from './rules.ts';
import { isThird } from './repetition.ts';

/** From a stone of the mover's a pair may lie in six directions, and either of its stones may be taken. */
const WAYS = 12;
/** More stones than anybody can place. */
const PLENTY = 1 << 30;

/** EMPTY or a bit of STONE. */
type Content = 0 | 1 | 2;

/** A game under way. */
interface PlayoutState {
  readonly board: HexafiveBoard;
  readonly grid: Grid;
  /** The slots by what they hold, a list each for EMPTY and both stones, begun every `room` places; without order, so that taking a slot out is moving the last into its place. */
  readonly holding: Int16Array;
  readonly room: number;
  /** How long these lists are. */
  readonly counts: [number, number, number];
  /** Where in `holding` each slot stands. */
  readonly index: Int16Array;
  /** Stones in hand by side. */
  readonly stock: [number, number];
  /** The captures since the last move without one, as isThird wants them. */
  readonly trail: Slot[];
  readonly isLenient: boolean;
  turn: StoneSide;
  ban: Slot;
}

/** Puts a slot at the end of the list of what it holds. */
function append({ grid, holding, room, counts, index }: PlayoutState, slot: Slot): void {
  const content = (grid[slot] ?? EMPTY) as Content;
  const end = content * room + counts[content];
  holding[end] = slot;
  index[slot] = end;
  counts[content] += 1;
}

/** Puts a stone on a slot, or takes it off. */
function change(table: PlayoutState, slot: Slot, content: Content): void {
  const { grid, holding, room, counts, index } = table;
  const before = (grid[slot] ?? EMPTY) as Content;
  counts[before] -= 1;
  const last = holding[before * room + counts[before]] ?? NOWHERE;
  const gap = index[slot] ?? 0;
  holding[gap] = last;
  index[last] = gap;
  grid[slot] = content;
  append(table, slot);
}

function tableOf(position: Position): PlayoutState {
  const { setup, cells, turn, ban, stock } = position;
  const board = boardOf(setup);
  const grid = board.fill(cells);
  const room = board.slots.length;
  const table: PlayoutState = {
    board,
    grid,
    holding: new Int16Array(room * 3),
    room,
    counts: [0, 0, 0],
    index: new Int16Array(grid.length),
    stock: stock === null ? [PLENTY, PLENTY] : [stock[0], stock[1]],
    trail: exchangesOf(position),
    isLenient: mayPass(setup),
    turn,
    ban: slotOf(board, ban),
  };
  for (let cell = 0; cell < room; cell++) append(table, slotOf(board, cell));
  return table;
}

function place(table: PlayoutState, slot: Slot): Slot {
  change(table, slot, STONE[table.turn]);
  table.stock[table.turn] -= 1;
  return slot;
}

/** The stone alone, if that is legal; else NOWHERE. */
function placeAlone(table: PlayoutState, slot: Slot): Slot {
  const { grid, board, ban, turn, isLenient } = table;
  if (slot === ban || (!isLenient && isEnclosing(grid, slot, board.steps, STONE[turn]))) return NOWHERE;
  if (table.trail.length > 0) table.trail.length = 0;
  table.ban = NOWHERE;
  return place(table, slot);
}

/** A stone that encloses a pair together with this one of the mover's, and takes the nearer or the farther one of it; NOWHERE if it cannot. */
function placeCapturing(table: PlayoutState, stone: Slot, way: number): Slot {
  const { grid, board, ban, turn } = table;
  const step = board.steps[way >> 1] ?? 0;
  if (!hasPair(grid, stone, step, enemyOf(STONE[turn]))) return NOWHERE;
  const slot = stone + 3 * step;
  if (slot === ban || grid[slot] !== EMPTY) return NOWHERE;
  const taken = stone + (1 + (way & 1)) * step;
  change(table, taken, EMPTY);
  table.stock[otherSide(turn)] += 1;
  table.trail.push(slot, taken, ban);
  table.ban = taken;
  return place(table, slot);
}

/** Plays a random legal move, of which there must be one, and tells where the stone went. */
function playDrawn(table: PlayoutState, rng: Random): Slot {
  const { holding, counts } = table;
  const own = STONE[table.turn];
  const stones = own * table.room;
  const empty = counts[EMPTY];
  const all = empty + counts[own] * WAYS;
  for (;;) {
    const drawn = rng.below(all);
    const rest = drawn - empty;
    const stone = (rest / WAYS) | 0;
    const slot =
      rest < 0
        ? placeAlone(table, holding[drawn] ?? NOWHERE)
        : placeCapturing(table, holding[stones + stone] ?? NOWHERE, rest - stone * WAYS);
    if (slot !== NOWHERE) return slot;
  }
}

/** Why the side to move cannot go on; null: it can. */
function drawReason({ grid, holding, counts, stock, trail, turn, ban }: PlayoutState): string | null {
  if (counts[EMPTY] === 0) return 'full';
  if (stock[turn] === 0) return 'stock';
  if (counts[EMPTY] === 1 && holding[0] === ban) return 'only-banned';
  return isThird(grid, ban, trail) ? 'repetition' : null;
}

export function playout(position: Position, rng: Random): { end: End; plies: number } {
  if (position.end !== null) return { end: position.end, plies: 0 };
  const table = tableOf(position);
  for (let plies = 1; ; plies++) {
    const slot = playDrawn(table, rng);
    if (isInFive(table.grid, slot, table.board.steps)) return { end: { winner: table.turn, reason: 'five' }, plies };
    table.turn = otherSide(table.turn);
    const reason = drawReason(table);
    if (reason !== null) return { end: { winner: null, reason }, plies };
  }
}
