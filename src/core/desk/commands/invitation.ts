// `challenge`, the answers to invitations, proposals and challenges, and limits on them.
import { chooseOpening, findOpening, openBoard, startAtFirstPosition } from '#core/board/acts/open.ts';
import { answerProposal } from '#core/board/acts/propose.ts';
import { acceptSeat, allowInvitations, declineSeat, stopInvitations, tellInvitations } from '#core/board/acts/seats.ts';
import { type ProposalKind, userids } from '#core/board/match-document.ts';
import { parseSeek } from '#core/features/seeks/commands.ts';
import type { MatchRef } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { type Refused, refused } from '#core/kernel/refusal.ts';
import {
  type BoardArguments,
  type Command,
  type CommandLine,
  type ParsedLine,
  parseBoardArguments,
  parseChallengeOptions,
  parseCredentials,
} from '#core/language/command.ts';
import { answerChallenges } from '#core/players/blocked.ts';
import { type CommandContext, deny } from '#core/players/decision.ts';
import { setSenderLanguage } from '#core/players/open.ts';
import { parseLanguageOption } from '#core/players/settings.ts';
import { wordsOf } from '#core/players/userid.ts';
import type { AnyGame } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { lookUp } from '#games/kit/look-up.ts';
import { trimEnd } from '#games/kit/move-text.ts';
import { no, ok } from '#games/kit/result.ts';

/** `challenge`: opens a board between players, or invites somebody by address. */
export const challenge: Command = {
  name: 'challenge',
  isForNewcomers: true,
  minLetters: 5,
  usage: '<game> challenge [-options] a b',
  example: 'nex challenge -size=9 me bob',
  permission: 'account',
  parse: commandLine => {
    const game = must(commandLine.game, 'challenge is a command of a game');
    const names = commandLine.words.map(word => trimEnd(word.toLowerCase(), '.,!'));
    if (names.includes(ANYONE)) return parseSeekOfAnyone(game, commandLine, names);
    const options = parseChallengeOptions(game, commandLine.options);
    if (!options.ok) return options;
    const { from, isDealt, gameOptions, ...terms } = options.value;
    const setup = game.setup(gameOptions);
    if (!setup.ok) return no(addSwapOption(game, setup.reason));
    const { usage } = commandLine;
    return ok({
      run: context => {
        const begun = isDealt ? chooseOpening(game, setup.value, context.now) : ok(startAtFirstPosition(setup.value));
        const opening = from === null ? begun : findOpening(context.state, from, context.now);
        if (!opening.ok) return opening;
        const isOther = gameOptions.some(([name]) => lookUp(setup.value, name) !== lookUp(opening.value.setup, name));
        if (from !== null && isOther)
          return deny(refused('from-options', { game: game.title, number: from.match.number }));
        return openBoard(context, { game, names, opening: opening.value, ...terms, usage });
      },
    });
  },
};

const ANYONE = 'anyone';

/** `challenge me anyone` is a seek: the opponents are players who seek the same. */
function parseSeekOfAnyone(game: AnyGame, commandLine: CommandLine, names: readonly string[]): ParsedLine {
  const others = names.filter(name => name !== ANYONE && name !== 'me' && name !== commandLine.userid);
  if (others.length > 0) return no(refused('challenge-anyone', { game: game.name, others: others.join(', ') }));
  return parseSeek(game, commandLine, { games: 1, isStanding: false });
}

/** Adds -swap to the options that a refusal lists: players see no difference from the game's own options. */
const addSwapOption = (game: AnyGame, reason: Refused): Refused =>
  reason.code === 'option-unknown' && game.swapAfter !== null
    ? {
        ...reason,
        parts: { ...reason.parts, known: [...game.options.map(({ name }) => `-${name}`), '-swap'].join(', ') },
      }
    : reason;

// Without a board `accept` and `reject` answer all challenges of a game.

/** The proposal that is named in `accept draw`. null: none is. */
const parseProposal = ({ commands }: CommandLine, [word = '', ...rest]: readonly string[]): ProposalKind | null =>
  rest.length > 0
    ? null
    : (commands.find(each => each.proposal !== undefined && wordsOf(each).includes(word))?.proposal ?? null);

/** Does a player answer a proposal? Otherwise the answer is to an invitation: strangers, and boards without a proposal, have no other. */
function isAnswerToProposal({ state, actor }: CommandContext, ref: MatchRef): boolean {
  const match = state.match(ref);
  if (match?.state !== 'active' || !match.record.some(({ kind }) => kind === 'proposal')) return false;
  return actor !== null && userids(match).includes(actor);
}

