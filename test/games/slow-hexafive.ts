// The rules of Hexafive a second time, written straight from the rules text and slowly, on position texts alone.

/** Moves of the default board, and four more that lead back to where they began, except that then a cell is forbidden. */
export const CYCLE = {
  before: ['E3', 'C6', 'E6', 'E5', 'D6', 'B4', 'G7', 'K8', 'C4'],
  again: ['F6,E6', 'D4,F6', 'E4,D4', 'E6,E4'],
} as const;

/** Where a cell lies: [row, number], row A being 0. */
type Where = readonly [row: number, number: number];

interface Board {
  /** 'O', 'X' or '.' by the cell's name. */
  readonly cells: ReadonlyMap<string, string>;
  readonly rows: readonly string[];
  readonly toMove: string;
  readonly ban: string | null;
  readonly stock: readonly [number, number] | null;
}

/** Straight ahead in the three directions. */
const LINES: readonly Where[] = [[0, 1], [1, 0], [1, 1]]; // prettier-ignore

const nameOf = ([row, number]: Where): string => `${'ABCDEFGHIJKLMNOPQRSTUVWXY'[row]}${number}`;
const whereOf = (name: string): Where => ['ABCDEFGHIJKLMNOPQRSTUVWXY'.indexOf(name[0]!), Number(name.slice(1))];
const ahead = ([row, number]: Where, [down, right]: Where, steps: number): string =>
  nameOf([row + down * steps, number + right * steps]);

/** The number of the first cell of a row: below the middle row every row begins one later. */
const firstOf = (row: number, rows: number): number => Math.max(1, row - (rows - 1) / 2 + 1);

function readBoard(text: string): Board {
  const [board, toMove, ...rest] = text.split(' ');
  const rows = board!.split('/');
  const cells = new Map(
    rows.flatMap((row, r) => row.split('').map((letter, i) => [nameOf([r, firstOf(r, rows.length) + i]), letter])),
  );
  const field = (name: string): string | null =>
    rest.find(each => each.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
  const stock = field('stock')?.split(',').map(Number) as [number, number] | undefined;
  return { cells, rows, toMove: toMove!, ban: field('ban'), stock: stock ?? null };
}

const enemy = (letter: string): string => (letter === 'O' ? 'X' : 'O');

const hasFive = ({ cells }: Board, letter: string): boolean =>
  [...cells.keys()].some(name =>
    LINES.some(line => [0, 1, 2, 3, 4].every(i => cells.get(ahead(whereOf(name), line, i)) === letter)),
  );

/** 'white', 'black' or null: who has five in a row; where both have, the one who moved last. */
export function slowHexafiveWinner(text: string): string | null {
  const board = readBoard(text);
  const [white, black] = [hasFive(board, 'O'), hasFive(board, 'X')];
  if (white && black) return board.toMove === 'O' ? 'black' : 'white';
  return white ? 'white' : black ? 'black' : null;
}

/** The stones of which one may be taken when the side to move puts a stone here. */
function takeable({ cells, toMove }: Board, name: string): string[] {
  const directions = LINES.flatMap(([down, right]): Where[] => [[down, right], [-down, -right]]); // prettier-ignore
  return directions.flatMap(direction => {
    const [one, two, three] = [1, 2, 3].map(i => ahead(whereOf(name), direction, i));
    const seen = [one, two, three].map(cell => cells.get(cell!)).join('');
    return seen === enemy(toMove) + enemy(toMove) + toMove ? [one!, two!] : [];
  });
}

function after({ cells, rows, toMove, stock }: Board, placed: string, taken: string | null): string {
  const content = (name: string): string => (name === placed ? toMove : name === taken ? '.' : cells.get(name)!);
  const text = rows.map((row, r) => row.split('').map((_, i) => content(nameOf([r, firstOf(r, rows.length) + i]))).join('')).join('/'); // prettier-ignore
  const hands = stock?.map((hand, i) => ('OX'[i] === toMove ? hand - 1 : taken === null ? hand : hand + 1));
  const ban = taken === null ? '' : ` ban=${taken}`;
  return `${text} ${enemy(toMove)}${ban}${hands === undefined ? '' : ` stock=${hands.join()}`}`;
}

/** Every legal move with the position after it. What went before, and with it repetition, a text does not know. */
export function slowHexafiveMoves(text: string, capture: string): Map<string, string> {
  const moves = new Map<string, string>();
  const board = readBoard(text);
  if (hasFive(board, 'O') || hasFive(board, 'X') || board.stock?.['OX'.indexOf(board.toMove)] === 0) return moves;
  for (const [name, letter] of board.cells) {
    if (letter !== '.' || name === board.ban) continue;
    const stones = takeable(board, name);
    if (stones.length === 0 || capture === 'may') moves.set(name, after(board, name, null));
    for (const taken of stones) moves.set(`${name},${taken}`, after(board, name, taken));
  }
  return moves;
}
