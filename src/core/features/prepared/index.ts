// The feature `prepared`: moves prepared ahead.
import { splitNumber } from '#core/board/acts/play.ts';
import { type Path, parsePath } from '#core/board/answer-tree.ts';
import { refused } from '#core/kernel/refusal.ts';
import { type Command, type CommandLine, describeBoardCommand, parseAtBoard } from '#core/language/command.ts';
import type { Feature } from '#core/writing/feature.ts';
import { shorten } from '#games/kit/refusal.ts';
import { no, ok } from '#games/kit/result.ts';
import { dropPrepared, isActText, prepareAnswers, queueMove, showPrepared } from './prepare.ts';

/** `queue`, `if` and `else`: prepare the player's next move, or answers to the other side's moves. */
export const queue: Command = {
  ...describeBoardCommand('queue', ' move[#n]|resign|off', ' b3,a3'),
  listedAfter: 'move',
  aliases: ['qmove', 'qboard', 'moveq', 'boardq'],
  isMeant: ([first = '', ...rest], game) =>
    /^(?:|off|\d{1,9})$/i.test(first) || isActText(game, [first, ...rest].join(' '), true),
  followsMove: true,
  parse: parseAtBoard(1, ({ match, credentials, rest }) => {
    const typed = rest.join(' ');
    if (typed === '') return ok({ credentials, run: context => showPrepared(context, match) });
    if (/^off[.!]?$/i.test(typed)) return ok({ credentials, run: context => dropPrepared(context, match) });
    return ok({ credentials, run: context => queueMove(context, { match, ...splitNumber(typed) }) });
  }),
};

export const conditions: Command = {
  ...describeBoardCommand('if', ' move then move … [else move]', ' c3,d3 then b2,a2'),
  isMeant: (words, game) => {
    const then = words.findIndex(word => /^then[,:;]?$/i.test(word));
    return then > 0 && isActText(game, words.slice(0, then).join(' '), false);
  },
  followsMove: true,
  parse: parseAnswers('if', 3),
};

export const otherwise: Command = {
  ...describeBoardCommand('else', ' move|resign', ' resign'),
  isMeant: (words, game) => isActText(game, words.join(' '), true),
  followsMove: true,
  parse: parseAnswers('else', 1),
};

function parseAnswers(verb: 'if' | 'else', atLeast: number): Command['parse'] {
  return parseAtBoard(atLeast, ({ match, credentials, rest }, commandLine) => {
    const path = parsePath([verb, ...rest]);
    if (path === null) return null;
    const text = findUnreadableText(commandLine, path);
    if (text !== null) return no(refused('if-unreadable', { text: shorten(text) }));
    return ok({ credentials, run: context => prepareAnswers(context, match, path) });
  });
}

/** The first text of a path that is no move by its shape. */
function findUnreadableText({ game }: CommandLine, { steps, otherwise: last }: Path): string | null {
  const texts = steps.flatMap(({ to, play }) => [
    { text: to, isAnswer: false },
    { text: play, isAnswer: true },
  ]);
  const all = last === null ? texts : [...texts, { text: last, isAnswer: true }];
  return all.find(({ text, isAnswer }) => game === null || !isActText(game, text, isAnswer))?.text ?? null;
}

export const prepared = {
  refusals: {
    'if-unreadable': ['text'],
    'if-two-sides': ['example'],
    'if-your-turn': ['example'],
    'if-move-failed': [],
    'if-late': [],
    'path-over': ['move'],
    'path-turn': ['move', 'player'],
    'path-illegal': ['move', 'why'],
    'prepared-full': ['most'],
    'prepared-none': ['example'],
    'prepared-none-turn': ['example'],
    'prepared-none-over': [],
  } as const,
  commands: [queue, conditions, otherwise],
} satisfies Feature;