/** The userid that a new player chooses: `Ann` in `accept 101 Ann.`. null: none. */
const parseName = ([name]: readonly string[]): string | null => (name === undefined ? null : trimEnd(name, '.!'));

export const accept: Command = {
  name: 'accept',
  ...{ inReply: true, onPage: true },
  isFinal: true,
  takesAnyWords: true,
  usage: '<game> accept [board [userid [password]]] [-language=en|pt]',
  example: 'nex accept 101',
  permission: 'anyone',
  parse: commandLine => {
    const board = findBoardArguments(commandLine);
    if (board === null) return parseAnswerToAll(commandLine, true);
    if (board.rest.length > 1) return null;
    const { match, credentials, rest } = board;
    const what = parseProposal(commandLine, rest);
    const language = parseLanguageOption(commandLine.options);
    if (!language.ok) return language;
    const refusedWords = deny(refused('command-usage', { usage: commandLine.usage }), match);
    return ok({
      credentials,
      run: context =>
        isAnswerToProposal(context, match)
          ? rest.length > 0 && what === null
            ? refusedWords
            : answerProposal(context, match, { accepts: true, what })
          : acceptSeat(setSenderLanguage(context, language.value), match, parseName(rest)),
    });
  },
};

export const reject: Command = {
  name: 'reject',
  aliases: ['decline'],
  isHarmful: true,
  ...{ inReply: true, onPage: true },
  usage: '<game> reject [board [userid password]]',
  example: 'nex reject 101',
  permission: 'anyone',
  parse: commandLine => {
    const board = findBoardArguments(commandLine);
    if (board === null) return parseAnswerToAll(commandLine, false);
    const { match, credentials, rest } = board;
    const what = parseProposal(commandLine, rest);
    if (rest.length > 0 && what === null) return null;
    return ok({
      credentials,
      run: context =>
        isAnswerToProposal(context, match)
          ? answerProposal(context, match, { accepts: false, what })
          : declineSeat(context, match),
    });
  },
};

/** null: the answer is to all challenges of a game. */
function findBoardArguments(commandLine: CommandLine): BoardArguments | null {
  const board =
    commandLine.board !== null || /^\d{1,9}$/.test(commandLine.words[0] ?? '')
      ? parseBoardArguments(commandLine, 0)
      : null;
  return board?.ok === true ? board.value : null;
}

/** Parses a standing answer to all challenges of a game. */
function parseAnswerToAll(commandLine: CommandLine, isTaken: boolean): ParsedLine {
  const game = must(commandLine.game, 'an answer to challenges is of a game');
  const { credentials, rest } = parseCredentials(commandLine, 0);
  if (rest.length > 0) return null;
  return ok({ credentials, permission: 'account', run: context => answerChallenges(context, game, { isTaken }) });
}

const NO_LIMIT_WORDS: ReadonlySet<string> = new Set(['off', 'all', 'inf', 'accept']);

/** Sets at how many boards of a game at a time a player can be challenged. */
export const limit: Command = {
  name: 'limit',
  usage: '<game> limit [userid password] [n|off]',
  example: 'nex limit 5',
  permission: 'account',
  parse: commandLine => {
    const game = must(commandLine.game, 'limit is a command of a game');
    const { credentials, rest } = parseCredentials(commandLine, 0);
    const typed = rest.join(' ').toLowerCase();
    if (typed === '') return ok({ credentials, run: context => answerChallenges(context, game, {}) });
    const maxBoards = /^[1-9]\d{0,2}$/.test(typed) ? Number(typed) : Infinity;
    if (NO_LIMIT_WORDS.has(typed))
      return ok({ credentials, run: context => answerChallenges(context, game, { most: null }) });
    if (maxBoards > limits.boardsPerPlayer)
      return no(refused('limit-number', { most: limits.boardsPerPlayer, game: game.name }));
    return ok({ credentials, run: context => answerChallenges(context, game, { most: maxBoards }) });
  },
};

/** Tells whether the sender's address gets invitations, and turns them off and on. */
export const invitations: Command = {
  name: 'invitations',
  takesAnyWords: true,
  usage: 'invitations [on|off]',
  example: 'invitations on',
  permission: 'anyone',
  parse: commandLine => {
    const word = commandLine.words.join(' ').toLowerCase();
    if (word === '') return ok({ run: tellInvitations });
    if (word === 'on') return ok({ run: allowInvitations });
    return word === 'off' ? ok({ run: stopInvitations }) : null;
  },
};
