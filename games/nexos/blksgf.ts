// A Nexos game as a game file: SGF with the properties of the Blokus family, which the program Pentobi opens.
import type { NexosPosition } from './rules.ts';
import { textOf } from './board.ts';
import { seatCount } from './colours.ts';

export const EXTENSION = 'blksgf';

/** In a value of SGF a bracket ends it, unless a backslash stands before it; a name is one line. */
const value = (text: string): string => `[${text.replace(/\s+/g, ' ').replace(/[\\\]]/g, '\\$&')}]`;

/** Which properties hold the players' names, by seat. */
const namesIn = (seats: number): readonly string[] => (seats === 2 ? ['PB', 'PW'] : ['P1', 'P2', 'P3', 'P4']);

/** The whole game: a node a move, whose property is the number of its colour. Skipped colours have none. Players by seat; an empty list names nobody. */
export function write({ setup, placed }: NexosPosition, players: readonly string[]): string {
  const seats = seatCount(setup);
  const names = players.map((player, seat) => `${namesIn(seats)[seat] ?? ''}${value(player)}`).join('');
  const root = `;GM[Nexos${seats === 2 ? ' Two-Player' : ''}]CA[UTF-8]${names}`;
  const moves = placed.map(({ hue, placement }) => `;${hue + 1}${value(textOf(placement))}`);
  return `(${[root, ...moves].join('\n')})\n`;
}
