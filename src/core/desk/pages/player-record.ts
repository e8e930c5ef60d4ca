// Summarises the finished games of a player: ratings and their graph, results, and lengths.
import { lookUp } from '#games/kit/look-up.ts';
import { type LoadedMatch, isVoid, playerName } from '#core/board/match.ts';
import { summaryOf } from '#core/board/summary.ts';
import { limits } from '#core/kernel/limits.ts';
import { type Instant, dayOf } from '#core/kernel/time.ts';
import { isRobot } from '#core/players/robots.ts';
import { sayPhrase } from '#core/writing/compose-context.ts';
import { type PageContext, findBoardsOnWeb, playerPath } from '#core/writing/on-web.ts';

/** Draws the course of a rating as SVG, in the colours of the page around it. */
interface RatingPoint {
  readonly at: Instant;
  readonly value: number;
}

/** Pixels of the drawing, and of the margins around its line: the left one holds the scale. */
const WIDTH = 480;
const HEIGHT = 150;
const MARGIN = { left: 44, right: 10, top: 10, bottom: 10 };

/** The distances between lines of the scale that can be chosen. */
const STEPS = [25, 50, 100, 200, 400, 800, 1_600];
const MOST_LINES = 4;

/** A game a step, oldest first. There are at least two points. Everything that it says a sentence beside it must say, too. */
function drawRatings(points: readonly RatingPoint[]): string {
  const values = points.map(({ value }) => value);
  // The round values of the scale, from below the lowest to above the highest.
  const lowest = Math.min(...values);
  const highest = Math.max(...values);
  const step = STEPS.find(each => highest / each - lowest / each <= MOST_LINES - 1) ?? 3_200;
  const from = Math.floor(lowest / step);
  const to = Math.max(from + 1, Math.ceil(highest / step));
  const scale = Array.from({ length: to - from + 1 }, (_, index) => (from + index) * step);
  const [bottom = 0, top = 1] = [scale[0], scale.at(-1)];
  const wide = WIDTH - MARGIN.left - MARGIN.right;
  const high = HEIGHT - MARGIN.top - MARGIN.bottom;
  const y = (value: number): number => MARGIN.top + (high * (top - value)) / (top - bottom);
  const x = (index: number): number => MARGIN.left + (wide * index) / (points.length - 1);
  const place = (value: number): string => value.toFixed(1);
  const lines = scale.map(
    value =>
      `<path class="scale" d="M${MARGIN.left} ${place(y(value))}H${WIDTH - MARGIN.right}"/>` +
      `<text x="${MARGIN.left - 6}" y="${place(y(value) + 4)}">${value}</text>`,
  );
  const course = values.map((value, index) => `${place(x(index))} ${place(y(value))}`).join('L');
  const [endX, endY] = [x(values.length - 1), y(values.at(-1) ?? 0)].map(place);
  return (
    `<svg class="graph" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" aria-hidden="true">` +
    `${lines.join('')}<path class="course" d="M${course}"/><circle cx="${endX}" cy="${endY}" r="4"/></svg>`
  );
}

/** Two points are no course. */
const FEWEST_POINTS = 3;

/** A summary of a player's last finished games that are on the web. */
interface PlayerRecord {
  readonly games: number;
  /** The courses of the ratings: an SVG each, and the same in words. */
  readonly graphs: readonly object[];
  /** The results by opponent. The most frequent opponent comes first. */
  readonly opponents: readonly object[];
}

export function buildPlayerRecord(context: PageContext, userid: string): PlayerRecord {
  const { state } = context;
  const list = `over/player/${userid}` as const;
  state.requireLoaded([{ kind: 'newest', list, before: null, limit: limits.boardsOfRecord }]);
  const tables = findBoardsOnWeb(state, state.newest(list, null, limits.boardsOfRecord));
  // By opponent. Void boards do not count.
  const tallies = new Map<string, Record<Tally, number>>();
  for (const table of tables)
    for (const { opponent, tally } of resultsOf(table, userid)) {
      const known = tallies.get(opponent) ?? { won: 0, lost: 0, drawn: 0 };
      tallies.set(opponent, { ...known, [tally]: known[tally] + 1 });
    }
  const total = ({ won, lost, drawn }: Record<Tally, number>): number => won + lost + drawn;
  return {
    games: tables.length,
    graphs: context.state.games
      .map(({ name, title }) => ({ title, points: listPoints(tables, name, userid) }))
      .filter(({ points }) => points.length >= FEWEST_POINTS)
      .toSorted((a, b) => b.points.length - a.points.length)
      .slice(0, limits.graphsShown)
      .map(({ title, points }) => ({
        title,
        drawing: drawRatings(points),
        words: describeCourse(context, title, points),
      })),
    opponents: [...tallies]
      .toSorted(([a, x], [b, y]) => total(y) - total(x) || (a < b ? -1 : 1))
      .slice(0, limits.opponentsShown)
      .map(([name, tally]) => ({ ...tally, userid: name, href: playerPath(name), isRobot: isRobot(state, name) })),
  };
}

/** The ratings after each rated game, oldest first, and before the first of them. */
function listPoints(tables: readonly LoadedMatch[], game: string, userid: string): readonly RatingPoint[] {
  const changes = tables
    .filter(({ match }) => match.game === game)
    .flatMap(({ match }) => {
      const change = match.rated?.changes.find(({ player }) => playerName(match.players[player]) === userid);
      return match.rated === undefined || change === undefined ? [] : [{ ...change, at: match.rated.at }];
    })
    .toSorted((a, b) => a.at - b.at);
  const [first] = changes;
  if (first === undefined) return [];
  return [{ at: first.at, value: first.before }, ...changes.map(({ at, after }) => ({ at, value: after }))];
}

function describeCourse(context: PageContext, game: string, points: readonly RatingPoint[]): string {
  const values = points.map(({ value }) => Math.round(value));
  const day = (at: Instant | undefined): string => dayOf(at ?? 0);
  return sayPhrase(context, {
    code: 'web-rating-course',
    parts: {
      ...{ game, games: points.length - 1, from: values[0] ?? 0, to: values.at(-1) ?? 0 },
      ...{ highest: Math.max(...values), lowest: Math.min(...values) },
      ...{ first: day(points[0]?.at), last: day(points.at(-1)?.at) },
    },
  });
}

type Tally = 'won' | 'lost' | 'drawn';

/** How a player did against each other one of a board: a player with several seats has the rank of the best. */
function resultsOf(
  { game, match }: LoadedMatch,
  userid: string,
): readonly { readonly opponent: string; readonly tally: Tally }[] {
  const { outcome, holders } = summaryOf(game, match);
  if (outcome === null || isVoid(outcome.reason)) return [];
  const ranks: Record<string, number> = {};
  for (const [seat, holder] of holders.entries()) {
    const name = playerName(match.players[holder]);
    ranks[name] = Math.min(lookUp(ranks, name) ?? Infinity, outcome.ranks[seat] ?? Infinity);
  }
  const own = lookUp(ranks, userid) ?? Infinity;
  return Object.entries(ranks)
    .filter(([name]) => name !== userid)
    .map(([opponent, rank]) => ({ opponent, tally: own < rank ? 'won' : own > rank ? 'lost' : 'drawn' }));
}
