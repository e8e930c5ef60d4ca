// Every word that begins a command: none of them may be a userid. Written out, since the commands themselves ask for it.
export const commandWords: readonly string[] = [
  ...['help', 'signup', 'add', 'change', 'signoff', 'delete', 'message', 'multiple', 'games', 'list', 'address', 'password'],
  ...['challenge', 'move', 'board', 'mvoe', 'swap', 'resign', 'show', 'chat', 'accept', 'reject', 'decline'],
  // pbmserv's other words: they will be commands here, too
  ...['preview', 'queue', 'qmove', 'qboard', 'submit', 'confirm', 'subscribe', 'unsubscribe', 'notify', 'limit', 'seek', 'replay'],
  ...['standings', 'ratings', 'history', 'showas', 'broadcast', 'vacation', 'addtime', 'rematch', 'note', 'set', 'tournament'],
];
