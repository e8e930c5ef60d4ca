// Checks proof files of nexpost by rules of its own. It shares no code with the program that wrote them.
// Usage: node check.mjs FILE …   A line for each file; exit status 1 if one does not hold. The format is described in docs/solver.md.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** The proof does not hold, for this reason. */
class Refuted extends Error {}

function demand(isTrue, reason) {
  if (!isTrue) throw new Refuted(reason);
}

const letterOf = number => String.fromCharCode(97 + number);

// Boards. A board has the lengths of its rows, the names of its cells in reading order, the neighbours of each, and its sides.

/** `around`: the steps down and right to the neighbours of a cell. `sides`: by side, whether a cell lies on it. */
function makeBoard(rows, around, nameOf, sides = []) {
  const cells = rows.flatMap((length, row) => Array.from({ length }, (_, place) => [row, place]));
  const numberOf = (row, place) => cells.findIndex(([down, right]) => down === row && right === place);
  return {
    ...{ rows, cells, numberOf, names: cells.map(cell => nameOf(...cell)) },
    neighbours: cells.map(([row, place]) =>
      around.map(([down, right]) => numberOf(row + down, place + right)).filter(cell => cell >= 0),
    ),
    sides: sides.map(isOnSide => cells.map(cell => isOnSide(...cell))),
  };
}

const STRAIGHT = [[0, 1], [0, -1], [1, 0], [-1, 0]]; // prettier-ignore

/** Sides of boards with rows of one length. */
const listSides = (rows, columns) => [
  row => row === 0,
  row => row === rows - 1,
  (_, column) => column === 0,
  (_, column) => column === columns - 1,
];

/** Hex and Nex: rows `a`, `b`, … from the top, each half a cell further to the right. Black joins top and bottom, White left and right. */
function makeRhombus(rows, columns) {
  const around = [...STRAIGHT, [1, -1], [-1, 1]];
  const nameOf = (row, column) => letterOf(row) + (column + 1);
  const board = makeBoard(new Array(rows).fill(columns), around, nameOf, listSides(rows, columns));
  const [top, bottom, left, right] = board.sides;
  return { ...board, goals: { B: [[top, bottom]], W: [[left, right]] } };
}

/** Y and Neuy: rows of 1, 2, 3 … cells. A name is a diagonal, which runs from the upper left to the lower right, and a row. */
function makeTriangle(size) {
  const around = [...STRAIGHT, [-1, -1], [1, 1]];
  const sides = [(_, place) => place === 0, (row, place) => place === row, row => row === size - 1];
  const rows = Array.from({ length: size }, (_, row) => row + 1);
  const board = makeBoard(rows, around, (row, place) => letterOf(size - 1 - row + place) + (row + 1), sides);
  return { ...board, goals: { B: [board.sides], W: [board.sides] } };
}

/** Gonnect and Gomoku: columns `a`, `b`, … and rows 1, 2, … from the bottom. In Gonnect both colours join two opposite sides. */
function makeSquare(size, _, { isLine }) {
  const nameOf = (row, column) => letterOf(column) + (size - row);
  const board = makeBoard(new Array(size).fill(size), STRAIGHT, nameOf, listSides(size, size));
  const [top, bottom, left, right] = board.sides;
  const goals = isLine ? [] : [[top, bottom], [left, right]]; // prettier-ignore
  return { ...board, goals: { B: goals, W: goals } };
}

const GAMES = {
  hex: { make: makeRhombus, hasNeutrals: false },
  nex: { make: makeRhombus, hasNeutrals: true },
  y: { make: makeTriangle, hasNeutrals: false },
  neuy: { make: makeTriangle, hasNeutrals: true },
  gonnect: { make: makeSquare, hasNeutrals: false, hasCaptures: true },
  neugonnect: { make: makeSquare, hasNeutrals: true, hasCaptures: true },
  gomoku: { make: makeSquare, hasNeutrals: false, isLine: true },
  neugomoku: { make: makeSquare, hasNeutrals: true, isLine: true },
};

const COLOURS = { black: 'B', white: 'W' };
const other = colour => (colour === 'B' ? 'W' : 'B');
const listCells = (cells, letter) => [...cells.keys()].filter(cell => cells[cell] === letter);

/** The chains of a colour. `cells`: a letter a cell, `.BW?`. */
function listChains({ neighbours }, cells, colour) {
  const chains = [];
  const seen = new Set();
  for (const start of listCells(cells, colour)) {
    if (seen.has(start)) continue;
    const chain = new Set([start]);
    for (const cell of chain) for (const next of neighbours[cell]) if (cells[next] === colour) chain.add(next);
    for (const cell of chain) seen.add(cell);
    chains.push([...chain]);
  }
  return chains;
}

