// Shows a board as it would be after moves that were not played.
// Players use it to look ahead, to try a game, or to check a move before they send it.
import { type AnyGame, type Setup, titleOf } from '#games/game.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { type CommandContext, allow, type Decision, type Denied } from '../decision/decision.ts';
import { limits } from '../kernel/limits.ts';
import { boardMessage, type Recipient, type Message } from '../decision/message.ts';
import { refused } from '../kernel/refusal.ts';
import type { Instant } from '../kernel/time.ts';
import type { LineEntry, Match } from '../board/match-document.ts';
import type { MatchRef } from '../kernel/documents.ts';
import { cutLine, resolvePly } from '../board/line.ts';
import { matchStateOf, matchStateWith, type LoadedMatch, turnOf } from '../board/match.ts';
import { loadMatch } from './require-match.ts';

export interface PreviewArgs {
  readonly match: MatchRef;
  /** After how many moves; below 0 counted back from the last; null: as it stands. */
  readonly ply: number | null;
  readonly typed: readonly string[];
  /** As one of the actor's own mails, wherever the line came from. */
  readonly isOwn: boolean;
}

/** What is tried, besides the board. */
interface Trial {
  readonly to: Recipient;
  readonly reader: string | null;
  readonly asked: string | null;
  readonly news: readonly Phrase[];
}

export function previewBoard(context: CommandContext, { match: ref, ply, typed, isOwn }: PreviewArgs): Decision {
  const table = loadMatch(context.state, ref);
  if (!table.ok) return table;
  const from = earlier(table.value, ply);
  if (!from.ok) return no({ ...from.reason, match: ref });
  const tried = withMoves(from.value, typed, context.now);
  if (!tried.ok) return no({ ...tried.reason, match: ref });
  const parts = {
    game: titleOf(table.value.game, table.value.match.setup),
    number: ref.number,
    moves: movesTold(tried.value.moves),
  };
  const trial = { ...(isOwn ? toActor(context) : toSender(context)), news: [{ code: 'preview-only', parts: {} }] };
  return answered(ref, tried.value.match, { code: 'imagined-board', parts }, trial);
}

/** The same from the first position of a game, without a board. */
export function previewNew(context: CommandContext, game: AnyGame, setup: Setup, typed: readonly string[]): Decision {
  const seats = game.seats(setup);
  const match: Match = {
    ...{ game: game.name, number: 0, setup, swap: false, challenger: '', state: 'active' },
    players: seats.map(() => ({ kind: 'account', userid: '-' })),
    ...{ record: [], comment: null, threads: seats.map(() => null), opened: context.now },
  };
  const tried = withMoves({ game, match, matchState: matchStateOf(game, match) }, typed, context.now);
  if (!tried.ok) return tried;
  const { moves } = tried.value;
  const what: Phrase =
    moves.length === 0
      ? { code: 'imagined-start', parts: { game: titleOf(game, setup) } }
      : { code: 'imagined-new', parts: { game: titleOf(game, setup), moves: movesTold(moves) } };
  const trial = { ...toSender(context), news: [{ code: 'preview-new', parts: { game: game.name } }] };
  return answered({ game: game.name, number: 0 }, tried.value.match, what, trial);
}

/** The board with one move more, for its player to look at before it is played. */
export function previewSubmitted(
  { game, match, matchState }: LoadedMatch,
  entry: LineEntry & { readonly kind: 'move' },
  { userid, confirm }: { readonly userid: string; readonly confirm: string },
): Message {
  const ref = { game: match.game, number: match.number };
  const imagined = imaginedOf(match, [...matchState.line, entry]);
  const parts = { game: titleOf(game, match.setup), number: match.number, moves: entry.text };
  return messageOf(
    ref,
    imagined,
    { code: 'imagined-board', parts },
    {
      ...{ to: { kind: 'account', userid }, reader: userid, asked: confirm },
      news: [{ code: 'submit-waits', parts: { move: entry.text, line: confirm } }],
    },
  );
}

const toSender = (context: CommandContext): Pick<Trial, 'to' | 'reader' | 'asked'> => ({
  to: { kind: 'address', address: context.sender.address },
  reader: context.sender.userid,
  asked: null,
});

const toActor = ({ actor }: CommandContext): Pick<Trial, 'to' | 'reader' | 'asked'> => ({
  to: { kind: 'account', userid: actor ?? '' },
  reader: actor,
  asked: null,
});

const answered = (ref: MatchRef, match: Match, what: Phrase, trial: Trial): Decision =>
  allow([], [{ kind: 'message', message: messageOf(ref, match, what, trial) }]);

const messageOf = (ref: MatchRef, match: Match, what: Phrase, { to, reader, asked, news }: Trial): Message => ({
  ...boardMessage(ref, to, reader),
  ...{ occasion: 'preview', news },
  imagined: { match, what, asked },
});

/** A board with this line alone, and nothing else that has happened there. */
const imaginedOf = (match: Match, line: readonly LineEntry[]): Match => ({
  ...match,
  record: [...line],
  state: 'active',
  comment: null,
});

/** The board after `ply` moves, or counted back from the last below 0. null: as it is. */
function earlier({ game, match, matchState }: LoadedMatch, ply: number | null): Result<LoadedMatch, Denied> {
  const last = matchState.plies.length;
  const wanted = resolvePly(last, ply);
  if (wanted === null) return no({ refused: refused('ply-none', { ply: ply ?? 0, last }), match: null });
  const imagined = imaginedOf(match, ply === null ? matchState.line : cutLine(matchState.line, wanted));
  return ok({ game, match: imagined, matchState: matchStateOf(game, imagined) });
}

interface Tried {
  readonly match: Match;
  /** As the game writes them. */
  readonly moves: readonly string[];
}

/** Plays the moves on, as long as the game allows them. */
function withMoves(start: LoadedMatch, typed: readonly string[], now: Instant): Result<Tried, Denied> {
  const { game } = start;
  const moves: string[] = [];
  let { match, matchState } = start;
  for (const text of movesIn(typed, each => game.parse(matchState.position, each).ok)) {
    if (moves.length >= limits.previewMoves)
      return no({ refused: refused('preview-long', { most: limits.previewMoves }), match: null });
    if (turnOf(game, match, matchState) === null)
      return no({ refused: refused('preview-over', { move: text }), match: null });
    const read = game.parse(matchState.position, text);
    if (!read.ok) return no({ refused: read.reason, match: null });
    const move = game.format(matchState.position, read.value);
    moves.push(move);
    const next = matchStateWith(game, match, { kind: 'move', text: move, at: now });
    match = { ...match, record: next.record };
    matchState = next.matchState;
  }
  return ok({ match, moves });
}

/** Words that are one move together, or one each; `then` and `;` may stand between moves. */
function* movesIn(typed: readonly string[], isMove: (text: string) => boolean): Generator<string> {
  const parts = typed.join(' ').split(/ ?; ?| then /i);
  for (const part of parts.filter(text => text !== '')) {
    if (isMove(part)) yield part;
    else yield* part.split(' ');
  }
}

/** `b1,c4, then d2,e3`. */
const movesTold = (moves: readonly string[]): Phrase =>
  moves
    .map((move): Phrase => ({ code: 'move-alone', parts: { move } }))
    .reduce((sofar, move) => ({ code: 'moves-then', parts: { moves: sofar, move } }));
