// Shows a board as it would be after moves that were not played.
// Players use it to look ahead, to try a game, or to check a move before they send it.
import { type AnyGame, type Setup, titleOf } from '#games/game.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { type CommandContext, allow, type Decision, type Denied } from '../decision/decision.ts';
import { limits } from '../kernel/limits.ts';
import { createBoardMessage, type Recipient, type Message } from '../decision/message.ts';
import { refused } from '../kernel/refusal.ts';
import type { Instant } from '../kernel/time.ts';
import type { LineEntry, Match } from '../board/match-document.ts';
import type { MatchRef } from '../kernel/documents.ts';
import { cutLine, resolvePly } from '../board/line.ts';
import { matchStateOf, addToRecord, type LoadedMatch, turnOf } from '../board/match.ts';
import { loadMatch } from './require-match.ts';

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
  const parts = {
    game: titleOf(table.value.game, table.value.match.setup),
    number: ref.number,
    moves: formatMoveList(tried.value.moves),
  };
  const trial = {
    ...(isOwn ? trialForActor(context) : trialForSender(context)),
    news: [{ code: 'preview-only', parts: {} }],
  };
  return buildDecision(ref, tried.value.match, { code: 'imagined-board', parts }, trial);
}

/** Shows moves from the first position of a game, without a board. */
export function previewNew(context: CommandContext, game: AnyGame, setup: Setup, typed: readonly string[]): Decision {
  const seats = game.seats(setup);
  const match: Match = {
    ...{ game: game.name, number: 0, setup, swap: false, challenger: '', state: 'active' },
    players: seats.map(() => ({ kind: 'account', userid: '-' })),
    ...{ record: [], comment: null, threads: seats.map(() => null), opened: context.now },
  };
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
  const ref = { game: match.game, number: match.number };
  const imagined = createImaginedMatch(match, [...matchState.line, entry]);
  const parts = { game: titleOf(game, match.setup), number: match.number, moves: entry.text };
  return buildMessage(
    ref,
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
  allow([], [{ kind: 'message', message: buildMessage(ref, match, what, trial) }]);

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
  let { match, matchState } = start;
  for (const text of splitMoves(typed, each => game.parse(matchState.position, each).ok)) {
    if (moves.length >= limits.previewMoves)
      return no({ refused: refused('preview-long', { most: limits.previewMoves }), match: null });
    if (turnOf(game, match, matchState) === null)
      return no({ refused: refused('preview-over', { move: text }), match: null });
    const read = game.parse(matchState.position, text);
    if (!read.ok) return no({ refused: read.reason, match: null });
    const move = game.format(matchState.position, read.value);
    moves.push(move);
    const next = addToRecord(game, match, { kind: 'move', text: move, at: now });
    match = { ...match, record: next.record };
    matchState = next.matchState;
  }
  return ok({ match, moves });
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
