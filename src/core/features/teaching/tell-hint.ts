// Tells a hint (a move, the reason for it, the chances) or a proof, in sentences for a beginner.
import type { AnyGame, Opaque } from '#games/game.ts';
import { type Phrase, formatCommaList } from '#games/kit/refusal.ts';
import { type LoadedMatch, playerName, seatOfColour, turnOf } from '#core/board/match.ts';
import type { GameReview } from '#core/players/message.ts';
import { limits } from '#core/kernel/limits.ts';
import { findSoleWinner } from '#core/board/acts/list.ts';
import { isSwapAhead, maySwap, mayBeSwapped } from '#core/board/acts/play.ts';
import { type Evaluation, type Evaluations, nameQuery } from './course.ts';
import { followProof } from './review.ts';

/** Other moves that a hint names. */
const OTHERS_TOLD = 2;
/** If at least this share of the other moves loses at once, the hint stops a threat. */
const THREAT_SHARE = 0.8;

/** `64` for 0.638. Without a proof nothing is certain. */
export const formatPercent = (chance: number, isProven = false): number =>
  isProven ? Math.round(100 * chance) : Math.min(99, Math.max(1, Math.round(100 * chance)));

/** A move of the engine in its position. */
interface Suggestion {
  readonly table: LoadedMatch;
  readonly move: Opaque;
  readonly evaluation: Evaluation;
  /** The position after it. */
  readonly next: Opaque;
  /** What was found there. undefined: the game is over there, or nothing. */
  readonly answer: Evaluation | undefined;
}

/** null: the engine found no move. */
export function tellHint(table: LoadedMatch, evaluations: Evaluations): GameReview | null {
  const { game, match, matchState } = table;
  const plies = matchState.plies.length;
  const evaluation = evaluations.get(nameQuery(plies));
  if (evaluation === undefined) return null;
  const swap = suggestSwap(table, evaluation);
  if (swap !== null) return { told: [swap], graph: null };
  const move = game.parse(matchState.position, evaluation.move);
  if (!move.ok) return null;
  const next = game.play(matchState.position, move.value);
  const answer = evaluations.get(nameQuery(plies, evaluation.move));
  const suggestion = { table, move: move.value, evaluation, next, answer };
  const what = game.describe(matchState.position, move.value);
  const named = { code: 'hint-move', parts: { move: evaluation.move, what } };
  if (isSwapAhead(table))
    return { told: [named, { code: 'hint-swap-ahead', parts: { number: game.swapAfter ?? 0 } }], graph: null };
  const told = [
    named,
    ...(mayBeSwapped(table) ? tellFairness(suggestion) : tellReason(suggestion)),
    ...tellAnswer(suggestion, playerName(match.players[findPlayerToMove(table, next)])),
    ...tellOthers(table, evaluation),
  ];
  return { told, graph: null };
}

/** The advice to take the other side, where its chances are better. */
function suggestSwap(table: LoadedMatch, { value, isProven }: Evaluation): Phrase | null {
  if (value === null || value >= 0.5 || !maySwap(table)) return null;
  if (isProven) return { code: 'hint-swap-proved', parts: {} };
  return { code: 'hint-swap', parts: { chance: formatPercent(1 - value) } };
}

const findPlayerToMove = ({ game, match, matchState }: LoadedMatch, position: Opaque): number => {
  const colour = game.toMove(position);
  return colour === null ? -1 : (matchState.holders[seatOfColour(game, match, colour)] ?? -1);
};

/** null: the move does not end the game with a win, or as a draw of two players. */
function tellEnding({ table, next }: Suggestion): Phrase | null {
  const { game, matchState } = table;
  const ranks = game.outcome(next)?.ranks ?? [];
  const winner = findSoleWinner(ranks);
  if (winner === -1) return ranks.length === 2 ? { code: 'hint-draws', parts: {} } : null;
  const mover = findPlayerToMove(table, matchState.position);
  return matchState.holders[winner] === mover ? { code: 'hint-wins', parts: {} } : null;
}

