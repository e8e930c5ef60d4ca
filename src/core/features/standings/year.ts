// The games of a player in a year: the command `year`, and what the first digest of a year tells.
import { type FinishedGame, listFinishedGames } from '#core/board/acts/list.ts';
import { playerName, requireGame } from '#core/board/match.ts';
import { limits } from '#core/kernel/limits.ts';
import { refused } from '#core/kernel/refusal.ts';
import type { State } from '#core/kernel/state.ts';
import type { Command } from '#core/language/command.ts';
import { dayFor } from '#core/players/account.ts';
import { type CommandContext, type Decision, answerSender, deny } from '#core/players/decision.ts';
import { findRobot, isRobot } from '#core/players/robots.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { ok } from '#games/kit/result.ts';

/** The rating of the only opponent, before a rated game that was won. 0: it is none. */
function findRatingBeaten({ robots }: State, { match, tally, others: [name = '', ...more] }: FinishedGame): number {
  const changes = match.rated?.changes ?? [];
  const met = changes.find(({ player }) => playerName(match.players[player]) === name)?.before;
  const isRated = tally === 'won' && changes.length > 0 && more.length === 0;
  return isRated ? Math.round(met ?? findRobot(robots, name)?.rating ?? 0) : 0;
}

/** Sentences about the games that the player finished in a year. None, if they are fewer than `least`. */
export function describeYear(state: State, userid: string, year: string, least: number): readonly Phrase[] {
  const all = listFinishedGames(state, userid, limits.boardsOfYear);
  const results = all
    .filter(({ at }) => dayFor(state.account(userid) ?? {}, at).startsWith(year))
    .map(result => ({ ...result, rating: findRatingBeaten(state, result) }));
  const [longest] = results.toSorted((a, b) => b.moves - a.moves);
  const [best] = results.toSorted((a, b) => b.rating - a.rating);
  if (longest === undefined || best === undefined || results.length < least) return [];
  const people = new Set(results.flatMap(({ others }) => others.filter(name => !isRobot(state, name))));
  const streaks = [0];
  for (const { tally } of results) streaks.push(tally === 'won' ? (streaks.at(-1) ?? 0) + 1 : 0);
  const partsOf = ({ match, others, moves, rating }: typeof best) => ({
    ...{ game: requireGame(state, match).title, number: match.number, line: `${match.game} show ${match.number}` },
    ...{ player: others[0] ?? '', moves, count: rating },
  });
  const games = state.games.flatMap(({ name, title: game }): readonly Phrase[] => {
    const tallies = results.filter(({ match }) => match.game === name).map(({ tally }) => tally);
    const count = (tally: string): number => tallies.filter(each => each === tally).length;
    const parts = { game, won: count('won'), drawn: count('drawn'), lost: count('lost') };
    return tallies.length === 0 ? [] : [{ code: 'year-game', parts }];
  });
  const told: readonly Phrase[] = [
    { code: 'year-games', parts: { year, count: results.length } },
    ...games,
    { code: 'year-people', parts: { count: people.size } },
    { code: 'year-best', parts: partsOf(best) },
    { code: 'year-streak', parts: { count: Math.max(...streaks) } },
    { code: 'year-longest', parts: { ...partsOf(longest), count: 1 } },
    { code: 'year-part', parts: { count: all.length < limits.boardsOfYear ? 0 : all.length } },
  ];
  return told.filter(({ parts }) => parts['count'] !== 0);
}

/** `typed` '': the present year, and in January the last one. */
function tellYear(context: CommandContext, typed: string): Decision {
  const userid = context.actor ?? '';
  const [now = '', month] = dayFor(context.state.account(userid) ?? {}, context.now).split('-');
  const year = typed || `${Number(now) - Number(month === '01')}`;
  const lines = describeYear(context.state, userid, year, 1).map(phrase => [phrase]);
  if (lines.length === 0) return deny(refused('year-none', { year }));
  return answerSender(context, { kind: 'sentences', subject: { code: 'subject-year', parts: { year } }, lines });
}

export const yearCommand: Command = {
  ...{ name: 'year', usage: 'year [yyyy]', example: 'year', permission: 'account' },
  parse: ({ words: [typed = '', ...more] }) =>
    more.length > 0 || !/^(?:\d{4})?$/.test(typed) ? null : ok({ run: context => tellYear(context, typed) }),
};
