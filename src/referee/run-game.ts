// Runs one refereed game: carries out the arbiter's decisions on two players, by the clock.
import type { Agreement, ArbiterEvent, Transition, GameResult } from './game-state.ts';
import type { RefereeClock, PlayerConnection } from './player-connection.ts';
import { startGame, handleArbiterEvent, wakeAt } from './arbiter.ts';
import { write } from './protocol.ts';

/** The players by seat, and the clock of a game. */
export interface GameContext {
  /** By seat. */
  readonly players: readonly PlayerConnection[];
  readonly clock: RefereeClock;
  /** Aborts the game without a result. */
  readonly signal: AbortSignal;
}

/** Referees a game to its end. null: it was called off. The players stay connected, without a listener. */
export function runGame(agreement: Agreement, { players, clock, signal }: GameContext): Promise<GameResult | null> {
  if (signal.aborted) return Promise.resolve(null);
  return new Promise(resolve => {
    let game: Transition = startGame(agreement, clock.now());
    const events: ArbiterEvent[] = [];
    let isBusy = false;
    let alarm = new AbortController();

    const end = (result: GameResult | null): void => {
      alarm.abort();
      signal.removeEventListener('abort', cancelGame);
      for (const player of players) player.listen(null);
      resolve(result);
    };
    const cancelGame = (): void => end(null);

    const performEffects = (): void => {
      for (const effect of game.effects) {
        if (effect.kind === 'tell') players[effect.seat]?.tell(write(effect.message));
        else end(effect.result);
      }
    };

    const setAlarm = (): void => {
      alarm.abort();
      const due = wakeAt(game.state);
      if (due === Infinity || signal.aborted) return;
      alarm = new AbortController();
      const mine = alarm.signal;
      void clock.sleep(Math.max(1, due - clock.now()), mine).then(() => {
        if (!mine.aborted) handleEvent({ kind: 'time' });
      });
    };

    /** Events that arrive during a `tell` are queued behind it. */
    const handleEvent = (event: ArbiterEvent): void => {
      events.push(event);
      if (isBusy) return;
      isBusy = true;
      for (let next = events.shift(); next !== undefined; next = events.shift()) {
        game = handleArbiterEvent(game.state, next, clock.now());
        performEffects();
      }
      isBusy = false;
      setAlarm();
    };

    signal.addEventListener('abort', cancelGame, { once: true });
    isBusy = true;
    for (const [seat, player] of players.entries()) {
      player.listen({
        said: text => handleEvent({ kind: 'said', seat, text }),
        left: how => handleEvent({ kind: 'left', seat, how }),
      });
    }
    performEffects();
    isBusy = false;
    handleEvent({ kind: 'time' });
  });
}
