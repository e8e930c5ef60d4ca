// From what was done to who is told: one mail per reader, board and incoming mail; all refused lines in one answer.
import type { Phrase } from '../../../games/kit/refusal.ts';
import { waitingFor } from '../commands/games.ts';
import type { Moment, Notice } from '../language/command.ts';
import type { Reading } from '../language/reading.ts';
import type { BoardLetter, Letter, Recipient, RefusedLine } from '../letter.ts';
import { gameOf, standingOf, turnOf, userids } from '../matches/match.ts';
import type { Refused } from '../refusal.ts';
import { refused } from '../refusal.ts';
import type { Match, MatchRef } from '../world.ts';
import type { Done } from './session.ts';

type BoardNotice = Extract<Notice, { readonly kind: 'board-changed' | 'board-shown' }>;

const sameBoard = (a: MatchRef, b: MatchRef): boolean => a.game === b.game && a.number === b.number;

/** All letters of a mail, in the order things happened. */
export function lettersOf(at: Moment, done: readonly Done[], reading: Reading): readonly Letter[] {
  if (reading.statements.length === 0) return [nothingRead(at)];
  const notices = done.flatMap(each => each.notices);
  const refusals = done.filter(each => each.denied !== null);
  const board = boardOfRefusals(at, refusals);
  const lines = refusals.map(refusedLine);
  const boards = notices.filter(notice => notice.kind === 'board-changed' || notice.kind === 'board-shown');
  const letters = boardLetters(at, boards, board === null ? null : { match: board, lines });
  const direct = notices.flatMap(notice => (notice.kind === 'letter' ? [notice.letter] : []));
  const said = notices.flatMap(notice => (notice.kind === 'done' ? [notice.done] : []));
  const open = board === null ? lines : [];
  const needsReport = open.length > 0 || said.length > 0 || reading.unread > 0;
  return [...letters, ...direct, ...(needsReport ? [report(at, said, refusals, reading.unread, open)] : [])];
}

const answerTo = (at: Moment): Recipient => ({ kind: 'address', address: at.sender.address });

const refusedLine = ({ statement, denied }: Done): RefusedLine => ({
  line: statement.line,
  refused: denied?.refused ?? refused('nothing-to-do'),
});

/** The one board all refused lines are about: its picture goes with the answer. Null when there is none, or more than one. */
function boardOfRefusals(at: Moment, refusals: readonly Done[]): MatchRef | null {
  const boards = refusals.map(({ denied, statement }) => denied?.match ?? (denied === null ? null : contextBoard(at, statement.match)));
  const first = boards[0] ?? null;
  if (first === null || !boards.every(board => board !== null && sameBoard(board, first))) return null;
  const match = at.world.document('match', `${first.game}/${first.number}`);
  return match === null || match.state === 'removed' ? null : first;
}

/** A line that names no board is about the board the mail replies to. */
const contextBoard = (at: Moment, named: MatchRef | null): MatchRef | null =>
  at.board !== null && (named === null || sameBoard(named, at.board.match)) ? at.board.match : null;

function boardLetters(
  at: Moment,
  notices: readonly BoardNotice[],
  error: { readonly match: MatchRef; readonly lines: readonly RefusedLine[] } | null,
): readonly BoardLetter[] {
  const letters: BoardLetter[] = [];
  const changed = notices.filter(notice => notice.kind === 'board-changed');
  for (const match of distinct(changed.map(notice => notice.match))) {
    const own = changed.filter(notice => sameBoard(notice.match, match));
    const occasion = own.some(notice => notice.occasion === 'new') ? 'new' : 'position';
    const news = own.flatMap(notice => (notice.news === null ? [] : [notice.news]));
    const isAboutErrors = error !== null && sameBoard(error.match, match);
    for (const userid of userids(matchOf(at, match))) {
      const to: Recipient = { kind: 'account', userid };
      const refusedLines = isAboutErrors && userid === at.actor ? error.lines : [];
      letters.push({ ...letter(at, match, to, userid), occasion: refusedLines.length > 0 ? 'error' : occasion, news, refusedLines });
    }
  }
  const told = (match: MatchRef): boolean => letters.some(each => sameBoard(each.match, match) && isToSender(at, each));
  for (const notice of notices) {
    if (notice.kind !== 'board-shown' || (notice.ply === null && told(notice.match))) continue;
    letters.push({ ...letter(at, notice.match, answerTo(at), at.sender.userid), occasion: 'show', ply: notice.ply });
  }
  if (error !== null && !told(error.match)) {
    const answer = letter(at, error.match, answerTo(at), at.sender.userid);
    letters.push({ ...answer, occasion: 'error', refusedLines: error.lines, undelivered: undelivered(at, letters) });
  }
  return letters;
}

