// A match of many games between two contestants: colours alternate, whoever can stay stays, whoever cannot comes anew.
import type { Seat } from '../../games/game.ts';
import type { Agreement, Dialect, GameResult } from '../core/referee/arbitration.ts';
import type { Clock, Seated } from './ports.ts';
import { refereeLimits } from '../core/referee/limits.ts';
import { write } from '../core/referee/protocol.ts';
import { refereeGame } from './refereeing.ts';

/** One of the two who play the match. */
export interface Contestant {
  readonly name: string;
  /** Starts the program, or waits for whoever connects; null: nobody came. */
  readonly enter: () => Promise<Seated | null>;
  /** Is it the same program each time it enters? Then its dialect is remembered. */
  readonly isConstant: boolean;
}

export interface Series {
  readonly contestants: readonly [Contestant, Contestant];
  /** The seat of the first contestant in game 1; they change seats after every game. */
  readonly firstSeat: Seat;
  readonly games: number;
  readonly agreement: Omit<Agreement, 'dialects'>;
  readonly clock: Clock;
  /** Ends the match: running games get no result, all players are told to abort. */
  readonly signal: AbortSignal;
}

/** A game that was played. */
export interface SeriesGame {
  readonly number: number;
  /** By seat: which contestant sat there, 0 or 1. */
  readonly seated: readonly number[];
  readonly result: GameResult;
  /** By seat: what the player wrote for people, where it is worth showing: it was at fault. */
  readonly lastWords: readonly string[];
}

/** `absent`: nobody came to play. */
export type SeriesEnd = 'played' | 'called-off' | 'absent';

/** A contestant in the course of the match. */
interface Standing {
  readonly contestant: Contestant;
  player: Seated | null;
  dialect: Dialect;
  /** Says `ok`, and leaves after every game all the same; null: not known yet. */
  isBrief: boolean | null;
}

const isAtFault = ({ faults }: GameResult, seat: Seat): boolean => faults.some(fault => fault.seat === seat);

/** Plays the match and tells of every game when it is over. When it resolves, every player has left. */
export async function playSeries(
  series: Series,
  played: (game: SeriesGame) => void | Promise<void>,
): Promise<SeriesEnd> {
  const [first, second] = series.contestants.map((contestant): Standing => ({
    contestant,
    player: null,
    dialect: 'unknown',
    isBrief: null,
  })) as [Standing, Standing];
  try {
    for (let number = 1; number <= series.games; number++) {
      const isFirstAtSeat0 = (number % 2 === 1) === (series.firstSeat === 0);
      const atSeats = isFirstAtSeat0 ? [first, second] : [second, first];
      const result = await playFairly(series, atSeats);
      if (typeof result === 'string') return result;
      const players = atSeats.map(({ player }) => player);
      await Promise.all(
        atSeats.map((standing, seat) => part(standing, series, { result, seat, isLast: number === series.games })),
      );
      const lastWords = players.map((player, seat) => (isAtFault(result, seat) ? (player?.lastWords() ?? '') : ''));
      await played({ number, seated: isFirstAtSeat0 ? [0, 1] : [1, 0], result, lastWords });
    }
    return 'played';
  } finally {
    await Promise.all([first, second].map(callAway));
  }
}

/** A player that stayed and then left without a word in the new game has left between the two: the game begins again. */
async function playFairly(series: Series, atSeats: readonly Standing[]): Promise<GameResult | 'called-off' | 'absent'> {
  const stayed = atSeats.filter(({ player }) => player !== null);
  const result = await playOne(series, atSeats);
  if (typeof result === 'string') return result;
  const gone = atSeats.filter((standing, seat) => {
    const isCrash = result.faults.some(({ seat: by, fault }) => by === seat && fault.kind === 'crash');
    return isCrash && result.spoken[seat] === false && stayed.includes(standing);
  });
  if (gone.length === 0) return result;
  for (const standing of gone) standing.isBrief = true;
  await Promise.all(atSeats.map((standing, seat) => part(standing, series, { result, seat, isLast: false })));
  // Whoever comes anew has not stayed: at most one more beginning for each.
  return playFairly(series, atSeats);
}

async function playOne(series: Series, atSeats: readonly Standing[]): Promise<GameResult | 'called-off' | 'absent'> {
  const { agreement, clock, signal, firstSeat } = series;
  const isOff = (): boolean => signal.aborted;
  await Promise.all(atSeats.map(dismissLeft));
  // Who has the first contestant's seat of game 1 comes in first: of two that connect, the first takes it.
  const inOrder = firstSeat === 0 ? atSeats : [...atSeats].reverse();
  if (isOff()) return 'called-off';
  await Promise.all(inOrder.map(enter));
  if (isOff()) return 'called-off';
  const players = atSeats.map(({ player }) => player).filter(player => player !== null);
  if (players.length < atSeats.length) return 'absent';
  const dialects = atSeats.map(({ dialect }) => dialect);
  return (await refereeGame({ ...agreement, dialects }, { players, clock, signal })) ?? 'called-off';
}

/** Whoever left between games has to come anew. */
async function dismissLeft(standing: Standing): Promise<void> {
  if (standing.player?.hasLeft() !== true) return;
  await dismiss(standing, 0);
}

async function dismiss(standing: Standing, patienceMs: number): Promise<void> {
  const { player } = standing;
  standing.player = null;
  if (!standing.contestant.isConstant) standing.dialect = 'unknown';
  await player?.leave(patienceMs);
}

async function enter(standing: Standing): Promise<void> {
  standing.player ??= await standing.contestant.enter();
}

/** After a game: a player of the later dialect stays for the next one, if it does. */
async function part(
  standing: Standing,
  { clock, signal }: Series,
  { result, seat, isLast }: { readonly result: GameResult; readonly seat: Seat; readonly isLast: boolean },
): Promise<void> {
  const isExpelled = isAtFault(result, seat);
  standing.dialect = result.dialects[seat] ?? 'unknown';
  // A connection that the other's fault has kept from its first word may stay too: nobody can start it anew.
  const mayStay = standing.dialect === 'later' || (standing.dialect === 'unknown' && !standing.contestant.isConstant);
  if (mayStay && !isExpelled && !isLast && (await stays(standing, clock, signal))) return;
  // One that has never spoken may be of either dialect; one of the old has left by now.
  if (!isExpelled && standing.dialect !== 'old') standing.player?.tell(write({ kind: 'end' }));
  await dismiss(standing, isExpelled ? refereeLimits.expulsionMs : refereeLimits.partingMs);
}

async function stays(standing: Standing, clock: Clock, signal: AbortSignal): Promise<boolean> {
  if (standing.isBrief === null) {
    await clock.sleep(refereeLimits.settleMs, signal);
    standing.isBrief = standing.player?.hasLeft() !== false;
  }
  return !standing.isBrief && standing.player?.hasLeft() === false;
}

/** Whoever is still there when the match ends before its time. */
async function callAway(standing: Standing): Promise<void> {
  standing.player?.tell(write({ kind: 'abort' }));
  await dismiss(standing, refereeLimits.expulsionMs);
}