/** Has this colour a chain that touches each side of a goal, or five in a row? */
function hasWon({ isLine }, board, cells, colour) {
  if (!isLine) {
    const chains = listChains(board, cells, colour);
    return chains.some(chain => board.goals[colour].some(goal => goal.every(side => chain.some(cell => side[cell]))));
  }
  const isFive = ([row, column], [down, right]) =>
    [0, 1, 2, 3, 4].every(i => cells[board.numberOf(row + i * down, column + i * right)] === colour);
  const axes = [[0, 1], [1, 0], [1, 1], [1, -1]]; // prettier-ignore
  return listCells(cells, colour).some(cell => axes.some(axis => isFive(board.cells[cell], axis)));
}

/** Every move that fits the board: the cells that it names, and what they hold afterwards. */
function* listTurns({ hasNeutrals, endgame }, cells, colour) {
  const empties = listCells(cells, '.');
  if (!hasNeutrals) {
    for (const cell of empties) yield [[cell, colour]];
    return;
  }
  const neutrals = listCells(cells, '?');
  const own = listCells(cells, colour);
  const pairs = list => list.flatMap((first, i) => list.slice(i + 1).map(second => [first, second]));
  for (const cell of empties)
    for (const neutral of empties) if (cell !== neutral) yield [[cell, colour], [neutral, '?']]; // prettier-ignore
  for (const [first, second] of pairs(neutrals))
    for (const given of own) yield [[first, colour], [second, colour], [given, '?']]; // prettier-ignore
  // The conventions for the last cells: a stone alone goes on the last empty one, else the last neutral one is turned.
  if (empties.length > 1 || neutrals.length > 1 || endgame !== 'neto') return;
  if (empties.length + neutrals.length > 0) yield [[[...empties, ...neutrals][0], colour]];
}

/** The board after a move. null: the move leaves a chain of the mover without a liberty. */
function playMove({ hasCaptures }, board, cells, move, colour) {
  const after = [...cells];
  for (const [cell, letter] of move) after[cell] = letter;
  if (!hasCaptures) return after;
  const isDead = chain => !chain.some(cell => board.neighbours[cell].some(next => after[next] === '.'));
  const dead = listChains(board, after, other(colour)).filter(isDead);
  for (const cell of dead.flat()) after[cell] = '.';
  return listChains(board, after, colour).some(isDead) ? null : after;
}

/** Every legal move, and the board after it. */
function listMoves(rules, board, cells, colour) {
  const moves = [...listTurns(rules, cells, colour)];
  return moves.map(move => [move, playMove(rules, board, cells, move, colour)]).filter(([, after]) => after !== null);
}

const writeMove = ({ names }, move) => move.map(([cell]) => names[cell]).join(',');

function writePosition({ rows }, cells, colour) {
  let from = 0;
  return `${rows.map(length => cells.slice(from, (from += length)).join('')).join('/')} ${colour}`;
}

function readPosition(board, text) {
  const [rows, colour, ...rest] = text.split(' ');
  const cells = rows.split('/').join('').split('');
  demand(rest.length === 0 && (colour === 'B' || colour === 'W'), 'its position does not say who is to move');
  const isBoard = cells.length === board.names.length && cells.every(letter => '.BW?'.includes(letter));
  demand(isBoard, 'its position is on another board');
  demand(writePosition(board, cells, colour) === text, 'its position is not written as it should be');
  return { cells, colour };
}

/** The next positions: after the hero's answer, or after every move of the other side. Of those that end the game none stays. */
function listNext({ rules, board, answers, used }, text, hero, mayDraw) {
  const { cells, colour } = readPosition(board, text);
  let moves = listMoves(rules, board, cells, colour);
  const isLostWithoutMove = rules.hasCaptures;
  if (moves.length === 0) {
    const winner = isLostWithoutMove ? other(colour) : 'draw';
    demand(winner === hero || (mayDraw && winner === 'draw'), `a line ends badly at ${text}`);
    return [];
  }
  if (colour === hero) {
    demand(answers.has(text), `there is no answer to ${text}`);
    used.add(text);
    const wanted = answers.get(text);
    // What the cells of a conversion hold tells which is which, so that their order says nothing.
    const sortNames = names => names.split(',').sort().join();
    const isWanted = ([move]) =>
      move.length === 3 ? sortNames(writeMove(board, move)) === sortNames(wanted) : writeMove(board, move) === wanted;
    moves = moves.filter(isWanted);
    demand(moves.length === 1, `${wanted} is no move at ${text}`);
  }
  const going = moves.filter(([, after]) => !hasWon(rules, board, after, colour));
  demand(colour === hero || going.length === moves.length, `a line ends badly after ${text}`);
  return going.map(([, after]) => writePosition(board, after, other(colour)));
}

/** Walks every line of play, each to its end before the next one. No line comes back to a position. Returns the positions met. */
function walkFrom(proof, start, hero, mayDraw) {
  const isDone = new Map([[start, false]]);
  const way = [[start, listNext(proof, start, hero, mayDraw)]];
  while (way.length > 0) {
    const [text, left] = way.at(-1);
    const next = left.pop();
    if (next === undefined) {
      isDone.set(text, true);
      way.pop();
      continue;
    }
    demand(isDone.get(next) !== false, `a line comes back to ${next}`);
    if (isDone.has(next)) continue;
    isDone.set(next, false);
    way.push([next, listNext(proof, next, hero, mayDraw)]);
  }
  return isDone;
}

