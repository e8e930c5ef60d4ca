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

// Boards. A board has the names of its cells in reading order, the neighbours of each cell, and by colour the sides to be joined.

/** Hex and Nex: rows `a`, `b`, … from the top, each half a cell further to the right. Black joins top and bottom, White left and right. */
function makeRhombus(rows, columns) {
  const cells = [];
  for (let row = 0; row < rows; row++) for (let column = 0; column < columns; column++) cells.push([row, column]);
  const numberOf = (row, column) =>
    row < 0 || column < 0 || row >= rows || column >= columns ? -1 : row * columns + column;
  const around = [[0, 1], [0, -1], [1, 0], [-1, 0], [1, -1], [-1, 1]]; // prettier-ignore
  const where = isThere => cells.map(isThere);
  return {
    names: cells.map(([row, column]) => String.fromCharCode(97 + row) + (column + 1)),
    neighbours: cells.map(([row, column]) =>
      around.map(([down, right]) => numberOf(row + down, column + right)).filter(cell => cell >= 0),
    ),
    goals: {
      B: [where(([row]) => row === 0), where(([row]) => row === rows - 1)],
      W: [where(([, column]) => column === 0), where(([, column]) => column === columns - 1)],
    },
  };
}

/** Y and Neuy: rows of 1, 2, 3 … cells. A name is a diagonal, which runs from the upper left to the lower right, and a row. */
function makeTriangle(size) {
  const cells = [];
  for (let row = 0; row < size; row++) for (let place = 0; place <= row; place++) cells.push([row, place]);
  const numberOf = (row, place) =>
    row < 0 || row >= size || place < 0 || place > row ? -1 : (row * (row + 1)) / 2 + place;
  const around = [[0, 1], [0, -1], [-1, 0], [-1, -1], [1, 0], [1, 1]]; // prettier-ignore
  const where = isThere => cells.map(isThere);
  const sides = [
    where(([, place]) => place === 0),
    where(([row, place]) => place === row),
    where(([row]) => row === size - 1),
  ];
  return {
    names: cells.map(([row, place]) => String.fromCharCode(97 + size - 1 - row + place) + (row + 1)),
    neighbours: cells.map(([row, place]) =>
      around.map(([down, right]) => numberOf(row + down, place + right)).filter(cell => cell >= 0),
    ),
    goals: { B: sides, W: sides },
  };
}

const GAMES = {
  hex: { isTriangle: false, hasNeutrals: false },
  nex: { isTriangle: false, hasNeutrals: true },
  y: { isTriangle: true, hasNeutrals: false },
  neuy: { isTriangle: true, hasNeutrals: true },
};

const COLOURS = { black: 'B', white: 'W' };
const other = colour => (colour === 'B' ? 'W' : 'B');

/** The board of a claim. */
function makeBoard({ isTriangle }, size) {
  const [rows, columns = rows] = String(size).split('x').map(Number);
  demand(Number.isInteger(rows) && Number.isInteger(columns) && rows > 0 && columns > 0, 'its size is none');
  demand(rows * columns <= 400, 'its board is too large');
  return isTriangle
    ? { ...makeTriangle(rows), rows: Array.from({ length: rows }, (_, row) => row + 1) }
    : { ...makeRhombus(rows, columns), rows: Array.from({ length: rows }, () => columns) };
}

/** Has this colour a chain that touches each of its sides? `cells`: a letter a cell, `.BW?`. */
function hasJoined({ neighbours, goals }, cells, colour) {
  const [first, ...others] = goals[colour];
  const seen = new Set();
  for (let start = 0; start < cells.length; start++) {
    if (cells[start] !== colour || !first[start] || seen.has(start)) continue;
    const chain = [start];
    seen.add(start);
    for (const cell of chain)
      for (const next of neighbours[cell])
        if (cells[next] === colour && !seen.has(next)) {
          seen.add(next);
          chain.push(next);
        }
    if (others.every(side => chain.some(cell => side[cell]))) return true;
  }
  return false;
}

const listCells = (cells, letter) => [...cells.keys()].filter(cell => cells[cell] === letter);

/** Every legal move: the cells that it names, and what they hold afterwards. */
function* listMoves({ hasNeutrals, endgame }, cells, colour) {
  const empties = listCells(cells, '.');
  if (!hasNeutrals) {
    for (const cell of empties) yield [[cell, colour]];
    return;
  }
  const neutrals = listCells(cells, '?');
  const own = listCells(cells, colour);
  let isAny = false;
  for (const cell of empties)
    for (const neutral of empties)
      if (cell !== neutral) {
        isAny = true;
        yield [[cell, colour], [neutral, '?']]; // prettier-ignore
      }
  for (const first of neutrals)
    for (const second of neutrals)
      if (first < second)
        for (const given of own) {
          isAny = true;
          yield [[first, colour], [second, colour], [given, '?']]; // prettier-ignore
        }
  // The conventions for the last cells: a stone alone goes on the last empty one, else the last neutral one is turned.
  if (isAny || endgame !== 'neto' || neutrals.length > 1) return;
  if (empties.length > 0) yield [[empties[0], colour]];
  else if (neutrals.length > 0) yield [[neutrals[0], colour]];
}

