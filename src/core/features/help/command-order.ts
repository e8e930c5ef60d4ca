// The order in which help lists the commands. A command that is not named here comes last.
import type { Command } from '#core/reading/command.ts';

const ORDER: readonly string[] = [
  ...['help', 'tutorial', 'signup', 'rename', 'change address', 'change password'],
  ...['set', 'vacation', 'block', 'unblock'],
  ...['privacy', 'signoff', 'seek', 'take', 'challenge', 'accept', 'reject', 'limit', 'stop', 'invitations'],
  ...[
    'move',
    'queue',
    'if',
    'else',
    'swap',
    'undo',
    'draw',
    'resign',
    'addtime',
    'claim',
    'hint',
    'analyse',
    'show',
    'record',
  ],
  ...['export', 'rematch', 'subscribe', 'unsubscribe', 'notify', 'preview', 'previewas', 'replay', 'submit'],
  ...['confirm', 'note', 'games', 'history', 'standings', 'stats', 'who', 'showas', 'all show', 'chat'],
  ...['message', 'broadcast', 'multiple', 'tournament', 'echo', 'fetch'],
];

const placeOf = ({ name }: Command): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

export const sortCommands = (commands: readonly Command[]): readonly Command[] =>
  commands.toSorted((a, b) => placeOf(a) - placeOf(b));
