// The mails with help: commands, the rules of a game, topics, and the short help for the lost.
import { removeNotes, wrap } from '#core/writing/text.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import type { Addressed } from '#core/players/message.ts';
import {
  type CommandHelp,
  type ComposeContext,
  type MailsOf,
  type MessageKind,
  accountToken,
  gameOf,
  sayPhrase,
} from '#core/writing/compose-context.ts';
import { SHAPES } from '#core/players/settings.ts';
import { say } from '#core/kernel/sentence.ts';
import { resolveUserid } from '#core/players/robots.ts';
import { limits } from '#core/kernel/limits.ts';

interface Help extends Addressed {
  readonly topic: string;
}

const help: MessageKind<Help> = {
  write: (context, { topic }) => ({
    subject: sayPhrase(context, chooseSubject(context, topic)),
    text: renderHelp(context, topic),
  }),
};

/** `nexpost: the rules of Nex`, or the topic as it is typed. */
function chooseSubject(context: ComposeContext, topic: string): Phrase {
  if (topic === '') return { code: 'subject-help', parts: {} };
  const game = gameOf(context, topic);
  return game === null
    ? { code: 'subject-topic', parts: { topic } }
    : { code: 'subject-rules', parts: { game: game.title } };
}

/** Topics with a text of their own. */
const TEXTS: readonly string[] = ['tutorial', 'options', 'settings', 'robots'];

/** The rules of a game, and the rules that all games share. */
function rulesOf({ templates, state }: ComposeContext, game: string): string {
  const hasRobots = state.robots.length > 0;
  const ofAll = [templates.render('undo-and-draw.txt', { hasRobots }), templates.render('moves-ahead.txt', {})];
  return [removeNotes(templates.rules(game)), ...ofAll].map(text => text.trimEnd()).join('\n\n');
}

/** The sentence that says what a command does. */
export const summaryCode = ({ scope, name }: Pick<CommandHelp, 'scope' | 'name'>): string =>
  `command-${scope}-${name.replaceAll(' ', '-')}`;

export function renderHelp(context: ComposeContext, topic: string): string {
  const game = gameOf(context, topic);
  if (game !== null) return rulesOf(context, game.name);
  if (topic === 'time') return context.templates.render('time.txt', {});
  const { sentences } = context.templates;
  const told = (code: string, parts: Phrase['parts'] = limits): string => say(sentences, { code, parts });
  if (topic === 'commands') return renderCommandList(context);
  const shown = context.commands.filter(
    command =>
      command.name === topic || command.aliases?.includes(topic) === true || command.name.startsWith(`${topic} `),
  );
  const view = {
    address: `${context.own.local}@${context.own.domain}`,
    games: context.state.games.flatMap(each => [each, ...each.aliases].map(({ name, title }) => ({ name, title }))),
    hasRobots: context.state.robots.length > 0,
    usual: resolveUserid('robot'),
    most: limits.robotBoardsPerPlayer,
    settings: SHAPES.map(([name, shape]) => ({ name, shape, lines: wrap(told(`set-${name}`), 66) })),
    options: context.state.games.map(each => ({
      name: each.name,
      aliases: each.aliases.map(({ name, given }) => ({
        name,
        means: given.map(([option, value]) => `-${option}=${String(value)}`).join(' '),
      })),
      options: each.options.map(option => ({ ...option, lines: wrap(say(sentences, option.help), 70) })),
    })),
    commands: shown.map(({ usage, example, aliases = [], ...command }) => {
      const summary = told(summaryCode(command));
      const whole = aliases.length === 0 ? summary : told('also', { summary, aliases: aliases.join(', ') });
      return {
        usage,
        summary: [...wrap(whole, 70), told('help-example', { example })].map(line => `      ${line}`).join('\n'),
      };
    }),
  };
  const template = topic === '' ? 'help' : TEXTS.includes(topic) ? topic : 'commands';
  return context.templates.render(`${template}.txt`, view);
}

/** The columns of an example in the list of commands, and of the words beside it. */
const EXAMPLE_WIDTH = 34;
const CLAUSE_WIDTH = 42;

/** All commands, each with its example and the first clause of its summary. */
function renderCommandList(context: ComposeContext): string {
  const rows = context.commands.flatMap(command => {
    const summary = sayPhrase(context, { code: summaryCode(command), parts: limits });
    const [clause = ''] = summary.split(/[;.:](?: |$)/, 1);
    const [first = '', ...others] = wrap(clause, CLAUSE_WIDTH);
    const { example } = command;
    const lines =
      example.length < EXAMPLE_WIDTH
        ? [`${example.padEnd(EXAMPLE_WIDTH)}${first}`]
        : [example, first.padStart(EXAMPLE_WIDTH + first.length)];
    return [...lines, ...others.map(line => line.padStart(EXAMPLE_WIDTH + line.length))];
  });
  const address = `${context.own.local}@${context.own.domain}`;
  return context.templates.render('command-list.txt', { address, rows, hasRobots: context.state.robots.length > 0 });
}

interface Quiet extends Addressed {
  /** Replies that say the same again get no more answers today; else there is one answer an hour. */
  readonly isForReplies: boolean;
}

/** The short help for a sender whose mails have no effect: they get fewer answers from now on. */
const quiet: MessageKind<Quiet> = {
  write: (context, { to, isForReplies }) => ({
    subject: sayPhrase(context, { code: 'subject-help', parts: {} }),
    token: accountToken(context, context.sender?.userid ?? null, to),
    text: `${context.templates.render('quiet.txt', { isForReplies })}\n${renderHelp(context, '')}`,
  }),
};

export const messages = { help, quiet };

type Mails = MailsOf<typeof messages>;

declare module '#core/players/message.ts' {
  interface MessageFields extends Mails {}
}
