// Writes SGF files (FF[4], www.red-bean.com/sgf): properties, the first node, the whole file.
import type { Outcome } from './game.ts';

/** Formats a property. A bracket ends the value, so brackets are escaped. The value becomes one line. */
export const formatProperty = (name: string, value: string): string =>
  `${name}[${value.replace(/\s+/g, ' ').replace(/[\\\]]/g, '\\$&')}]`;

/** The content of the first node. */
interface FirstNode {
  /** The number of the game in SGF: 4 Gomoku, 11 Hex. */
  readonly gameNumber: number;
  readonly size: string;
  /** Black's name, then White's. Empty: no names. */
  readonly players: readonly string[];
  readonly date: string | null;
  readonly result: string | null;
}

/** Formats the properties of the first node. */
export function formatFirstNode({ gameNumber, size, players, date, result }: FirstNode): string {
  const names = players.map((player, seat) => formatProperty(seat === 0 ? 'PB' : 'PW', player));
  const optional = [
    ...(date === null ? [] : [formatProperty('DT', date)]),
    ...(result === null ? [] : [formatProperty('RE', result)]),
  ];
  return ['FF[4]CA[UTF-8]AP[nexpost]', `GM[${gameNumber}]`, formatProperty('SZ', size), ...names, ...optional].join('');
}

/** Formats the result: `B+`, `W+R` (resigned), `B+T` (time), `Draw`, `Void`. `colours` are the SGF letters by seat. */
export function formatResult({ ranks, reason }: Outcome, colours: readonly string[]): string {
  const first = ranks.flatMap((rank, seat) => (rank === 1 ? [colours[seat] ?? ''] : []));
  if (first.length !== 1) return reason === 'absent' || reason === 'voided' ? 'Void' : 'Draw';
  return `${first.join('')}+${{ resigned: 'R', 'out-of-time': 'T' }[reason] ?? ''}`;
}

/** The maximal width of a line, since mails show the file as text. */
const MAX_WIDTH = 72;

/** Writes the nodes of a game without variations, in lines that fit into a mail. */
export function writeGameTree(nodes: readonly string[]): string {
  const lines: string[] = [];
  for (const node of nodes.map((each, index) => `;${each}${index === nodes.length - 1 ? ')' : ''}`)) {
    const last = lines.at(-1);
    if (last === undefined || lines.length === 1 || last.length + node.length > MAX_WIDTH) lines.push(node);
    else lines[lines.length - 1] = last + node;
  }
  return `(${lines.join('\n')}\n`;
}
