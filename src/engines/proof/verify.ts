// Verifies a proof by the rules alone.
// Walks every line of play in which one side answers as the proof says, and the other plays any move.
import {
  type AnyGame,
  type Colour,
  type ColourSpec,
  type Opaque,
  type Outcome,
  type Seat,
  type Setup,
  findSeat,
} from '#games/game.ts';
import { lookUp } from '#games/kit/look-up.ts';
import { no, ok, type Result } from '#games/kit/result.ts';

// The format of proofs: a header line with the claim, one answer on each line, and a seal.

/** The header of a proof: `colour` is to move at `position` (in the game's own text), and `value` is the result for that colour. */
export interface ProofClaim {
  readonly proof: 'strategy';
  readonly version: 1;
  readonly game: string;
  readonly setup: Setup;
  readonly position: string;
  readonly colour: Colour;
  readonly value: 'win' | 'draw' | 'loss';
}

/** A line between the header and the seal: the move to play at a position. */
export type ProofAnswer = readonly [position: string, move: string];

/** A player with a strategy in the proof: the seat reaches at least `least` against every play. */
export interface Hero {
  readonly seat: Seat;
  readonly minResult: 'win' | 'draw';
}

/** The players whose strategies prove a value in a game of two: the winner, or both for a draw. */
export function listHeroes(seat: Seat, value: ProofClaim['value']): readonly Hero[] {
  if (value === 'win') return [{ seat, minResult: 'win' }];
  if (value === 'loss') return [{ seat: 1 - seat, minResult: 'win' }];
  return [0, 1].map(each => ({ seat: each, minResult: 'draw' }));
}

