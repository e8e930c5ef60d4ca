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

/** Has this colour joined its edges? */
export function hasJoined({ columns, cells }: Pick<Stand, 'columns' | 'cells'>, colour: 'B' | 'W'): boolean {
  const rows = cells.length / columns;
  const lists = neighboursOf(rows, columns);
  const starts = (cell: number): boolean => (colour === 'B' ? cell < columns : cell % columns === 0);
  const ends = (cell: number): boolean =>
    colour === 'B' ? cell >= (rows - 1) * columns : cell % columns === columns - 1;
  const seen = new Set<number>();
  const stack: number[] = [];
  for (let cell = 0; cell < cells.length; cell++) if (cells[cell] === colour && starts(cell)) stack.push(cell);
  for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
    if (seen.has(cell)) continue;
    seen.add(cell);
    if (ends(cell)) return true;
    for (const next of lists[cell]!) if (cells[next] === colour && !seen.has(next)) stack.push(next);
  }
  return false;
}

const where = (cells: string, letter: string): number[] =>
  cells.split('').flatMap((held, cell) => (held === letter ? [cell] : []));

const changed = (cells: string, changes: readonly (readonly [number, string])[]): string => {
  const letters = cells.split('');
  for (const [cell, letter] of changes) letters[cell] = letter;
  return letters.join('');
};

/** The cells after every legal move of a position nobody has won. */
export function* movesFrom({ cells, turn }: Stand, endgame: string): Generator<string> {
  const [empty, neutral, own] = [where(cells, '.'), where(cells, '?'), where(cells, turn)];
  let regular = 0;
  for (const a of neutral) {
    for (const b of neutral.filter(cell => cell > a)) {
      for (const c of own) {
        regular++;
        yield changed(cells, [[a, turn], [b, turn], [c, '?']]); // prettier-ignore
      }
    }
  }
  for (const a of empty) {
    for (const b of empty) {
      if (a === b) continue;
      regular++;
      yield changed(cells, [[a, turn], [b, '?']]); // prettier-ignore
    }
  }
  if (regular > 0 || endgame !== 'neto' || neutral.length > 1) return;
  const last = empty[0] ?? neutral[0];
  if (last !== undefined) yield changed(cells, [[last, turn]]);
}

const SCORE = { win: 1, draw: 0, loss: -1 } as const;

/** The score of a finished position; null: nobody has joined. */
function joinedScore(stand: Stand, enemy: 'B' | 'W'): number | null {
  if (hasJoined(stand, enemy)) return -1;
  return hasJoined(stand, stand.turn) ? 1 : null;
}

/** What positions are worth to the side to move; remembers what it has met. */
export function exhaustive(endgame: string): (stand: Stand) => Worth {
  const known = new Map<string, number>();
  const best = (stand: Stand, enemy: 'B' | 'W'): number => {
    let found: number | null = null;
    for (const cells of movesFrom(stand, endgame)) {
      const worth = -score({ columns: stand.columns, cells, turn: enemy });
      if (found === null || worth > found) found = worth;
      if (found === 1) break;
    }
    return found ?? 0;
  };
  const score = (stand: Stand): number => {
    const key = `${stand.columns}${stand.turn}${stand.cells}`;
    const met = known.get(key);
    if (met !== undefined) return met;
    const enemy = stand.turn === 'B' ? 'W' : 'B';
    const worth = joinedScore(stand, enemy) ?? best(stand, enemy);
    if (known.size > 2_000_000) known.clear();
    known.set(key, worth);
    return worth;
  };
  return stand => (['loss', 'draw', 'win'] as const)[score(stand) + 1]!;
}

export const negated = (worth: Worth): Worth => (SCORE[worth] === 0 ? 'draw' : worth === 'win' ? 'loss' : 'win');

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
