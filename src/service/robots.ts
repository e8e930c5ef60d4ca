// Plays the robots' moves, and then does reviews: searches off the event loop.
// No mail waits for a search but those that a review belongs to. Moves are committed like those of players.
import { computeRobotSeed } from '#ledger/bundle.ts';
import { reasonOf } from '#games/kit/assert.ts';
import { SWAP } from '#games/kit/swap.ts';
import { findRobot } from '#core/players/robots.ts';
import { playerName } from '#core/board/match.ts';
import { type RobotTurn, findRobotTurn } from '#core/features/boards/index.ts';
import { historyOf } from '#engines/engine.ts';
import { type DocumentKey, documentsOfKind, getDocument, matchKey } from '#core/kernel/documents.ts';
import { createSignal } from './keyed-queue.ts';
import { commitRequest } from './commit-request.ts';
import { DocumentDamaged, readWholeList } from './load.ts';
import type { SearchRequest, SearchResult } from '#engines/index.ts';
import { type ReviewsContext, createReviews } from './reviews.ts';

export interface Robots {
  /** Wakes the loop, because it may be a robot's turn at some board, or a review may wait. */
  readonly wake: () => void;
  /** Plays at all boards that wait for a robot, and does all reviews, now and later, until the signal aborts. A running search is dropped then. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Plays at all boards that wait now, and does all reviews. Resolves to the number of moves and reviews. */
  readonly play: () => Promise<number>;
}

/** After this many failures on a position the simplest engine plays, so that no player waits for a robot forever. */
const MAX_TRIES = 2;
const LAST_RESORT = 'random';
const PAUSE_MS = 5_000;

/**
 * A move follows from the position, the robot and the seed alone, so that it can be checked on any machine: the limit is of nodes, and no
 * tree of an earlier search is kept.
 */
export const createRobotRequest = (
  { game, match, matchState, robot }: RobotTurn,
  seed: number,
  engine = robot.engine,
): SearchRequest => ({
  ...{ engine, game: game.name, setup: match.setup, seed, sessionKey: null, milliseconds: null },
  ...historyOf(game, {
    start: game.start(match.setup),
    moves: matchState.plies.map(({ text }) => text),
    position: matchState.position,
    hasRetired: matchState.retired.length > 0,
  }),
  nodes: robot.nodes,
  weakness: robot.weakness,
  // No player may swap any more, or the lessons of a tutorial explain one side.
  swapAfter: match.swap && matchState.swapped === null && match.isTutorial !== true ? game.swapAfter : null,
});

/** MAX_BOARDS: boards that are considered for one move. PAGE_SIZE: boards that are read in one query. */
const MAX_BOARDS = 1_000;
const PAGE_SIZE = 100;

/** Called for a board where a robot failed. If it throws, the round ends. */
type OnFailure = (error: unknown, key: DocumentKey | null) => Promise<void> | void;

function createRounds(parts: ReviewsContext) {
  const { store, robots, leases } = parts;
  const unmarked = new Set<DocumentKey<'match'>>();

  const playBoard = async (key: DocumentKey<'match'>, signal: AbortSignal | null): Promise<boolean> => {
    const { documents } = await store.read([key]);
    const turn = findRobotTurn(parts, getDocument(documents, key) ?? null);
    return turn !== null && commitMove(parts, turn, await searchMove(parts, turn, signal));
  };

  /** The boards where a robot is to move, sorted by its search time. */
  const findWaitingBoards = async (): Promise<readonly DocumentKey<'match'>[]> => {
    const keys = [...new Set([...(await store.list('robots/turn', null, MAX_BOARDS)), ...unmarked])];
    const searchTimes: (readonly [key: DocumentKey<'match'>, milliseconds: number])[] = [];
    for (let at = 0; at < keys.length; at += PAGE_SIZE) {
      const { documents } = await store.read(keys.slice(at, at + PAGE_SIZE));
      for (const [key, match] of documentsOfKind('match', documents)) {
        const each = (match?.players ?? []).map(player => findRobot(robots, playerName(player))?.milliseconds ?? 0);
        searchTimes.push([key, Math.max(0, ...each)]);
      }
    }
    return searchTimes.toSorted(([, a], [, b]) => a - b).map(([key]) => key);
  };

  return {
    /**
     * Plays one move at a board that waits now and whose lease is free: the robot with the shortest search first, since no
     * player should wait for a fast robot behind slow ones. False: there was no move to play. A signal ends it between two boards.
     */
    playOne: async (signal: AbortSignal | null, onFailure: OnFailure): Promise<boolean> => {
      const keys = await findWaitingBoards();
      for (const key of keys) {
        if (signal?.aborted === true) break;
        const [leaseName] = await leases.take([`robot ${key}`]);
        if (leaseName === undefined) continue;
        try {
          const isPlayed = await playBoard(key, signal);
          unmarked.delete(key);
          if (isPlayed) return true;
        } catch (error) {
          await onFailure(error, key);
        } finally {
          await leases.drop([leaseName]);
        }
      }
      return false;
    },
    /** Finds boards where a robot is to move and whose stored match, from an older version, has no mark of it. */
    findUnmarked: async (): Promise<void> => {
      const boards = (
        await Promise.all(robots.map(({ userid }) => readWholeList(store, `running/player/${userid}`)))
      ).flat();
      for (let at = 0; at < boards.length; at += PAGE_SIZE) {
        const { documents } = await store.read(boards.slice(at, at + PAGE_SIZE));
        for (const [key, match] of documentsOfKind('match', documents)) {
          if (match?.isRobotsTurn !== true && findRobotTurn(parts, match) !== null) unmarked.add(key);
        }
      }
    },
  };
}

