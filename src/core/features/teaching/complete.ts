// What becomes of a review: mails wait for it, and tell what decided the game.
import { type LoadedMatch, isVoid, openMatch, playerName } from '#core/board/match.ts';
import { type DocumentKey, matchKey } from '#core/kernel/documents.ts';
import type { State } from '#core/kernel/state.ts';
import { findPresentUserid } from '#core/players/account.ts';
import {
  type BoardMessage,
  type Consequence,
  type GameReview,
  type Message,
  createBoardMessage,
} from '#core/players/message.ts';
import { isRobot } from '#core/players/robots.ts';
import type { RequestContext } from '#core/writing/feature.ts';
import { type Phrase, formatCommaList } from '#games/kit/refusal.ts';
import { createReview, findCopyRefusal, hasRoomForReview, isAsAsked } from './ask.ts';
import {
  type Course,
  type Estimate,
  type Evaluations,
  SWAP,
  chanceOf,
  estimateCourse,
  isDuel,
  traceCourse,
} from './course.ts';
import { AHEAD, type Mistake, type TurningPoint, findTurningPoint, listMistakes, selectLargest } from './mistakes.ts';
import { MISTAKES_TOLD, type Review, reviewKey } from './review.ts';
import { formatPercent, tellHint, tellProof } from './tell-hint.ts';

/** A course with what is known about it, and its reader. */
interface ReviewedCourse {
  readonly course: Course;
  readonly estimates: readonly (Estimate | null)[];
  /** The index of the reader among the players. -1: the reader does not play. */
  readonly reader: number;
}

/** What decided a game. null: nothing is known that is worth telling. */
export function tellEnd(table: LoadedMatch, evaluations: Evaluations, reader: number): GameReview | null {
  const course = traceCourse(table);
  if (course === null) return null;
  const estimates = estimateCourse(course, evaluations);
  const turningPoint = findTurningPoint(course, estimates, evaluations);
  if (turningPoint === null) return null;
  const reviewed = { course, estimates, reader };
  const mistakes = turningPoint.kind === 'mistake' ? [turningPoint.mistake] : [];
  return {
    told: [
      tellTurningPoint(reviewed, turningPoint),
      ...tellChances(reviewed, mistakes),
      ...mistakes.flatMap(mistake => offerRetry(reviewed, mistake)),
    ],
    graph: buildGraph(reviewed, mistakes),
  };
}

/** How the reader can play on from just before their own mistake. */
function offerRetry({ course, reader }: ReviewedCourse, { act, player }: Mistake): readonly Phrase[] {
  const { match, matchState } = course.table;
  const plies = course.positions[act]?.plies ?? 0;
  if (player !== reader || plies === 0) return [];
  const names = matchState.holders.map(holder => (holder === reader ? 'me' : playerName(match.players[holder])));
  const line = `${match.game} challenge -from=${match.number}#${plies} ${names.join(' ')}`;
  return [{ code: 'review-retry', parts: { line } }];
}

/** What decided a game, its largest mistakes, and the chances. null: the engine gave no values. */
export function tellAnalysis(table: LoadedMatch, evaluations: Evaluations, reader: number): GameReview | null {
  const course = traceCourse(table);
  if (course === null) return null;
  const estimates = estimateCourse(course, evaluations);
  const isKnown = estimates.some((each, at) => each !== null && course.positions[at]?.mover !== null);
  if (!isKnown) return null;
  const reviewed = { course, estimates, reader };
  const turningPoint = findTurningPoint(course, estimates, evaluations);
  const decisive = turningPoint?.kind === 'mistake' ? turningPoint.mistake : null;
  const largest = selectLargest(listMistakes(course, estimates, evaluations), MISTAKES_TOLD);
  const others = largest
    .filter(({ act }) => act !== decisive?.act)
    .slice(0, MISTAKES_TOLD - (decisive === null ? 0 : 1));
  const told = decisive === null ? others : [...others, decisive];
  return {
    told: [
      ...(turningPoint === null ? [] : [tellTurningPoint(reviewed, turningPoint)]),
      ...others.map(mistake => tellMistake(reviewed, mistake)),
      ...(told.length === 0 && turningPoint === null ? [{ code: 'review-no-mistake', parts: {} }] : []),
      ...tellChances(reviewed, told),
    ],
    graph: buildGraph(reviewed, told),
  };
}

