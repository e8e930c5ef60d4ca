// Names that look like the service, its operator or a role at the board, however they are spelt.

/** Names that no player may have. */
const OFFICIAL = [
  ...['nexpost', 'operator', 'admin', 'administrator', 'sysadmin', 'moderator', 'mod', 'staff', 'team', 'owner'],
  ...['support', 'service', 'info', 'contact', 'security', 'abuse', 'noreply', 'donotreply', 'news', 'announcement'],
  ...[
    'postmaster',
    'hostmaster',
    'webmaster',
    'mailer',
    'mailerdaemon',
    'maildaemon',
    'daemon',
    'root',
    'system',
    'host',
  ],
  ...['referee', 'arbiter', 'judge', 'tournament', 'director', 'computer', 'bot', 'program', 'anonymous'],
  ...['white', 'black', 'red', 'blue', 'green', 'yellow', 'neutral', 'opponent', 'draw', 'winner'],
  ...['you', 'they', 'them', 'everybody', 'everyone', 'anybody', 'anyone', 'somebody', 'someone', 'noone', 'none'],
  ...['both', 'other', 'others', 'unknown', 'null', 'undefined', 'deleted', 'removed', 'nexc'],
];

/** Words that make any name look official that holds them. */
const TELLING = ['nexpost', 'postmaster', 'mailerdaemon', 'noreply', 'administrator', 'webmaster'];

/** What looks alike becomes the same: `adm1n`, `ad-min` and `adrnin` are one. */
const skeletonOf = (name: string): string =>
  name
    .replace(/[-_]/g, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[013457i]/g, char => ALIKE.get(char) ?? char);

const ALIKE: ReadonlyMap<string, string> = new Map([
  ...[['0', 'o'] as const, ['1', 'l'] as const, ['i', 'l'] as const, ['3', 'e'] as const],
  ...[['4', 'a'] as const, ['5', 's'] as const, ['7', 't'] as const],
]);

const official = new Set(OFFICIAL.map(skeletonOf));
const telling = TELLING.map(skeletonOf);

/** `userid`: lower case. A number behind it changes nothing: `admin2`. */
export function looksOfficial(userid: string): boolean {
  const skeletons = [userid, /^.*[^-_\d]/.exec(userid)?.[0] ?? ''].map(skeletonOf);
  return skeletons.some(each => official.has(each) || telling.some(word => each.includes(word)));
}
