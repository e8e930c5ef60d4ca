// Prepares moves for a later turn, shows them and drops them.
// `queue` prepares one move, whatever the other side plays. `if` and `else` prepare answers to its moves.
import { tidyMoveText } from '#games/kit/move-text.ts';
import type { AnyGame } from '#games/game.ts';
import type { KIT_REFUSALS } from '#games/kit/refusal.ts';
import { type Result, no, ok } from '#games/kit/result.ts';
import { type ActorContext, type Decision, type Denied, allow, deny, tellBoard } from '#core/players/decision.ts';
import { limits } from '#core/kernel/limits.ts';
import { type Refused, refused } from '#core/kernel/refusal.ts';
import type { Entry, Prepared } from '#core/board/match-document.ts';
import { type MatchRef, isSameBoard } from '#core/kernel/documents.ts';
import { type AnswerTree, type Path, addPath, countAnswers, formatTree, parseTree } from '#core/board/answer-tree.ts';
import { type LoadedMatch, addToRecord, playerName, turnOf } from '#core/board/match.ts';
import { type MoveArgs, findSwapRefusal, playMove, refuseLateMove, splitNumber } from '#core/board/acts/play.ts';
import { type ActorMatch, refuseResigned, requireCurrent, requirePlayer } from '#core/board/acts/require-match.ts';

/** Plays the move, or keeps it until the turn comes: it takes the place of all that was prepared. */
export function queueMove(context: ActorContext, args: MoveArgs): Decision {
  const own = requireCurrent(context, args.match);
  if (!own.ok) return own;
  const table = own.value;
  const { game, match, matchState } = table;
  const left = refuseResigned(table);
  if (left !== null) return deny(left, args.match);
  const late = refuseLateTurn(context, table, args);
  if (late !== null) return deny(late, args.match);
  const turn = turnOf(game, match, matchState);
  const next = matchState.plies.length + 1;
  if (turn === null || isActor(table, turn.player)) return playMove(context, { ...args, number: args.number ?? next });
  if (args.number === next)
    return deny(
      refused('not-your-turn', { player: playerName(match.players[turn.player]), colour: turn.colour.title }),
      args.match,
    );
  const reason = refuseUnfitMove(table, args.text);
  if (reason !== null) return deny(reason, args.match);
  const act = args.number === null ? tidyMoveText(args.text) : `${tidyMoveText(args.text)}#${args.number}`;
  return storePrepared(table, args.match, { answers: [], otherwise: act });
}

/** The turn that the actor saw coming is gone: they have moved since, other than by this very mail. */
function refuseLateTurn(context: ActorContext, table: ActorMatch, args: MoveArgs): Refused | null {
  if (args.number !== null)
    return args.number > table.matchState.plies.length ? null : refuseLateMove(context, table, args);
  const ply = findPlySeen(context, args.match);
  if (ply === null || context.movesAbove?.some(({ match }) => isSameBoard(match, args.match)) === true) return null;
  const own = table.matchState.plies.findIndex((each, index) => index >= ply && isActor(table, each.player));
  return own === -1 ? null : refuseLateMove(context, table, { ...args, number: own + 1 });
}

/** How many moves stood on the board that the actor looks at; null: they look at none. */
const findPlySeen = ({ board }: ActorContext, match: MatchRef): number | null =>
  board !== null && isSameBoard(board.match, match) ? board.ply : null;

const isActor = ({ match, actor }: ActorMatch, player: number): boolean => playerName(match.players[player]) === actor;

/** Refusals that hold in every position. */
const LASTING_REFUSALS: ReadonlySet<string> = new Set<keyof typeof KIT_REFUSALS>([
  ...(['move-unreadable', 'cell-off-board', 'cell-off-row', 'cell-twice'] as const),
]);

/** Why this cannot be the player's next move, however the game goes on. null: it can be. */
function refuseUnfitMove({ game, match, matchState, ...table }: ActorMatch, text: string): Refused | null {
  const word = text.toLowerCase();
  if (word === 'resign') return null;
  if (word !== 'swap') {
    const read = game.parse(matchState.position, text);
    return read.ok || (game.looksLikeMove(text) && !LASTING_REFUSALS.has(read.reason.code)) ? null : read.reason;
  }
  const reason = findSwapRefusal({ game, match, matchState, ...table });
  // After the next move it is too late where it is possible now.
  if (reason === null) return refused('swap-too-late', { after: game.swapAfter ?? 0 });
  return reason.code === 'swap-too-early' ? null : reason;
}