const nameOf = ({ course: { table } }: ReviewedCourse, player: number): string =>
  playerName(table.match.players[player]);

/** `move 7 (c5)`, `swap after move 1`. */
function nameAct({ course }: ReviewedCourse, at: number): Phrase {
  const plies = course.positions[at]?.plies ?? 0;
  const move = course.acts[at]?.text ?? '';
  return move === SWAP
    ? { code: 'review-swap', parts: { number: plies } }
    : { code: 'review-move', parts: { number: plies + 1, move } };
}

const nameMove = (move: string): string | Phrase => (move === SWAP ? { code: 'better-swap', parts: {} } : move);

/** The parts of a sentence about a mistake. */
const partsOfMistake = (
  reviewed: ReviewedCourse,
  { act, player, better, before, after }: Mistake,
): Phrase['parts'] => ({
  player: nameOf(reviewed, player),
  act: nameAct(reviewed, act),
  better: nameMove(better),
  before: formatPercent(before),
  after: formatPercent(after),
});

function tellDecisive(
  reviewed: ReviewedCourse,
  { mistake, isSettled }: TurningPoint & { readonly kind: 'mistake' },
): Phrase {
  // If the other side may have given the win back later, only this mistake is proved.
  if (mistake.isProved && !isSettled) return tellMistake(reviewed, mistake);
  const isReader = mistake.player === reviewed.reader;
  const parts = partsOfMistake(reviewed, mistake);
  if (mistake.isProved) return { code: isReader ? 'turning-proved-yours' : 'turning-proved', parts };
  // Behind already, the player has not lost the game by this alone.
  if (mistake.before < AHEAD) return { code: isReader ? 'turning-worse-yours' : 'turning-worse', parts };
  return { code: isReader ? 'turning-opinion-yours' : 'turning-opinion', parts };
}

function tellTurningPoint(reviewed: ReviewedCourse, turningPoint: TurningPoint): Phrase {
  const { reader } = reviewed;
  switch (turningPoint.kind) {
    case 'mistake':
      return tellDecisive(reviewed, turningPoint);
    case 'early':
      return tellEarlyEnd(reviewed, turningPoint);
    case 'none': {
      const parts = { player: nameOf(reviewed, turningPoint.player) };
      const isReader = turningPoint.player === reader;
      if (turningPoint.wasBehind) return { code: isReader ? 'turning-behind-yours' : 'turning-behind', parts };
      return { code: isReader ? 'turning-slow-yours' : 'turning-slow', parts };
    }
  }
}

/** By how a game was given up, and by the reader. `move`: the loser had a move that wins. */
const EARLY_CODES = {
  time: {
    proved: { yours: 'early-time-proved-yours', others: 'early-time-proved' },
    opinion: { yours: 'early-time-opinion-yours', others: 'early-time-opinion' },
  },
  resigned: {
    proved: { yours: 'early-resigned-proved-yours', others: 'early-resigned-proved' },
    opinion: { yours: 'early-resigned-opinion-yours', others: 'early-resigned-opinion' },
  },
  move: {
    proved: { yours: 'early-move-proved-yours', others: 'early-move-proved' },
    opinion: { yours: 'early-resigned-opinion-yours', others: 'early-resigned-opinion' },
  },
} as const;

function tellEarlyEnd(reviewed: ReviewedCourse, early: TurningPoint & { readonly kind: 'early' }): Phrase {
  const { player, why, chance, isProved, best } = early;
  const isReader = player === reviewed.reader;
  const isWon = isProved && chance === 1;
  const how = why === 'out-of-time' ? 'time' : best === null ? 'resigned' : 'move';
  const better: Phrase['parts'] = best === null ? {} : { better: nameMove(best) };
  const parts = { player: nameOf(reviewed, player), chance: formatPercent(chance, isProved), ...better };
  return { code: EARLY_CODES[how][isWon ? 'proved' : 'opinion'][isReader ? 'yours' : 'others'], parts };
}

