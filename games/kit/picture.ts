// The picture of a board as data, independent of text, HTML and graphics.
// src/core/writing/picture turns it into text, HTML and drawings.
import type { Phrase } from './refusal.ts';

/** A piece of a picture. Its letter identifies it, its tone is an additional hint. */
export interface Piece {
  readonly letter: string;
  readonly tone: Tone;
}

export type Tone = 'black' | 'white' | 'neutral' | 'blue' | 'yellow' | 'red' | 'green';

/** Coordinates in the plane (unit: the distance of neighbours, y down), and in the text drawing. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly column: number;
  readonly line: number;
}

/** A cell of the board. */
export interface Spot extends Place {
  readonly name: string;
  /** `crossing`: a point of a Go board. `across` and `upright`: segments of a line grid. `point`: an intersection of a line grid. */
  readonly shape: 'hexagon' | 'crossing' | 'point' | 'across' | 'upright';
  readonly piece: Piece | null;
  /** Spots with the same letter and number belong to one piece. null: the piece has one spot. */
  readonly part: number | null;
  /** The last move changed this spot. */
  readonly last: boolean;
  /** The spot is part of the winning chain or five, in a game that is over. */
  readonly decided: boolean;
  /** The spot is forbidden to the side to move. */
  readonly banned: boolean;
  /** The colour whose starting point this spot is, shown while the spot is empty. */
  readonly hint: Piece | null;
}

/** A line between spots of one piece. It is drawn under the spots, and not in the text drawing. */
export interface Joint {
  readonly tone: Tone;
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
}

/** A piece in hand as unit strokes on its own grid: [x1, y1, x2, y2], from 0 on, y down. */
export interface Shape {
  readonly name: string;
  readonly strokes: readonly (readonly [x1: number, y1: number, x2: number, y2: number])[];
}

/** The pieces that a colour has in hand, drawn small below the board. */
export interface Tray extends Legend {
  readonly shapes: readonly Shape[];
}

/** A coordinate at the margin, or another fixed text of the drawing, at the place of its first character. */
export interface Label extends Place {
  /** The text of a drawing at (x, y): '10', 'a'. '' if only the text drawing has a label here. */
  readonly text: string;
  /** The text of the text drawing at (column, line). It may include a stroke of the frame: 'a\\'. */
  readonly ascii: string;
  /** The colour whose side of the board this label belongs to. null: none. */
  readonly tone: Tone | null;
}

/** A side of the board that belongs to a colour, or as a neutral one to all: a line in the plane through the centres of its outermost cells. */
export interface Side {
  readonly tone: Tone;
  readonly name: 'top' | 'bottom' | 'left' | 'right';
  readonly points: readonly [from: readonly [x: number, y: number], to: readonly [x: number, y: number]];
}

/** The meaning of a letter, for the legend and for the position in words. */
export interface Legend {
  readonly piece: Piece;
  readonly title: string;
}

export interface Picture {
  readonly spots: readonly Spot[];
  readonly labels: readonly Label[];
  readonly sides: readonly Side[];
  readonly legend: readonly Legend[];
  /** The aim of each colour as this picture shows it, which may be rotated. Codes of templates/sentences. */
  readonly aims: readonly Phrase[];
  readonly joints: readonly Joint[];
  readonly trays: readonly Tray[];
  /** Sentences below the board about stocks, bans and points. Codes of templates/sentences. */
  readonly notes: readonly Phrase[];
}
