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
    const board = replayProblem(context.state, problem);
    const drawn = drawPosition(board.game, board.matchState.position, null);
    const title = sayPhrase(context, { code: 'web-problem', parts: {} });
    return {
      template: 'problem',
      frame: { title, path: '/problem' },
      view: {
        page: {
          what: sayPhrase(context, describeProblem(board, problem.number)),
          svg: renderSvg(drawn.drawing(), THEMES.light),
          words: drawn.words(context.templates.sentences),
          line: sayPhrase(context, { code: 'problem-line', parts: { line: problem.line.join(' ') } }),
          rules: `/games/${problem.game}`,
        },
      },
    };
  },
};
