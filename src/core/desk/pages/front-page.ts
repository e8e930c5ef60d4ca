// The front page and the pages of games: a board to try, a command, the newest boards.
import { type AnyGame, findNamedGame } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { limits } from '#core/kernel/limits.ts';
import { type Drawing, drawPicture, drawPosition } from '#core/writing/picture/drawing.ts';
import { formatAims } from '#core/writing/board-status.ts';
import { ANY_ROBOT } from '#core/players/robots.ts';
import { sayPhrase } from '#core/writing/compose-context.ts';
import {
  type PageContext,
  type PageDefinition,
  type PageRequest,
  findFirstGame,
  findFirstSize,
  formatScriptData,
  gamePath,
  nameSize,
} from '#core/writing/on-web.ts';
import { findDrawings, positionOf, renderRules } from '#core/writing/text.ts';
import type { BoardData } from './board-data.ts';
import { listNewestBoards } from './lists.ts';

/** A game as visitors first see it: a picture of a small board, what the game is, and its other names. */
const buildTile = (context: PageContext, game: AnyGame) => ({
  ...{ title: game.title, path: gamePath(game.name), picture: `${gamePath(game.name)}/tile.svg` },
  sentence: firstSentenceOf(context.templates.rules(game.name)),
  aliases: game.aliases.map(({ title }) => title),
  // How long and how difficult it usually is.
  about: sayPhrase(context, { code: `web-about-${game.name}`, parts: {} }),
  isFirst: game.name === TRIAL_GAME,
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

/** A stone a move: the first click is a move. */
const TRIAL_GAME = 'hex';

export const frontPage: PageDefinition = {
  path: '/',
  build: context => {
    const { games } = context.state;
    const game = must(games.find(({ name }) => name === TRIAL_GAME) ?? games[0], 'there are games');
    const board = buildTrialBoard(context, game);
    const { picture, width, height, words, data } = board;
    const running = games.map(({ name }) => `running/game/${name}` as const);
    return {
      template: 'front',
      frame: {
        ...{ title: 'nexpost', path: '/', image: picture.replace(/svg$/, 'png') },
        description: sayPhrase(context, { code: 'web-lead', parts: {} }),
      },
      view: {
        page: {
          board,
          // null: there are no robots.
          firstGame: findFirstGame(context.state, game),
          tiles: games.map(each => buildTile(context, each)),
          running: listNewestBoards(context, running, limits.boardsOnFrontPage),
        },
        shown: { width, height, words, light: picture, dark: `${picture}?theme=dark` },
        data: formatScriptData(data),
      },
    };
  },
};

/** A board without players, on which a visitor tries moves: the position of the first drawing in the rules, which has a picture. */
function buildTrialBoard(context: PageContext, game: AnyGame) {
  const drawing = must(findDrawings(context.templates.rules(game.name))[0], 'rules have a drawing');
  const position = positionOf(game, drawing);
  const given = game.setup(drawing.given);
  const setup = given.ok ? given.value : {};
  const board = drawPosition(game, position, null);
  const { width, height } = board.drawing();
  const mover = game.colours(setup).find(({ name }) => name === game.toMove(position));
  const status = sayPhrase(context, { code: 'web-try', parts: { colour: mover?.title ?? '' } });
  const data: BoardData = {
    ...{ title: game.title, number: 0, path: '/', ply: drawing.moves.length },
    ...{ setup, steps: drawing.moves },
    ...{ players: [null, null], holders: [0, 1], takeBacks: 0 },
    ...{ isRunning: false, isReviewed: false, status, told: [], acts: [] },
  };
  return {
    ...{ game: game.name, title: game.title, picture: `${gamePath(game.name)}/drawing-1.svg`, width, height },
    aims: formatAims(context, { game, match: { setup } }, board.picture, 'page').replace(/\n/g, ' '),
    words: board.words(context.templates.sentences),
    data,
  };
}

export const gamesPage: PageDefinition = {
  path: '/games',
  build: context => ({
    template: 'games',
    frame: { title: sayPhrase(context, { code: 'web-games', parts: {} }), part: 'rules', path: '/games' },
    view: { tiles: context.state.games.map(game => buildTile(context, game)) },
  }),
};

/** Sizes that a page offers, if the game has them. */
const SIZES = ['5', '7', '9', '11', '13', '15'];

/** The choices before a game against a robot, each a link that changes it, and the command for what is chosen. */
function buildFirstGame(context: PageContext, game: AnyGame, query: PageRequest['query']) {
  const { robots } = context.state;
  const sizeOption = nameSize(game);
  const isOffered = (size: string): boolean => sizeOption !== undefined && game.setup([[sizeOption, size]]).ok;
  // By name: the values, and the usual one.
  const offers = [
    ['robot', [ANY_ROBOT, ...robots.map(({ userid }) => userid)], ANY_ROBOT],
    ['size', SIZES.filter(isOffered), findFirstSize(game)],
    ['first', ['me', 'robot'], 'me'],
  ] as const;
  const chosen = Object.fromEntries(
    offers.map(([name, values, usual]) => [name, values.find(value => value === query(name)) ?? usual]),
  ) as Record<(typeof offers)[number][0], string>;
  const firstGame = findFirstGame(context.state, game, { ...chosen, isRobotFirst: chosen.first === 'robot' });
  const choices = offers.map(([name, values]) => ({
    label: sayPhrase(context, { code: `web-first-${name}`, parts: {} }),
    links: values.map(value => ({
      label: /\d/.test(value) ? value : sayPhrase(context, { code: `web-first-${name}-${value}`, parts: {} }),
      href: `?${new URLSearchParams({ ...chosen, [name]: value }).toString()}`,
      isChosen: chosen[name] === value,
    })),
  }));
  return { firstGame, choices: choices.filter(({ links }) => links.length > 0) };
}

/** The page of a game: its rules, as players get them by mail, and its newest boards. */
export const gamePage: PageDefinition = {
  path: '/games/:game',
  build: (context, { param, query }) => {
    const game = findNamedGame(context.state.games, param('game'))?.game;
    if (game === undefined) return null;
    const { templates } = context;
    const path = gamePath(game.name);
    const rules = renderRules(game, templates.rules(game.name), path, templates.sentences);
    return {
      template: 'game',
      frame: {
        ...{ title: game.title, part: 'rules', image: `${path}/drawing-1.png` },
        description: buildTile(context, game).sentence,
      },
      view: {
        page: {
          ...{ game: game.name, title: game.title, ...buildFirstGame(context, game, query) },
          // Markdown. The title stands above the button.
          rules: rules.replace(/^# [^\n]*\n/, ''),
          running: listNewestBoards(context, [`running/game/${game.name}`]),
          results: listNewestBoards(context, [`over/game/${game.name}`]),
        },
      },
    };
  },
};
