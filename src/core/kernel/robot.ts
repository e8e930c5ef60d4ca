// The type of a robot: an account that a program plays.

export interface Robot {
  readonly userid: string;
  /** 1 … 5. */
  readonly level: number;
  /** The name of an engine of src/engines. */
  readonly engine: string;
  /** The search for a move ends after this many nodes or milliseconds. Measured in docs/players.md. */
  readonly nodes: number;
  readonly milliseconds: number;
  /** A fixed rating on the scale of the players' ratings, from the matches in docs/players.md. */
  readonly rating: number;
  /** How the engine is weakened. At a temperature of 0 it plays its best. */
  readonly weakness: RobotWeakness;
}

/** As the weakness of an engine (src/engines/weaken.ts). */
export interface RobotWeakness {
  readonly meanLoss: number;
  readonly mostLoss: number;
  readonly temperature: number;
}