function tellMistake(reviewed: ReviewedCourse, mistake: Mistake): Phrase {
  const isReader = mistake.player === reviewed.reader;
  const parts = partsOfMistake(reviewed, mistake);
  if (mistake.isProved) return { code: isReader ? 'mistake-proved-yours' : 'mistake-proved', parts };
  return { code: isReader ? 'mistake-opinion-yours' : 'mistake-opinion', parts };
}

/** The player whose chances are told: the reader, or else the first player. */
const chooseViewer = ({ reader }: ReviewedCourse): number => Math.max(0, reader);

/** The chances at the start, around the mistakes that are told, and at the end. */
function tellChances(reviewed: ReviewedCourse, mistakes: readonly Mistake[]): readonly Phrase[] {
  const { course, estimates, reader } = reviewed;
  const viewer = chooseViewer(reviewed);
  const known = estimates.flatMap((each, at) => (each === null ? [] : [at]));
  const [first, last] = [known.at(0), known.at(-1)];
  if (first === undefined || last === undefined || first === last) return [];
  const around = mistakes.flatMap(({ act }) => [act, act + 1]);
  const resignation = course.acts.flatMap(({ kind }, at) => (kind === 'retire' ? [at] : []));
  const places = [...new Set([first, ...around, ...resignation, last])]
    .filter(at => known.includes(at))
    .toSorted((a, b) => a - b);
  const points = places.map((at): Phrase => {
    const { chance, isProven } = estimates[at] ?? { chance: 0.5, isProven: false };
    const shown = formatPercent(chanceOf(viewer, chance), isProven);
    const number = course.positions[at]?.plies ?? 0;
    const isEnd = course.positions[at]?.mover === null;
    if (isEnd) return { code: 'chance-end', parts: { chance: shown } };
    if (number === 0) return { code: 'chance-start', parts: { chance: shown } };
    const isSwap = course.acts[at - 1]?.kind === 'swap';
    return { code: isSwap ? 'chance-swap' : 'chance-after', parts: { chance: shown, number } };
  });
  const parts = { player: nameOf(reviewed, viewer), points: formatCommaList(points) };
  return [{ code: viewer === reader ? 'chances-yours' : 'chances-of', parts }];
}

const buildGraph = (reviewed: ReviewedCourse, mistakes: readonly Mistake[]): GameReview['graph'] => ({
  plies: reviewed.course.positions.map(({ plies }) => plies),
  better: mistakes.flatMap(({ act, better: move }) =>
    move === SWAP ? [] : [{ ply: reviewed.course.positions[act]?.plies ?? 0, move }],
  ),
  chances: reviewed.estimates.map(each => (each === null ? null : chanceOf(chooseViewer(reviewed), each.chance))),
  marked: mistakes.map(({ act }) => act + 1),
});

// If no review has come in time, the mail goes without it.

/** The request that ends a review: an engine has searched all positions that it needs. */
export interface ReviewDone {
  readonly kind: 'review-done';
  readonly key: DocumentKey<'review'>;
  /** The cause of the request that asked for the review. The same board may be reviewed again later. */
  readonly askedBy: string;
  readonly evaluations: Evaluations;
}

/** A game of fewer moves has no turning point. */
const LEAST_PLIES = 2;

/** The messages that are sent now, and the state that keeps the others. */
export function postponeMails(
  messages: readonly Message[],
  before: State,
  after: State,
  origin: Pick<RequestContext, 'now' | 'cause'>,
): Consequence {
  const sent: Message[] = [];
  let state = after;
  for (const message of messages) {
    const review = findReview(message, before, state, origin);
    if (review === null) sent.push(withholdProof(message, before));
    else state = state.with(new Map<DocumentKey, Review>([[reviewKey(review), review]]));
  }
  return { messages: sent, state };
}

/** Takes out what a robot has proved where the reader has the position on a board that counts. */
function withholdProof(message: Message, before: State): Message {
  if (message.kind !== 'board') return message;
  const news = message.news.filter(({ code }) => !code.startsWith('robot-proved'));
  const match = news.length === message.news.length ? null : before.match(message.match);
  if (match === null) return message;
  const table = openMatch(before, match);
  return findCopyRefusal(before, message.reader ?? '', table) === null ? message : { ...message, news };
}

