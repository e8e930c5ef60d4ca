// Checks the problems of the day by the rules of check.mjs: of all moves exactly one wins, and every other loses.
// It tries every line of play to its end, and shares no code with the program that found them.
// Usage: node research/proofs/problems.mjs [FILE [FIRST [COUNT]]]   A line for each board; exit status 1 if a problem does not hold.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { COLOURS, GAMES, hasWon, listMoves, other, writeMove, writePosition } from './check.mjs';

const FILE = 'src/core/features/problems/problems.json';

function openBoard({ game, setup }) {
  const rules = { ...GAMES[game], endgame: setup.endgame };
  const [rows, columns = rows] = setup.size.split('x').map(Number);
  return { rules, board: rules.make(rows, columns, rules), known: new Map() };
}

/** Does the side to move win? Positions are remembered by their text. A full board without a winner is not won. */
function wins(opened, cells, colour) {
  const { rules, board, known } = opened;
  const text = writePosition(board, cells, colour);
  const before = known.get(text);
  if (before !== undefined) return before;
  const next = listMoves(rules, board, cells, colour).map(([, after]) => after);
  const isWon =
    next.some(after => hasWon(rules, board, after, colour)) ||
    next.some(after => !hasWon(rules, board, after, other(colour)) && !wins(opened, after, other(colour)));
  known.set(text, isWon);
  return isWon;
}

/** Without the order of its cells, where that says nothing. */
const normalize = text => (text.split(',').length === 3 ? text.split(',').sort().join() : text);

/** The winning moves of a problem. null: its moves do not lead to a position. */
export function findWins(group, [moves]) {
  const opened = openBoard(group);
  const { rules, board } = opened;
  let cells = board.names.map(() => '.');
  let colour = COLOURS.black;
  for (const text of moves.split(' ')) {
    const played = listMoves(rules, board, cells, colour).filter(
      ([move]) => normalize(writeMove(board, move)) === normalize(text),
    );
    if (played.length !== 1) return null;
    [[, cells]] = played;
    colour = other(colour);
  }
  return listMoves(rules, board, cells, colour)
    .filter(([, after]) => hasWon(rules, board, after, colour) || !wins(opened, after, other(colour)))
    .map(([move]) => writeMove(board, move));
}

/** Is the first move of its line the only one that wins? */
export function isUnique(group, problem) {
  const found = findWins(group, problem);
  return found?.length === 1 && normalize(found[0]) === normalize(problem[1].split(' ')[0]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [file = FILE, first = 0, count = Infinity] = process.argv.slice(2);
  for (const group of JSON.parse(readFileSync(file, 'utf8'))) {
    const problems = group.problems.slice(Number(first), Number(first) + Number(count));
    const wrong = problems.filter(problem => !isUnique(group, problem));
    if (wrong.length > 0) process.exitCode = 1;
    console.log(JSON.stringify({ game: group.game, ...group.setup, problems: problems.length, wrong }));
  }
}
