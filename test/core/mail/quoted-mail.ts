// A mail of ours as replies quote it.
export const ATTRIBUTION = 'On Sat, Nov 21, 2026 at 10:02 AM nexpost <games@example.test> wrote:';

export const OWN = [
  'Nex board 101: your turn, alice. You are Black (B).',
  '',
  '       1  2',
  '  a\\   .  .  \\a',
  '',
  '-'.repeat(60),
  'Reply with your move as the first line. For example:',
  '   c1,b1       a black stone on c1, a neutral on b1',
  'Or with one of:  resign  show  chat  help nex',
].join('\n');
