// The feature `help`: help, the tutorial, and the answer to a mail without a command.
import { listRunning } from '#core/board/acts/allowance.ts';
import { findFreeNumber } from '#core/board/acts/open.ts';
import type { Match } from '#core/board/match-document.ts';
import { type MatchRef, refOf } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { refused } from '#core/kernel/refusal.ts';
import { say } from '#core/kernel/sentence.ts';
import type { State } from '#core/kernel/state.ts';
import { type Command, scopeOf } from '#core/language/command.ts';
import { type CommandContext, type Decision, allow, answerSender, deny, takeCharges } from '#core/players/decision.ts';
import { openedCharge } from '#core/players/quota-rules.ts';
import { SHAPES } from '#core/players/settings.ts';
import { wordsOf } from '#core/players/userid.ts';
import {
  type CommandHelp,
  type ComposeContext,
  type MessageKind,
  accountToken,
  gameOf,
  sayPhrase,
} from '#core/writing/compose-context.ts';
import type { Feature } from '#core/writing/feature.ts';
import { drawPosition } from '#core/writing/picture/drawing.ts';
import { removeNotes, wrap, wrapParagraph } from '#core/writing/text.ts';
import { namesOf, readLink } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { lookUp } from '#games/kit/look-up.ts';
import { trimEnd } from '#games/kit/move-text.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { ok } from '#games/kit/result.ts';

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
    [{ kind: 'match-opened', match }, takeCharges([openedCharge(actor)], now)],
    [{ kind: 'board-changed', match: ref, occasion: 'new', news: null }],
  );
}

/** The unfinished tutorial of this player. null: there is none. */
function findRunningTutorial(state: State, userid: string): MatchRef | null {
  const match = listRunning(state, userid).find(each => each.isTutorial === true);
  return match === undefined ? null : refOf(match);
}

/** The topics of `help`, and the mail about one of them. */
const GENERAL = ['commands', 'tutorial', 'options', 'settings', 'time', 'robots'] as const;

const listGeneralTopics = (state: State): readonly string[] =>
  GENERAL.filter(topic => topic !== 'robots' || state.robots.length > 0);

/** Other words for a topic. */
const SYNONYMS: Readonly<Record<string, string>> = { clock: 'time', clocks: 'time' };

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
    ...context.state.commands.flatMap(command => [command.name, ...wordsOf(command)]),
  ];
  if (![...known, ''].includes(topic) && readLink(context.state.games, topic) === null) {
    const shown = [...listGeneralTopics(context.state), ...context.state.games.flatMap(namesOf)].join(', ');
    return deny(refused('help-topic-unknown', { topic, topics: shown }));
  }
  return answerSender(context, { kind: 'help', topic });
}

/** `help` and `tutorial`: send the text of a topic, or open a tutorial. */
const helpCommand: Command = {
  name: 'help',
  listedAfter: '',
  aliases: ['?'],
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
  ...helpCommand,
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
  usage: 'tutorial',
  example: 'tutorial',
  permission: 'anyone',
  parse: commandLine => (commandLine.words.length > 0 ? null : ok({ run: context => sendHelp(context, 'tutorial') })),
};

/** The mails with help: commands, the rules of a game, topics, and the short help for the lost. */
const helpMail: MessageKind<{ readonly topic: string }> = {
  write: (context, { topic }) => ({
    subject: chooseSubject(context, topic),
    text: renderHelp(context, topic),
  }),
};

/** `nexpost: the rules of Nex`, or the topic as it is typed. */
function chooseSubject(context: ComposeContext, topic: string): Phrase {
  if (topic === '') return { code: 'subject-help', parts: {} };
  const game = gameOf(context, topic);
  return game === null
    ? { code: 'subject-topic', parts: { topic: topic.replace(/^https?:\/\/([^/]*).*/, '$1') } }
    : { code: 'subject-rules', parts: { game: game.title } };
}

/** A position as a drawing and in words. */
function renderLinked(
  context: ComposeContext,
  { game, position, last }: NonNullable<ReturnType<typeof readLink>>,
): string {
  const decoded = game.decode({}, position);
  const drawn = drawPosition(game, must(decoded.ok ? decoded.value : null, 'the position of a link is one'), null);
  const { sentences } = context.templates;
  const told = sayPhrase(context, { code: 'link-position', parts: { game: game.title, ...last } });
  return [wrapParagraph(told), drawn.text(sentences), wrapParagraph(drawn.words(sentences).join(' '))].join('\n\n');
}

/** Topics with a text of their own. */
const TEXTS: readonly string[] = ['tutorial', 'options', 'settings', 'robots'];

/** The rules of a game, and the rules that all games share. */
function rulesOf({ templates, state }: ComposeContext, game: string): string {
  const hasRobots = state.robots.length > 0;
  const ofAll = [templates.render('undo-and-draw.txt', { hasRobots }), templates.render('moves-ahead.txt', {})];
  return (
    [removeNotes(templates.rules(game)), ...ofAll]
      // The Subject has the title. As the first line it would be a command, if such a mail came back.
      .map(text =>
        text
          .trimEnd()
          .replace(/^# .*\n+/, '')
          .replace(/^#+ (.+)$/gm, (_, title: string) => `${title}\n${'-'.repeat(title.length)}`),
      )
      .join('\n\n')
  );
}

/** The sentence that says what a command does. */
export const summaryCode = ({ name, usage }: Pick<CommandHelp, 'name' | 'usage'>): string =>
  `command-${scopeOf({ usage })}-${name.replaceAll(' ', '-')}`;

export function renderHelp(context: ComposeContext, topic: string): string {
  const game = gameOf(context, topic);
  if (game !== null) return rulesOf(context, game.name);
  if (topic === 'time') return context.templates.render('time.txt', {});
  const linked = readLink(context.state.games, topic);
  if (linked !== null) return renderLinked(context, linked);
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
    commands: shown.map(({ name, usage, example, aliases = [] }) => {
      const summary = told(summaryCode({ name, usage }));
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

interface Quiet {
  /** Replies that say the same again get no more answers today; else there is one answer an hour. */
  readonly isForReplies: boolean;
}

/** The short help for a sender whose mails have no effect: they get fewer answers from now on. */
const quiet: MessageKind<Quiet> = {
  write: (context, { to, isForReplies }) => ({
    subject: { code: 'subject-help', parts: {} },
    token: accountToken(context, context.sender?.userid ?? null, to),
    text: `${context.templates.render('quiet.txt', { isForReplies })}\n${renderHelp(context, '')}`,
  }),
};

export const messages = { help: helpMail, quiet };

/** The feature `help`: help, the tutorial, and the answer to a mail without a command. */
export const help = {
  commands: [helpCommand, gameHelp, tutorial],
} satisfies Feature;