export function createRobots(parts: ReviewsContext): Robots {
  const { log, clock } = parts;
  const { playOne, findUnmarked } = createRounds(parts);
  const reviews = createReviews(parts);
  const wakeSignal = createSignal();
  let isWoken = true;
  const wake = (): void => {
    isWoken = true;
    wakeSignal.notify();
  };

  const createFailureHandler =
    (signal: AbortSignal): OnFailure =>
    async (error, board) => {
      if (signal.aborted) return;
      log.error('robot-failed', { board, why: reasonOf(error) });
      // Damaged data stays damaged. Other failures may pass, so the board is tried again.
      if (error instanceof DocumentDamaged) return;
      wake();
      await clock.sleep(PAUSE_MS, signal);
    };

  const run = async (signal: AbortSignal): Promise<void> => {
    let hasSearched = false;
    while (!signal.aborted) {
      isWoken = false;
      try {
        if (!hasSearched) await findUnmarked();
        hasSearched = true;
        // After this move it may be another robot's turn. A review is one position long here, so that moves come first.
        if (await playOne(signal, createFailureHandler(signal))) isWoken = true;
        else if ((await reviews.advance(signal)) !== 'none') isWoken = true;
      } catch (error) {
        await createFailureHandler(signal)(error, null);
      }
      if (!isWoken) await wakeSignal.wait(signal);
    }
    await reviews.close();
  };
  return {
    wake,
    run: signal => (parts.robots.length === 0 ? Promise.resolve() : run(signal)),
    play: async () => {
      const onFailure: OnFailure = error => {
        throw error;
      };
      const advance = async (): Promise<'none' | 'searched' | 'ended'> =>
        (await playOne(null, onFailure)) ? 'ended' : reviews.advance(null);
      let count = 0;
      for (let step = await advance(); step !== 'none'; step = await advance()) if (step === 'ended') count += 1;
      return count;
    },
  };
}

async function searchMove(
  { engines, log, notary }: ReviewsContext,
  turn: RobotTurn,
  signal: AbortSignal | null,
): Promise<SearchResult> {
  const seed = computeRobotSeed(notary.saltOf(matchKey(turn.match)), turn.matchState.plies.length);
  for (let tries = 1; ; tries++) {
    const engine = tries > MAX_TRIES ? LAST_RESORT : turn.robot.engine;
    try {
      const found = await engines.search(createRobotRequest(turn, seed, engine));
      if (found.move === SWAP || turn.game.parse(turn.matchState.position, found.move).ok) return found;
      throw new Error(`${found.move} is no move here`);
    } catch (error) {
      if (tries > MAX_TRIES || signal?.aborted === true) throw error;
      log.warn('thought-failed', { board: matchKey(turn.match), engine, why: String(error) });
    }
  }
}

/** Plays the move. False: somebody else has moved meanwhile, and nothing happens. */
async function commitMove(
  service: ReviewsContext,
  turn: RobotTurn,
  { move, value, isProven }: SearchResult,
): Promise<boolean> {
  const { robot, match, matchState } = turn;
  const number = matchState.plies.length + 1;
  const usualCause = `robot:${matchKey(match)}#${match.record.length}`;
  // A board restored from a backup reaches a turn that was played before.
  const cause = (await service.store.isSeen(usualCause)) ? `${usualCause}@${service.clock.now()}` : usualCause;
  const takeBacks = matchState.takeBacks.length;
  const proved = isProven && move !== SWAP && turn.game.solver !== null ? value : null;
  const request = { kind: 'robot-move', robot, match, number, takeBacks, move, proved } as const;
  const commit = await commitRequest(request, cause, service);
  await commit?.durable;
  const isPlayed = commit?.result === 'committed';
  const facts = { board: matchKey(match), robot: robot.userid, move };
  service.log.info(isPlayed ? 'robot-moved' : 'robot-too-late', facts);
  return isPlayed;
}
