// Makes the lines a player can mail: the next move, and prepared answers to the opponent's moves.
import { type Setup, findSeat } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { type Exploration, type PlayedGame, type Variation, findVariation, playOut } from './course.ts';

/** A mail of a player of this board: who sends it, and the lines of its body, which no mail program breaks. */
export interface LinesToSend {
  /** 'Black', or 'Blue and Red'. */
  readonly side: string;
  /** An index among the seats. */
  readonly seat: number;
  readonly lines: readonly string[];
}

/** The service keeps this number of a player's answers at one board. A test checks that both numbers agree. */
const MAX_ANSWERS = 30;

/** Characters: longer lines are broken by many mail programs on their way. */
const MAX_LINE_LENGTH = 72;

/** The seat that made each move of a variation. */
const moversOf = (course: PlayedGame, setup: Setup, variation: Variation): readonly number[] =>
  playOut(course, variation).map(({ before }) => findSeat(course.game, setup, course.game.toMove(before)));

/** How many of the moves can be a path of conditions and answers: the sides take turns, and an answer is the last. */
function measurePath(movers: readonly number[]): number {
  const broken = movers.findIndex((seat, i) => i > 0 && seat === movers[i - 1]);
  const length = broken === -1 ? movers.length : broken;
  return length - (length % 2);
}

/** Do both answer the same moves of the other side differently? Then only one of them can be sent. */
function haveContradiction(a: readonly string[], b: readonly string[]): boolean {
  const differs = a.findIndex((move, i) => move !== b[i]);
  return differs % 2 === 1 && differs < b.length;
}

/** The answers of a path, each by the moves that lead to it and itself. */
const answersOf = (path: readonly string[]): readonly string[] =>
  path.flatMap((_, i) => (i % 2 === 1 ? [path.slice(0, i + 1).join('/')] : []));

/** `if c2,d2 then b4,a1 if a1,b2 then c4`. A line that would be too long continues with `then` on the next. */
function linesOf(path: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (const clause of path
    .map((move, i) => `${i % 2 === 0 ? 'if' : 'then'} ${move}`)
    .join(' ')
    .split(/ (?=then )/)) {
    const longer = [...lines.slice(-1), clause].join(' ');
    if (lines.length > 0 && longer.length <= MAX_LINE_LENGTH) lines.pop();
    lines.push(longer.length <= MAX_LINE_LENGTH ? longer : clause);
  }
  return lines;
}

/** The paths as lines, in order. Leaves out a path that contradicts an earlier one, or exceeds the limit of the service. */
function formatConditions(paths: readonly (readonly string[])[]): readonly string[] {
  const kept: (readonly string[])[] = [];
  const answers = new Set<string>();
  for (const path of paths) {
    const isKnown = kept.some(each => path.every((move, i) => move === each[i]));
    if (path.length === 0 || isKnown || kept.some(each => haveContradiction(each, path))) continue;
    if (new Set([...answers, ...answersOf(path)]).size > MAX_ANSWERS) break;
    for (const answer of answersOf(path)) answers.add(answer);
    kept.push(path);
  }
  return kept
    .filter((path, i) => !kept.some((other, j) => i !== j && path.every((move, k) => move === other[k])))
    .flatMap(linesOf);
}

/** The move shown, as the line that plays it: it follows the last one of the game. null: another move is shown, or none. */
export function moveToSend(exploration: Exploration): string | null {
  const { course } = exploration;
  const variation = findVariation(exploration);
  const [first] = variation?.moves ?? [];
  return variation?.from !== course.moves.length || first === undefined ? null : `${first}#${course.moves.length + 1}`;
}

/** The tried moves as mails. The side to move sends its move and its prepared answers after it, the other side its answers. */
export function listLinesToSend(exploration: Exploration, setup: Setup): readonly LinesToSend[] {
  const { course, variations } = exploration;
  const { game } = course;
  const last = course.moves.length;
  const seats = game.seats(setup);
  const mover = findSeat(game, setup, game.toMove(must(course.positions[last], 'a game stands somewhere')));
  const shown = findVariation(exploration);
  const here = variations.filter(({ from }) => from === last);
  const ordered = [...here.filter(each => each === shown), ...here.filter(each => each !== shown)];
  const move = moveToSend(exploration);
  if (mover === -1 || seats.length !== 2 || ordered.length === 0) return [];
  const first = shown?.moves[0];
  const behind = ordered
    .filter(({ moves }) => moves[0] === first)
    .map(variation => {
      const movers = moversOf(course, setup, variation).slice(1);
      return movers[0] === mover ? [] : variation.moves.slice(1, 1 + measurePath(movers));
    });
  const ahead = ordered.map(variation => variation.moves.slice(0, measurePath(moversOf(course, setup, variation))));
  const own = move === null ? [] : formatConditions(behind);
  const others = formatConditions(ahead);
  const describeSide = (seat: number): Pick<LinesToSend, 'side' | 'seat'> => ({
    seat,
    side: must(seats[seat], 'one of two').title,
  });
  return [
    ...(move === null || own.length === 0 ? [] : [{ ...describeSide(mover), lines: [move, ...own] }]),
    ...(others.length === 0 ? [] : [{ ...describeSide(1 - mover), lines: others }]),
  ];
}
