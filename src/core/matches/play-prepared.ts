// Plays prepared moves as soon as a board has changed, without waiting for their players.
import type { Phrase } from '#games/kit/refusal.ts';
import { type ActorContext, type Decided, type Notification } from '../decision/decision.ts';
import { refused } from '../kernel/refusal.ts';
import { isSameBoard, type MatchRef } from '../kernel/documents.ts';
import type { LineEntry, Match, Prepared } from '../board/match-document.ts';
import { apply } from '../kernel/state.ts';
import type { Event } from '../kernel/event.ts';
import { type AnswerTree, linesOf, NOTHING_PREPARED, sizeOf, treeOf } from '../board/answer-tree.ts';
import { requireGame, matchStateOf, playerName, type LoadedMatch, turnOf } from '../board/match.ts';
import { playMove } from './play.ts';
import { peoplePlaying, personAt } from '../board/proposals.ts';

/** A move as typed, and the number behind it: `b3,a3 #5`; null: there is none. */
export function splitNumber(typed: string): { readonly text: string; readonly number: number | null } {
  const [, text = '', number] = /^(.*?)(?: ?# ?(\d{1,5}))?$/.exec(typed) ?? [];
  return { text, number: number === undefined ? null : Number(number) };
}

/** The fate of prepared moves: they wait, are dropped, or are played. */
type Due =
  | { readonly kind: 'waits' }
  | { readonly kind: 'gone'; readonly why: Phrase }
  | { readonly kind: 'plays'; readonly act: string; readonly rest: AnswerTree };

const WAITS: Due = { kind: 'waits' };
const gone = (why: Phrase): Due => ({ kind: 'gone', why });

/** Answers are to the one move that has come since; what answers any move waits for its turn, whatever comes. */
export function findDue({ game, match, matchState }: LoadedMatch, prepared: Prepared): Due {
  if (!peoplePlaying(match, matchState).includes(prepared.by)) return gone({ code: 'prepared-dropped', parts: {} });
  if (matchState.takeBacks.length !== prepared.takeBacks) return gone(refused('prepared-taken-back'));
  const since = matchState.line.slice(prepared.entries);
  const { answers, otherwise } = treeOf(prepared.lines);
  const turn = turnOf(game, match, matchState);
  const isTurn = turn !== null && personAt(match, turn.player) === prepared.by;
  const [act] = since.length === 1 ? since.map(actOf) : [];
  const answer = isTurn ? answers.find(({ to }) => to === act) : undefined;
  if (answer !== undefined) return { kind: 'plays', act: answer.play, rest: answer.next };
  if (since.some(({ kind }) => kind === 'swap')) return gone(refused('prepared-swapped'));
  if (isTurn && otherwise !== null) return { kind: 'plays', act: otherwise, rest: NOTHING_PREPARED };
  return since.length > 0 && answers.length > 0 ? gone(refused('prepared-unforeseen')) : WAITS;
}

const actOf = (entry: LineEntry): string => (entry.kind === 'move' ? entry.text : entry.kind);

/** What happened, and whatever players had prepared for it. */
export function playPrepared(context: ActorContext, { events, notifications }: Decided): Decided {
  const happened: Event[] = [...events];
  const told: Notification[] = [...notifications];
  let state = events.reduce(apply, context.state);
  for (const ref of boardsOf(events)) {
    // Every step uses up something that was prepared, so that there is an end.
    for (let step = nextStep({ ...context, state }, ref); step !== null; step = nextStep({ ...context, state }, ref)) {
      happened.push(...step.events);
      told.push(...step.notifications);
      state = step.events.reduce(apply, state);
    }
  }
  return { events: happened, notifications: told };
}

function boardsOf(events: readonly Event[]): readonly MatchRef[] {
  const refs = events.flatMap(event => (event.kind === 'match-continued' ? [event.match] : []));
  return refs.filter((ref, index) => refs.findIndex(other => isSameBoard(ref, other)) === index);
}

/** Plays or drops the first prepared moves that are due. null: none are due. */
function nextStep(context: ActorContext, ref: MatchRef): Decided | null {
  const match = context.state.match(ref);
  if (match?.state !== 'active') return null;
  const game = requireGame(context.state, match);
  const table: LoadedMatch = { game, match, matchState: matchStateOf(game, match) };
  for (const prepared of match.prepared ?? []) {
    const due = findDue(table, prepared);
    if (due.kind === 'plays') return played(context, table, prepared, due);
    if (due.kind === 'gone') return dropped(match, prepared, due.why);
  }
  return null;
}

/** Played as its owner would have played it, by the same rules. */
function played(
  { now, state }: ActorContext,
  { match, matchState }: LoadedMatch,
  prepared: Prepared,
  { act, rest }: Due & { readonly kind: 'plays' },
): Decided {
  const { text, number } = splitNumber(act);
  const actor = playerName(match.players[prepared.by]);
  const acting: ActorContext = { now, state, actor, comment: '', board: null, proposedAt: [], isPrepared: true };
  const decision = playMove(acting, { match: refOf(match), text, number });
  if (!decision.ok) {
    const parts = { move: act, why: decision.reason.refused };
    return dropped(match, prepared, refused('prepared-illegal', parts));
  }
  const left: Prepared = { ...prepared, lines: linesOf(rest), entries: matchState.line.length + 1 };
  const kept = replaced(match, prepared, sizeOf(rest) === 0 ? null : left);
  return { events: [kept, ...decision.value.events], notifications: decision.value.notifications };
}

/** Only the owner is told: other players must not learn that moves were prepared. */
function dropped(match: Match, prepared: Prepared, why: Phrase): Decided {
  const only = playerName(match.players[prepared.by]);
  return {
    events: [replaced(match, prepared, null)],
    notifications: [{ kind: 'board-changed', match: refOf(match), occasion: 'position', news: why, only }],
  };
}

/** All that is prepared at the board, with this in place of that. */
function replaced(match: Match, prepared: Prepared, left: Prepared | null): Event {
  const others = (match.prepared ?? []).filter(each => each !== prepared);
  return { kind: 'moves-prepared', match: refOf(match), prepared: left === null ? others : [...others, left] };
}

const refOf = ({ game, number }: Match): MatchRef => ({ game, number });
