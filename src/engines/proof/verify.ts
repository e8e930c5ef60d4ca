// Verifies a proof by the rules alone.
// Walks every line of play in which one side answers as the proof says, and the other plays any move.
import type { AnyGame, Opaque, Setup } from '#games/game.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import { type Hero, listHeroes, isAchieved, type ProofAnswer, type ProofClaim, findSeat } from './claim.ts';

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
function answerPosition(
  { game, answers, usedPositions }: Walk,
  position: Opaque,
  text: string,
): Result<readonly Opaque[], string> {
  const moveText = answers.get(text);
  if (moveText === undefined) return no(`there is no answer to ${text}`);
  const move = game.parse(position, moveText);
  if (!move.ok) return no(`the answer ${moveText} to ${text} is no legal move`);
  usedPositions.add(text);
  return ok([game.play(position, move.value)]);
}

function* iterateReplies({ game }: Walk, position: Opaque): Generator<Opaque> {
  for (const move of game.moves(position)) yield game.play(position, move);
}

/** The next positions: one if it is the hero's turn, all replies if not, none if the game is over. */
function nextPositions(walk: Walk, hero: Hero, position: Opaque): Result<Iterable<Opaque>, string> {
  const { game, setup } = walk;
  const text = game.encode(position);
  const outcome = game.outcome(position);
  if (outcome !== null) return isAchieved(hero, outcome) ? ok([]) : no(`a line ends badly at ${text}`);
  const isHerosTurn = findSeat(game, setup, game.toMove(position)) === hero.seat;
  return isHerosTurn ? answerPosition(walk, position, text) : ok(iterateReplies(walk, position));
}

/**
 * Counts the positions that one hero's strategy meets, or returns why it fails. Positions with equal texts are equal, except in games
 * whose rules depend on earlier moves.
 */
function walkStrategy(walk: Walk, hero: Hero, start: Opaque): Result<number, string> {
  const { game } = walk;
  const visited = new Set([game.encode(start)]);
  const pending = [start];
  for (let position = pending.pop(); position !== undefined; position = pending.pop()) {
    const next = nextPositions(walk, hero, position);
    if (!next.ok) return next;
    for (const each of next.value) {
      const text = game.encode(each);
      if (visited.has(text)) continue;
      visited.add(text);
      pending.push(each);
    }
  }
  return ok(visited.size);
}

/** The names of the cells. A position may determine the size of its board. */
const cellsOf = (game: AnyGame, position: Opaque): string =>
  game
    .picture(position, { seat: null })
    .spots.map(({ name }) => name)
    .join(' ');

function beginWalk(game: AnyGame, claim: ProofClaim): Result<Walk & { start: Opaque }, string> {
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
  return ok({ game, setup: setup.value, answers: new Map(), usedPositions: new Set(), start: position.value });
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
