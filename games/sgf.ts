// Writes and reads SGF files (FF[4], www.red-bean.com/sgf).
import type { Colour, GameFromFile, Outcome, Setup, SgfNode } from './game.ts';
import { lookUp } from './kit/look-up.ts';
import { type Result, no, ok } from './kit/result.ts';

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

/** A bracket or semicolon, the name of a property, or a value. */
const TOKEN = /\s*(?:([();])|([a-z\d]+)|\[([^\]\\]*(?:\\[^][^\]\\]*)*)\])/giy;

/** Reads the main line: the nodes before the first closing bracket. Other variations and games are left out. */
export function readMainLine(text: string): Result<readonly SgfNode[], string> {
  const nodes: Map<string, string>[] = [];
  let name = '';
  for (const [, mark, word, value] of text.matchAll(TOKEN)) {
    const node = nodes.at(-1);
    if (mark === ')' && node !== undefined) return ok(nodes);
    if (mark === ';') nodes.push(new Map());
    // Small letters in a name are no part of it.
    if (word !== undefined) name = word.replace(/[a-z]/g, '');
    if (value === undefined || node === undefined) continue;
    const before = node.get(name);
    const own = value.replace(/\\(?:\r?\n|([^]))/g, '$1');
    node.set(name, before === undefined ? own : `${before},${own}`);
  }
  return no('This SGF is damaged or breaks off.');
}

/** Reads `11` and `columns:rows`, or rows and columns of a mirrored board. Without a size it is that of the game. */
export function readSize([root]: readonly SgfNode[], isMirrored: boolean): Setup {
  const sides = [...new Set(root?.get('SZ')?.split(':'))];
  return sides.length === 0 ? {} : { size: (isMirrored ? sides : sides.toReversed()).join('x') };
}

/** Reads the result: who resigned (`B+R`) or ran out of time. `colours`: what B and W are. */
export function readLoss([root]: readonly SgfNode[], colours: { B: Colour; W: Colour }): GameFromFile['retired'] {
  const [, winner, how] = /^([BW])\+([RT])/i.exec(root?.get('RE') ?? '') ?? [];
  if (winner === undefined) return null;
  const colour = winner.toUpperCase() === 'B' ? colours.W : colours.B;
  return { colour, why: how?.toUpperCase() === 'T' ? 'out-of-time' : 'resigned' };
}

/** Lists the moves. `colours`: the colour of each property. A position that is set up is refused. */
export function readMoves(
  nodes: readonly SgfNode[],
  colours: Readonly<Record<string, Colour>>,
): Result<GameFromFile['moves'], string> {
  const properties = nodes.flatMap(node => [...node]);
  if (properties.some(([name]) => /^A[BWE1-4]$/.test(name)))
    return no('This SGF begins with pieces on the board, which nexpost cannot set up.');
  return ok(
    properties.flatMap(([name, text]) => {
      const colour = lookUp(colours, name);
      return colour === undefined ? [] : [{ colour, text: text.trim().slice(0, 80) }];
    }),
  );
}
