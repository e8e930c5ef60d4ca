// Shows boards as they are, as they were, or as they would be after moves.
import { type AnyGame, type Setup, titleOf } from '#games/game.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { type Result, no, ok } from '#games/kit/result.ts';
import { cutLine, resolvePly } from '../match-state.ts';
import type { LineEntry, Match } from '../match-document.ts';
import { type LoadedMatch, addToRecord, matchStateOf, turnOf, nameBoard } from '../match.ts';
import {
  type ActorContext,
  type CommandContext,
  type Decision,
  type Denied,
  type Notification,
  allow,
  answerSender,
  deny,
  sendMail,
  tell,
} from '#core/players/decision.ts';
import { type Message, type Recipient, createBoardMessage } from '#core/players/message.ts';
import { type MatchRef, refOf } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { refused } from '#core/kernel/refusal.ts';
import type { Instant } from '#core/kernel/time.ts';
import { findUnknownUserids } from '#core/players/userid.ts';
import { type BoardQuery, findBoards } from './list.ts';
import { type MoveArgs, parseLegalMove, playMove } from './play.ts';
import { loadMatch, requireRunning } from './require-match.ts';

// Previews. Players use them to look ahead, to try a game, or to check a move before they send it.

export interface PreviewArgs {
  readonly match: MatchRef;
  /** The position after this number of moves. A negative number counts back from the last. null: the present position. */
  readonly ply: number | null;
  readonly typed: readonly string[];
  /** Whether the mail goes to the actor, as in their own mails, and not to the address that the line came from. */
  readonly isOwn: boolean;
}

/** Who gets the preview, and what its mail says besides the board. */
interface Trial {
  readonly to: Recipient;
  readonly reader: string | null;
  readonly askedLine: string | null;
  readonly news: readonly Phrase[];
}

export function previewBoard(context: CommandContext, { match: ref, ply, typed, isOwn }: PreviewArgs): Decision {
  const table = loadMatch(context.state, ref);
  if (!table.ok) return table;
  const from = goBackTo(table.value, ply);
  if (!from.ok) return no({ ...from.reason, match: ref });
  const tried = tryMoves(from.value, typed, context.now);
  if (!tried.ok) return no({ ...tried.reason, match: ref });
  const parts = { ...nameBoard(table.value), moves: formatMoveList(tried.value.moves) };
  const trial = {
    ...(isOwn ? trialForActor(context) : trialForSender(context)),
    news: [{ code: 'preview-only', parts: {} }],
  };
  return buildDecision(ref, tried.value.match, { code: 'imagined-board', parts }, trial);
}

/** A board without players and number, after these moves. */
export function createMatchWithoutPlayers(game: AnyGame, setup: Setup, moves: readonly string[], now: Instant): Match {
  const seats = game.seats(setup);
  return {
    ...{ game: game.name, number: 0, setup, swap: false, challenger: '', state: 'active' },
    players: seats.map(() => ({ kind: 'account', userid: '-' })),
    record: moves.map(text => ({ kind: 'move', text, at: now })),
    ...{ comment: null, threads: seats.map(() => null), opened: now },
  };
}

/** Shows moves from the first position of a game, without a board. */
export function previewNew(context: CommandContext, game: AnyGame, setup: Setup, typed: readonly string[]): Decision {
  const match = createMatchWithoutPlayers(game, setup, [], context.now);
  const tried = tryMoves({ game, match, matchState: matchStateOf(game, match) }, typed, context.now);
  if (!tried.ok) return tried;
  const { moves } = tried.value;
  const what: Phrase =
    moves.length === 0
      ? { code: 'imagined-start', parts: { game: titleOf(game, setup) } }
      : { code: 'imagined-new', parts: { game: titleOf(game, setup), moves: formatMoveList(moves) } };
  const trial = { ...trialForSender(context), news: [{ code: 'preview-new', parts: { game: game.name } }] };
  return buildDecision({ game: game.name, number: 0 }, tried.value.match, what, trial);
}

