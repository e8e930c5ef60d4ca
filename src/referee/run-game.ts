// One refereed game: the arbiter's decisions carried out on two players, by the clock.
import type { Agreement, ArbiterEvent, Transition, GameResult } from './game-state.ts';
import type { RefereeClock, PlayerConnection } from './player-connection.ts';
import { startGame, step, wakeAt } from './arbiter.ts';
import { write } from './protocol.ts';

/** Who sits where, and what a game needs of the world. */
export interface GameContext {
  /** By seat. */
  readonly players: readonly PlayerConnection[];
  readonly clock: RefereeClock;
  /** Ends the game without a result. */
  readonly signal: AbortSignal;
}

/** Referees a game to its end; null when it was called off. The players stay where they are, and nobody listens to them any more. */
export function runGame(agreement: Agreement, { players, clock, signal }: GameContext): Promise<GameResult | null> {
  if (signal.aborted) return Promise.resolve(null);
  return new Promise(resolve => {
    let game: Transition = startGame(agreement, clock.now());
    const events: ArbiterEvent[] = [];
    let isBusy = false;
    let alarm = new AbortController();

    const end = (result: GameResult | null): void => {
      alarm.abort();
      signal.removeEventListener('abort', callOff);
      for (const player of players) player.listen(null);
      resolve(result);
    };
    const callOff = (): void => end(null);

    const carryOut = (): void => {
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
        if (!mine.aborted) happened({ kind: 'time' });
      });
    };

    /** What a player says while it is told something comes after that, not in the middle. */
    const happened = (event: ArbiterEvent): void => {
      events.push(event);
      if (isBusy) return;
      isBusy = true;
      for (let next = events.shift(); next !== undefined; next = events.shift()) {
        game = step(game.state, next, clock.now());
        carryOut();
      }
      isBusy = false;
      setAlarm();
    };

    signal.addEventListener('abort', callOff, { once: true });
    isBusy = true;
    for (const [seat, player] of players.entries()) {
      player.listen({
        said: text => happened({ kind: 'said', seat, text }),
        left: how => happened({ kind: 'left', seat, how }),
      });
    }
    carryOut();
    isBusy = false;
    happened({ kind: 'time' });
  });
}
