// The topics of `help`, and the mail about one of them.
import { namesOf } from '#games/game.ts';
import { lookUp } from '#games/kit/look-up.ts';
import { type CommandContext, allow, type Decision, deny } from '#core/decision/decision.ts';
import { commandWords } from '#core/kernel/command-words.ts';
import { refused } from '#core/kernel/refusal.ts';
import type { State } from '#core/kernel/state.ts';
import { openTutorial } from './tutorial.ts';

const GENERAL = ['commands', 'tutorial', 'options', 'settings', 'time', 'robots'] as const;

const listGeneralTopics = (state: State): readonly string[] =>
  GENERAL.filter(topic => topic !== 'robots' || state.robots.length > 0);

/** Every topic with a text: `help <topic>`. */
const listTopics = (state: State, commandNames: readonly string[]): readonly string[] => [
  ...listGeneralTopics(state),
  ...state.games.flatMap(namesOf),
  ...commandNames,
];

/** Other words for a topic. */
const SYNONYMS: Readonly<Record<string, string>> = { clock: 'time', clocks: 'time' };

/** Commands of two words. */
const PAIRS: readonly string[] = ['change address', 'change password', 'all show'];

/** Sends the text of a topic. The topic `tutorial` opens one, if the sender can play and does not ask from another game's mail. */
export function sendHelp(context: CommandContext, typed: string): Decision {
  const topic = lookUp(SYNONYMS, typed) ?? typed;
  const played = topic === 'tutorial' && !isAboutOtherBoard(context) ? openTutorial(context) : null;
  if (played !== null) return played;
  const known = listTopics(context.state, commandWords);
  if (topic !== '' && !known.includes(topic) && !PAIRS.includes(topic)) {
    const shown = [...listGeneralTopics(context.state), ...context.state.games.flatMap(namesOf)].join(', ');
    return deny(refused('help-topic-unknown', { topic, topics: shown }));
  }
  return allow(
    [],
    [{ kind: 'message', message: { kind: 'help', to: { kind: 'address', address: context.sender.address }, topic } }],
  );
}

/** Does the mail answer one about a board that is no tutorial? */
const isAboutOtherBoard = ({ board, state }: CommandContext): boolean =>
  board !== null && state.outline(board.match)?.isTutorial !== true;
