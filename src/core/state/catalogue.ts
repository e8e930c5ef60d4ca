// The catalogue of a service: its games, robots and kinds of documents, the same for every request.
import type { AnyGame } from '#games/game.ts';
import type { Robot } from '../identity/robots.ts';
import type { DocumentDefinitions } from './document-definition.ts';

/** What the service offers: the same for every mail. */
export interface Catalogue {
  readonly games: readonly AnyGame[];
  /** Empty where the operator wants none. */
  readonly robots: readonly Robot[];
  readonly documents: DocumentDefinitions;
}
