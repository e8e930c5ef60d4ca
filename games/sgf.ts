// Writes SGF, the format of game files (FF[4], www.red-bean.com/sgf).
// Holds properties, lines, and the first node of a file.
import type { Outcome } from './game.ts';

/** In a value of SGF a bracket ends it, unless a backslash stands before it; a name is one line. */
export const property = (name: string, value: string): string =>
  `${name}[${value.replace(/\s+/g, ' ').replace(/[\\\]]/g, '\\$&')}]`;

/** The header of a game of Black and White. */
interface Beginning {
  /** By the numbers of SGF: 4 Gomoku, 11 Hex. */
  readonly gameNumber: number;
  readonly size: string;
  /** Black's name and White's. empty: no names. */
  readonly players: readonly string[];
  readonly date: string | null;
  readonly result: string | null;
}

/** The properties of the first node. */
export function beginning({ gameNumber, size, players, date, result }: Beginning): string {
  const names = players.map((player, seat) => property(seat === 0 ? 'PB' : 'PW', player));
  const facts = [
    ...(date === null ? [] : [property('DT', date)]),
    ...(result === null ? [] : [property('RE', result)]),
  ];
  return ['FF[4]CA[UTF-8]AP[nexpost]', `GM[${gameNumber}]`, property('SZ', size), ...names, ...facts].join('');
}

/** How it ended, as SGF says it: `B+`, `W+R` (resigned), `B+T` (time), `Draw`, `Void`; `colours`: the letter of each seat. */
export function resultOf({ ranks, reason }: Outcome, colours: readonly string[]): string {
  const first = ranks.flatMap((rank, seat) => (rank === 1 ? [colours[seat] ?? ''] : []));
  if (first.length !== 1) return reason === 'absent' ? 'Void' : 'Draw';
  return `${first.join('')}+${{ resigned: 'R', 'out-of-time': 'T' }[reason] ?? ''}`;
}

/** Mails show it as it stands. */
const WIDEST = 72;

/** A game without variations: its nodes, in lines that fit into a mail. */
export function writeGameTree(nodes: readonly string[]): string {
  const lines: string[] = [];
  for (const node of nodes.map(each => `;${each}`)) {
    const last = lines.at(-1);
    if (last === undefined || lines.length === 1 || last.length + node.length > WIDEST) lines.push(node);
    else lines[lines.length - 1] = last + node;
  }
  return `(${lines.join('\n')})\n`;
}