/** The mail that shows a submitted move on the board before it is confirmed. */
export function previewSubmitted(
  { game, match, matchState }: LoadedMatch,
  entry: LineEntry & { readonly kind: 'move' },
  { userid, confirm }: { readonly userid: string; readonly confirm: string },
): Message {
  const imagined = createImaginedMatch(match, [...matchState.line, entry]);
  const parts = { ...nameBoard({ game, match }), moves: entry.text };
  return buildMessage(
    refOf(match),
    imagined,
    { code: 'imagined-board', parts },
    {
      ...{ to: { kind: 'account', userid }, reader: userid, askedLine: confirm },
      news: [{ code: 'submit-waits', parts: { move: entry.text, line: confirm } }],
    },
  );
}

const trialForSender = (context: CommandContext): Pick<Trial, 'to' | 'reader' | 'askedLine'> => ({
  to: { kind: 'address', address: context.sender.address },
  reader: context.sender.userid,
  askedLine: null,
});

const trialForActor = ({ actor }: CommandContext): Pick<Trial, 'to' | 'reader' | 'askedLine'> => ({
  to: { kind: 'account', userid: actor ?? '' },
  reader: actor,
  askedLine: null,
});

const buildDecision = (ref: MatchRef, match: Match, what: Phrase, trial: Trial): Decision =>
  allow([], [sendMail(buildMessage(ref, match, what, trial))]);

const buildMessage = (ref: MatchRef, match: Match, what: Phrase, { to, reader, askedLine, news }: Trial): Message => ({
  ...createBoardMessage(ref, to, reader),
  ...{ occasion: 'preview', news },
  imagined: { match, what, askedLine },
});

/** The match with only these entries in its record. */
const createImaginedMatch = (match: Match, line: readonly LineEntry[]): Match => ({
  ...match,
  record: [...line],
  state: 'active',
  comment: null,
});

/** The board after `ply` moves. A negative number counts back from the last. null: the present board. */
function goBackTo({ game, match, matchState }: LoadedMatch, ply: number | null): Result<LoadedMatch, Denied> {
  const last = matchState.plies.length;
  const wantedPly = resolvePly(last, ply);
  if (wantedPly === null) return no({ refused: refused('ply-none', { ply: ply ?? 0, last }), match: null });
  const imagined = createImaginedMatch(match, ply === null ? matchState.line : cutLine(matchState.line, wantedPly));
  return ok({ game, match: imagined, matchState: matchStateOf(game, imagined) });
}

interface TriedMoves {
  readonly match: Match;
  /** The moves in the notation of the game. */
  readonly moves: readonly string[];
}

/** Plays the typed moves on a copy of the board. */
function tryMoves(start: LoadedMatch, typed: readonly string[], now: Instant): Result<TriedMoves, Denied> {
  const { game } = start;
  const moves: string[] = [];
  let table = start;
  for (const text of splitMoves(typed, each => game.parse(table.matchState.position, each).ok)) {
    const { position } = table.matchState;
    if (moves.length >= limits.previewMoves)
      return no({ refused: refused('preview-long', { most: limits.previewMoves }), match: null });
    if (turnOf(game, table.match, table.matchState) === null)
      return no({ refused: refused('preview-over', { move: text }), match: null });
    const read = game.parse(position, text);
    if (!read.ok) return no({ refused: read.reason, match: null });
    const move = game.format(position, read.value);
    moves.push(move);
    table = addToRecord(table, { kind: 'move', text: move, at: now });
  }
  return ok({ match: table.match, moves });
}

/** Splits words into moves. All words may be one move, or each a move. `then` and `;` separate moves. */
function* splitMoves(typed: readonly string[], isMove: (text: string) => boolean): Generator<string> {
  const parts = typed.join(' ').split(/ ?; ?| then /i);
  for (const part of parts.filter(text => text !== '')) {
    if (isMove(part)) yield part;
    else yield* part.split(' ');
  }
}

