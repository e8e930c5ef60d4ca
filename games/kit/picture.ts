// The picture of a board as data, without characters or colours of paint.
// src/core/picture turns it into text, HTML and drawings.
import type { Phrase } from './refusal.ts';

/** A piece as every renderer shows it: told by its letter, never by hue alone. */
export interface Piece {
  readonly letter: string;
  readonly tone: Tone;
}

export type Tone = 'black' | 'white' | 'neutral' | 'blue' | 'yellow' | 'red' | 'green';

/** One place of the board. `x` and `y` are in the plane (unit: the distance of two neighbours, y down); `column` and `line` in the text drawing. */
export interface Spot {
  readonly name: string;
  /** `crossing` is a place of a Go board; `across` and `upright` are segments of a line grid, `point` one of its intersections. */
  readonly shape: 'hexagon' | 'crossing' | 'point' | 'across' | 'upright';
  readonly x: number;
  readonly y: number;
  readonly column: number;
  readonly line: number;
  readonly piece: Piece | null;
  /** Spots of one letter with the same number hold one piece together; null: what stands here stands alone. */
  readonly part: number | null;
  /** Changed by the last move. */
  readonly last: boolean;
  /** One of the pieces that decided the game, once it is over: the chain, the five. */
  readonly decided: boolean;
  /** Forbidden to the side to move. */
  readonly banned: boolean;
  /** Shown while nothing stands here: whose starting point this is. */
  readonly hint: Piece | null;
}

/** A line in the plane that joins what belongs to one piece of several spots; drawn under the spots, and not in text. */
export interface Joint {
  readonly tone: Tone;
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
}

/** A piece in hand, made of unit strokes of a line grid of its own: [x1, y1, x2, y2], from 0 on, y down. */
export interface Shape {
  readonly name: string;
  readonly strokes: readonly (readonly [x1: number, y1: number, x2: number, y2: number])[];
}

/** What a colour still has in hand, drawn small below the board. */
export interface Tray {
  readonly piece: Piece;
  readonly title: string;
  readonly shapes: readonly Shape[];
}

/** A coordinate at the margin, or any other fixed text of the drawing. */
export interface Label {
  /** '10', 'a': what a drawing writes at (x, y); '' where only the text drawing has something. */
  readonly text: string;
  /** What the text drawing writes at (column, line): 'a\\' where a stroke of the frame belongs to it. */
  readonly ascii: string;
  readonly x: number;
  readonly y: number;
  /** Where the first character stands. */
  readonly column: number;
  readonly line: number;
  /** The colour whose side of the board this label belongs to. null: none. */
  readonly tone: Tone | null;
}

/** A side of the board that belongs to a colour: a line in the plane through the centres of its outermost cells. */
export interface Side {
  readonly tone: Tone;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** What one letter means, for the legend and for the position in words. */
export interface Legend {
  readonly piece: Piece;
  readonly title: string;
}

export interface Picture {
  readonly spots: readonly Spot[];
  readonly labels: readonly Label[];
  readonly sides: readonly Side[];
  readonly legend: readonly Legend[];
  /** What each colour is after, as this picture shows it: a turned board has other sides at the top. Codes of templates/sentences. */
  readonly aims: readonly Phrase[];
  readonly joints: readonly Joint[];
  readonly trays: readonly Tray[];
  /** Sentences below the board: stocks, bans, points; codes of templates/sentences. */
  readonly notes: readonly Phrase[];
}