/** Adds a path of answers, from the position as it stands. */
export function prepareAnswers(context: ActorContext, ref: MatchRef, path: Path): Decision {
  const own = requireCurrent(context, ref);
  if (!own.ok) return own;
  const table = own.value;
  const { match, matchState, actor } = table;
  const reason = findAnswerRefusal(context, table, ref);
  if (reason !== null) return deny(reason, ref);
  const walked = validatePath(context, table, path);
  if (!walked.ok) return deny(walked.reason, ref);
  const known = match.prepared?.find(({ by }) => by === findPlayerIndex(table, actor));
  const lines = known?.takeBacks === matchState.takeBacks.length ? known.lines : [];
  const tree = addPath(parseTree(lines), walked.value);
  if (countAnswers(tree) > limits.preparedAnswers)
    return deny(refused('prepared-full', { most: limits.preparedAnswers }), ref);
  return storePrepared(table, ref, tree);
}

/** Why nothing can be answered here now; null: it can. */
function findAnswerRefusal(context: ActorContext, table: ActorMatch, ref: MatchRef): Refused | null {
  const { game, match, matchState } = table;
  if (matchState.holders.length > 2) return refused('if-two-sides', { example: exampleOf(table) });
  const isFailed = context.movesAbove?.some(above => isSameBoard(above.match, ref) && !above.isPlayed) === true;
  if (isFailed) return refused('if-move-failed');
  const ply = findPlySeen(context, ref);
  if (ply !== null && matchState.plies.slice(ply).some(({ player }) => !isActor(table, player)))
    return refused('if-late');
  const turn = turnOf(game, match, matchState);
  const isTheirs = turn !== null && isActor(table, turn.player);
  return isTheirs ? refused('if-your-turn', { example: exampleOf(table) }) : null;
}

/** A move of the game, to be shown where one is missing. */
function exampleOf({ game, matchState }: LoadedMatch): string {
  const [move] = game.examples(matchState.position);
  return move === undefined ? '' : game.format(matchState.position, move);
}

const findPlayerIndex = ({ match }: LoadedMatch, actor: string): number =>
  match.players.findIndex(player => playerName(player) === actor);

/** Played through by the rules, move for move: the path in canonical form, or what of it cannot be. */
function validatePath(context: ActorContext, start: ActorMatch, path: Path): Result<Path, Refused> {
  const steps: { to: string; play: string }[] = [];
  let table = start;
  let before = start;
  for (const { to, play } of path.steps) {
    before = table;
    const theirs = playStep(context, table, to, false);
    if (!theirs.ok) return theirs;
    const own = playStep(context, theirs.value.table, play, true);
    if (!own.ok) return own;
    steps.push({ to: theirs.value.text, play: own.value.text });
    ({ table } = own.value);
  }
  const { otherwise } = path;
  if (otherwise === null) return ok({ steps, otherwise });
  const { text, number } = splitNumber(otherwise);
  const reason = refuseUnfitMove(before, text) ?? refuseWrongNumber(before, number, 2);
  return reason === null ? ok({ steps, otherwise: tidyMoveText(text) }) : no(reason);
}

function playStep(context: ActorContext, table: ActorMatch, typed: string, isOwn: boolean) {
  const { game, match, matchState } = table;
  const { text, number } = splitNumber(typed);
  const turn = turnOf(game, match, matchState);
  if (turn === null) return no(refused('path-over', { move: typed }));
  const player = playerName(match.players[turn.player]);
  if (isActor(table, turn.player) !== isOwn) return no(refused('path-turn', { move: typed, player }));
  const reason = refuseWrongNumber(table, number, 1);
  if (reason !== null) return no(reason);
  const act = parseAct(context, table, text, turn.player);
  if (!act.ok) return no(refused('path-illegal', { move: typed, why: act.reason }));
  return ok({ text: act.value.text, table: { ...table, ...addToRecord(table, act.value.entry) } });
}

