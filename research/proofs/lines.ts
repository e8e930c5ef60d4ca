// A long proof that may be broken off at any time: is an opening of Nex 5x5 won, against each reply?
// Usage: npm run prove:lines -- --dir DIR --hours H [--opening c3,b5] [--cores 2] [--memory 1500]   The results stand in DIR/lines.jsonl.
import { fork } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { hexStones } from '#games/hex/stones.ts';
import { assert, must } from '#games/kit/assert.ts';
import { nex } from '#games/nex/index.ts';
import { geometryOf } from '#games/stones/prove/bitboard.ts';
import { visit } from '#games/stones/prove/search.ts';
import { INFINITY, type SolverSearch, makeSearch } from '#games/stones/prove/state.ts';
import { makeTable } from '#games/stones/prove/tables.ts';
import { type StonePosition, listCells } from '#games/stones/stone-game.ts';

/** What a search has found of a line of play. open: its nodes were used up. */
interface LineResult {
  readonly line: string;
  readonly value: 'black' | 'white' | 'open';
  readonly nodes: number;
  readonly seconds: number;
}

/** The replies that no sample of games has refuted come first. */
const FIRST = ['b1,a2', 'e2,b4'];
/** Nodes of a line's first turn. Each time round it has twice as many. */
const FIRST_NODES = 20_000_000;
const SAVE_MS = 10 * 60_000;

const { values: given } = parseArgs({
  options: {
    dir: { type: 'string', default: '.cache/nex-5x5' },
    hours: { type: 'string', default: '1' },
    opening: { type: 'string', default: 'c3,b5' },
    cores: { type: 'string', default: '2' },
    memory: { type: 'string', default: '1500' },
  },
});

const setup = { size: '5x5', endgame: 'neto' };

function playLine(line: string): StonePosition {
  return line.split(' ').reduce((position, text) => {
    const move = nex.parse(position, text);
    assert(move.ok, `a move: ${text}`);
    return nex.play(position, move.value);
  }, nex.start(setup));
}

// A worker searches the lines that it is given. Its table is kept in a file, so that the next worker goes on with it.

function openSearch(file: string): SolverSearch {
  const geometry = must(geometryOf(hexStones.boardOfSize(setup.size)) ?? undefined, 'a board of 25 cells');
  const table = makeTable(geometry, Number(given.memory) * 1e6);
  if (existsSync(file)) {
    const saved = readFileSync(file);
    assert(saved.byteLength === table.slots.byteLength, 'the table has another size: give --memory as before');
    new Uint8Array(table.slots.buffer).set(saved);
  }
  return makeSearch(table, { isNeutral: true, isNeto: true, attacker: 0, stop: () => false });
}

function searchLine(search: SolverSearch, line: string, nodes: number): LineResult {
  const { cells, turn } = playLine(line);
  const maskOf = (letter: string): number => listCells(cells, letter).reduce((mask, cell) => mask | (1 << cell), 0);
  const [own, other] = turn === 0 ? 'BW' : 'WB';
  const begun = process.cpuUsage();
  const last = search.nodes + nodes;
  const limited: SolverSearch = { ...search, stop: () => limited.nodes >= last, isStopped: false };
  const [frame] = limited.frames;
  Object.assign(must(frame, 'a search has frames'), {
    ...{ mover: maskOf(own ?? ''), other: maskOf(other ?? ''), neutral: maskOf('?'), side: turn, stage: 0 },
    ...{ proofLimit: INFINITY, disproofLimit: INFINITY },
  });
  visit(limited, 0);
  const { user, system } = process.cpuUsage(begun);
  const isBlack = (limited.verdict === 1) === (turn === 0);
  const value = limited.isStopped ? 'open' : isBlack ? 'black' : 'white';
  return { line, value, nodes: limited.nodes - search.nodes, seconds: Math.round((user + system) / 1e6) };
}

function work(file: string): void {
  setPriority(constants.priority.PRIORITY_LOW);
  const search = openSearch(file);
  let saved = performance.now();
  const save = (): void => {
    writeFileSync(`${file}.new`, new Uint8Array(search.table.slots.buffer));
    renameSync(`${file}.new`, file);
    saved = performance.now();
  };
  process.on('message', (task: { readonly line: string; readonly nodes: number } | 'end') => {
    if (task === 'end') {
      save();
      process.exit();
    }
    process.send?.(searchLine(search, task.line, task.nodes));
    if (performance.now() - saved > SAVE_MS) save();
  });
  process.send?.('ready');
}

// The first process deals the lines to the workers.

function readResults(file: string): readonly LineResult[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  // A line that was cut off by a crash has no end.
  return lines.slice(0, -1).map(line => JSON.parse(line) as LineResult);
}

/** The lines not decided yet: each with the nodes of its next turn, the fewest first. */
function listOpen(lines: readonly string[], results: readonly LineResult[]): { line: string; nodes: number }[] {
  const turns = (line: string): readonly LineResult[] => results.filter(each => each.line === line);
  const open = lines.filter(line => turns(line).every(({ value }) => value === 'open'));
  return open
    .map(line => ({ line, nodes: FIRST_NODES * 2 ** turns(line).length }))
    .toSorted((a, b) => a.nodes - b.nodes);
}

function deal(dir: string): void {
  mkdirSync(dir, { recursive: true });
  const file = join(dir, 'lines.jsonl');
  const opened = playLine(given.opening);
  const replies = Array.from(nex.moves(opened), move => nex.format(opened, move));
  const ordered = [...FIRST, ...replies.filter(reply => !FIRST.includes(reply))];
  const lines = ordered.map(reply => `${given.opening} ${reply}`);
  const ends = performance.now() + Number(given.hours) * 3_600_000;
  const results = [...readResults(file)];
  const taken = new Set<string>();
  for (let core = 0; core < Number(given.cores); core++) {
    const worker = fork(fileURLToPath(import.meta.url), process.argv.slice(2), {
      env: { ...process.env, NEXPOST_TABLE: join(dir, `table-${core}.bin`) },
    });
    worker.on('message', (result: LineResult | 'ready') => {
      if (result !== 'ready') {
        results.push(result);
        taken.delete(result.line);
        appendFileSync(file, `${JSON.stringify(result)}\n`);
      }
      const open = listOpen(lines, results);
      const isRefuted = results.some(({ line, value }) => lines.includes(line) && value === 'white');
      console.log(`${JSON.stringify(result)}; ${open.length} of ${lines.length} open`);
      const next = open.find(({ line }) => !taken.has(line));
      const isOver = isRefuted || next === undefined || performance.now() >= ends;
      if (!isOver) taken.add(next.line);
      worker.send(isOver ? 'end' : next);
    });
  }
}

const table = process.env['NEXPOST_TABLE'];
if (table === undefined) deal(given.dir);
else work(table);
