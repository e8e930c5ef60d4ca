// A match of two players that may be other processes: each opening from both sides, and the CPU time of both.
import type { AnyGame, Opaque, Outcome, Setup } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { scoresOf, seatToMove } from '#engines/tree.ts';
import { drawOpening } from '#research/training/code/match.ts';

export interface MatchPlayer {
  /** CPU milliseconds that the player has used so far. */
  readonly cpu: () => number;
  /** Begins a game. The seed is that of the game. */
  readonly begin: (seed: number) => Promise<PlayerSession>;
}

/** A player in one game. */
export interface PlayerSession {
  /** Takes over a move that either player has made, or one of the opening. */
  readonly advance: (move: Opaque) => Promise<void>;
  /** Finds a legal move. null: the player resigns. `milliseconds`: CPU time for this move, for players without a limit of their own. */
  readonly search: (milliseconds: number) => Promise<Opaque | null>;
}

export interface MatchTerms {
  readonly game: AnyGame;
  readonly setup: Setup;
  readonly plies: number;
  readonly seed: number;
  /** Openings as canonical texts, `c3 d5`, that are played in turn. Absent: moves at random. */
  readonly openings?: readonly string[];
}

/** The match so far, from the side of the first player. Pairs are of the first player and the second. */
export interface Tally {
  readonly games: number;
  readonly won: number;
  readonly lost: number;
  readonly drawn: number;
  /** CPU milliseconds, and the moves that they were used for. */
  readonly spent: readonly [number, number];
  readonly moves: readonly [number, number];
  /** The plies of the shortest game that was lost. null: none was lost. */
  readonly shortestLoss: number | null;
  /** Openings of which the first player won both games, and the second did. Absent in older results. */
  readonly pairs?: readonly [number, number];
}

export const NO_GAMES: Tally = {
  ...{ games: 0, won: 0, lost: 0, drawn: 0, spent: [0, 0], moves: [0, 0], shortestLoss: null, pairs: [0, 0] },
};

/** A move may use this many times the mean, to make up for moves that needed less. */
const MOST_OVER_MEAN = 3;

/** The CPU time for the next move of the second player, so that both use as much a move. */
export function computeAllowance({ spent, moves }: Pick<Tally, 'spent' | 'moves'>): number {
  const mean = spent[0] / Math.max(1, moves[0]);
  return Math.max(1, Math.min(MOST_OVER_MEAN * mean, mean * (moves[1] + 1) - spent[1]));
}

/** What one game adds to the CPU times. */
interface Course {
  readonly outcome: Outcome;
  readonly plies: number;
}

type Index = 0 | 1;

interface Times {
  readonly spent: [number, number];
  readonly moves: [number, number];
}

/** Plays one game. `first`: the player of seat 0. */
async function playGame(
  { game, setup }: MatchTerms,
  sessions: readonly PlayerSession[],
  {
    first,
    opening,
    search,
  }: {
    readonly first: Index;
    readonly opening: readonly Opaque[];
    readonly search: (player: Index) => Promise<Opaque | null>;
  },
): Promise<Course> {
  const seats = game.seats(setup).map(({ colours }) => colours);
  let position = game.start(setup);
  for (let plies = 0; ; plies++) {
    const outcome = game.outcome(position);
    if (outcome !== null) return { outcome, plies };
    const seat = seatToMove(game, position, seats);
    const player = (seat + first) % 2 === 0 ? 0 : 1;
    const move = opening[plies] ?? (await search(player));
    if (move === null) return { outcome: must(game.outcome(game.retire(position, seat)), 'two play'), plies };
    for (const session of sessions) await session.advance(move);
    position = game.play(position, move);
  }
}

function addGame(tally: Tally, { outcome, plies }: Course, first: Index): Tally {
  const score = scoresOf(outcome)[first] ?? 0;
  const isLost = score < 0.5;
  return {
    ...tally,
    games: tally.games + 1,
    won: tally.won + (score > 0.5 ? 1 : 0),
    lost: tally.lost + (isLost ? 1 : 0),
    drawn: tally.drawn + (score === 0.5 ? 1 : 0),
    shortestLoss: isLost ? Math.min(plies, tally.shortestLoss ?? Infinity) : tally.shortestLoss,
  };
}

/** The moves of the opening with this index. */
function findOpening(terms: MatchTerms, index: number): readonly Opaque[] {
  const { game, setup, openings } = terms;
  if (openings === undefined) return drawOpening(terms, terms.seed + index);
  let position = game.start(setup);
  return must(openings[index % openings.length], 'a board with even openings')
    .split(' ')
    .map(text => {
      const read = game.parse(position, text);
      const move = must(read.ok ? read.value : undefined, 'a move of an opening');
      position = game.play(position, move);
      return move;
    });
}

/** Plays the next opening of the match from both sides. */
export async function playPair(
  terms: MatchTerms,
  players: readonly [MatchPlayer, MatchPlayer],
  before: Tally,
): Promise<Tally> {
  const opening = findOpening(terms, before.games / 2);
  const times: Times = { spent: [...before.spent], moves: [...before.moves] };
  let tally = before;
  for (const first of [0, 1] as const) {
    const seed = terms.seed + tally.games;
    const sessions = [await players[0].begin(seed), await players[1].begin(seed)] as const;
    const search = async (player: Index): Promise<Opaque | null> => {
      const began = players[player].cpu();
      const move = await sessions[player].search(computeAllowance(times));
      times.spent[player] += players[player].cpu() - began;
      times.moves[player] += 1;
      return move;
    };
    tally = addGame(tally, await playGame(terms, sessions, { first, opening, search }), first);
  }
  const [won, lost] = before.pairs ?? [0, 0];
  const points = [tally.won - before.won, tally.lost - before.lost];
  return { ...tally, ...times, pairs: [won + (points[0] === 2 ? 1 : 0), lost + (points[1] === 2 ? 1 : 0)] };
}
