// The commands of help: their order, the topics, and the tutorial.
import type { Match } from '#core/board/match-document.ts';
import { type CommandContext, type Decision, allow, deny } from '#core/players/decision.ts';
import { type MatchRef, matchKey } from '#core/kernel/documents.ts';
import { refused } from '#core/kernel/refusal.ts';
import type { State } from '#core/kernel/state.ts';
import { listRunning } from '#core/board/acts/allowance.ts';
import { findFreeNumber } from '#core/board/acts/open.ts';
import { openedCharge } from '#core/players/quota-rules.ts';
import { wordsOf } from '#core/players/userid.ts';
import type { Command } from '#core/language/command.ts';
import { namesOf } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { lookUp } from '#games/kit/look-up.ts';
import { trimEnd } from '#games/kit/move-text.ts';
import { no, ok } from '#games/kit/result.ts';

/** The commands of the service and of the features, as help lists them. */
export const sortCommands = (commands: readonly Command[]): readonly Command[] =>
  commands.reduce<readonly Command[]>((sorted, command, index) => {
    const before = command.listedAfter ?? commands[index - 1]?.name;
    return sorted.toSpliced(sorted.findLastIndex(({ name }) => name === before) + 1, 0, command);
  }, []);

// The tutorial. Every mail of it says what to try next.

/** The game of the lessons (lesson.ts). They explain two sides to be joined, and neutral stones. */
const GAME = 'nex';
const SIZE = '4';

/** Opens a tutorial for the sender, or shows the one they play. null: the sender has no account, or there is no robot to play. */
function openTutorial(context: CommandContext): Decision | null {
  const { state, actor, now } = context;
  const [robot] = state.robots.toSorted((a, b) => a.level - b.level);
  const game = state.games.find(({ name }) => name === GAME);
  if (actor === null || state.account(actor)?.closed !== false || robot === undefined || game === undefined)
    return null;
  const begun = findRunningTutorial(state, actor);
  if (begun !== null) return allow([], [{ kind: 'board-shown', match: begun, ply: null, as: actor }]);
  const setup = game.setup([['size', SIZE]]);
  const ref: MatchRef = { game: GAME, number: findFreeNumber(state, GAME) };
  // Without a time control a board has no clock: a tutorial causes no reminders, and is never lost on time.
  const match: Match = {
    ...{ ...ref, setup: must(setup.ok ? setup.value : null, 'the game has boards of this size'), swap: true },
    players: [actor, robot.userid].map(userid => ({ kind: 'account', userid })),
    ...{ challenger: actor, record: [], state: 'active', comment: null, threads: [null, null], opened: now },
    ...{ isUnrated: true, isTutorial: true },
  };
  return allow(
    [
      { kind: 'match-opened', match },
      { kind: 'charged', charges: [openedCharge(actor)], at: now },
    ],
    [{ kind: 'board-changed', match: ref, occasion: 'new', news: null }],
  );
}

/** The unfinished tutorial of this player. null: there is none. */
function findRunningTutorial(state: State, userid: string): MatchRef | null {
  const boards = state.boards(`running/player/${userid}`);
  state.requireLoaded(boards.map(ref => ({ kind: 'document', key: matchKey(ref) })));
  const match = listRunning(state, userid).find(each => each.isTutorial === true);
  return match === undefined ? null : { game: match.game, number: match.number };
}

/** The topics of `help`, and the mail about one of them. */
const GENERAL = ['commands', 'tutorial', 'options', 'settings', 'time', 'robots'] as const;

const listGeneralTopics = (state: State): readonly string[] =>
  GENERAL.filter(topic => topic !== 'robots' || state.robots.length > 0);

/** Other words for a topic. */
const SYNONYMS: Readonly<Record<string, string>> = { clock: 'time', clocks: 'time' };

/** Commands of two words. */
const PAIRS: readonly string[] = ['change address', 'change password', 'all show'];

/** Sends the text of a topic. The topic `tutorial` opens one, if the sender can play and does not ask from another game's mail. */
function sendHelp(context: CommandContext, typed: string): Decision {
  const topic = lookUp(SYNONYMS, typed) ?? typed;
  // A mail may answer one about another board.
  const isHere = context.board === null || context.state.outline(context.board.match)?.isTutorial === true;
  const played = topic === 'tutorial' && isHere ? openTutorial(context) : null;
  if (played !== null) return played;
  // Every topic with a text: `help <topic>`.
  const known = [
    ...listGeneralTopics(context.state),
    ...context.state.games.flatMap(namesOf),
    ...context.state.commands.flatMap(wordsOf),
  ];
  if (topic !== '' && !known.includes(topic) && !PAIRS.includes(topic)) {
    const shown = [...listGeneralTopics(context.state), ...context.state.games.flatMap(namesOf)].join(', ');
    return deny(refused('help-topic-unknown', { topic, topics: shown }));
  }
  return allow(
    [],
    [{ kind: 'message', message: { kind: 'help', to: { kind: 'address', address: context.sender.address }, topic } }],
  );
}

/** `help` and `tutorial`: send the text of a topic, or open a tutorial. */
export const help: Command = {
  name: 'help',
  listedAfter: '',
  aliases: ['?'],
  scope: 'server',
  usage: 'help [topic]',
  example: 'help seek',
  permission: 'anyone',
  parse: commandLine => {
    const typed = trimEnd(commandLine.words.join(' ').toLowerCase(), '.?!');
    const topic = typed === '' ? (commandLine.board?.match.game ?? '') : typed;
    return ok({ run: context => sendHelp(context, topic) });
  },
};

export const gameHelp: Command = {
  ...help,
  scope: 'game',
  listedAfter: 'help',
  usage: '<game> help',
  example: 'nex help',
  parse: commandLine => {
    const topic = commandLine.game?.name ?? '';
    return ok({ run: context => sendHelp(context, topic) });
  },
};

export const tutorial: Command = {
  name: 'tutorial',
  scope: 'server',
  usage: 'tutorial',
  example: 'tutorial',
  permission: 'anyone',
  parse: commandLine =>
    commandLine.words.length > 0
      ? no(refused('command-usage', { usage: commandLine.usage }))
      : ok({ run: context => sendHelp(context, 'tutorial') }),
};