/** Whether the hero reached the claimed result. */
export function isAchieved(hero: Hero, { ranks }: Outcome): boolean {
  const isFirst = ranks[hero.seat] === 1;
  return isFirst && (hero.minResult === 'draw' || ranks.filter(rank => rank === 1).length === 1);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the claim from a parsed header line. null: the line is invalid. */
export function readClaim(line: unknown): ProofClaim | null {
  if (!isRecord(line) || line['proof'] !== 'strategy' || line['version'] !== 1) return null;
  const areTexts = ['game', 'position', 'colour', 'value'].every(name => typeof lookUp(line, name) === 'string');
  const { setup } = line;
  const isSetup = isRecord(setup) && Object.values(setup).every(value => typeof value === 'string');
  const isValue = ['win', 'draw', 'loss'].includes(String(line['value']));
  return areTexts && isSetup && isValue ? (line as unknown as ProofClaim) : null;
}

/** Reads an answer from a parsed line. null: the line is invalid. */
export const readAnswer = (line: unknown): ProofAnswer | null =>
  Array.isArray(line) && line.length === 2 && line.every(part => typeof part === 'string')
    ? (line as unknown as ProofAnswer)
    : null;

/** The size of a verified proof. */
export interface VerifiedProof {
  readonly answers: number;
  readonly positions: number;
}

interface Walk {
  readonly game: AnyGame;
  readonly setup: Setup;
  readonly answers: ReadonlyMap<string, string>;
  readonly usedPositions: Set<string>;
}

/** The position after the hero's answer, as a list of one. */
function answerPosition({ game, answers, usedPositions }: Walk, position: Opaque, text: string): Next {
  const moveText = answers.get(text);
  if (moveText === undefined) return no(`there is no answer to ${text}`);
  const move = game.parse(position, moveText);
  if (!move.ok) return no(`the answer ${moveText} to ${text} is no legal move`);
  usedPositions.add(text);
  return ok([game.encode(game.play(position, move.value))]);
}

type Next = Result<readonly string[], string>;

/** The next positions: one if it is the hero's turn, all replies if not, none if the game is over. A text has no earlier positions. */
function nextPositions(walk: Walk, hero: Hero, text: string): Next {
  const { game, setup } = walk;
  const read = game.decode(setup, text);
  if (!read.ok) return no(`${text} cannot be read`);
  const position = read.value;
  const outcome = game.outcome(position);
  if (outcome !== null) return isAchieved(hero, outcome) ? ok([]) : no(`a line ends badly at ${text}`);
  if (findSeat(game, setup, game.toMove(position)) === hero.seat) return answerPosition(walk, position, text);
  return ok(Array.from(game.moves(position), move => game.encode(game.play(position, move))));
}

/** Walks all positions after one, the deepest first. `met`: whether all after a position are known. */
function walkFrom(walk: Walk, hero: Hero, start: string, met: Map<string, boolean>): Result<true, string> {
  const way: { readonly text: string; readonly next: string[] }[] = [];
  for (let text: string | undefined = start; ;) {
    if (text === undefined) {
      const done = way.pop();
      if (done === undefined) return ok(true);
      met.set(done.text, true);
    } else if (met.get(text) === false) {
      return no(`a line comes back to ${text}`);
    } else if (!met.has(text)) {
      const next = nextPositions(walk, hero, text);
      if (!next.ok) return next;
      met.set(text, false);
      way.push({ text, next: [...next.value] });
    }
    text = way.at(-1)?.next.pop();
  }
}

/**
 * Counts the positions that one hero's strategy meets, or returns why it fails. No line of it comes back to a position, and no move of the
 * hero sets up a board that was there before. So it holds under any rule of repetition, since such a rule only holds the other side back.
 */
function walkStrategy(walk: Walk, hero: Hero, start: string): Result<number, string> {
  const { game, setup } = walk;
  const met = new Map<string, boolean>();
  const walked = walkFrom(walk, hero, start, met);
  if (!walked.ok) return walked;
  // The last letter of a position is the side to move.
  const isHeros = ({ name }: ColourSpec): boolean => findSeat(game, setup, name) === hero.seat;
  const [letter = ''] = game.colours(setup).filter(isHeros).map(colour => colour.letter); // prettier-ignore
  const [otherLetter = ''] = game.colours(setup).filter(colour => !isHeros(colour)).map(colour => colour.letter); // prettier-ignore
  for (const text of met.keys()) {
    const twin = text.slice(0, -1) + otherLetter;
    if (!text.endsWith(letter) || !met.has(twin)) continue;
    const after = new Map<string, boolean>();
    walkFrom(walk, hero, text, after);
    if (after.has(twin)) return no(`a line sets up the board of ${text} again`);
  }
  return ok(met.size);
}

/** The names of the cells. A position may determine the size of its board. */
const cellsOf = (game: AnyGame, position: Opaque): string =>
  game
    .picture(position, { seat: null })
    .spots.map(({ name }) => name)
    .join(' ');

function beginWalk(game: AnyGame, claim: ProofClaim): Result<Walk & { start: string }, string> {
  const setup = game.setup(Object.entries(claim.setup));
  const isComplete = setup.ok && Object.keys(setup.value).length === Object.keys(claim.setup).length;
  if (!isComplete) return no('its setup is none of the game');
  const position = game.decode(setup.value, claim.position);
  if (!position.ok) return no('its position cannot be read');
  if (cellsOf(game, position.value) !== cellsOf(game, game.start(setup.value)))
    return no('its position is on another board than its setup');
  if (game.encode(position.value) !== claim.position) return no('its position is not written as the game writes it');
  const toMove = game.toMove(position.value);
  if (toMove !== null && toMove !== claim.colour) return no(`it is ${toMove} who is to move`);
  return ok({ game, setup: setup.value, answers: new Map(), usedPositions: new Set(), start: claim.position });
}

/** Verifies that the answers prove the claim. If they do not, returns the reason as a text. */
export function verifyProof(
  game: AnyGame,
  claim: ProofClaim,
  answers: readonly ProofAnswer[],
): Result<VerifiedProof, string> {
  const begun = beginWalk(game, claim);
  if (!begun.ok) return begun;
  const seats = game.seats(begun.value.setup).length;
  const seat = findSeat(game, begun.value.setup, claim.colour);
  if (seats !== 2 || seat < 0) return no('it is about a colour the game has not');
  const walk: Walk = { ...begun.value, answers: new Map(answers) };
  if (walk.answers.size < answers.length) return no('a position is answered twice');
  let positions = 0;
  for (const hero of listHeroes(seat, claim.value)) {
    const visited = walkStrategy(walk, hero, begun.value.start);
    if (!visited.ok) return visited;
    positions += visited.value;
  }
  if (walk.usedPositions.size < answers.length)
    return no(`${answers.length - walk.usedPositions.size} answers are to positions that never come up`);
  return ok({ answers: answers.length, positions });
}