/** `b1,c4, then d2,e3`. */
const formatMoveList = (moves: readonly string[]): Phrase =>
  moves
    .map((move): Phrase => ({ code: 'move-alone', parts: { move } }))
    .reduce((moves, move) => ({ code: 'moves-then', parts: { moves: moves, move } }));

/** Shows boards: one position, the boards of a player, or a record for other programs. */
export interface BoardAtPly {
  readonly match: MatchRef;
  readonly ply: number | null;
}

/** `as`: the boards go to this player, as their own mails show them. null: they go to the sender. */
export function showBoards(context: CommandContext, shown: readonly BoardAtPly[], as: string | null = null): Decision {
  const notifications: Notification[] = [];
  for (const { match, ply } of shown.slice(0, limits.boardsShown)) {
    const table = loadMatch(context.state, match);
    if (!table.ok) return table;
    const last = table.value.matchState.plies.length;
    const wantedPly = ply !== null && ply < 0 ? last + ply : ply;
    if (wantedPly !== null && (wantedPly < 0 || wantedPly > last))
      return deny(refused('ply-none', { ply: ply ?? 0, last }), match);
    notifications.push({ kind: 'board-shown', match, ply: wantedPly, as });
  }
  return allow([], notifications);
}

/** `game`: null for all of them. */
export function showUser(
  context: CommandContext,
  { game, users, selector }: BoardQuery,
  as: string | null = null,
): Decision {
  const [unknown] = findUnknownUserids(
    context.state,
    users.map(userid => userid.toLowerCase()),
  );
  if (unknown !== undefined) return deny(refused('user-unknown', { userid: unknown }));
  const { count: found, tables } = findBoards(context, { game, users, selector }, limits.boardsShown);
  if (found > limits.boardsShown) return deny(refused('boards-too-many', { found, most: limits.boardsShown }));
  if (tables.length === 0) {
    return allow([], [tell('no-boards', { userid: users.join(', ') })]);
  }
  return allow(
    [],
    tables.map(({ match }): Notification => ({
      kind: 'board-shown',
      match: refOf(match),
      ply: null,
      as,
    })),
  );
}

export function sendRecord(context: CommandContext, match: MatchRef): Decision {
  const table = loadMatch(context.state, match);
  if (!table.ok) return table;
  return answerSender(context, { kind: 'record', match });
}

/** Submits a move: it is shown to its player first, and played when they confirm it. */
export function submitMove(context: ActorContext, args: MoveArgs): Decision {
  const move = parseLegalMove(context, args);
  if (!move.ok) return move;
  const { table, entry } = move.value;
  const { game, match, matchState, actor } = table;
  const { plies, takeBacks } = matchState;
  const submitted = {
    ...{ by: actor, text: entry.text, comment: context.comment },
    ...{ ply: plies.length, takeBacks: takeBacks.length },
  };
  const asked = { userid: actor, confirm: 'confirm' };
  return allow(
    [{ kind: 'match-changed', match: args.match, change: { submitted } }],
    [sendMail(previewSubmitted({ game, match, matchState }, entry, asked))],
  );
}

/** Plays the submitted move if the board has not changed since. */
export function confirmMove(context: ActorContext, ref: MatchRef): Decision {
  const table = requireRunning(context, ref);
  if (!table.ok) return table;
  const { match, matchState, actor } = table.value;
  const { submitted } = match;
  const isUnchanged =
    submitted?.by === actor &&
    submitted.ply === matchState.plies.length &&
    submitted.takeBacks === matchState.takeBacks.length;
  if (!isUnchanged) return deny(refused('submit-none', { game: match.game, number: match.number }), ref);
  const comment = [submitted.comment, context.comment].filter(words => words !== '').join('\n\n');
  return playMove({ ...context, comment }, { match: ref, text: submitted.text, number: null });
}
