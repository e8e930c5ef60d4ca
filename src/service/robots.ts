// The robots' turns: a thought off the loop, then a move through the same decision and commit as anybody's. No mail waits for it.
import { reasonOf } from '#games/kit/assert.ts';
import type { AnyGame } from '#games/game.ts';
import { type Robot, robotNamed } from '#core/identity/robots.ts';
import { matchStateOf, playerName, turnOf } from '#core/matches/match.ts';
import type { MatchState } from '#core/matches/match-state.ts';
import { faultOf } from '#core/matches/sound.ts';
import { type GameHistory, historyOf } from '#engines/game-history.ts';
import type { Catalogue } from '#core/state/catalogue.ts';
import { type DocumentKey, type Match, matchKey } from '#core/state/documents.ts';
import { bell } from './bell.ts';
import { commitRequest, type ServiceContext } from './commit-request.ts';
import { DocumentDamaged, whole } from './load.ts';
import type { Engines, SearchRequest } from './ports.ts';

export interface RobotsContext extends ServiceContext {
  readonly engines: Engines;
  readonly wakeOutbox: () => void;
}

export interface Robots {
  /** Looks at the boards among these documents: it may be a robot's turn. */
  readonly changed: (keys: readonly DocumentKey[]) => void;
  /** Plays whatever waits for a robot, and what comes to wait, until the signal aborts; a thought under way is dropped then. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Plays everything that waits now; how many moves were made. */
  readonly play: () => Promise<number>;
}

/** A robot to move, and everything its move depends on. */
interface Turn {
  readonly robot: Robot;
  readonly game: AnyGame;
  readonly match: Match;
  readonly matchState: MatchState;
}

/** An engine that fails on a position so often is replaced by the simplest one: nobody shall wait for a robot for ever. */
const TRIES = 2;
const LAST_RESORT = 'random';
const PAUSE_MS = 5_000;

function turnAt({ games, robots }: Catalogue, match: Match | null): Turn | null {
  const game = games.find(each => each.name === match?.game);
  if (match?.state !== 'active' || game === undefined) return null;
  // Nobody waits for a robot at a board that cannot go on.
  if (faultOf(games, match) !== null) return null;
  const matchState = matchStateOf(game, match);
  const turn = turnOf(game, match, matchState);
  const robot = turn === null ? null : robotNamed(robots, playerName(match.players[turn.player]));
  if (robot === null) return null;
  return { robot, game, match, matchState };
}

const historyTo = ({ game, match, matchState }: Turn): GameHistory =>
  historyOf(game, {
    start: game.start(match.setup),
    moves: matchState.plies.map(({ text }) => text),
    position: matchState.position,
    hasRetired: matchState.retired.length > 0,
  });

/** Where several boards wait, the time is shared among them, down to this. */
const LEAST_MS = 500;

const thoughtOf = (turn: Turn, engine: string, boards: number): SearchRequest => ({
  engine,
  game: turn.game.name,
  setup: turn.match.setup,
  ...historyTo(turn),
  seed: turn.match.number,
  sessionKey: matchKey(turn.match),
  milliseconds: Math.max(LEAST_MS, Math.round(turn.robot.milliseconds / boards)),
  nodes: turn.robot.nodes,
  noise: turn.robot.noise,
});

/** The boards at which a robot is to move, each once, found among those that have changed. */
interface Waiting {
  readonly add: (changed: readonly DocumentKey[]) => void;
  /** Takes the next of them; null: there is none. */
  readonly take: () => Promise<DocumentKey | null>;
  /** How many are left. */
  readonly size: () => number;
  /** Resolves when boards have changed. */
  readonly nonempty: (signal: AbortSignal) => Promise<void>;
}

