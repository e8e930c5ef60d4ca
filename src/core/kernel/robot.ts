// The type of a robot: an account that a program plays.

export interface Robot {
  readonly userid: string;
  /** 1 … 5. */
  readonly level: number;
  /** The name of an engine of src/engines. */
  readonly engine: string;
  /** What a move may cost: whichever comes first. Measured in docs/players.md. */
  readonly nodes: number;
  readonly milliseconds: number;
  /** On the scale of the players' ratings; it never changes. From the matches of docs/players.md. */
  readonly rating: number;
  /** The share of its moves, 0 … 1, that are any move that does not lose at once. */
  readonly noise: number;
}
