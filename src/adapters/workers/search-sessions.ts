// Answers search requests: the texts of a game in, the text of a move out.
// An engine's search tree is kept while the game goes on.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine, EngineOptions, EngineSession } from '#engines/engine.ts';
import { type SearchRequest, type SearchResult, findEngine } from '#engines/index.ts';
import { type Network, openNetwork } from '#engines/network/network.ts';
import { decodeWeights } from '#engines/network/weights.ts';
import { findFairMove, shouldSwap } from '#engines/swap-rule.ts';
import { createWeakSession } from '#engines/weaken.ts';
import { type AnyGame, type Opaque, findNamedGame } from '#games/game.ts';
import { assert, must } from '#games/kit/assert.ts';
import { memoize } from '#games/kit/remember.ts';
import { SWAP } from '#games/kit/swap.ts';
import { games } from '#games/registry/index.ts';
import { findPackageRoot } from '../package-root.ts';

/** The network of a game by its name, opened once in each thread. null: the game has none that plays better than the search without. */
export const readNetwork: (game: string) => Network | null = memoize(game => {
  const folder = join(findPackageRoot(), 'games', game);
  if (!existsSync(join(folder, 'network.net'))) return null;
  // The generations of the network, each with its match against the search without a network.
  const card = JSON.parse(readFileSync(join(folder, 'network.json'), 'utf8')) as readonly {
    readonly today: { readonly games: number; readonly score: number };
  }[];
  const { today } = must(card.at(-1), 'a generation for each network');
  return today.score * 2 > today.games ? openNetwork(decodeWeights(readFileSync(join(folder, 'network.net')))) : null;
});

/** An engine at a board, with the moves played so far. */
interface GameSession {
  readonly key: string;
  readonly game: AnyGame;
  readonly kind: Engine;
  readonly options: EngineOptions;
  readonly engine: EngineSession;
  position: Opaque;
  readonly moves: string[];
}

/** The share of the time in which an engine searches. The rest is for its last node, and for the answer. */
const SEARCH_SHARE = 0.97;

/** Boards remembered at a time: both colours of one game. A tree may take a hundred megabytes. */
const MAX_SESSIONS = 2;

const keyOf = ({ engine, weakness, game, setup, position, seed, sessionKey }: SearchRequest): string =>
  JSON.stringify([sessionKey, engine, weakness, game, Object.entries(setup).sort(), position, seed]);

function openSession(request: SearchRequest, findNetwork: typeof readNetwork): GameSession {
  const game = must(findNamedGame(games, request.game)?.game, 'a game of the shelf');
  const kind = must(findEngine(request.engine), 'an engine of the list');
  const read = game.decode(request.setup, request.position);
  assert(read.ok, 'a position that the game wrote');
  const position = read.value;
  const network = kind.usesNetwork ? findNetwork(game.name) : null;
  const options = { game, setup: request.setup, position, seed: request.seed, network };
  const session = kind.begin(options);
  const engine = request.weakness === null ? session : createWeakSession(session, options, request.weakness);
  return { key: keyOf(request), game, kind, options, engine, position, moves: [] };
}

/** Returns a search function that keeps its sessions. `now`: milliseconds of any monotonic clock. */
export function searchSessions(now: () => number, findNetwork = readNetwork): (request: SearchRequest) => SearchResult {
  const sessions: GameSession[] = [];

  const sessionOf = (request: SearchRequest): GameSession => {
    if (request.sessionKey === null) return openSession(request, findNetwork);
    const key = keyOf(request);
    const known = sessions.findIndex(
      each => each.key === key && each.moves.every((move, i) => move === request.moves[i]),
    );
    const session = known < 0 ? openSession(request, findNetwork) : must(sessions.splice(known, 1)[0], 'it was found');
    sessions.push(session);
    if (sessions.length > MAX_SESSIONS) sessions.shift();
    return session;
  };

  return request => {
    const begun = now();
    const time = (request.milliseconds ?? Infinity) * SEARCH_SHARE;
    const session = sessionOf(request);
    for (const text of request.moves.slice(session.moves.length)) {
      const move = session.game.parse(session.position, text);
      assert(move.ok, 'moves that were played are legal');
      session.engine.advance(move.value);
      session.position = session.game.play(session.position, move.value);
      session.moves.push(text);
    }
    const limit = { spentShare: () => (now() - begun) / time, nodes: request.nodes ?? Infinity };
    const { kind, options, position } = session;
    const toSwap = request.swapAfter === null ? null : request.swapAfter - session.moves.length;
    const fair = toSwap === 1 ? findFairMove(kind, { ...options, position }, limit) : null;
    const choice = fair ?? session.engine.search(limit);
    const { move, candidates, ...found } = choice;
    const isSwap = toSwap === 0 && shouldSwap(choice);
    const format = (move: Opaque): string => session.game.format(position, move);
    return {
      ...{ ...found, move: isSwap ? SWAP : format(move) },
      candidates: candidates
        .toSorted((a, b) => b.share - a.share)
        .map(candidate => ({ ...candidate, move: format(candidate.move) })),
    };
  };
}
