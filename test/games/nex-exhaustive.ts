// Nex solved by trying everything, plainly: the measure for the solver. Shares no code with it, nor with the rules in games/.

export type Worth = 'win' | 'draw' | 'loss';

/** A position: cells as letters in reading order, and who is to move. */
export interface Stand {
  readonly columns: number;
  readonly cells: string;
  readonly turn: 'B' | 'W';
}

const AROUND = [[0, 1], [0, -1], [-1, 0], [-1, 1], [1, 0], [1, -1]] as const; // prettier-ignore

const neighbourLists = new Map<string, readonly (readonly number[])[]>();

function neighboursOf(rows: number, columns: number): readonly (readonly number[])[] {
  const key = `${rows}x${columns}`;
  const made = neighbourLists.get(key);
  if (made !== undefined) return made;
  const lists = Array.from({ length: rows * columns }, (_, cell) => {
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    return AROUND.map(([down, right]) => [row + down, column + right] as const)
      .filter(([r, c]) => r >= 0 && r < rows && c >= 0 && c < columns)
      .map(([r, c]) => r * columns + c);
  });
  neighbourLists.set(key, lists);
  return lists;
}

/** Cells as numbers of two bits, the first cell lowest: what they hold is its place here. */
const LETTERS = '.BW?';
const [EMPTY, NEUTRAL] = [0, 3];

type Colour = 1 | 2;
const colourOf = (letter: 'B' | 'W'): Colour => (letter === 'B' ? 1 : 2);

const codeOf = (cells: string): number =>
  cells.split('').reduce((code, letter, cell) => code | (LETTERS.indexOf(letter) << (2 * cell)), 0);

interface Ground {
  readonly rows: number;
  readonly columns: number;
  readonly size: number;
  readonly neighbours: readonly (readonly number[])[];
}

function groundOf({ columns, cells }: Pick<Stand, 'columns' | 'cells'>): Ground {
  const rows = cells.length / columns;
  return { rows, columns, size: cells.length, neighbours: neighboursOf(rows, columns) };
}

const held = (code: number, cell: number): number => (code >> (2 * cell)) & 3;

/** Has this colour joined its edges? */
function joined({ rows, columns, size, neighbours }: Ground, code: number, colour: Colour): boolean {
  let seen = 0;
  const leads = (cell: number): boolean => {
    if (held(code, cell) !== colour || ((seen >> cell) & 1) === 1) return false;
    seen |= 1 << cell;
    const isThere = colour === 1 ? cell >= (rows - 1) * columns : cell % columns === columns - 1;
    return isThere || neighbours[cell]!.some(leads);
  };
  for (let cell = 0; cell < size; cell += colour === 1 ? 1 : columns) {
    if (colour === 1 && cell >= columns) break;
    if (leads(cell)) return true;
  }
  return false;
}

export const hasJoined = (stand: Pick<Stand, 'columns' | 'cells'>, letter: 'B' | 'W'): boolean =>
  joined(groundOf(stand), codeOf(stand.cells), colourOf(letter));

const put = (code: number, cell: number, holder: number): number =>
  (code & ~(3 << (2 * cell))) | (holder << (2 * cell));

/** The codes after every legal move of a position nobody has won. */
function after({ size }: Ground, code: number, turn: Colour, endgame: string): number[] {
  const cells = Array.from({ length: size }, (_, cell) => cell);
  const where = (holder: number): number[] => cells.filter(cell => held(code, cell) === holder);
  const [empty, neutral, own] = [where(EMPTY), where(NEUTRAL), where(turn)];
  const codes: number[] = [];
  for (const a of neutral) {
    for (const b of neutral.filter(cell => cell > a)) {
      for (const c of own) codes.push(put(put(put(code, a, turn), b, turn), c, NEUTRAL));
    }
  }
  for (const a of empty) {
    for (const b of empty) if (a !== b) codes.push(put(put(code, a, turn), b, NEUTRAL));
  }
  const last = empty[0] ?? neutral[0];
  const isLast = codes.length === 0 && endgame === 'neto' && neutral.length <= 1;
  return isLast && last !== undefined ? [put(code, last, turn)] : codes;
}

/** How many legal moves there are where nobody has won. */
export const countMoves = (stand: Stand, endgame: string): number =>
  after(groundOf(stand), codeOf(stand.cells), colourOf(stand.turn), endgame).length;

/** What the positions of one board are worth: -1, 0, 1 to the side to move; remembers what it has met. At most 12 cells. */
function scorer(ground: Ground, endgame: string): (code: number, turn: Colour) => number {
  const known = new Int8Array(2 ** (2 * ground.size + 1));
  const best = (code: number, turn: Colour, enemy: Colour): number => {
    let found: number | null = null;
    for (const next of after(ground, code, turn, endgame)) {
      const worth = -score(next, enemy);
      if (found === null || worth > found) found = worth;
      if (found === 1) break;
    }
    return found ?? 0;
  };
  const score = (code: number, turn: Colour): number => {
    const key = 2 * code + turn - 1;
    const met = known[key]!;
    if (met !== 0) return met - 2;
    const enemy = turn === 1 ? 2 : 1;
    const winner = joined(ground, code, enemy) ? -1 : joined(ground, code, turn) ? 1 : null;
    const worth = winner ?? best(code, turn, enemy);
    known[key] = worth + 2;
    return worth;
  };
  return score;
}

/** What positions are worth to the side to move. */
export function exhaustive(endgame: string): (stand: Stand) => Worth {
  const scorers = new Map<string, ReturnType<typeof scorer>>();
  return stand => {
    const key = `${stand.cells.length}/${stand.columns}`;
    const score = scorers.get(key) ?? scorer(groundOf(stand), endgame);
    scorers.set(key, score);
    return (['loss', 'draw', 'win'] as const)[score(codeOf(stand.cells), colourOf(stand.turn)) + 1]!;
  };
}

export const negated = (worth: Worth): Worth => (worth === 'draw' ? 'draw' : worth === 'win' ? 'loss' : 'win');

/** A position at random: at most so many empty cells, the others stones and neutrals in odd proportions. */
export function randomStand(
  { rows, columns, empties }: { rows: number; columns: number; empties: number },
  below: (bound: number) => number,
): Stand {
  const [black, white, neutral] = [1 + below(4), 1 + below(4), below(5)];
  // Now and then a colour is missing altogether.
  const bag =
    `${'B'.repeat(below(12) === 0 ? 0 : black)}${'W'.repeat(below(12) === 0 ? 0 : white)}${'?'.repeat(neutral)}` || '?';
  const letters = Array.from({ length: rows * columns }, () => bag[below(bag.length)]!);
  let left = below(empties + 1);
  while (left > 0) {
    const cell = below(letters.length);
    if (letters[cell] === '.') continue;
    letters[cell] = '.';
    left--;
  }
  return { columns, cells: letters.join(''), turn: below(2) === 0 ? 'B' : 'W' };
}

export const textOf = ({ columns, cells, turn }: Stand): string =>
  `${cells.match(new RegExp(`.{${columns}}`, 'g'))!.join('/')} ${turn}`;
