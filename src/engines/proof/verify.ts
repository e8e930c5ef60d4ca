// Verifies a proof by the rules alone.
// Walks every line of play in which one side answers as the proof says, and the other plays any move.
import type { AnyGame, Opaque, Setup } from '#games/game.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import { type Hero, heroesOf, isAchieved, type ProofAnswer, type ProofClaim, seatOf } from './claim.ts';

/** The size of the verification. */
export interface Verified {
  readonly answers: number;
  readonly positions: number;
}

interface Walk {
  readonly game: AnyGame;
  readonly setup: Setup;
  readonly answers: ReadonlyMap<string, string>;
  readonly used: Set<string>;
}

/** The positions after the hero's answer here. */
function answered({ game, answers, used }: Walk, position: Opaque, text: string): Result<readonly Opaque[], string> {
  const typed = answers.get(text);
  if (typed === undefined) return no(`there is no answer to ${text}`);
  const move = game.parse(position, typed);
  if (!move.ok) return no(`the answer ${typed} to ${text} is no legal move`);
  used.add(text);
  return ok([game.play(position, move.value)]);
}

function* repliesTo({ game }: Walk, position: Opaque): Generator<Opaque> {
  for (const move of game.moves(position)) yield game.play(position, move);
}

/** The positions reached when the hero follows the proof. Empty if the game is over. */
function onward(walk: Walk, hero: Hero, position: Opaque): Result<Iterable<Opaque>, string> {
  const { game, setup } = walk;
  const text = game.encode(position);
  const outcome = game.outcome(position);
  if (outcome !== null) return isAchieved(hero, outcome) ? ok([]) : no(`a line ends badly at ${text}`);
  const isHeros = seatOf(game, setup, game.toMove(position)) === hero.seat;
  return isHeros ? answered(walk, position, text) : ok(repliesTo(walk, position));
}

/**
 * The number of positions one hero's strategy meets, or where it fails. Equal texts are equal positions in every game whose rules do not
 * depend on earlier moves.
 */
function walked(walk: Walk, hero: Hero, start: Opaque): Result<number, string> {
  const { game } = walk;
  const met = new Set([game.encode(start)]);
  const open = [start];
  for (let position = open.pop(); position !== undefined; position = open.pop()) {
    const next = onward(walk, hero, position);
    if (!next.ok) return next;
    for (const each of next.value) {
      const text = game.encode(each);
      if (met.has(text)) continue;
      met.add(text);
      open.push(each);
    }
  }
  return ok(met.size);
}

/** The names of the cells. A position may determine the size of its board. */
const cellsOf = (game: AnyGame, position: Opaque): string =>
  game
    .picture(position, { seat: null })
    .spots.map(({ name }) => name)
    .join(' ');

function begun(game: AnyGame, claim: ProofClaim): Result<Walk & { start: Opaque }, string> {
  const setup = game.setup(Object.entries(claim.setup));
  const isWhole = setup.ok && Object.keys(setup.value).length === Object.keys(claim.setup).length;
  if (!isWhole) return no('its setup is none of the game');
  const position = game.decode(setup.value, claim.position);
  if (!position.ok) return no('its position cannot be read');
  if (cellsOf(game, position.value) !== cellsOf(game, game.start(setup.value)))
    return no('its position is on another board than its setup');
  if (game.encode(position.value) !== claim.position) return no('its position is not written as the game writes it');
  const toMove = game.toMove(position.value);
  if (toMove !== null && toMove !== claim.colour) return no(`it is ${toMove} who is to move`);
  return ok({ game, setup: setup.value, answers: new Map(), used: new Set(), start: position.value });
}

/** Do the answers prove the claim? If not, the returned text is for people. */
export function verifyProof(
  game: AnyGame,
  claim: ProofClaim,
  answers: readonly ProofAnswer[],
): Result<Verified, string> {
  const ready = begun(game, claim);
  if (!ready.ok) return ready;
  const seats = game.seats(ready.value.setup).length;
  const seat = seatOf(game, ready.value.setup, claim.colour);
  if (seats !== 2 || seat < 0) return no('it is about a colour the game has not');
  const walk: Walk = { ...ready.value, answers: new Map(answers) };
  if (walk.answers.size < answers.length) return no('a position is answered twice');
  let positions = 0;
  for (const hero of heroesOf(seat, claim.value)) {
    const met = walked(walk, hero, ready.value.start);
    if (!met.ok) return met;
    positions += met.value;
  }
  if (walk.used.size < answers.length)
    return no(`${answers.length - walk.used.size} answers are to positions that never come up`);
  return ok({ answers: answers.length, positions });
}
