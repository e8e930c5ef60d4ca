// Random playouts of Hexafive by rejection sampling.
// Candidates are drawn until one is legal, so that each legal move has the same probability.
import type { Random } from '../kit/random.ts';
import { EMPTY, type End, STONE, type StoneSide, otherSide } from '../stones/stone-game.ts';
import { type Grid, type HexafiveBoard, NO_SLOT, type Slot, boardOf, enemyStone, slotOf } from './board.ts';
import {
  type Position,
  hasPair,
  isCaptureOptional,
  isEnclosing,
  isInFive,
  isThirdOccurrence,
  listExchanges,
} from './rules.ts';

/** The captures to try from a stone: six directions, and either stone of the pair. */
const CAPTURES_PER_STONE = 12;
/** A stock that never runs out. */
const UNLIMITED_STOCK = 1 << 30;

/** EMPTY or a bit of STONE. */
type Content = 0 | 1 | 2;

interface PlayoutState {
  readonly board: HexafiveBoard;
  readonly grid: Grid;
  /** The slots by content: a list for EMPTY and one for each stone, every `listSize` entries, unordered (removal moves the last entry). */
  readonly slotsByContent: Int16Array;
  readonly listSize: number;
  /** The lengths of these lists. */
  readonly counts: [number, number, number];
  /** The index of each slot in `holding`. */
  readonly index: Int16Array;
  /** Stones in hand by side. */
  readonly stock: [number, number];
  /** The captures since the last move without one, as isThird wants them. */
  readonly trail: Slot[];
  readonly isLenient: boolean;
  turn: StoneSide;
  ban: Slot;
}

/** Appends a slot to the list of its content. */
function append({ grid, slotsByContent, listSize, counts, index }: PlayoutState, slot: Slot): void {
  const content = (grid[slot] ?? EMPTY) as Content;
  const end = content * listSize + counts[content];
  slotsByContent[end] = slot;
  index[slot] = end;
  counts[content] += 1;
}

function change(table: PlayoutState, slot: Slot, content: Content): void {
  const { grid, slotsByContent, listSize, counts, index } = table;
  const before = (grid[slot] ?? EMPTY) as Content;
  counts[before] -= 1;
  const last = slotsByContent[before * listSize + counts[before]] ?? NO_SLOT;
  const gap = index[slot] ?? 0;
  slotsByContent[gap] = last;
  index[last] = gap;
  grid[slot] = content;
  append(table, slot);
}

function createState(position: Position): PlayoutState {
  const { setup, cells, turn, ban, stock } = position;
  const board = boardOf(setup);
  const grid = board.fill(cells);
  const room = board.slots.length;
  const table: PlayoutState = {
    board,
    grid,
    slotsByContent: new Int16Array(room * 3),
    listSize: room,
    counts: [0, 0, 0],
    index: new Int16Array(grid.length),
    stock: stock === null ? [UNLIMITED_STOCK, UNLIMITED_STOCK] : [stock[0], stock[1]],
    trail: listExchanges(position),
    isLenient: isCaptureOptional(setup),
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

/** Places a stone without a capture. Returns NO_SLOT if that is illegal. */
function placeWithoutCapture(table: PlayoutState, slot: Slot): Slot {
  const { grid, board, ban, turn, isLenient } = table;
  if (slot === ban || (!isLenient && isEnclosing(grid, slot, board.steps, STONE[turn]))) return NO_SLOT;
  if (table.trail.length > 0) table.trail.length = 0;
  table.ban = NO_SLOT;
  return place(table, slot);
}

/** A stone that encloses a pair together with this one of the mover's, and takes the nearer or the farther one of it; NOWHERE if it cannot. */
function placeCapturing(table: PlayoutState, stone: Slot, way: number): Slot {
  const { grid, board, ban, turn } = table;
  const step = board.steps[way >> 1] ?? 0;
  if (!hasPair(grid, stone, step, enemyStone(STONE[turn]))) return NO_SLOT;
  const slot = stone + 3 * step;
  if (slot === ban || grid[slot] !== EMPTY) return NO_SLOT;
  const taken = stone + (1 + (way & 1)) * step;
  change(table, taken, EMPTY);
  table.stock[otherSide(turn)] += 1;
  table.trail.push(slot, taken, ban);
  table.ban = taken;
  return place(table, slot);
}

/** Plays a random legal move, of which there must be one. Returns the slot of the stone. */
function playRandomMove(table: PlayoutState, rng: Random): Slot {
  const { slotsByContent, counts } = table;
  const own = STONE[table.turn];
  const stones = own * table.listSize;
  const empty = counts[EMPTY];
  const all = empty + counts[own] * CAPTURES_PER_STONE;
  for (;;) {
    const drawn = rng.below(all);
    const rest = drawn - empty;
    const stone = (rest / CAPTURES_PER_STONE) | 0;
    const slot =
      rest < 0
        ? placeWithoutCapture(table, slotsByContent[drawn] ?? NO_SLOT)
        : placeCapturing(table, slotsByContent[stones + stone] ?? NO_SLOT, rest - stone * CAPTURES_PER_STONE);
    if (slot !== NO_SLOT) return slot;
  }
}

/** The reason of a draw before the next move. null: the game goes on. */
function findDrawReason({ grid, slotsByContent, counts, stock, trail, turn, ban }: PlayoutState): string | null {
  if (counts[EMPTY] === 0) return 'full';
  if (stock[turn] === 0) return 'stock';
  if (counts[EMPTY] === 1 && slotsByContent[0] === ban) return 'only-banned';
  return isThirdOccurrence(grid, ban, trail) ? 'repetition' : null;
}

export function playRandomGame(position: Position, rng: Random): { end: End; plies: number } {
  if (position.end !== null) return { end: position.end, plies: 0 };
  const table = createState(position);
  for (let plies = 1; ; plies++) {
    const slot = playRandomMove(table, rng);
    if (isInFive(table.grid, slot, table.board.steps)) return { end: { winner: table.turn, reason: 'five' }, plies };
    table.turn = otherSide(table.turn);
    const reason = findDrawReason(table);
    if (reason !== null) return { end: { winner: null, reason }, plies };
  }
}
