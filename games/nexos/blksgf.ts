// Writes a Nexos game as a Blokus SGF file for the program Pentobi.
import type { GameForFile } from '../game.ts';
import { formatProperty } from '../sgf.ts';
import type { NexosPosition } from './rules.ts';
import { formatPlacement } from './board.ts';
import { countSeats } from './colours.ts';

export const EXTENSION = 'blksgf';

/** Writes the game: one node for each move, with the number of its colour as the property. Skipped colours have no node. */
export function writeBlokusSgf({
  position,
  players,
}: Pick<GameForFile<NexosPosition>, 'position' | 'players'>): string {
  const { setup, placed } = position;
  const seats = countSeats(setup);
  // The properties of the players' names, by seat.
  const names = players
    .map((player, seat) => formatProperty((seats === 2 ? ['PB', 'PW'] : ['P1', 'P2', 'P3', 'P4'])[seat] ?? '', player))
    .join('');
  const root = `;GM[Nexos${seats === 2 ? ' Two-Player' : ''}]CA[UTF-8]${names}`;
  const moves = placed.map(({ hue, placement }) => `;${hue + 1}${formatProperty('', formatPlacement(placement))}`);
  return `(${[root, ...moves].join('\n')})\n`;
}
