// Creates a board from seeks or for a tournament. All its players have already agreed to play.
import type { AnyGame } from '#games/game.ts';
import type { Instant } from '../kernel/time.ts';
import type { Match } from '../board/match-document.ts';
import type { State } from '../kernel/state.ts';
import { findFreeNumber } from './open.ts';

/** The terms that the players agreed on. */
interface AgreedTerms extends Required<Pick<Match, 'setup' | 'time'>> {
  readonly isRated: boolean;
}

/** The new board, with the next number of its game, and with swap if the game has it. `players`: in the order in which they move. */
export function openAgreedBoard(
  state: State,
  game: AnyGame,
  { setup, time, isRated, players }: AgreedTerms & { readonly players: readonly string[] },
  now: Instant,
): Match {
  return {
    ...{ game: game.name, number: findFreeNumber(state, game.name), setup, time, swap: game.swapAfter !== null },
    ...{ players: players.map(userid => ({ kind: 'account', userid })), challenger: '', comment: null },
    ...{ record: [], state: 'active', threads: players.map(() => null), opened: now },
    ...(isRated ? {} : { isUnrated: true }),
  };
}
