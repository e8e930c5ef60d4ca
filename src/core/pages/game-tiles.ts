// The games as visitors first see them: a small board, a sentence, a command for a first game.
import type { AnyGame } from '#games/game.ts';
import { type Drawing, drawPicture } from '../picture/drawing.ts';
import { findDrawings, positionOf } from '../wording/rules-drawings.ts';
import type { State } from '../kernel/state.ts';
import { gamePath, type PageContext } from '../wording/page-context.ts';

export interface GameTile {
  readonly title: string;
  readonly path: string;
  /** A picture of a small board. */
  readonly picture: string;
  /** What the game is. */
  readonly sentence: string;
  /** Titles of its other names: 'Boku'. */
  readonly aliases: readonly string[];
}

/** The options of a first game by name, where the usual board is large for one. */
const FIRST_OPTIONS: ReadonlyMap<string, string> = new Map([
  ['size', '-size=7'],
  ['radius', '-radius=5'],
]);

/** The command that opens a board against the weakest robot. null: the service has no robots. */
export function findFirstGame({ robots }: Pick<State, 'robots'>, game: AnyGame): string | null {
  const [robot] = robots;
  if (robot === undefined) return null;
  const options = game.options.flatMap(({ name }) => {
    const option = FIRST_OPTIONS.get(name);
    return option === undefined || LARGE.has(game.name) ? [] : [option];
  });
  return [game.name, 'challenge', ...options, 'me', robot.userid].join(' ');
}

/** On a small board a line of five is hardly a game. */
const LARGE: ReadonlySet<string> = new Set(['gomoku', 'neugomoku']);

export const buildTile = ({ templates }: Pick<PageContext, 'templates'>, game: AnyGame): GameTile => ({
  ...{ title: game.title, path: gamePath(game.name), picture: `${gamePath(game.name)}/tile.svg` },
  sentence: firstSentenceOf(templates.rules(game.name)),
  aliases: game.aliases.map(({ title }) => title),
});

/** The first sentence below the title of the rules, up to a colon. */
function firstSentenceOf(rules: string): string {
  const [, paragraph = ''] = rules.trim().split(/\n\s*\n/);
  return `${/^[^.:]*/.exec(paragraph.replace(/\s+/g, ' '))?.[0] ?? ''}.`;
}

/** The position of the first drawing in the rules, without names, labels and pieces in hand. null: there is none. */
export function drawTile(game: AnyGame, rules: string): Drawing | null {
  const [drawing] = findDrawings(rules);
  if (drawing === undefined) return null;
  const picture = game.picture(positionOf(game, drawing), { seat: null });
  return drawPicture({ ...picture, trays: [], labels: [], spots: picture.spots.map(spot => ({ ...spot, name: '' })) });
}