const matchOf = (at: Moment, ref: MatchRef): Match => at.world.document('match', `${ref.game}/${ref.number}`) ?? { ...EMPTY, ...ref };

/** Stands in while the world still has questions: the decision is made again once they are answered. */
const EMPTY: Omit<Match, 'game' | 'number'> = {
  setup: {},
  swap: false,
  players: [],
  challenger: '',
  record: [],
  state: 'active',
  comment: null,
  threads: [],
  opened: 0,
};

const letter = (_at: Moment, match: MatchRef, to: Recipient, reader: string | null): BoardLetter => ({
  kind: 'board',
  to,
  match,
  reader,
  occasion: 'position',
  news: [],
  refusedLines: [],
  ply: null,
  undelivered: '',
});

const isToSender = (at: Moment, each: BoardLetter): boolean =>
  each.to.kind === 'account' ? each.to.userid === at.actor : each.to.address === at.sender.address;

/** What was written beside lines that all failed is given back, so that nothing is lost; only to somebody we know. */
const undelivered = (at: Moment, letters: readonly BoardLetter[]): string =>
  at.sender.proof !== 'none' && letters.length === 0 ? at.comment : '';

const distinct = (refs: readonly MatchRef[]): readonly MatchRef[] =>
  refs.filter((ref, index) => refs.findIndex(other => sameBoard(ref, other)) === index);

/** A mail with no command in it: the board and the line that would work, or what waits and how to begin. */
function nothingRead(at: Moment): Letter {
  const ref = at.board?.match ?? null;
  const match = ref === null ? null : at.world.document('match', `${ref.game}/${ref.number}`);
  if (ref === null || match === null || match.state === 'removed') return report(at, [], [], 0, []);
  const refusal: Refused = match.state === 'invited' ? refused('invitation-answer', { example: 'accept yourname' }) : noCommand(at, match);
  return {
    ...letter(at, ref, answerTo(at), at.sender.userid),
    occasion: 'error',
    refusedLines: [{ line: '', refused: refusal }],
    undelivered: at.sender.proof === 'none' ? '' : at.comment,
  };
}

function noCommand(at: Moment, match: Match): Refused {
  const game = gameOf(at.world, match);
  const standing = standingOf(game, match);
  const first = turnOf(game, match, standing) === null ? undefined : game.examples(standing.position)[0];
  return refused('no-command', { example: first === undefined ? 'show' : game.format(standing.position, first) });
}

function report(at: Moment, done: readonly Phrase[], refusals: readonly Done[], unread: number, lines: readonly RefusedLine[]): Letter {
  const only = refusals.length === 1 ? refusals[0]?.statement : undefined;
  const about = only?.command?.name === 'challenge' ? 'challenge' : only?.game ? { game: only.game.name } : 'mail';
  // Whoever wrote no command at all gets shown where to go on.
  const isLost = done.length === 0 && unread === 0 && refusals.every(({ statement }) => statement.command === null);
  return {
    kind: 'report',
    to: answerTo(at),
    about,
    done,
    refusedLines: lines,
    unread,
    isLost,
    waiting: isLost && at.actor !== null ? waitingFor(at, at.actor) : [],
    undelivered: at.sender.proof !== 'none' && lines.length > 0 && done.length === 0 ? at.comment : '',
  };
}