function playMove(cells, move) {
  const after = [...cells];
  for (const [cell, letter] of move) after[cell] = letter;
  return after;
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
  demand(
    cells.length === board.names.length && cells.every(letter => '.BW?'.includes(letter)),
    'its position is on another board',
  );
  demand(writePosition(board, cells, colour) === text, 'its position is not written as it should be');
  return { cells, colour };
}

/** The result of a position that `mover` has just made. null: the game goes on. */
function judge(rules, board, cells, mover) {
  if (hasJoined(board, cells, mover)) return mover;
  return listMoves(rules, cells, other(mover)).next().done ? 'draw' : null;
}

/** Walks every line of play in which `hero` answers as written. Each ends well. Adds the answers used, and returns the positions met. */
function walk({ rules, board, answers, used }, start, hero, mayDraw) {
  const met = new Set([writePosition(board, start.cells, start.colour)]);
  const open = [start];
  for (let position = open.pop(); position !== undefined; position = open.pop()) {
    const { cells, colour } = position;
    const text = writePosition(board, cells, colour);
    let moves = listMoves(rules, cells, colour);
    if (colour === hero) {
      demand(answers.has(text), `there is no answer to ${text}`);
      used.add(text);
      const wanted = answers.get(text);
      // What the cells of a conversion hold tells which is which, so that their order says nothing.
      const sortNames = text => text.split(',').sort().join();
      const found = [...moves].find(move => {
        const written = writeMove(board, move);
        return move.length === 3 ? sortNames(written) === sortNames(wanted) : written === wanted;
      });
      demand(found !== undefined, `${wanted} is no move at ${text}`);
      moves = [found];
    }
    for (const move of moves) {
      const after = playMove(cells, move);
      const result = judge(rules, board, after, colour);
      const next = writePosition(board, after, other(colour));
      if (result !== null) demand(result === hero || (mayDraw && result === 'draw'), `a line ends badly at ${next}`);
      else if (!met.has(next)) {
        met.add(next);
        open.push({ cells: after, colour: other(colour) });
      }
    }
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
  const game = Object.hasOwn(GAMES, claim.game) ? GAMES[claim.game] : undefined;
  demand(game !== undefined, 'this checker has no rules for its game');
  const options = game.hasNeutrals ? ['endgame', 'size'] : ['size'];
  demand(Object.keys(claim.setup).sort().join() === options.join(), 'its setup is none of the game');
  demand(!game.hasNeutrals || ['neto', 'nexc'].includes(claim.setup.endgame), 'its endgame is none');
  const rules = { ...game, endgame: claim.setup.endgame };
  const board = makeBoard(game, claim.setup.size);
  const start = readPosition(board, claim.position);
  demand(COLOURS[claim.colour] === start.colour, 'another colour is to move');
  demand(game.hasNeutrals || !start.cells.includes('?'), 'its game has no neutral stones');
  demand(!hasJoined(board, start.cells, 'B') && !hasJoined(board, start.cells, 'W'), 'its game is over');
  const answers = new Map();
  for (const line of lines) {
    demand(
      Array.isArray(line) && line.length === 2 && line.every(part => typeof part === 'string'),
      'a line is no answer',
    );
    demand(!answers.has(line[0]), `${line[0]} is answered twice`);
    answers.set(line[0], line[1]);
  }
  const used = new Set();
  const heroes = { win: [start.colour], loss: [other(start.colour)], draw: ['B', 'W'] }[claim.value];
  demand(heroes !== undefined, 'its value is none');
  let positions = 0;
  for (const hero of heroes) positions += walk({ rules, board, answers, used }, start, hero, claim.value === 'draw');
  demand(used.size === answers.size, `${answers.size - used.size} answers are to positions that never come up`);
  const { game: name, setup, position, colour, value } = claim;
  return { game: name, setup, position, for: colour, value, answers: answers.size, positions };
}

function checkFiles(files) {
  for (const file of files) {
    try {
      console.log(JSON.stringify({ file, proved: true, ...checkProof(readFileSync(file, 'utf8')) }));
    } catch (error) {
      if (!(error instanceof Refuted || error instanceof SyntaxError)) throw error;
      console.log(JSON.stringify({ file, proved: false, reason: error.message }));
      process.exitCode = 1;
    }
  }
}

const isRun = import.meta.url === pathToFileURL(process.argv[1] ?? '').href;
if (isRun) checkFiles(process.argv.slice(2));
