// The lessons in the mails of a tutorial: what has just happened, and what to try next.
// They follow from what was really played. The player need not do what they suggest.
import type { Phrase } from '#games/kit/refusal.ts';
import { playerName, type LoadedMatch, turnOf } from './match.ts';
import type { MatchState } from './match-state.ts';

/** A board of the tutorial as one of its players sees it. */
interface Seen {
  readonly table: LoadedMatch;
  /** An index of the players. */
  readonly player: number;
  /** Does the mail say of a line that it could not be done? */
  readonly isError: boolean;
}

/** Each a sentence. */
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

/** Two neutral stones for one's own: the only kind of move that names three cells. */
const isConversion = (move: string): boolean => move.split(',').length === 3;

/** Their moves, with those taken back again. */
const movesEver = ({ plies, takeBacks }: MatchState, player: number): readonly string[] =>
  [...takeBacks.flatMap(each => each.plies), ...plies].flatMap(ply => (ply.player === player ? [ply.text] : []));

/** A paragraph each. */
export function chooseLesson(seen: Seen): readonly Phrase[] {
  const { table, player } = seen;
  const { game, match, matchState } = table;
  const robot = playerName(match.players.find((_, index) => index !== player));
  const examples = game.examples(matchState.position).map(move => game.format(matchState.position, move));
  const placement = examples.find(move => !isConversion(move)) ?? examples[0] ?? '';
  const conversion = examples.find(isConversion) ?? null;
  const own = matchState.plies.filter(ply => ply.player === player).map(({ text }) => text);
  const typed: Partial<Record<Lesson, string>> = {
    wrong: own.at(-1) ?? placement,
    convert: conversion ?? placement,
  };
  return lessonsOf(seen, own, conversion !== null).map(lesson => ({
    code: LESSONS[lesson],
    parts: { robot, move: typed[lesson] ?? placement },
  }));
}

/** `own`: the player's moves. */
function lessonsOf(seen: Seen, own: readonly string[], canConvert: boolean): readonly Lesson[] {
  const { game, match, matchState } = seen.table;
  const turn = turnOf(game, match, matchState);
  if (turn === null) return [endOf(seen), 'next', 'friend', 'larger', 'anybody'];
  if (turn.player !== seen.player) return ['waits'];
  return seen.isError ? ['refused'] : [happened(matchState, own), nextOf(seen, own.length, canConvert)];
}

function endOf({ table, player }: Seen): Lesson {
  const { outcome, holders, retired } = table.matchState;
  const seat = holders.indexOf(player);
  if (retired.includes(seat)) return 'left';
  return outcome?.ranks[seat] === 1 ? 'won' : 'lost';
}

function happened({ takeBacks, line }: MatchState, own: readonly string[]): Lesson {
  if (takeBacks.at(-1)?.kept === line.length) return 'undone';
  const last = own.at(-1);
  if (last === undefined) return 'welcome';
  if (isConversion(last)) return 'converted';
  return own.length === 1 ? 'placed' : 'goesOn';
}

/** Told from the second move on, one a move; what a player has found out already is left out. */
const LATER: readonly Lesson[] = ['convert', 'undo', 'words', 'swap'];

function nextOf({ table: { matchState }, player }: Seen, moves: number, canConvert: boolean): Lesson {
  if (moves === 0) return 'place';
  if (moves === 1) return 'wrong';
  const done: readonly Lesson[] = [
    ...(movesEver(matchState, player).some(isConversion) ? (['convert'] as const) : []),
    ...(matchState.takeBacks.length > 0 ? (['undo'] as const) : []),
  ];
  const left = LATER.filter(each => !done.includes(each) && (canConvert || each !== 'convert'));
  const told = movesEver(matchState, player).length + matchState.takeBacks.length - 2;
  return left[Math.max(0, told - done.length)] ?? 'win';
}
