// Plays the robots' moves: searches off the event loop, commits like a player's move.
// No mail waits for it.
import { reasonOf } from '#games/kit/assert.ts';
import type { Robot } from '#core/kernel/robot.ts';
import { findRobot } from '#core/players/robots.ts';
import { playerName } from '#core/board/match.ts';
import { type RobotTurn, findRobotTurn } from '#core/matches/robot-turn.ts';
import { type GameHistory, historyOf } from '#engines/game-history.ts';
import { type DocumentKey, documentsOfKind, getDocument, matchKey } from '#core/kernel/documents.ts';
import type { Match } from '#core/board/match-document.ts';
import { createSignal } from './signal.ts';
import { commitRequest, type ServiceContext } from './commit-request.ts';
import { DocumentDamaged, readWholeList } from './load.ts';
import type { Engines, SearchRequest } from './ports.ts';
import type { Leases } from './shared-ports.ts';

export interface RobotsContext extends ServiceContext {
  readonly engines: Engines;
  readonly claims: Leases;
  readonly wakeOutbox: () => void;
}

export interface Robots {
  /** It may be a robot's turn somewhere. */
  readonly wake: () => void;
  /** Plays at all boards that wait for a robot, now and later, until the signal aborts. A running search is dropped then. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Plays at all boards that wait now. Resolves to the number of moves made. */
  readonly play: () => Promise<number>;
}

/** After this many failures on a position the simplest engine plays, so that no player waits for a robot forever. */
const TRIES = 2;
const LAST_RESORT = 'random';
const PAUSE_MS = 5_000;

const historyTo = ({ game, match, matchState }: RobotTurn): GameHistory =>
  historyOf(game, {
    start: game.start(match.setup),
    moves: matchState.plies.map(({ text }) => text),
    position: matchState.position,
    hasRetired: matchState.retired.length > 0,
  });

/** If several boards wait, they share the time, but each gets at least this. */
const LEAST_MS = 500;

const thoughtOf = (turn: RobotTurn, engine: string, boards: number): SearchRequest => ({
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

/** Boards that are looked at for one move, and boards read in one go. */
const MOST = 1_000;
const PAGE = 100;

/** Called for a board where a robot failed. If it throws, the round ends. */
type Failed = (error: unknown, key: DocumentKey | null) => Promise<void> | void;

interface Rounds {
  /**
   * Plays one move at a board that waits now and that no other process has claimed: the robot with the shortest search first, since no
   * player should wait for a fast robot behind slow ones. False: there was no move to play. A signal ends it between two boards.
   */
  readonly playOne: (signal: AbortSignal | null, failed: Failed) => Promise<boolean>;
  /** Finds old boards without the mark that a robot is to move. */
  readonly recall: () => Promise<void>;
}

/** The longest search time of the robots at a board: two may play each other. */
const longestThought = (robots: readonly Robot[], match: Match | null): number =>
  Math.max(0, ...(match?.players ?? []).map(player => findRobot(robots, playerName(player))?.milliseconds ?? 0));

function rounds(parts: RobotsContext): Rounds {
  const { store, robots, claims } = parts;
  const recalled = new Set<DocumentKey<'match'>>();

  const playAt = async (key: DocumentKey<'match'>, boards: number, signal: AbortSignal | null): Promise<boolean> => {
    const { documents } = await store.read([key]);
    const turn = findRobotTurn(parts, getDocument(documents, key) ?? null);
    return turn !== null && played(parts, turn, await moveFor(parts, turn, { signal, boards }));
  };

  /** The boards where a robot is to move, sorted by its search time. */
  const waiting = async (): Promise<readonly DocumentKey<'match'>[]> => {
    const keys = [...new Set([...(await store.list('robots/turn', null, MOST)), ...recalled])];
    const times: (readonly [key: DocumentKey<'match'>, milliseconds: number])[] = [];
    for (let at = 0; at < keys.length; at += PAGE) {
      const { documents } = await store.read(keys.slice(at, at + PAGE));
      for (const [key, match] of documentsOfKind('match', documents)) times.push([key, longestThought(robots, match)]);
    }
    return times.toSorted(([, a], [, b]) => a - b).map(([key]) => key);
  };

  return {
    playOne: async (signal, failed) => {
      const keys = await waiting();
      for (const [index, key] of keys.entries()) {
        if (signal?.aborted === true) break;
        const [claim] = await claims.take([`robot ${key}`]);
        if (claim === undefined) continue;
        try {
          const isPlayed = await playAt(key, keys.length - index, signal);
          recalled.delete(key);
          if (isPlayed) return true;
        } catch (error) {
          await failed(error, key);
        } finally {
          await claims.drop([claim]);
        }
      }
      return false;
    },
    recall: async () => {
      const boards = (
        await Promise.all(robots.map(({ userid }) => readWholeList(store, `running/player/${userid}`)))
      ).flat();
      for (let at = 0; at < boards.length; at += PAGE) {
        const { documents } = await store.read(boards.slice(at, at + PAGE));
        for (const [key, match] of documentsOfKind('match', documents)) {
          if (match?.isRobotsTurn !== true && findRobotTurn(parts, match) !== null) recalled.add(key);
        }
      }
    },
  };
}

export function createRobots(parts: RobotsContext): Robots {
  const { log, clock } = parts;
  const { playOne, recall } = rounds(parts);
  const arrival = createSignal();
  let hasNews = true;
  const wake = (): void => {
    hasNews = true;
    arrival.ring();
  };

  const failedAt =
    (signal: AbortSignal): Failed =>
    async (error, board) => {
      if (signal.aborted) return;
      log.error('robot-failed', { board, why: reasonOf(error) });
      // Damaged data stays damaged. Other failures may pass, so the board is tried again.
      if (error instanceof DocumentDamaged) return;
      wake();
      await clock.sleep(PAUSE_MS, signal);
    };

  const run = async (signal: AbortSignal): Promise<void> => {
    let isRecalled = false;
    while (!signal.aborted) {
      hasNews = false;
      try {
        if (!isRecalled) await recall();
        isRecalled = true;
        // The move may have made it another robot's turn.
        if (await playOne(signal, failedAt(signal))) hasNews = true;
      } catch (error) {
        await failedAt(signal)(error, null);
      }
      if (!hasNews) await arrival.rung(signal);
    }
  };
  return {
    wake,
    run: signal => (parts.robots.length === 0 ? Promise.resolve() : run(signal)),
    play: async () => {
      const failed: Failed = error => {
        throw error;
      };
      let moves = 0;
      while (await playOne(null, failed)) moves += 1;
      return moves;
    },
  };
}

async function moveFor(
  { engines, log }: RobotsContext,
  turn: RobotTurn,
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

/** Plays the move. False: the board has moved on meanwhile, and nothing happens. */
async function played(service: RobotsContext, turn: RobotTurn, move: string): Promise<boolean> {
  const { robot, match, matchState } = turn;
  const number = matchState.plies.length + 1;
  const usual = `robot:${matchKey(match)}#${match.record.length}`;
  // A board restored from a backup reaches a turn that was played before.
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
