// Plays a match of many games between two programs, with alternating colours.
import type { Seat } from '#games/game.ts';
import { handleArbiterEvent, startGame, wakeAt } from './arbiter.ts';
import type {
  Agreement,
  ArbiterEvent,
  Dialect,
  GameResult,
  PlayerConnection,
  RefereeClock,
  Transition,
} from './game-state.ts';
import { refereeLimits, write } from './protocol.ts';

/** Referees a game to its end. `players`: by seat. null: it was called off, as the signal does. The players stay connected, without a listener. */
export function runGame(
  agreement: Agreement,
  players: readonly PlayerConnection[],
  { clock, signal }: Pick<MatchOptions, 'clock' | 'signal'>,
): Promise<GameResult | null> {
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

// A player process is reused until it leaves or fails. Then it is started again.

/** One of the two contestants of a match. */
export interface Contestant {
  readonly name: string;
  /** Starts the program, or waits for a connection. null: no player came. */
  readonly enter: () => Promise<PlayerConnection | null>;
  /** Is it the same program each time it enters? Then its dialect is remembered. */
  readonly isConstant: boolean;
  /** The dialect that it is known to speak. */
  readonly dialect: Dialect;
}

export interface MatchOptions {
  readonly contestants: readonly [Contestant, Contestant];
  /** The seat of the first contestant in game 1. They change seats after every game. */
  readonly firstSeat: Seat;
  readonly games: number;
  readonly agreement: Omit<Agreement, 'dialects'>;
  readonly clock: RefereeClock;
  /** Ends the match: running games get no result, all players are told to abort. */
  readonly signal: AbortSignal;
}

/** A game that was played. Seats are those at its end: a swap exchanges them. */
export interface MatchGame {
  readonly number: number;
  /** By seat: which contestant sat there, 0 or 1. */
  readonly seated: readonly number[];
  readonly result: GameResult;
  /** By seat: the end of the player's stderr if it was at fault, otherwise ''. */
  readonly lastWords: readonly string[];
}

/** `absent`: a player did not come. */
export type MatchEnd = 'played' | 'called-off' | 'absent';

interface ContestantState {
  readonly contestant: Contestant;
  player: PlayerConnection | null;
  dialect: Dialect;
  /** True: says `ok`, but leaves after every game. null: not known yet. */
  isBrief: boolean | null;
}

const isAtFault = ({ faults }: GameResult, seat: Seat): boolean => faults.some(fault => fault.seat === seat);

/** Plays the match, and calls `played` after every game. When it resolves, every player has left. */
export async function playMatch(
  match: MatchOptions,
  played: (game: MatchGame) => void | Promise<void>,
): Promise<MatchEnd> {
  const [first, second] = match.contestants.map((contestant): ContestantState => ({
    contestant,
    player: null,
    dialect: contestant.dialect,
    isBrief: null,
  })) as [ContestantState, ContestantState];
  try {
    for (let number = 1; number <= match.games; number++) {
      const isFirstAtSeat0 = (number % 2 === 1) === (match.firstSeat === 0);
      const atSeats = isFirstAtSeat0 ? [first, second] : [second, first];
      const result = await playWithRestart(match, atSeats);
      if (typeof result === 'string') return result;
      const players = atSeats.map(({ player }) => player);
      await Promise.all(
        atSeats.map((state, seat) => keepOrDismiss(state, match, { result, seat, isLast: number === match.games })),
      );
      const lastWords = players.map((player, seat) => (isAtFault(result, seat) ? (player?.lastWords() ?? '') : ''));
      await played(seatAtEnd({ number, seated: isFirstAtSeat0 ? [0, 1] : [1, 0], result, lastWords }));
    }
    return 'played';
  } finally {
    await Promise.all(
      [first, second].map(async state => {
        state.player?.tell(write({ kind: 'abort' }));
        await dismissPlayer(state, refereeLimits.expulsionMs);
      }),
    );
  }
}

/** The game by the seats at its end: after a swap each contestant has the seat of the other one. */
function seatAtEnd(game: MatchGame): MatchGame {
  const { seated, result, lastWords } = game;
  if (result.swappedAfter === null) return game;
  const { winner, faults } = result;
  return {
    ...game,
    seated: seated.toReversed(),
    lastWords: lastWords.toReversed(),
    result: {
      ...result,
      winner: winner === null ? null : 1 - winner,
      faults: faults.map(({ seat, fault }) => ({ seat: 1 - seat, fault })),
      ...{ ms: result.ms.toReversed(), dialects: result.dialects.toReversed(), spoken: result.spoken.toReversed() },
    },
  };
}

/** Plays a game. If a player that had stayed leaves without a word in it, it had left between the games, and the game is restarted. */
async function playWithRestart(
  match: MatchOptions,
  atSeats: readonly ContestantState[],
): Promise<GameResult | 'called-off' | 'absent'> {
  const stayed = atSeats.filter(({ player }) => player !== null);
  const result = await playOne(match, atSeats);
  if (typeof result === 'string') return result;
  const gone = atSeats.filter((state, seat) => {
    const isCrash = result.faults.some(({ seat: by, fault }) => by === seat && fault.kind === 'crash');
    return isCrash && result.spoken[seat] === false && stayed.includes(state);
  });
  if (gone.length === 0) return result;
  for (const state of gone) state.isBrief = true;
  await Promise.all(atSeats.map((state, seat) => keepOrDismiss(state, match, { result, seat, isLast: false })));
  // A player that enters again has not stayed, so there is at most one restart for each.
  return playWithRestart(match, atSeats);
}

async function playOne(
  match: MatchOptions,
  atSeats: readonly ContestantState[],
): Promise<GameResult | 'called-off' | 'absent'> {
  const { agreement, signal, firstSeat } = match;
  const isOff = (): boolean => signal.aborted;
  // A player that has left between games must enter again.
  await Promise.all(atSeats.filter(({ player }) => player?.hasLeft() === true).map(state => dismissPlayer(state, 0)));
  // The player at the first contestant's seat of game 1 enters first: of two that connect, the first takes that seat.
  const inOrder = firstSeat === 0 ? atSeats : [...atSeats].reverse();
  if (isOff()) return 'called-off';
  await Promise.all(inOrder.map(async state => (state.player ??= await state.contestant.enter())));
  if (isOff()) return 'called-off';
  const players = atSeats.map(({ player }) => player).filter(player => player !== null);
  if (players.length < atSeats.length) return 'absent';
  const dialects = atSeats.map(({ dialect }) => dialect);
  return (await runGame({ ...agreement, dialects }, players, match)) ?? 'called-off';
}

async function dismissPlayer(state: ContestantState, patienceMs: number): Promise<void> {
  const { player } = state;
  state.player = null;
  if (!state.contestant.isConstant) state.dialect = state.contestant.dialect;
  await player?.leave(patienceMs);
}

/** After a game: keeps a player of the later dialect for the next one, if it stays. Dismisses all others. */
async function keepOrDismiss(
  state: ContestantState,
  { clock, signal }: MatchOptions,
  { result, seat, isLast }: { readonly result: GameResult; readonly seat: Seat; readonly isLast: boolean },
): Promise<void> {
  const isExpelled = isAtFault(result, seat);
  state.dialect = result.dialects[seat] ?? 'unknown';
  // A connection that could not yet speak because of the other's fault may stay too: it cannot be started again.
  const mayStay = state.dialect === 'later' || (state.dialect === 'unknown' && !state.contestant.isConstant);
  if (mayStay && !isExpelled && !isLast && (await isStaying(state, clock, signal))) return;
  // A player that has never spoken may be of either dialect. One of the old dialect has left by now.
  if (!isExpelled && state.dialect !== 'old') state.player?.tell(write({ kind: 'end' }));
  await dismissPlayer(state, isExpelled ? refereeLimits.expulsionMs : refereeLimits.partingMs);
}

async function isStaying(state: ContestantState, clock: RefereeClock, signal: AbortSignal): Promise<boolean> {
  if (state.isBrief === null) {
    await clock.sleep(refereeLimits.settleMs, signal);
    state.isBrief = state.player?.hasLeft() !== false;
  }
  return !state.isBrief && state.player?.hasLeft() === false;
}
