// A board as a text: of positions, and of the files of other programs.
import type { GameForFile, GtpNotation, Setup } from '../game.ts';
import { type Refusal, shorten } from '../kit/refusal.ts';
import { type Result, no, ok } from '../kit/result.ts';
import { formatProperty } from '../sgf.ts';
import { formatPlacement } from './board.ts';
import { HUES, countSeats, findSeat, hueOf } from './colours.ts';
import { parse } from './notation.ts';
import { PIECES } from './pieces.ts';
import { refusal } from './refusals.ts';
import { type NexosPosition, play, retire, start } from './rules.ts';

/** Marks among the moves where a seat has given up. Its colours are skipped from there on. */
const RETIRED = 'retired=';

/** The maximal number of moves and resignations of a game. */
const MAX_PARTS = HUES.length * (PIECES.length + 1);

/** Writes the moves. The colour of each move is not written: the rules determine it. */
export function encode({ placed, retired }: NexosPosition): string {
  const parts = placed.map(({ placement }) => formatPlacement(placement));
  // Inserted from the last on, so that the indexes of the others stay valid.
  for (const { seat, after } of retired.toReversed()) parts.splice(after, 0, `${RETIRED}${hueOf(seat).name}`);
  return parts.join('/');
}

/** Plays one part of the text. null: it is illegal. */
function playPart(position: NexosPosition, part: string): NexosPosition | null {
  if (part.startsWith(RETIRED)) {
    const hue = HUES.findIndex(({ name }) => part === `${RETIRED}${name}`);
    return hue < 0 || position.end !== null ? null : retire(position, findSeat(position.setup, hue));
  }
  const move = parse(position, part);
  return move.ok ? play(position, move.value) : null;
}

export function decode(setup: Setup, text: string): Result<NexosPosition, Refusal> {
  const parts = text.trim() === '' ? [] : text.trim().split('/', MAX_PARTS + 1);
  let position = start(setup);
  for (const [i, part] of parts.entries()) {
    const next = playPart(position, part);
    if (next === null) {
      return no(
        refusal('position-unreadable', {
          text: shorten(text),
          expected: `legal moves joined by / (number ${i + 1}, '${shorten(part)}', is none there)`,
        }),
      );
    }
    position = next;
  }
  return ok(position);
}

/** Writes a Nexos game as a Blokus SGF file for the program Pentobi. */
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

/** How Pentobi writes Nexos in GTP: colours are numbers, and a move is a list of its segments. */
const SEGMENTS = /^[a-y]\d{1,2}(?:,[a-y]\d{1,2}){0,3}$/;

export const PENTOBI_GTP: GtpNotation = {
  chooseGame: setup => (countSeats(setup) === 2 ? 'set_game Nexos Two-Player' : 'set_game Nexos'),
  nameColour: colour => [String(HUES.findIndex(({ name }) => name === colour) + 1), colour],
  writeMove: text => text,
  readMove: text => (SEGMENTS.test(text) ? text : null),
};
