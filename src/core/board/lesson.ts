// The lessons in the mails of a tutorial: what has just happened, and what to try next.
// They depend on the moves played. The player may ignore their suggestions.
import type { Phrase } from '#games/kit/refusal.ts';
import { playerName, type LoadedMatch, turnOf } from './match.ts';
import type { MatchState } from './match-state.ts';

/** A board of the tutorial as one of its players sees it. */
interface LessonContext {
  readonly table: LoadedMatch;
  /** An index of the players. */
  readonly player: number;
  /** Does the mail say of a line that it could not be done? */
  readonly isError: boolean;
}

/** The code of each lesson's sentence. */
const LESSONS = {
  welcome: 'lesson-welcome',
  place: 'lesson-try-place',
  waits: 'lesson-waits',
  placed: 'lesson-placed',
  wrong: 'lesson-try-wrong',
  refused: 'lesson-refused',
  goesOn: 'lesson-goes-on',
  convert: 'lesson-try-convert',
  converted: 'lesson-converted',
  undo: 'lesson-try-undo',
  undone: 'lesson-undone',
  words: 'lesson-try-words',
  swap: 'lesson-swap',
  win: 'lesson-try-win',
  won: 'lesson-won',
  lost: 'lesson-lost',
  left: 'lesson-left',
  next: 'lesson-next',
  friend: 'lesson-next-friend',
  larger: 'lesson-next-larger',
  anybody: 'lesson-next-anybody',
} as const;

type Lesson = keyof typeof LESSONS;

/** Is it a conversion of two neutral stones for an own one, the only move that names three cells? */
const isConversion = (move: string): boolean => move.split(',').length === 3;

/** All moves of a player, including those taken back. */
const listAllMoves = ({ plies, takeBacks }: MatchState, player: number): readonly string[] =>
  [...takeBacks.flatMap(each => each.plies), ...plies].flatMap(ply => (ply.player === player ? [ply.text] : []));

/** Chooses the lessons for a mail. Each phrase is a paragraph. */
export function chooseLesson(context: LessonContext): readonly Phrase[] {
  const { table: loadedMatch, player } = context;
  const { game, match, matchState } = loadedMatch;
  const robot = playerName(match.players.find((_, index) => index !== player));
  const examples = game.examples(matchState.position).map(move => game.format(matchState.position, move));
  const placement = examples.find(move => !isConversion(move)) ?? examples[0] ?? '';
  const conversion = examples.find(isConversion) ?? null;
  const ownMoves = matchState.plies.filter(ply => ply.player === player).map(({ text }) => text);
  const moveByLesson: Partial<Record<Lesson, string>> = {
    wrong: ownMoves.at(-1) ?? placement,
    convert: conversion ?? placement,
  };
  return listLessons(context, ownMoves, conversion !== null).map(lesson => ({
    code: LESSONS[lesson],
    parts: { robot, move: moveByLesson[lesson] ?? placement },
  }));
}

/** `own`: the player's moves. */
function listLessons(context: LessonContext, ownMoves: readonly string[], canConvert: boolean): readonly Lesson[] {
  const { game, match, matchState } = context.table;
  const turn = turnOf(game, match, matchState);
  if (turn === null) return [findEndLesson(context), 'next', 'friend', 'larger', 'anybody'];
  if (turn.player !== context.player) return ['waits'];
  return context.isError
    ? ['refused']
    : [findLessonOfPast(matchState, ownMoves), findNextLesson(context, ownMoves.length, canConvert)];
}

function findEndLesson({ table: loadedMatch, player }: LessonContext): Lesson {
  const { outcome, holders, retired } = loadedMatch.matchState;
  const seat = holders.indexOf(player);
  if (retired.includes(seat)) return 'left';
  return outcome?.ranks[seat] === 1 ? 'won' : 'lost';
}

function findLessonOfPast({ takeBacks, line }: MatchState, ownMoves: readonly string[]): Lesson {
  if (takeBacks.at(-1)?.kept === line.length) return 'undone';
  const last = ownMoves.at(-1);
  if (last === undefined) return 'welcome';
  if (isConversion(last)) return 'converted';
  return ownMoves.length === 1 ? 'placed' : 'goesOn';
}

/** Lessons from the second move on, one for each move, without those that the player has learned already. */
const LATER_LESSONS: readonly Lesson[] = ['convert', 'undo', 'words', 'swap'];

function findNextLesson({ table: { matchState }, player }: LessonContext, moves: number, canConvert: boolean): Lesson {
  if (moves === 0) return 'place';
  if (moves === 1) return 'wrong';
  const learned: readonly Lesson[] = [
    ...(listAllMoves(matchState, player).some(isConversion) ? (['convert'] as const) : []),
    ...(matchState.takeBacks.length > 0 ? (['undo'] as const) : []),
  ];
  const remaining = LATER_LESSONS.filter(each => !learned.includes(each) && (canConvert || each !== 'convert'));
  const shownCount = listAllMoves(matchState, player).length + matchState.takeBacks.length - 2;
  return remaining[Math.max(0, shownCount - learned.length)] ?? 'win';
}