/** The review that a message waits for. null: it is sent at once. */
function findReview(
  message: Message,
  before: State,
  after: State,
  { now, cause }: Pick<RequestContext, 'now' | 'cause'>,
): Review | null {
  if (message.kind !== 'board' || message.to.kind !== 'account' || !isPlainResult(message)) return null;
  const { userid } = message.to;
  const match = after.match(message.match);
  if (match?.state !== 'over' || before.match(message.match)?.state !== 'active') return null;
  const table = openMatch(after, match);
  return isTaught(after, table, userid) && hasRoomForReview(after, 'result')
    ? createReview(table, { purpose: 'result', userid, news: message.news, now, cause })
    : null;
}

/** Did the player play a robot, and do they want its words? */
const isTaught = (state: State, table: LoadedMatch, userid: string): boolean =>
  table.match.isTutorial !== true &&
  isGameAgainstRobot(state, table, userid) &&
  state.account(userid)?.settings.robots === 'talk' &&
  findCopyRefusal(state, userid, table) === null;

/** Does the message tell the end of a game and nothing else? */
const isPlainResult = ({ occasion, refusedLines, questions, undelivered, subscription, ply }: BoardMessage): boolean =>
  occasion === 'position' &&
  refusedLines.length === 0 &&
  questions.length === 0 &&
  undelivered === '' &&
  subscription === undefined &&
  ply === null;

function isGameAgainstRobot(state: State, table: LoadedMatch, userid: string): boolean {
  const { match, matchState } = table;
  const names = match.players.map(playerName);
  const opponents = names.filter(name => name !== userid);
  return (
    isDuel(table) &&
    opponents.length === 1 &&
    opponents.every(name => isRobot(state, name)) &&
    matchState.plies.length >= LEAST_PLIES &&
    !isVoid(matchState.outcome?.reason)
  );
}

/** Sends what was found. null: the review does not wait any more. */
export function completeReview(state: State, { key, askedBy, evaluations }: ReviewDone): Consequence | null {
  const review = state.get(key);
  return review?.cause === askedBy ? endReview(state, review, evaluations) : null;
}

/** Ends a review. `evaluations` null: none came in time. */
export function endReview(state: State, review: Review, evaluations: Evaluations | null): Consequence {
  const after = state.with(new Map([[reviewKey(review), null]]));
  const match = state.match(review.match);
  const userid = findPresentUserid(state, review.userid);
  if (match === null || match.state === 'removed') return { messages: [], state: after };
  const table = openMatch(state, match);
  const message = buildMessage(review, table, userid, evaluations);
  const found = match.state === 'over' && isAsAsked(review, table) ? evaluations : null;
  // The page of the board tells it to everybody.
  const { told = [], graph = null } =
    (found && (review.purpose === 'analysis' ? tellAnalysis : tellEnd)(table, found, -1)) ?? {};
  const shown =
    graph === null ? after : after.with(new Map([[matchKey(review.match), { ...match, review: { told, graph } }]]));
  return { messages: message === null ? [] : [message], state: shown };
}

/** null: the mail has become needless. */
function buildMessage(
  review: Review,
  table: LoadedMatch,
  userid: string,
  evaluations: Evaluations | null,
): BoardMessage | null {
  const message = createBoardMessage(review.match, { kind: 'account', userid }, userid);
  const reader = table.match.players.findIndex(player => playerName(player) === userid);
  const isSame = isAsAsked(review, table);
  const found = isSame ? evaluations : null;
  if (review.purpose === 'result') {
    const result = found === null ? null : tellEnd(table, found, reader);
    return { ...message, news: review.news, ...(result === null ? {} : { review: result }) };
  }
  const { tell, failed, outlivesMoves } = ANSWERS[review.purpose];
  if (!isSame && !outlivesMoves) return null;
  const told = found === null ? null : tell(table, found, reader);
  return {
    ...message,
    occasion: review.purpose,
    review: told ?? { told: [{ code: failed, parts: {} }], graph: null },
  };
}

/** By purpose: what tells the answer, the sentence if there is none, and whether a move makes the answer needless. */
const ANSWERS = {
  hint: { tell: tellHint, failed: 'hint-failed', outlivesMoves: false },
  analysis: { tell: tellAnalysis, failed: 'analysis-failed', outlivesMoves: true },
  proof: { tell: tellProof, failed: 'proof-failed', outlivesMoves: false },
} as const;