function waiting(turnOn: (key: DocumentKey) => Promise<Turn | null>): Waiting {
  const changed = new Set<DocumentKey>();
  const ready = new Set<DocumentKey>();
  const arrival = bell();
  return {
    add: keys => {
      for (const key of keys) if (key.startsWith('match/')) changed.add(key);
      if (changed.size > 0) arrival.ring();
    },
    take: async () => {
      for (const key of changed) {
        changed.delete(key);
        // Where the look fails the board stays, and is looked at again before it is played at.
        ready.add(key);
        if ((await turnOn(key)) === null) ready.delete(key);
      }
      const [first = null] = ready;
      if (first !== null) ready.delete(first);
      return first;
    },
    size: () => ready.size,
    nonempty: async signal => {
      if (changed.size === 0) await arrival.rung(signal);
    },
  };
}

export function robotsAtBoards(parts: RobotsContext): Robots {
  const { store, log, clock, robots } = parts;
  const turnOn = async (key: DocumentKey): Promise<Turn | null> => {
    const { documents } = await store.read([key]);
    return turnAt(parts, (documents.get(key) ?? null) as Match | null);
  };
  const queue = waiting(turnOn);
  const playAt = async (key: DocumentKey, signal: AbortSignal | null): Promise<number> => {
    const turn = await turnOn(key);
    if (turn === null) return 0;
    const move = await moveFor(parts, turn, { signal, boards: queue.size() + 1 });
    return (await played(parts, turn, move)) ? 1 : 0;
  };
  const play = async (): Promise<number> => {
    let moves = 0;
    for (let key = await queue.take(); key !== null; key = await queue.take()) moves += await playAt(key, null);
    return moves;
  };
  /** Boards that waited when the service was stopped. */
  const recall = async (): Promise<void> => {
    const boards = await Promise.all(robots.map(({ userid }) => whole(store, `running/player/${userid}`)));
    queue.add(boards.flat());
  };
  return {
    changed: queue.add,
    play,
    run: async signal => {
      let isRecalled = false;
      const hasEnded = (): boolean => signal.aborted;
      while (!signal.aborted) {
        let key: DocumentKey | null = null;
        try {
          if (!isRecalled) await recall();
          isRecalled = true;
          key = await queue.take();
          if (key === null) await queue.nonempty(signal);
          else await playAt(key, signal);
        } catch (error) {
          if (hasEnded()) return;
          log.error('robot-failed', { board: key, why: reasonOf(error) });
          // Damage does not mend itself; everything else may.
          if (error instanceof DocumentDamaged) continue;
          if (key !== null) queue.add([key]);
          await clock.sleep(PAUSE_MS, signal);
        }
      }
    },
  };
}

async function moveFor(
  { engines, log }: RobotsContext,
  turn: Turn,
  { signal, boards }: { readonly signal: AbortSignal | null; readonly boards: number },
): Promise<string> {
  for (let tries = 1; ; tries++) {
    const engine = tries > TRIES ? LAST_RESORT : turn.robot.engine;
    try {
      const { move } = await engines.search(thoughtOf(turn, engine, boards));
      if (turn.game.parse(turn.matchState.position, move).ok) return move;
      throw new Error(`${move} is no move here`);
    } catch (error) {
      if (tries > TRIES || signal?.aborted === true) throw error;
      log.warn('thought-failed', { board: matchKey(turn.match), engine, why: String(error) });
    }
  }
}

/** Plays the move; false where the board has gone on meanwhile, and nothing happens. */
async function played(service: RobotsContext, turn: Turn, move: string): Promise<boolean> {
  const { robot, match, matchState } = turn;
  const number = matchState.plies.length + 1;
  const usual = `robot:${matchKey(match)}#${match.record.length}`;
  // A board that was put back from a backup comes to a turn that was played before.
  const cause = (await service.store.isSeen(usual)) ? `${usual}@${service.clock.now()}` : usual;
  const takeBacks = matchState.takeBacks.length;
  const done = await commitRequest({ kind: 'robot-move', robot, match, number, takeBacks, move }, cause, service);
  await done?.durable;
  const isPlayed = done?.result === 'committed';
  if (isPlayed) service.wakeOutbox();
  const facts = { board: matchKey(match), robot: robot.userid, move };
  service.log.info(isPlayed ? 'robot-moved' : 'robot-too-late', facts);
  return isPlayed;
}