function tellReason(suggestion: Suggestion): readonly Phrase[] {
  const ending = tellEnding(suggestion);
  if (ending !== null) return [ending];
  const { table, move, evaluation, next } = suggestion;
  const { game, match, matchState } = table;
  const { value, isProven } = evaluation;
  const player = playerName(match.players[findPlayerToMove(table, next)]);
  const threat = findThreat(game, matchState.position, move);
  const stops: readonly Phrase[] =
    threat === null || value === 0 ? [] : [{ code: 'hint-stops', parts: { player, threat } }];
  if (isProven && value === 1) return [...stops, { code: 'hint-proved', parts: { player } }];
  if (isProven && value === 0) return [{ code: 'hint-lost', parts: { player } }];
  return value === null ? stops : [...stops, tellChance(table, { value, isProven })];
}

/** The chance to win, or among more than two players the place that is expected: a score of 1 is the first, 0 the last. */
function tellChance(
  { game, match }: LoadedMatch,
  { value, isProven }: { readonly value: number; readonly isProven: boolean },
): Phrase {
  const seats = game.seats(match.setup).length;
  if (seats === 2 && isProven && value === 0.5) return { code: 'hint-drawn', parts: {} };
  if (seats === 2) return { code: 'hint-chance', parts: { chance: formatPercent(value, isProven) } };
  return { code: 'hint-place', parts: { place: Math.round(1 + (1 - value) * (seats - 1)), seats } };
}

/** Where the other side may swap, a good move is one that makes both sides about equally good. */
function tellFairness({ table, evaluation: { value }, next }: Suggestion): readonly Phrase[] {
  const player = playerName(table.match.players[findPlayerToMove(table, next)]);
  return value === null ? [] : [{ code: 'hint-fair', parts: { player, chance: formatPercent(value) } }];
}

/** The move with which the other side wins at once after nearly every other move. null: it has none, or this move does not stop it. */
function findThreat(game: AnyGame, position: Opaque, move: Opaque): string | null {
  if (game.winningMove(position) !== null) return null;
  const losesAtOnce = game.losesAtOnce(position);
  if (losesAtOnce(move)) return null;
  const losing: Opaque[] = [];
  let tried = 0;
  for (const other of game.moves(position)) {
    if (tried >= limits.movesTried) break;
    tried += 1;
    if (losesAtOnce(other)) losing.push(other);
  }
  const [first] = losing;
  if (first === undefined || losing.length < (tried - 1) * THREAT_SHARE) return null;
  const after = game.play(position, first);
  const win = game.outcome(after) === null ? game.winningMove(after) : null;
  return win === null ? null : game.format(after, win);
}

/** What the other side probably plays. Nothing where the hint wins by force. */
function tellAnswer({ evaluation, answer }: Suggestion, player: string): readonly Phrase[] {
  const isWon = evaluation.isProven && evaluation.value === 1;
  if (answer === undefined || answer.move === '' || answer.value === null || isWon) return [];
  return [{ code: 'hint-answer', parts: { player, move: answer.move } }];
}

/** Nothing where the value is certain: other moves do not matter then. */
function tellOthers({ game, match }: LoadedMatch, { move, isProven, candidates = [] }: Evaluation): readonly Phrase[] {
  if (isProven) return [];
  const others = candidates.filter(each => each.move !== move && each.value !== null).slice(0, OTHERS_TOLD);
  if (others.length === 0) return [];
  const isChance = game.seats(match.setup).length === 2;
  const moves = formatCommaList(
    others.map(each =>
      isChance ? { code: 'hint-other', parts: { move: each.move, chance: formatPercent(each.value ?? 0) } } : each.move,
    ),
  );
  return [{ code: 'hint-others', parts: { moves } }];
}

/** null: nothing is proved about the present position. */
export function tellProof(table: LoadedMatch, evaluations: Evaluations): GameReview | null {
  const { game, match, matchState } = table;
  const found = evaluations.get(nameQuery(matchState.plies.length));
  if (found?.isProven !== true) return null;
  const { moves, end } = followProof(table, evaluations);
  // Colours, since the sides may be swapped yet, and since both players may be one person.
  const mover = turnOf(game, match, matchState)?.colour.title ?? '';
  const other = game.colours(match.setup).find(({ title }) => title !== mover)?.title ?? '';
  const line = {
    code: end === 'proved' ? 'proof-line' : 'proof-begin',
    parts: { mover, moves: formatCommaList(moves) },
  };
  return { told: [tellValue(found, mover, other), line], graph: null };
}

function tellValue({ value }: Evaluation, mover: string, other: string): Phrase {
  if (value === 0.5) return { code: 'proof-draw', parts: {} };
  const [winner, loser] = value === 1 ? [mover, other] : [other, mover];
  return { code: 'proof-win', parts: { winner, loser } };
}
