// Writes a Nexos game as a Blokus SGF file, which the program Pentobi opens.
import type { GameForFile } from '../game.ts';
import { formatProperty } from '../sgf.ts';
import type { NexosPosition } from './rules.ts';
import { textOf } from './board.ts';
import { seatCount } from './colours.ts';

export const EXTENSION = 'blksgf';

/** Which properties hold the players' names, by seat. */
const namesIn = (seats: number): readonly string[] => (seats === 2 ? ['PB', 'PW'] : ['P1', 'P2', 'P3', 'P4']);

/** The whole game: a node a move, whose property is the number of its colour. Skipped colours have none. */
export function write({ position, players }: Pick<GameForFile<NexosPosition>, 'position' | 'players'>): string {
  const { setup, placed } = position;
  const seats = seatCount(setup);
  const names = players.map((player, seat) => formatProperty(namesIn(seats)[seat] ?? '', player)).join('');
  const root = `;GM[Nexos${seats === 2 ? ' Two-Player' : ''}]CA[UTF-8]${names}`;
  const moves = placed.map(({ hue, placement }) => `;${hue + 1}${formatProperty('', textOf(placement))}`);
  return `(${[root, ...moves].join('\n')})\n`;
}
