// The commands, the rules of a game, or a topic.
import { namesOf } from '#games/game.ts';
import type { Addressed, MessageKind } from '../message-kind.ts';
import { FREE_SETTINGS, SETTINGS } from '#core/accounts/settings.ts';
import { useridMeant } from '#core/identity/robots.ts';
import { limits } from '#core/limits.ts';
import { type ComposeContext, gameOf } from '../compose-context.ts';
import { wrap } from '../text.ts';

interface Help extends Addressed {
  readonly topic: string;
}

export const help: MessageKind<Help> = {
  write: (context, { topic }) => ({
    subject: topic === '' ? 'nexpost in one mail' : `nexpost: ${topic}`,
    text: helpText(context, topic),
  }),
};

/** Topics with a text of their own. */
const TEXTS: readonly string[] = ['tutorial', 'options', 'settings', 'robots'];

/** The rules of a game, and what holds at the boards of all. */
function rulesOf({ templates, state }: ComposeContext, game: string): string {
  const hasRobots = state.robots.length > 0;
  return `${templates.rules(game).trimEnd()}\n\n${templates.render('undo-and-draw.txt', { hasRobots })}`;
}

function helpText(context: ComposeContext, topic: string): string {
  const game = gameOf(context, topic);
  if (game !== null) return rulesOf(context, game.name);
  const shown = context.commands.filter(
    command =>
      topic === 'commands' ||
      command.name === topic ||
      command.aliases?.includes(topic) === true ||
      command.name.startsWith(`${topic} `),
  );
  const view = {
    address: `${context.own.local}@${context.own.domain}`,
    games: context.state.games.flatMap(each => namesOf(each).map(name => ({ name, title: each.title }))),
    hasRobots: context.state.robots.length > 0,
    usual: useridMeant('robot'),
    most: limits.robotBoardsPerPlayer,
    settings: [
      ...Object.entries(SETTINGS).map(([name, { choices, sentence }]) => ({
        name,
        shape: choices.join('|'),
        sentence,
      })),
      ...Object.entries(FREE_SETTINGS).map(([name, { shape, sentence }]) => ({ name, shape, sentence })),
    ].map(({ sentence, ...each }) => ({ ...each, lines: wrap(sentence, 66) })),
    options: context.state.games.map(each => ({
      name: each.name,
      aliases: each.aliases.map(({ name, given }) => ({
        name,
        means: given.map(([option, value]) => `-${option}=${String(value)}`).join(' '),
      })),
      options: each.options.map(option => ({ ...option, lines: wrap(option.sentence, 70) })),
    })),
    commands: shown.map(({ usage, summary, aliases = [] }) => {
      const more = aliases.length === 0 ? '' : ` (also: ${aliases.join(', ')})`;
      return {
        usage,
        summary: wrap(summary + more, 70)
          .map(line => `      ${line}`)
          .join('\n'),
      };
    }),
  };
  const template = topic === '' ? 'help' : TEXTS.includes(topic) ? topic : 'commands';
  return context.templates.render(`${template}.txt`, view);
}
