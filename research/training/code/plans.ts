// What is trained: the boards of each game from small to standard, and how strong its network should become.

export interface Plan {
  /** Matches are played on the last one. */
  readonly sizes: readonly string[];
  /** The share of the points that the network should take from today's search, at equal CPU time. */
  readonly target: number;
}

export const PLANS: Readonly<Record<string, Plan>> = {
  nex: { sizes: ['5', '6', '7', '8', '9'], target: 0.85 },
  hex: { sizes: ['5', '6', '7', '8', '9', '11'], target: 0.95 },
  y: { sizes: ['5', '7', '9', '11'], target: 0.75 },
  gonnect: { sizes: ['5', '7', '9'], target: 0.75 },
  hexafive: { sizes: ['4', '5', '6'], target: 0.75 },
  gomoku: { sizes: ['9', '11', '13', '15'], target: 0.85 },
  neuy: { sizes: ['5', '6', '7', '8', '9'], target: 0.75 },
  neugomoku: { sizes: ['7', '8', '9'], target: 0.75 },
  neugonnect: { sizes: ['4', '5', '6', '7'], target: 0.75 },
};
