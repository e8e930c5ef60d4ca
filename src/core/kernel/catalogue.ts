// The catalogue of a service: its games, robots, documents and events, the same for every request.
import type { AnyGame } from '#games/game.ts';
import type { Effects } from './event.ts';
import type { DocumentDefinitions } from './document-definition.ts';

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

/** What the service offers: the same for every mail. */
export interface Catalogue {
  readonly games: readonly AnyGame[];
  /** Empty where the operator wants none. */
  readonly robots: readonly Robot[];
  readonly documents: DocumentDefinitions;
  readonly effects: Effects;
}
