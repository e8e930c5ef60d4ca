// The feature `subscriptions`: following boards and players.
import { stopInvitations } from '#core/board/acts/seats.ts';
import { EVERYBODY } from '#core/board/match-definition.ts';
import { type Command, type CommandLine, type ParsedLine, findCredentials } from '#core/language/command.ts';
import type { Subscription } from '#core/players/account.ts';
import type { CommandContext, Decision } from '#core/players/decision.ts';
import { isUseridShaped } from '#core/players/userid.ts';
import type { Feature } from '#core/writing/feature.ts';
import { ok } from '#games/kit/result.ts';
import {
  leaveList,
  listSubscriptions,
  stopMails,
  subscribe,
  toggleNotify,
  unsubscribe,
  unsubscribeAny,
} from './subscribe.ts';

/** `subscribe`, `unsubscribe`, `notify` and `stop`: following boards, and ending mails. */
const OF_GAME = { permission: 'account', inReply: true } as const;

export const subscribeBoards: Command = {
  ...OF_GAME,
  name: 'subscribe',
  listedAfter: 'rematch',
  minLetters: 3,
  usage: '<game> subscribe [userid password] board … | userid … | all',
  example: 'nex subscribe bob',
  parse: commandLine => parseFollowing(commandLine, (context, wanted) => subscribe(context, wanted, 'positions')),
};

export const subscribeAll: Command = {
  name: 'subscribe',
  permission: 'account',
  minLetters: 3,
  usage: 'subscribe [userid password] [userid … | all]',
  example: 'subscribe bob',
  parse: commandLine =>
    parseFollowing(commandLine, (context, wanted) =>
      wanted.length === 0 ? listSubscriptions(context) : subscribe(context, wanted, 'positions'),
    ),
};

const UNSUBSCRIBE: Pick<Command, 'name' | 'permission' | 'isHarmful' | 'minLetters' | 'parse'> = {
  name: 'unsubscribe',
  permission: 'account',
  isHarmful: true,
  minLetters: 5,
  // People write the word alone to end any kind of mail.
  parse: commandLine =>
    commandLine.words.length === 0
      ? ok({ permission: 'anyone', run: unsubscribeAny })
      : parseFollowing(commandLine, unsubscribe),
};

export const unsubscribeBoards: Command = {
  ...OF_GAME,
  ...UNSUBSCRIBE,
  usage: '<game> unsubscribe [userid password] board … | userid … | all',
  example: 'nex unsubscribe bob',
};

export const unsubscribeAll: Command = {
  ...UNSUBSCRIBE,
  usage: 'unsubscribe [userid password] userid … | all',
  example: 'unsubscribe bob',
};

export const notify: Command = {
  ...OF_GAME,
  name: 'notify',
  usage: '<game> notify [userid password] [board …]',
  example: 'nex notify',
  parse: commandLine => {
    const isGame = commandLine.words.length === 0 && commandLine.board === null;
    const words = isGame ? [EVERYBODY] : commandLine.words;
    return parseFollowing({ ...commandLine, words }, (context, wanted) => {
      const [only] = wanted;
      return only?.kind === 'standing' ? toggleNotify(context, only) : subscribe(context, wanted, 'result');
    });
  },
};

function parseFollowing(
  commandLine: CommandLine,
  run: (context: CommandContext, wanted: readonly Subscription[]) => Decision,
): ParsedLine {
  const words = commandLine.words.map(word => word.replace(/,$/, '').toLowerCase()).filter(word => word !== 'board');
  // Names of players, all of them: none is a password.
  const areNames = words.every(word => word === EVERYBODY || /^\d+$/.test(word) || commandLine.isUser(word));
  const credentials =
    commandLine.userid !== null && areNames ? null : findCredentials(commandLine, commandLine.words, 0);
  const named = credentials === null ? words : words.slice(2);
  const wanted = named.map(word => parseSubscription(commandLine, word));
  if (wanted.some(each => each === null)) return null;
  const found = wanted.filter(each => each !== null);
  const { board, game } = commandLine;
  if (found.length > 0 || game === null) return ok({ credentials, run: context => run(context, found) });
  return board === null
    ? null
    : ok({ credentials, run: context => run(context, [{ kind: 'board', match: board.match }]) });
}

function parseSubscription({ game }: CommandLine, word: string): Subscription | null {
  if (/^\d{1,9}$/.test(word))
    return game === null ? null : { kind: 'board', match: { game: game.name, number: Number(word) } };
  return isUseridShaped(word) ? { kind: 'standing', of: word, game: game?.name ?? null } : null;
}

export const stop: Command = {
  name: 'stop',
  listedAfter: 'limit',
  isHarmful: true,
  usage: 'stop [invitations]',
  example: 'stop invitations',
  permission: 'anyone',
  parse: commandLine => {
    const word = commandLine.words.join(' ').toLowerCase();
    if (word === 'invitations') return ok({ run: stopInvitations });
    return word === '' ? ok({ run: stopMails }) : null;
  },
};

export const subscriptions = {
  refusals: {
    'stop-which': ['board', 'userid', 'days'],
    'stop-mails': [],
    'subscribe-own': ['game', 'number'],
    'subscribe-none': [],
    'subscribers-full': ['most'],
    'subscriptions-full': ['most'],
  } as const,
  requests: { 'list-left': leaveList },
  commands: [subscribeBoards, subscribeAll, unsubscribeBoards, unsubscribeAll, notify, stop],
} satisfies Feature;
