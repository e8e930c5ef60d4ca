// The games that are played by GTP, the Go Text Protocol.
import { games } from '#games/registry/index.ts';

/** A sentence with the games. */
export const listGtpGames = (): string =>
  `GTP is for ${games
    .filter(({ gtp }) => gtp !== null)
    .map(({ name }) => name)
    .join(', ')}.`;
