// The rows of docs/strength.md: our player, the opponent, and the target of each.
import type { AnyGame, GivenOptions, Setup } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { findGame } from '#games/registry/index.ts';

/** A program outside the project. Its command line is an option of the same name. */
export const PROGRAMS = ['mohex', 'hexhex', 'rapfi', 'pentobi'] as const;

/** The opponent of a row. */
export type Opponent =
  /** robot5 as it was before there were networks. It gets as much CPU a move as our player has used. */
  | { readonly kind: 'baseline' }
  | {
      readonly kind: 'program';
      readonly program: (typeof PROGRAMS)[number];
      /** What the row says of how it plays, such as `1 s a move`. */
      readonly terms: string;
      /** Words after its command line. */
      readonly words: string;
      /** GTP commands before its first game. */
      readonly setup: readonly string[];
    };

/** What our player is to reach. */
export type Target =
  | { readonly kind: 'share'; readonly least: number }
  /** Our player loses no game before this move, counted over both sides: Black has move 1, White move 2. */
  | { readonly kind: 'no-loss-before'; readonly move: number };

export interface Row {
  /** Unique: the key of its result, and the argument of --row. */
  readonly name: string;
  readonly game: string;
  readonly options: GivenOptions;
  /** An even number: each opening is played from both sides. */
  readonly games: number;
  /** Our player is robot5, with this limit of nodes a move and without one in time. */
  readonly nodes: number;
  readonly opponent: Opponent;
  readonly target: Target;
  /** From the openings of `-opening=fair`. Absent: from moves at random. */
  readonly isEven?: true;
}

/** The number of random moves at the beginning of an opening. */
export const OPENING_PLIES = 2;
export const SEED = 1;

type RowTerms = Pick<Row, 'games' | 'nodes'> & { readonly least: number };

const createBaselineRow = (game: string, size: string, { games, nodes, least }: RowTerms): Row => ({
  ...{ name: `${game}-${size}`, game, games, nodes },
  options: [[game === 'hexafive' ? 'radius' : 'size', size]],
  opponent: { kind: 'baseline' },
  target: { kind: 'share', least },
});

const createMohex = (seconds: number): Opponent & { kind: 'program' } => ({
  ...{ kind: 'program', program: 'mohex', terms: `${seconds} s a move`, words: '' },
  setup: [`param_mohex max_time ${seconds}`, 'param_mohex use_time_management 0'],
});

const MOHEX = createMohex(1);

/** Openings of a board with even ones, each from both sides. */
const EVEN_GAMES = 48;

const createEvenHexRow = (size: string, seconds: number, { nodes, least }: Omit<RowTerms, 'games'>): Row => ({
  ...createHexRow(size, createMohex(seconds), { games: EVEN_GAMES, nodes, least }),
  ...{ name: `hex-${size}-mohex-${seconds}-even`, isEven: true },
});

const createHexRow = (size: string, opponent: Opponent & { kind: 'program' }, terms: RowTerms): Row => ({
  ...{ name: `hex-${size}-${opponent.program}`, game: 'hex', options: [['size', size]], opponent },
  ...{ games: terms.games, nodes: terms.nodes, target: { kind: 'share', least: terms.least } },
});

const createPentobiRow = (level: number, least: number, nodes = 125): Row => ({
  ...{ name: `nexos-pentobi-${level}`, game: 'nexos', options: [['players', '2']], games: 40, nodes },
  opponent: {
    ...{ kind: 'program', program: 'pentobi', terms: `level ${level}, without its book` },
    ...{ words: ` --level ${level} --nobook --seed ${SEED}`, setup: [] },
  },
  target: { kind: 'share', least },
});

/** The table of the targets, in its order. */
export const ROWS: readonly Row[] = [
  createHexRow('9', MOHEX, { games: 100, nodes: 2_500, least: 0.6 }),
  createHexRow('11', MOHEX, { games: 100, nodes: 1_900, least: 0.35 }),
  createHexRow(
    '11',
    { kind: 'program', program: 'hexhex', terms: 'the move of its policy', words: '', setup: [] },
    { games: 100, nodes: 400, least: 0.7 },
  ),
  createBaselineRow('nex', '7', { games: 200, nodes: 400, least: 0.85 }),
  createBaselineRow('nex', '9', { games: 200, nodes: 400, least: 0.85 }),
  createBaselineRow('y', '11', { games: 200, nodes: 400, least: 0.75 }),
  createBaselineRow('gonnect', '9', { games: 200, nodes: 200, least: 0.75 }),
  createBaselineRow('hexafive', '6', { games: 200, nodes: 200, least: 0.75 }),
  createBaselineRow('neuy', '9', { games: 200, nodes: 200, least: 0.75 }),
  createBaselineRow('neugomoku', '9', { games: 200, nodes: 200, least: 0.75 }),
  createBaselineRow('neugonnect', '7', { games: 200, nodes: 200, least: 0.75 }),
  createBaselineRow('gomoku', '15', { games: 200, nodes: 200, least: 0.85 }),
  {
    ...{ name: 'gomoku-15-rapfi', game: 'gomoku', options: [['size', '15']], games: 40, nodes: 4_000 },
    opponent: { kind: 'program', program: 'rapfi', terms: 'its lowest level', words: '', setup: [] },
    target: { kind: 'no-loss-before', move: 30 },
  },
  createPentobiRow(1, 0.6),
  createPentobiRow(2, 0.5),
  createPentobiRow(3, 0.4),
  createPentobiRow(4, 0.6, 4_000),
  createPentobiRow(5, 0.5, 4_000),
  createPentobiRow(6, 0.4, 4_000),
  createPentobiRow(7, 0.3, 4_000),
  createEvenHexRow('11', 1, { nodes: 1_900, least: 0.6 }),
  createEvenHexRow('11', 10, { nodes: 4_000, least: 0.5 }),
  createEvenHexRow('11', 30, { nodes: 4_000, least: 0.5 }),
  createEvenHexRow('13', 1, { nodes: 1_500, least: 0.6 }),
];

/** The game of a row on its board. */
export function setUpRow({ game: name, options }: Pick<Row, 'game' | 'options'>): {
  readonly game: AnyGame;
  readonly setup: Setup;
} {
  const game = must(findGame(name), 'a game of the registry');
  const setup = game.setup(options);
  return { game, setup: must(setup.ok ? setup.value : null, 'the game has this board') };
}
