// Recognises userids that look like the service, its operator or a role, in any spelling.

/** Names that no player may have. */
const OFFICIAL_NAMES =
  `nexpost nexc official operator admin administrator moderator mod staff team owner support service info contact security abuse
noreply donotreply news announcement mailer daemon root system host referee arbiter judge tournament director computer bot program anonymous
white black red blue green yellow neutral opponent draw winner you they them everybody everyone anybody anyone somebody someone noone none
both other others unknown null undefined deleted removed`.split(/\s+/);

/** Words that look official together with each other or with a name above: `helpdesk`, `webmaster`, `sysadmin`, `board101`. */
const ROOTS = 'help desk server game games mail web post master sys account board'.split(' ');

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

const partSkeletons = OFFICIAL_PARTS.map(skeletonOf);
const wordSkeletons = [...OFFICIAL_NAMES, ...ROOTS].map(skeletonOf);

const isBuiltOfWords = (skeleton: string): boolean =>
  skeleton === '' ||
  wordSkeletons.some(word => skeleton.startsWith(word) && isBuiltOfWords(skeleton.slice(word.length)));

/** `userid`: in lower case. A number at its end is ignored: `admin2`. */
export function isOfficialName(userid: string): boolean {
  const skeletons = [userid, /^.*[^-_\d]/.exec(userid)?.[0] ?? userid].map(skeletonOf);
  return (
    !ROOTS.includes(userid) &&
    skeletons.some(each => isBuiltOfWords(each) || partSkeletons.some(word => each.includes(word)))
  );
}