/** The same, where the hero sets up no board that was there before. So every move is legal under any rule of repetition. */
function walk(proof, start, hero, mayDraw) {
  const met = walkFrom(proof, start, hero, mayDraw);
  for (const text of met.keys()) {
    const twin = text.slice(0, -1) + other(hero);
    if (text.endsWith(hero) && met.has(twin))
      demand(!walkFrom(proof, text, hero, mayDraw).has(twin), `a line sets up the board of ${text} again`);
  }
  return met.size;
}

function readLines(text) {
  demand(text.endsWith('\n'), 'its last line is cut off');
  const lines = text.slice(0, -1).split('\n');
  const seal = lines.pop();
  const body = lines.map(line => `${line}\n`).join('');
  const sum = createHash('sha256').update(body).digest('hex');
  demand(seal === JSON.stringify({ answers: lines.length - 1, sha256: sum }), 'its seal does not fit');
  return lines.map(line => JSON.parse(line));
}

/** Checks the text of a proof. Returns the claim with what was counted. Throws Refuted. */
export function checkProof(text) {
  const [claim, ...lines] = readLines(text);
  demand(claim?.proof === 'strategy' && claim.version === 1, 'it is no proof of this format');
  const texts = [claim.game, claim.position, claim.colour, claim.value, ...Object.values(claim.setup ?? {})];
  demand(
    typeof claim.setup === 'object' && texts.every(text => typeof text === 'string'),
    'a part of its claim is no text',
  );
  const game = Object.hasOwn(GAMES, claim.game) ? GAMES[claim.game] : undefined;
  demand(game !== undefined, 'this checker has no rules for its game');
  const hasEndgame = game.hasNeutrals && !game.hasCaptures;
  const options = hasEndgame ? ['endgame', 'size'] : ['size'];
  demand(
    Object.keys(claim.setup ?? {})
      .sort()
      .join() === options.join(),
    'its setup is none of the game',
  );
  demand(!hasEndgame || ['neto', 'nexc'].includes(claim.setup.endgame), 'its endgame is none');
  const rules = { ...game, endgame: claim.setup.endgame };
  demand((game.make === makeRhombus ? /^\d+x\d+$/ : /^\d+$/).test(claim.setup.size), 'its size is none');
  const [rows, columns = rows] = String(claim.setup.size).split('x').map(Number);
  demand(rows * columns > 0 && rows * columns <= 400, 'its board is too large');
  const board = game.make(rows, columns, game);
  const start = readPosition(board, claim.position);
  demand(COLOURS[claim.colour] === start.colour, 'another colour is to move');
  demand(game.hasNeutrals || !start.cells.includes('?'), 'its game has no neutral stones');
  demand(!['B', 'W'].some(colour => hasWon(rules, board, start.cells, colour)), 'its game is over');
  const isAnswer = line => Array.isArray(line) && line.length === 2 && line.every(part => typeof part === 'string');
  demand(lines.every(isAnswer), 'a line is no answer');
  const answers = new Map(lines);
  demand(answers.size === lines.length, 'a position is answered twice');
  demand(['win', 'loss', 'draw'].includes(claim.value), 'its value is none');
  const heroes = { win: [start.colour], loss: [other(start.colour)], draw: ['B', 'W'] }[claim.value];
  const used = new Set();
  let positions = 0;
  for (const hero of heroes)
    positions += walk({ rules, board, answers, used }, claim.position, hero, claim.value === 'draw');
  demand(used.size === answers.size, `${answers.size - used.size} answers are to positions that never come up`);
  const { game: name, setup, position, colour, value } = claim;
  return { game: name, setup, position, for: colour, value, answers: answers.size, positions };
}

// For problems.mjs.
export { COLOURS, GAMES, hasWon, listMoves, other, writeMove, writePosition };

/** The proofs in a file, one after the other: each ends with its seal. */
export const splitProofs = text => text.split(/(?<=^\{"answers":.*\n)(?=.)/m);

function checkFiles(files) {
  for (const file of files) {
    try {
      const proofs = splitProofs(readFileSync(file, 'utf8')).map(checkProof);
      const count = wanted => proofs.filter(({ value }) => value === wanted).length;
      const many = { proofs: proofs.length, win: count('win'), draw: count('draw'), loss: count('loss') };
      console.log(JSON.stringify({ file, proved: true, ...(proofs.length === 1 ? proofs[0] : many) }));
    } catch (error) {
      if (!(error instanceof Refuted || error instanceof SyntaxError || error.code !== undefined)) throw error;
      console.log(JSON.stringify({ file, proved: false, reason: error.message }));
      process.exitCode = 1;
    }
  }
}

const isRun = import.meta.url === pathToFileURL(process.argv[1] ?? '').href;
if (isRun) checkFiles(process.argv.slice(2));
