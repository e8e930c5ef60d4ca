// The board a referee announces, `r13-c13#`: which one belongs to a setup, and which setup to a board.
import type { AnyGame, GivenOptions, Setup } from '#games/game.ts';
import type { Refusal } from '#games/kit/refusal.ts';
import { no, ok, type Result } from '#games/kit/result.ts';

export interface AnnouncedBoard {
  readonly rows: number;
  readonly columns: number;
}

/** Rows as they are drawn, and the spots of the longest: 13 and 13, on a hexagon of side 6 11 and 11, in Nexos 25 and 25. */
export function boardOf(game: AnyGame, setup: Setup): AnnouncedBoard {
  const lengths = new Map<number, number>();
  for (const { line } of game.picture(game.start(setup), { seat: null }).spots) {
    lengths.set(line, (lengths.get(line) ?? 0) + 1);
  }
  return { rows: lengths.size, columns: Math.max(...lengths.values()) };
}

/** The option of the game that says how large the board is, and what it has to be for this one. */
function sizeOf(game: AnyGame, { rows, columns }: AnnouncedBoard): GivenOptions {
  const spec = game.options.find(option => option.kind === 'size');
  if (spec?.kind !== 'size') return [];
  return [[spec.name, spec.rectangular ? `${rows}x${columns}` : String(rows)]];
}

/** The setup of the options given and the board announced, whose size goes before a given one; else what is wrong with that, or the board these options make instead. */
export function setupOn(
  game: AnyGame,
  given: GivenOptions,
  board: AnnouncedBoard,
): Result<Setup, { readonly refusal: Refusal } | { readonly ours: AnnouncedBoard }> {
  const size = sizeOf(game, board);
  const setup = game.setup([...given.filter(([name]) => !size.some(([own]) => own === name.toLowerCase())), ...size]);
  if (!setup.ok) return no({ refusal: setup.reason });
  const ours = boardOf(game, setup.value);
  return ours.rows === board.rows && ours.columns === board.columns ? ok(setup.value) : no({ ours });
}
