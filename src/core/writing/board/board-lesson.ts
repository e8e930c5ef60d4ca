// The lesson in a tutorial's mail to its player. At other boards it is empty.
import type { Phrase } from '#games/kit/refusal.ts';
import { chooseLesson } from '#core/board/lesson.ts';
import type { BoardMailContext } from '#core/wording/board-status.ts';

export function lessonTo({ game, match, matchState, message }: BoardMailContext, player: number): readonly Phrase[] {
  const isPresent = message.ply === null && message.imagined === undefined;
  if (match.isTutorial !== true || player === -1 || !isPresent) return [];
  return chooseLesson({ table: { game, match, matchState }, player, isError: message.occasion === 'error' });
}
