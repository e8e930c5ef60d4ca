// Tells the position shown: in the page's first line, and in words.
// Screen readers read the first line out as it changes.
import type { Opaque } from '#games/game.ts';
import type { Spot } from '#games/kit/picture.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { must } from '#games/kit/assert.ts';
import type { BoardData } from '#core/desk/pages/board-data.ts';
import { drawPosition } from '#core/writing/picture/drawing.ts';
import { describePicture, signsExplained } from '#core/writing/picture/text.ts';
import { say, type Sentences } from '#core/kernel/sentence.ts';
import { findById, createElement } from '../elements.ts';
import { type PlayedGame, type Exploration, moveBefore, countMoves, findPosition, listTriedMoves } from './course.ts';

/** The data of the page, its game, and the sentences of its language. */
export interface Telling {
  readonly data: BoardData;
  readonly course: PlayedGame;
  readonly sentences: Sentences;
}

export type Tell = (code: string, parts?: Phrase['parts']) => string;

export const tellIn =
  (sentences: Sentences): Tell =>
  (code, parts = {}) =>
    say(sentences, { code, parts });

/** Whose turn it would be, or how the game would end. */
function describeStanding({ data, course: { game }, sentences }: Telling, position: Opaque): string {
  const tell = tellIn(sentences);
  const colour = game.colours(data.setup).find(({ name }) => name === game.toMove(position));
  if (colour !== undefined) return tell('imagined-side', { colour: colour.title });
  const outcome = must(game.outcome(position), 'nobody is to move when it is over');
  const reason: Phrase = { code: outcome.reason, parts: {} };
  const first = outcome.ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  const side = first.length === 1 ? game.seats(data.setup)[first[0] ?? 0]?.title : undefined;
  return side === undefined ? tell('imagined-drawn', { reason }) : tell('imagined-won', { side, reason });
}

/** Where one is, what the last move was, and what follows where that is not the game itself. */
export function describeStatus(telling: Telling, exploration: Exploration): string {
  const { data, course, sentences } = telling;
  const { game } = course;
  const tell = tellIn(sentences);
  const isTried = listTriedMoves(exploration).length > 0;
  const ply = countMoves(exploration);
  const last = course.moves.length;
  const before = moveBefore(exploration);
  const move = before === null ? null : game.parse(before.position, before.text);
  return [
    isTried ? tell('try-status', { ply }) : tell('status-at', { game: data.title, number: data.number, ply, last }),
    ...(before === null || move?.ok !== true
      ? []
      : [tell('try-last', { move: game.describe(before.position, move.value) })]),
    ...(isTried ? [describeStanding(telling, findPosition(exploration))] : []),
  ].join(' ');
}

/** 'c3, black' */
export function labelOf({ course, sentences }: Telling, position: Opaque): (spot: Spot) => string {
  const { legend } = drawPosition(course.game, position, null).picture;
  return ({ name, piece }) => {
    const colour = legend.find(each => each.piece.letter === piece?.letter)?.title.toLowerCase();
    return tellIn(sentences)(colour === undefined ? 'try-empty' : 'try-held', { spot: name, colour: colour ?? '' });
  };
}

/** The position in words, and what is to be said below the board: stocks, bans, points, what decided the game. */
export function showWords({ course, sentences }: Telling, position: Opaque): void {
  const { picture } = drawPosition(course.game, position, null);
  const words = describePicture(picture, sentences);
  const notes = [...signsExplained(picture), ...picture.notes].map(note => say(sentences, note));
  findById('words', HTMLElement).replaceChildren(...words.map(text => createElement('p', {}, text)));
  findById('notes', HTMLElement).replaceChildren(...notes.map(text => createElement('p', { className: 'note' }, text)));
}