/** Has the move another number than it was given? `ahead`: how many moves after the last one it comes. */
function refuseWrongNumber({ matchState }: LoadedMatch, asked: number | null, ahead: number): Refused | null {
  const next = matchState.plies.length + ahead;
  if (asked === null || asked === next) return null;
  return asked > next ? refused('ply-ahead', { asked, next }) : refused('ply-gone', { asked, next });
}

/** A move of a path as the record would have it. */
function parseAct(
  { now }: ActorContext,
  table: ActorMatch,
  text: string,
  player: number,
): Result<{ readonly text: string; readonly entry: Entry }, Refused> {
  const { game, matchState } = table;
  const word = text.toLowerCase();
  if (word === 'resign') {
    const seat = matchState.holders.indexOf(player);
    return ok({ text: word, entry: { kind: 'retire', seat, why: 'resigned', at: now } });
  }
  if (word === 'swap') {
    const reason = findSwapRefusal(table);
    return reason === null ? ok({ text: word, entry: { kind: 'swap', after: matchState.plies.length, at: now } }) : no(reason); // prettier-ignore
  }
  const read = game.parse(matchState.position, text);
  if (!read.ok) return no(read.reason);
  const move = game.format(matchState.position, read.value);
  return ok({ text: move, entry: { kind: 'move', text: move, at: now } });
}

/** Can this text stand in a path: a move by its shape, or `swap`? An answer may be `resign` as well. */
export const isActText = (game: AnyGame, text: string, isAnswer: boolean): boolean => {
  const word = text.toLowerCase();
  return word === 'swap' || (isAnswer && word === 'resign') || game.looksLikeMove(splitNumber(text).text);
};

/** Kept instead of what its owner had prepared before. Only they are told. */
function storePrepared(table: ActorMatch, ref: MatchRef, tree: AnswerTree): Decision {
  const { match, matchState, actor } = table;
  const mine: Prepared = {
    by: findPlayerIndex(table, actor),
    lines: formatTree(tree),
    entries: matchState.line.length,
    takeBacks: matchState.takeBacks.length,
  };
  const prepared = [...(match.prepared ?? []).filter(each => each.by !== mine.by), mine];
  return allow([{ kind: 'moves-prepared', match: ref, prepared }], [tellBoard(ref, null, { only: actor })]);
}

interface OwnPrepared {
  readonly actor: string;
  /** What everybody else has prepared. */
  readonly others: readonly Prepared[];
}

/** Refused where the actor has prepared nothing. */
function requirePrepared(context: ActorContext, ref: MatchRef): Result<OwnPrepared, Denied> {
  const own = requirePlayer(context, ref);
  if (!own.ok) return own;
  const { match, actor } = own.value;
  const all = match.prepared ?? [];
  const others = all.filter(({ by }) => by !== findPlayerIndex(own.value, actor));
  return others.length < all.length
    ? ok({ actor, others })
    : no({ refused: refuseNonePrepared(own.value), match: ref });
}

/** On one's turn there is nothing to prepare. */
function refuseNonePrepared(table: ActorMatch): Refused {
  const { game, match, matchState } = table;
  const turn = match.state === 'active' ? turnOf(game, match, matchState) : null;
  if (turn === null) return refused('prepared-none-over');
  const left = refuseResigned(table);
  if (left !== null) return left;
  const example = exampleOf(table);
  return isActor(table, turn.player)
    ? refused('prepared-none-turn', { example })
    : refused('prepared-none', { example: `queue ${example}` });
}

export function dropPrepared(context: ActorContext, ref: MatchRef): Decision {
  const own = requirePrepared(context, ref);
  if (!own.ok) return own;
  const { actor: only, others } = own.value;
  const news = { code: 'prepared-dropped', parts: {} };
  return allow([{ kind: 'moves-prepared', match: ref, prepared: others }], [tellBoard(ref, news, { only })]);
}

export function showPrepared(context: ActorContext, ref: MatchRef): Decision {
  const own = requirePrepared(context, ref);
  if (!own.ok) return own;
  const { actor: only } = own.value;
  return allow([], [tellBoard(ref, null, { only })]);
}
