// Converts between a setup and the board a referee announces, `r13-c13#`.
import type { AnyGame, GivenOptions, Setup } from '#games/game.ts';
import type { Refusal } from '#games/kit/refusal.ts';
import { no, ok, type Result } from '#games/kit/result.ts';

export interface AnnouncedBoard {
  readonly rows: number;
  readonly columns: number;
}

/** The number of rows as drawn, and of spots in the longest row: 13 and 13. On a hexagon of side 6 11 and 11. In Nexos 25 and 25. */
export function boardOf(game: AnyGame, setup: Setup): AnnouncedBoard {
  const lengths = new Map<number, number>();
  for (const { line } of game.picture(game.start(setup), { seat: null }).spots) {
    lengths.set(line, (lengths.get(line) ?? 0) + 1);
  }
  return { rows: lengths.size, columns: Math.max(...lengths.values()) };
}

/** The size option of the game, with its value for this board. */
function sizeOf(game: AnyGame, { rows, columns }: AnnouncedBoard): GivenOptions {
  const spec = game.options.find(option => option.kind === 'size');
  if (spec?.kind !== 'size') return [];
  return [[spec.name, spec.rectangular ? `${rows}x${columns}` : String(rows)]];
}

/**
 * The setup from the given options and the announced board. The announced size overrides a given one. Otherwise the refusal, or the board that
 * these options make instead.
 */
export function setUpBoard(
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
