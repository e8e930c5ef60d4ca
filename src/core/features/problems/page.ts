// The page with the problem of the day, which is the same for every visitor.
import { sayPhrase } from '#core/writing/compose-context.ts';
import type { PageDefinition } from '#core/writing/on-web.ts';
import { drawPosition, renderSvg } from '#core/writing/picture/drawing.ts';
import { THEMES } from '#core/writing/picture/paint.ts';
import { describeProblem, replayProblem, findProblemOfDay } from './problem.ts';

export const problemPage: PageDefinition = {
  path: '/problem',
  build: context => {
    const problem = findProblemOfDay(context.now);
    const { game, position } = replayProblem(context.state.games, problem);
    const board = drawPosition(game, position, null);
    const told = (code: string, parts: Readonly<Record<string, string | number>> = {}): string =>
      sayPhrase(context, { code, parts });
    return {
      template: 'problem',
      frame: { title: told('web-problem'), path: '/problem' },
      view: {
        page: {
          what: sayPhrase(context, describeProblem(context.state, problem)),
          svg: renderSvg(board.drawing(), THEMES.light),
          words: board.words(context.templates.sentences),
          line: told('problem-line', { line: problem.line.join(' ') }),
          rules: `/games/${game.name}`,
        },
      },
    };
  },
};
