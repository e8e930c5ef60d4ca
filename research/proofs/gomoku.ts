// A proof that Black wins Gomoku 15x15 without restrictions, which may be broken off at any time.
// Usage: npm run prove:gomoku -- --dir DIR --hours H [--first h8] [--size 15]   DIR/expansions.jsonl holds the tree, and is read again.
// Proof-number search (Allis 1994). A position is a leaf where our search of fours and threes finds the win. Allis's own proof has 138,790 positions.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readNetwork } from '#adapters/workers/search-sessions.ts';
import { networkEngine } from '#engines/network-engine.ts';
import type { AnyGame, Opaque } from '#games/game.ts';
import { FEATURES, cellMapOf, symmetriesOf } from '#games/kit/cell-view.ts';
import { assert, must } from '#games/kit/assert.ts';
import { findGame } from '#games/registry/index.ts';

/** Steps of the search of fours and threes at a position. */
const THREAT_NODES = 20_000;
/** Black's moves that are tried, those the network likes best. Fewer moves can only hide a proof. */
const TRIED = 6;
const NETWORK_NODES = 24;
const STONES = FEATURES.own | FEATURES.enemy;

/** A position, by the move that leads to it. Black is to move at every second one. */
interface Place {
  readonly move: string;
  readonly above: Place | null;
  readonly isBlacks: boolean;
  /** null: not expanded yet. Empty: the position is decided. */
  below: readonly Place[] | null;
  /** Positions that are to be proved at least, for Black's win and for its failure. */
  proof: number;
  disproof: number;
}

/** What an expansion found: Black's win, its failure, or the moves to look at. */
type Found = 'won' | 'failed' | readonly string[];

const { values: given } = parseArgs({
  options: {
    dir: { type: 'string', default: '.cache/gomoku' },
    hours: { type: 'string', default: '1' },
    first: { type: 'string', default: 'h8' },
    size: { type: 'string', default: '15' },
  },
});
const game: AnyGame = must(findGame('gomoku') ?? undefined, 'a game of the shelf');
const opened = game.setup([['size', given.size]]);
assert(opened.ok, 'a size of the game');
const setup = opened.value;

const createPlace = (move: string, above: Place | null): Place => ({
  ...{ move, above, isBlacks: above === null ? false : !above.isBlacks },
  ...{ below: null, proof: 1, disproof: 1 },
});

const listMoves = (place: Place): readonly string[] =>
  place.above === null ? [place.move] : [...listMoves(place.above), place.move];

const playMoves = (moves: readonly string[]): Opaque =>
  moves.reduce((position, text) => {
    const move = game.parse(position, text);
    assert(move.ok, `a legal move: ${text}`);
    return game.play(position, move.value);
  }, game.start(setup));

function lookForBlack(position: Opaque): Found {
  if (game.winningMove(position) !== null) return 'won';
  if (must(game.forcedWin ?? undefined, 'Gomoku has such a search')(position, THREAT_NODES) !== null) return 'won';
  const engine = networkEngine.begin({ game, setup, position, seed: 1, network: readNetwork(game.name) });
  const { candidates, move } = engine.search({ nodes: NETWORK_NODES, spentShare: () => 0 });
  const liked = candidates.toSorted((a, b) => b.share - a.share).slice(0, TRIED);
  const moves = liked.length === 0 ? [move] : liked.map(each => each.move);
  return moves.map(each => game.format(position, each));
}

/** Turned and mirrored boards are one position. With more stones hardly any two are. */
const MOST_TURNED_STONES = 3;
const turns = symmetriesOf(cellMapOf(game.picture(game.start(setup), { seat: null })));

function dropTurned(position: Opaque, moves: readonly Opaque[]): readonly Opaque[] {
  const view = must(game.cellView ?? undefined, 'Gomoku has cells');
  if (view.featurePlanes(position).filter(bits => (bits & STONES) !== 0).length >= MOST_TURNED_STONES) return moves;
  const keyOf = (move: Opaque): string => {
    const bits = view.featurePlanes(game.play(position, move));
    return turns.map(turn => Array.from(turn, cell => (bits[cell] ?? 0) & STONES).join('')).toSorted()[0] ?? '';
  };
  return [...new Map(moves.map(move => [keyOf(move), move])).values()];
}

/** White may answer anywhere. What is known to lose by force needs no more. */
function lookForWhite(position: Opaque): Found {
  if (game.winningMove(position) !== null) return 'failed';
  const loses = must(game.forcedLosses ?? undefined, 'Gomoku has such a search')(position, THREAT_NODES);
  const moves = dropTurned(position, [...game.moves(position)].filter(move => loses?.(move) !== true)); // prettier-ignore
  return moves.length === 0 ? 'won' : moves.map(move => game.format(position, move));
}

function look(place: Place): Found {
  const position = playMoves(listMoves(place));
  const outcome = game.outcome(position);
  if (outcome !== null) return outcome.ranks[0] === 1 && outcome.ranks[1] !== 1 ? 'won' : 'failed';
  return place.isBlacks ? lookForBlack(position) : lookForWhite(position);
}

function expand(place: Place, found: Found): void {
  place.below = typeof found === 'string' ? [] : found.map(move => createPlace(move, place));
  if (found === 'won') [place.proof, place.disproof] = [0, Infinity];
  if (found === 'failed') [place.proof, place.disproof] = [Infinity, 0];
  for (let at: Place | null = typeof found === 'string' ? place.above : place; at !== null; at = at.above) {
    const below = at.below ?? [];
    const [least, sum] = at.isBlacks ? (['proof', 'disproof'] as const) : (['disproof', 'proof'] as const);
    at[least] = Math.min(...below.map(each => each[least]));
    at[sum] = below.reduce((total, each) => total + each[sum], 0);
  }
}

/** The leaf that would decide most. */
function selectLeaf(root: Place): Place {
  let place = root;
  while (place.below !== null) {
    const by = place.isBlacks ? 'proof' : 'disproof';
    const { below } = place;
    place = must(below.find(each => each[by] === Math.min(...below.map(other => other[by]))), 'an open position has open moves'); // prettier-ignore
  }
  return place;
}

/** Reads the tree of earlier runs. A line that was cut off has no end. Returns the number of expansions. */
function readTree(root: Place, file: string): number {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  for (const line of lines) {
    const { at, found } = JSON.parse(line) as { readonly at: readonly string[]; readonly found: Found };
    const [, ...moves] = at;
    const place = moves.reduce<Place>((sofar, move) => must(sofar.below?.find(each => each.move === move), 'a place of the tree'), root); // prettier-ignore
    expand(place, found);
  }
  return lines.length;
}

setPriority(constants.priority.PRIORITY_LOW);
mkdirSync(given.dir, { recursive: true });
const file = join(given.dir, 'expansions.jsonl');
const root = createPlace(given.first, null);
let count = readTree(root, file);
const [began, before, until] = [performance.now(), count, performance.now() + Number(given.hours) * 3_600_000];
let told = began;
const tell = (): void => {
  const rate = (count - before) / ((performance.now() - began) / 1_000);
  const { proof, disproof } = root;
  console.log(JSON.stringify({ first: given.first, expanded: count, proof, disproof, perSecond: Math.round(rate * 10) / 10 })); // prettier-ignore
};
while (root.proof > 0 && root.disproof > 0 && performance.now() < until) {
  const leaf = selectLeaf(root);
  const found = look(leaf);
  expand(leaf, found);
  appendFileSync(file, `${JSON.stringify({ at: listMoves(leaf), found })}\n`);
  count += 1;
  if (performance.now() - told > 60_000) {
    told = performance.now();
    tell();
  }
}
tell();
