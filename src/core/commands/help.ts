// `help`: what there is to say, by topic: the commands, a command, a game.
import { withoutTail } from '#games/kit/move-text.ts';
import { namesOf } from '#games/game.ts';
import { ok } from '#games/kit/result.ts';
import type { Command } from '../language/command.ts';
import { type CommandContext, decided, type Decision, denied } from '../decision.ts';
import { refused } from '../refusal.ts';
import type { State } from '../state/state.ts';
import { commandWords } from '../language/command-words.ts';

const GENERAL = ['commands', 'tutorial', 'options', 'settings', 'robots'] as const;

const general = (state: State): readonly string[] =>
  GENERAL.filter(topic => topic !== 'robots' || state.robots.length > 0);

/** Every topic with a text: `help <topic>`. */
export const topics = (state: State, commandNames: readonly string[]): readonly string[] => [
  ...general(state),
  ...state.games.flatMap(namesOf),
  ...commandNames,
];

export const help: Command = {
  name: 'help',
  aliases: ['?'],
  scope: 'server',
  usage: 'help [topic]',
  summary: 'this server in one mail; topics: commands, tutorial, options, settings, robots, a game, a command',
  by: 'anyone',
  parse: call => {
    const typed = withoutTail(call.words.join(' ').toLowerCase(), '.?!');
    const topic = typed === '' ? (call.board?.match.game ?? '') : typed;
    return ok({ run: at => sendHelp(at, topic) });
  },
};

export const gameHelp: Command = {
  ...help,
  scope: 'game',
  usage: '<game> help',
  summary: 'the rules of a game',
  parse: call => {
    const topic = call.game?.name ?? '';
    return ok({ run: at => sendHelp(at, topic) });
  },
};

function sendHelp(at: CommandContext, topic: string): Decision {
  const known = topics(at.state, commandWords);
  if (topic !== '' && !known.includes(topic) && topic !== 'change address' && topic !== 'change password') {
    const shown = [...general(at.state), ...at.state.games.flatMap(namesOf)].join(', ');
    return denied(refused('help-topic-unknown', { topic, topics: shown }));
  }
  return decided(
    [],
    [{ kind: 'message', message: { kind: 'help', to: { kind: 'address', address: at.sender.address }, topic } }],
  );
}
