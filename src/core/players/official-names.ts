// Recognises userids that look like the service, its operator or a role, in any spelling.

/** Names that no player may have. */
const OFFICIAL_NAMES = [
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

/** A name that contains one of these words looks official. */
const OFFICIAL_PARTS = ['nexpost', 'postmaster', 'mailerdaemon', 'noreply', 'administrator', 'webmaster'];

/** Replaces characters that look alike by one of them. `adm1n`, `ad-min` and `adrnin` have the same skeleton. */
const skeletonOf = (name: string): string =>
  name
    .replace(/[-_]/g, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[013457i]/g, char => LETTER_BY_LOOKALIKE.get(char) ?? char);

const LETTER_BY_LOOKALIKE: ReadonlyMap<string, string> = new Map([
  ...[['0', 'o'] as const, ['1', 'l'] as const, ['i', 'l'] as const, ['3', 'e'] as const],
  ...[['4', 'a'] as const, ['5', 's'] as const, ['7', 't'] as const],
]);

const nameSkeletons = new Set(OFFICIAL_NAMES.map(skeletonOf));
const partSkeletons = OFFICIAL_PARTS.map(skeletonOf);

/** `userid`: in lower case. A number at its end is ignored: `admin2`. */
export function isOfficialName(userid: string): boolean {
  const skeletons = [userid, /^.*[^-_\d]/.exec(userid)?.[0] ?? ''].map(skeletonOf);
  return skeletons.some(each => nameSkeletons.has(each) || partSkeletons.some(word => each.includes(word)));
}
