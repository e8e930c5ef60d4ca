// The rules of Hex and Nex a second time, written straight from the rules texts and slowly, to hold the fast ones against.

/** A position text taken apart: rows of letters, and who is to move. */
export interface Board {
  readonly rows: readonly string[];
  readonly toMove: string;
}

export const readBoard = (text: string): Board => {
  const [cells = '', toMove = ''] = text.split(' ');
  return { rows: cells.split('/'), toMove };
};

const at = (rows: readonly string[], row: number, column: number): string => rows[row]?.[column] ?? '';

/** Can one walk over this colour's stones from the cells of one side to those of the other? */
function joined(rows: readonly string[], letter: string): boolean {
  const [height, width] = [rows.length, rows[0]!.length];
  const starts = letter === 'B' ? rows[0]!.split('').map((_, c) => [0, c]) : rows.map((_, r) => [r, 0]);
  const queue = starts.filter(([r, c]) => at(rows, r!, c!) === letter);
  const been = new Set(queue.map(String));
  for (const [r, c] of queue) {
    if (letter === 'B' ? r === height - 1 : c === width - 1) return true;
    const around = [[r, c! + 1], [r, c! - 1], [r! - 1, c], [r! - 1, c! + 1], [r! + 1, c], [r! + 1, c! - 1]]; // prettier-ignore
    for (const cell of around) {
      if (at(rows, cell[0]!, cell[1]!) !== letter || been.has(String(cell))) continue;
      been.add(String(cell));
      queue.push(cell as number[]);
    }
  }
  return false;
}

/** 'black', 'white' or null: who has joined the own two sides. */
export function slowWinner(text: string): string | null {
  const { rows } = readBoard(text);
  const [black, white] = [joined(rows, 'B'), joined(rows, 'W')];
  if (black && white) throw new Error(`both sides joined in ${text}`);
  return black ? 'black' : white ? 'white' : null;
}

const replaced = (rows: readonly string[], changes: readonly (readonly [string, string])[]): string => {
  const cells = rows.map(row => row.split(''));
  for (const [name, letter] of changes) cells[name.charCodeAt(0) - 97]![Number(name.slice(1)) - 1] = letter;
  return cells.map(row => row.join('')).join('/');
};

const named = ({ rows }: Board, letter: string): string[] =>
  rows.flatMap((row, r) =>
    row.split('').flatMap((cell, c) => (cell === letter ? [`${'abcdefghijklmnopqrs'[r]}${c + 1}`] : [])),
  );

/** Every legal move with the position after it: own form of move text → position text. */
export function slowNexMoves(text: string, endgame: string): Map<string, string> {
  const moves = new Map<string, string>();
  if (slowWinner(text) !== null) return moves;
  const board = readBoard(text);
  const next = board.toMove === 'B' ? 'W' : 'B';
  const put = (move: string, changes: readonly (readonly [string, string])[]): unknown =>
    moves.set(move, `${replaced(board.rows, changes)} ${next}`);
  const [empty, neutral, own] = [named(board, '.'), named(board, '?'), named(board, board.toMove)];
  for (const a of empty) for (const b of empty) if (a !== b) put(`${a},${b}`, [[a, board.toMove], [b, '?']]); // prettier-ignore
  neutral.forEach((a, i) =>
    neutral.slice(i + 1).forEach(
      b =>
      own.forEach(c => put(`${a},${b},${c}`, [[a, board.toMove], [b, board.toMove], [c, '?']])), // prettier-ignore
    ),
  );
  if (moves.size > 0 || endgame === 'nexc') return moves;
  if (empty.length === 1 && neutral.length <= 1) put(empty[0]!, [[empty[0]!, board.toMove]]);
  if (empty.length === 0 && neutral.length === 1) put(neutral[0]!, [[neutral[0]!, board.toMove]]);
  return moves;
}

/** The moves of Hex: a stone on any empty cell. */
export function slowHexMoves(text: string): Map<string, string> {
  if (slowWinner(text) !== null) return new Map();
  const board = readBoard(text);
  const next = board.toMove === 'B' ? 'W' : 'B';
  return new Map(named(board, '.').map(a => [a, `${replaced(board.rows, [[a, board.toMove]])} ${next}`]));
}
